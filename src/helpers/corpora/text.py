"""Words and numbers: tokens, vocabularies, padding, batches, and printing."""

import re
from collections import Counter
from unicodedata import normalize

import torch
from torch.nn.utils.rnn import pad_sequence

SPECIALS = ("<pad>", "<start>", "<stop>", "<unk>")
PAD, START, STOP, UNKNOWN = range(4)
TOKEN = re.compile(r"'s\b|\w+(?:[-'](?!s\b)\w+)*|[^\w\s]")


def tokenise(sentence):
    """The words and marks of a sentence.

    Accents are composed (NFC). Markup is text like any other: `<b>` is three tokens.
    """
    words = TOKEN.findall(normalize("NFC", sentence).replace("’", "'"))
    if not words:
        raise ValueError("An empty sentence has no words; expected at least one.")
    return words


def join(words):
    """The sentence as people write it: a capital first, marks at their words."""
    text = " ".join(words)
    text = re.sub(r" ([.,;:?!)]|'s\b)", r"\1", text)
    text = re.sub(r"([¿¡(]) ", r"\1", text)
    return re.sub(r"\w", lambda found: found[0].upper(), text, count=1)


class Vocabulary:
    """The words of some sentences, most frequent first, after the four special ones."""

    def __init__(self, sentences, least=1):
        counts = Counter(word for sentence in sentences for word in sentence)
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        kept = [w for w in ranked if counts[w] >= least and w not in SPECIALS]
        self.words = (*SPECIALS, *kept)
        self.ids = {word: i for i, word in enumerate(self.words)}

    @classmethod
    def listed(cls, words):
        """The vocabulary of words that are already in their order."""
        vocabulary = cls([])
        vocabulary.words = (*SPECIALS, *words)
        vocabulary.ids = {word: i for i, word in enumerate(vocabulary.words)}
        if len(vocabulary.ids) < len(vocabulary.words):
            raise ValueError("A vocabulary has each word once.")
        return vocabulary

    def __len__(self):
        return len(self.words)

    def encode(self, words):
        """The numbers of the words.

        A word that is not known is tried without its capital (El at the beginning of
        a sentence), and is `<unk>` if that is not known either.
        """
        if not words:
            raise ValueError("An empty sentence has no words; expected at least one.")
        ids = self.ids
        return [ids.get(word, ids.get(word.lower(), UNKNOWN)) for word in words]

    def decode(self, ids):
        """The words of the numbers up to `<stop>`, without `<pad>` and `<start>`."""
        words = []
        for i in map(int, ids):
            if i == STOP:
                break
            if i not in (PAD, START):
                words.append(self.words[i])
        return words


def pad(sequences):
    """The sequences as rows of one tensor, filled with `<pad>` on the right: (B, T)."""
    rows = [torch.as_tensor(sequence, dtype=torch.long) for sequence in sequences]
    return pad_sequence(rows, batch_first=True, padding_value=PAD)


def mask(ids):
    """True where there is a word, False where there is padding."""
    return ids != PAD


def batches(pairs, generator, tokens=2_000, longest=64):
    """Pairs of number lists, of similar length, as padded (source, target) tensors.

    One pass over all pairs, in an order that the generator draws. A batch holds as
    many pairs as fit in `tokens` when padded, so short sentences come in large batches.
    """
    sizes = [max(len(source), len(target)) for source, target in pairs]
    if max(sizes) > longest:
        raise ValueError(
            f"A sentence has {max(sizes)} words; expected {longest} at the most."
        )
    order = torch.randperm(len(sizes), generator=generator).tolist()
    order.sort(key=sizes.__getitem__)
    groups, start = [], 0
    for end in range(1, len(order) + 1):
        if end == len(order) or (end + 1 - start) * sizes[order[end]] > tokens:
            groups.append([pairs[i] for i in order[start:end]])
            start = end
    for i in torch.randperm(len(groups), generator=generator).tolist():
        sources, targets = zip(*groups[i], strict=True)
        yield pad(sources), pad(targets)

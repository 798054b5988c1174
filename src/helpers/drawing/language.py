"""Chapter 17: who may see what, hidden words, the next word, and what comes after."""

from itertools import pairwise
from math import exp

from helpers.drawing import WIDE, Canvas, Drawing
from helpers.drawing.alphabet import SIZES, room_for

# ---- who may see what ----------------------------------------------------------------


def _sees(kind, place, count):
    """The positions that a guess at a place is made from."""
    if kind == "GPT":
        return [list(range(place))]
    if kind == "BERT":
        return [list(range(count))]
    return [list(range(place)), list(range(place + 1, count))]


def _panel(page, left, top, width, words, place, kind):
    """One model: its words below, what it reads in the middle, its guess above."""
    step = width / len(words)
    xs = [left + step * (i + 0.5) for i in range(len(words))]
    low, high, guess = top + 176, top + 106, top + 44
    sides = _sees(kind, place, len(words))
    seen = [i for side in sides for i in side]
    for i, word in enumerate(words):
        hidden = i == place
        name = "[MASK]" if hidden and kind == "BERT" else "" if hidden else word
        with page.group("" if i in seen else "dim"):
            page.text(xs[i], low + 16, name, "w s" if len(name) > 5 else "w")
            if not (hidden and kind != "BERT"):
                page.line((xs[i], low), (xs[i], high + 17), names="quiet")
            page.box(xs[i] - 11, high - 8, 22, 24, round=5)
    for n, side in enumerate(sides):
        if kind == "ELMo":  # a chain of states, towards the word that is guessed
            chain = side if n == 0 else side[::-1]
            for a, b in pairwise(chain):
                way = 11 if b > a else -11
                page.line((xs[a] + way, high + 4), (xs[b] - way, high + 4))
            side = chain[-1:]
        for i in side:
            page.curve((xs[i], high - 9), (xs[place], guess + 13), upright=True)
    with page.group("glow"):
        page.box(xs[place] - 26, guess - 14, 52, 26, words[place])


def who_may_see(number, words, place):
    """ELMo, GPT and BERT: what a guess at one place of a sentence is made from."""
    if not 0 < place < len(words) - 1:
        raise ValueError(
            f"Place {place} has no words on both sides: choose one from 1 to "
            f"{len(words) - 2}."
        )
    kinds = {
        "GPT": "only back",
        "BERT": "both sides, itself hidden",
        "ELMo": "one reader from each side",
    }

    def draw(room):
        wide = room >= WIDE
        width, high = (room / 3 - 18, 206) if wide else (room - 8, 218)
        page = Canvas(room, high * (1 if wide else 3))
        for n, (kind, said) in enumerate(kinds.items()):
            left, top = (n * room / 3 + 9, 0) if wide else (4, n * high)
            page.text(left, top + 10, kind, "b", "start")
            x = left + room_for(kind, SIZES["text"]) + 14
            page.text(x, top + 11, said, "q s", "start")
            _panel(page, left, top, width, words, place, kind)
        return page

    return Drawing(
        number,
        "One word of a sentence is to be guessed (amber). **GPT** sees what stands "
        "before it. **BERT** sees the whole sentence, with the word itself covered. "
        "**ELMo** has two readers that never meet: one comes from the left, one from "
        "the right, and only their last states are put together.",
        f"Three panels with the words {' '.join(words)}; {words[place]} is to be "
        "guessed. GPT: arrows from the words before it. BERT: arrows from all places, "
        "its own covered by a mask. ELMo: a chain of boxes from each side.",
        draw,
    )


# ---- every word is a lesson ----------------------------------------------------------


def lessons(number, words):
    """One sentence under a causal mask: as many lessons as it has words."""

    def draw(room):
        wide = room >= WIDE
        label = 150 if wide else 0
        cell = min(70, (room - label - 70) / (len(words) - 1))
        page = Canvas(room, 34 * (len(words) - 1) + 6)
        for i in range(1, len(words)):
            y = 34 * (i - 1) + 16
            if wide:
                said = f"lesson {i}"
                page.text(label - 16, y, said, "q s", "end")
            for j in range(i):
                page.text(label + cell * (j + 0.5), y, words[j], "w")
            x = label + cell * i
            page.line((x - 2, y), (x + 14, y))
            with page.group("glow"):
                page.box(x + 18, y - 13, room_for(words[i]) + 18, 26, words[i])
        return page

    return Drawing(
        number,
        "What one sentence teaches a GPT. In each row it reads what stands on the left "
        "and has to say the amber word. All rows are computed at once, since the mask "
        "lets no position look ahead.",
        f"{len(words) - 1} rows; each shows one word more of {' '.join(words)}, and "
        "the word after it in amber.",
        draw,
    )


# ---- hidden words --------------------------------------------------------------------

FATES = {"masked": "covered", "swapped": "another word", "kept": "left as it is"}


def cloze(number, words, fates):
    """BERT's exercise: some words hidden, swapped or kept; these are to be said.

    `fates` says of a place what became of its word: (one of FATES, what is read).
    """
    if unknown := {how for how, _ in fates.values()} - set(FATES):
        raise ValueError(f"{min(unknown)!r} is none of {', '.join(FATES)}.")

    def draw(room):
        per = len(words) if room >= WIDE else (len(words) + 1) // 2
        width, high = room / per, 128
        rows = -(-len(words) // per)
        page = Canvas(room, high * rows - 20)
        for i, word in enumerate(words):
            x, y = width * (i % per + 0.5), high * (i // per)
            how, read = fates.get(i, ("", word))
            with page.group("glow" if how == "masked" else ""):
                page.rect("learned" if how else "hollow", x - width / 2 + 3, y + 74,
                          width - 6, 30, 5)  # fmt: skip
            page.text(x, y + 89, read, "s" if len(read) > 5 else "")
            if how:
                page.line((x, y + 72), (x, y + 48))
                page.text(x, y + 34, word, "w right")
                page.text(x, y + 12, FATES[how] if width > 84 else how, "q s")
        return page

    return Drawing(
        number,
        "BERT's exercise. Below, what it reads: some words are covered, one is "
        "exchanged, one only seems untouched. Above, in green, what it has to say. "
        "Only these places count.",
        "A sentence in boxes. "
        + " ".join(
            f"{words[i]} is {FATES[how]} and read as {read}."
            for i, (how, read) in fates.items()
        ),
        draw,
    )


def added(number, tokens, segments):
    """The three vectors that are added for each token: what, where, which sentence."""
    if len(tokens) != len(segments):
        raise ValueError(
            f"{len(tokens)} tokens need as many segments, not {len(segments)}."
        )
    names = "token", "position", "segment"

    def draw(room):
        wide = room >= WIDE
        label = 66
        per = -(-len(tokens) // (2 if wide else 3))
        width = (room - label) / per
        band = 142
        page = Canvas(room, band * -(-len(tokens) // per) - 28)
        for top in range(0, len(tokens), per):
            y = band * (top // per)
            for row, name in enumerate(names):
                page.text(label - 12, y + 18 + 38 * row, name, "q s", "end")
        for i, (token, segment) in enumerate(zip(tokens, segments, strict=True)):
            x, y = label + width * (i % per), band * (i // per)
            lit = token == "[MASK]"
            for row, word in enumerate((token, str(i), "AB"[segment])):
                with page.group("glow" if lit and row == 0 else ""):
                    page.rect("learned", x + 1.5, y + 4 + 38 * row, width - 3, 28, 4)
                page.text(x + width / 2, y + 18 + 38 * row, word,
                          "s" if row == 0 else "")  # fmt: skip
                if row:
                    page.text(x + width / 2, y - 1 + 38 * row, "+", "q s")
        return page

    return Drawing(
        number,
        "What BERT reads at each place is a sum of three learned vectors: which token, "
        "which position, and which of the two sentences, A or B. [SEP] ends a "
        "sentence; at [CLS] something about the whole can be gathered.",
        f"Three rows of boxes under each of {len(tokens)} tokens: the token, its "
        "position counted from 0, and the letter of its sentence.",
        draw,
    )


# ---- two readers ---------------------------------------------------------------------


def two_readers(number, words):
    """ELMo in training: one chain says the next word, the other the word before.

    `words` has the start and the stop of the sentence at its ends.
    """
    if len(words) < 3:
        raise ValueError(f"{len(words)} words are too few: at least 3 are needed.")

    def draw(room):
        step = min((room - 8) / len(words), 86)
        left = (room - step * len(words)) / 2
        xs = [left + step * (i + 0.5) for i in range(len(words))]
        page = Canvas(room, 310)
        middle = 156
        for x, word in zip(xs, words, strict=True):
            page.text(x, middle, word, "w s" if len(word) > 5 else "w")
        for way, places in ((-1, range(len(words) - 1)), (1, range(1, len(words)))):
            near, far = middle + way * 16, middle + way * 76
            for i in places:
                page.line((xs[i], near), (xs[i], middle + way * 38), names="quiet")
                page.rect("learned", xs[i] - 13, middle + way * 54 - 13, 26, 26, 5)
                page.line((xs[i], middle + way * 69), (xs[i], far + way * 18))
                said = words[i - way]
                names = "w s right" if len(said) > 5 else "w right"
                page.text(xs[i], far + way * 32, said, names)
            for a, b in pairwise(places):
                ends = (a, b) if way < 0 else (b, a)
                y, gap = middle + way * 54, 14 if way < 0 else -14
                page.line((xs[ends[0]] + gap, y), (xs[ends[1]] - gap, y))
            said = "right: which word is next" if way < 0 else "left: which was before"
            said = f"one LSTM to the {said}?"
            page.text(room / 2, middle + way * 144, said, "q s")
        return page

    return Drawing(
        number,
        "ELMo in training, the sentence in the middle. The upper chain reads to the "
        "right and says at each word the next one (green). The lower chain reads to "
        "the left and says the one before. No arrow leads from one to the other.",
        f"The words {' '.join(words)} in a row; over them a chain of boxes with arrows "
        "to the right, each with the next word above; under them a chain to the left, "
        "each with the word before below.",
        draw,
    )


# ---- tokens --------------------------------------------------------------------------


def cut_up(number, lines, caption):
    """Texts as the tokens that they are cut into, a box for each."""

    def placed(room):
        x, y, found = 0.0, 0, []
        for tokens in lines:
            for token in tokens:
                wide = room_for(token.replace(" ", "·"), SIZES["word"]) + 14
                if x and x + wide > room:
                    x, y = 0.0, y + 40
                found.append((token, x, y, wide))
                x += wide + 4
            x, y = 0.0, y + 52
        return found, y

    def draw(room):
        found, high = placed(room)
        page = Canvas(room, high - 12)
        for token, x, y, wide in found:
            page.rect("learned", x, y + 2, wide, 32, 5)
            page.text(x + wide / 2, y + 18, token.replace(" ", "·"), "w")
        return page

    said = "; ".join(" | ".join(tokens) for tokens in lines)
    return Drawing(number, caption, f"Texts cut into tokens: {said}.", draw)


# ---- the next word -------------------------------------------------------------------


def probabilities(logits, temperature=1.0, k=None, p=None):
    """What is drawn from, place by place, the logits being sorted already."""
    powers = [exp((value - max(logits)) / temperature) for value in logits]
    shares = [power / sum(powers) for power in powers]
    kept = list(shares[: k or len(shares)])
    if p is not None:
        wanted, mass, some = p * sum(kept), 0.0, []
        for value in kept:
            if mass < wanted:
                some.append(value)
            mass += value
        kept = some
    drawn = [value / sum(kept) for value in kept]
    return shares, drawn + [0.0] * (len(shares) - len(drawn))


def cuts(number, words, logits, settings):
    """Bars of the next word, step by step: as they are, heated, cut, drawn from.

    `settings` has (button, sentence, {temperature, k, p}) for each step; the first word
    is the likeliest.
    """
    if list(logits) != sorted(logits, reverse=True):
        raise ValueError("The logits must be sorted, the largest first.")

    def draw(room):
        wide = room >= WIDE
        label, right = (120, 60) if wide else (88, 44)
        page = Canvas(room, 32 * len(words) + 4)
        full = room - label - right
        steps = [probabilities(logits, **how) for _, _, how in settings]
        top = max(max(drawn) for _, drawn in steps)
        for i, word in enumerate(words):
            y = 32 * i + 16
            page.text(label - 12, y, word, "w", "end")
            for n, (shares, drawn) in enumerate(steps, 1):
                with page.group("", at=[n]):
                    if drawn[i]:
                        page.rect("p", label, y - 10, full * drawn[i] / top, 20, 2,
                                  ' fill-opacity="0.6"')  # fmt: skip
                        said = f"{100 * drawn[i]:.0f} %"
                        at = label + full * drawn[i] / top + 8
                        page.text(at, y, said, "s", "start")
                    else:
                        page.rect("frame", label, y - 10, full * shares[i] / top, 20)
                        at = label + full * shares[i] / top + 8
                        page.text(at, y, "0", "q s", "start")
        return page

    return Drawing(
        number,
        "The next word after a prompt, as probabilities over the vocabulary, "
        "step by step. A dotted frame is what a cut has taken away; the bars that "
        "stay are divided by their sum, so that together they are 100 % again.",
        "Bars for "
        + ", ".join(words)
        + ". "
        + " ".join(
            f"{title}: "
            + ", ".join(f"{100 * v:.0f}" for v in probabilities(logits, **how)[1])
            + " per cent."
            for title, _, how in settings
        ),
        draw,
        steps=[(title, f"**{title}.** {said}") for title, said, _ in settings],
    )


# ---- the same body, a new head -------------------------------------------------------


def new_head(number, layers, words, label):
    """Pre-training and fine-tuning: the body stays, and what stands on it changes."""

    def draw(room):
        wide = room >= WIDE
        width = room / 2 - 20 if wide else room
        page = Canvas(room, 250 if wide else 520)
        for n, title in enumerate(("pre-train", "fine-tune")):
            left, top = (n * (room / 2 + 10), 0) if wide else (0, n * 266)
            said = "on any text" if n == 0 else "on a few labelled examples"
            page.text(left, top + 10, title, "b", "start")
            page.text(left + 84, top + 11, said, "q s", "start")
            step = width / len(words)
            for i, word in enumerate(words):
                x = left + step * (i + 0.5)
                page.text(x, top + 238, word, "w")
                page.line((x, top + 222), (x, top + 206))
                faint = "" if n == 0 or i == len(words) - 1 else "quiet"
                page.line((x, top + 126), (x, top + 108), names=faint)
            with page.group("" if n == 0 else "dim"):
                page.box(left + 4, top + 128, width - 8, 76, f"{layers} layers")
            names = "the next word" if n == 0 else label
            at, long = (left + 4, width - 8) if n == 0 else (left + width - 150, 146)
            with page.group("" if n == 0 else "glow"):
                page.box(at, top + 66, long, 40, names)
            if n == 0:
                for i in range(len(words)):
                    x = left + step * (i + 0.5)
                    page.line((x, top + 64), (x, top + 48))
                    later = [*words[1:], "…"][i]
                    page.text(x, top + 34, later, "w right")
            else:
                x = left + width - 77
                page.line((x, top + 64), (x, top + 48))
                page.text(x, top + 34, "several", "w right")
        return page

    return Drawing(
        number,
        "**Pre-train**: the network learns to say the next word, at every place. "
        "**Fine-tune**: the layers begin as they were learned, the head is taken off, "
        "and a small new one (amber) reads the vector at the last word. Then all of it "
        "is trained a little more.",
        f"Twice a box of {layers} layers over the words {' '.join(words)}. On the left "
        "a head says the next word everywhere; on the right a small head at the last "
        "word says whether one or several are meant.",
        draw,
    )


# ---- prompts -------------------------------------------------------------------------


def prompts(number):
    """The same task put to a language model with no, one and a few examples."""
    task = "Translate English to French:"
    pairs = [
        ("sea otter", "loutre de mer"),
        ("peppermint", "menthe poivrée"),
        ("plush giraffe", "girafe peluche"),
    ]
    kinds = {"zero-shot": 0, "one-shot": 1, "few-shot": 3}

    def draw(room):
        wide = room >= WIDE
        width = room / 3 - 12 if wide else room
        tall = [74 + 24 * n for n in kinds.values()]
        page = Canvas(room, max(tall) + 28 if wide else sum(tall) + 90)
        top = 0
        for n, (title, count) in enumerate(kinds.items()):
            left = n * (room / 3 + 4) if wide else 0
            top = 0 if wide else top
            page.text(left, top + 10, title, "b", "start")
            lines = [task, *[f"{a} ⇒ {b}" for a, b in pairs[:count]]]
            page.rect("frame", left, top + 24, width, tall[n], 8)
            for k, line in enumerate(lines):
                page.text(left + 10, top + 44 + 24 * k, line, "s", "start")
            y = top + 44 + 24 * len(lines)
            page.text(left + 10, y, "cheese ⇒", "s", "start")
            with page.group("glow"):
                page.box(left + 78, y - 12, 74, 24, "fromage")
            top += tall[n] + 38
        return page

    return Drawing(
        number,
        "The task is written into the prompt, after the GPT-3 paper's figure 2.1. The "
        "model goes on (amber). No weight is changed: what it learns from the examples "
        "it learns while it reads.",
        "Three prompts that ask for the French of cheese: with no example, with one, "
        "and with three; each ends in fromage.",
        draw,
    )


def guesses(number, words, place, ways):
    """One blank, asked in several ways: what each reads, and its likeliest words.

    `ways` maps a name to the places that it reads and to {word: probability}.
    """
    if not 0 <= place < len(words):
        raise ValueError(f"Place {place} is none of the {len(words)} words.")
    if not ways or not all(likely for _, likely in ways.values()):
        raise ValueError("Each way needs at least one likely word.")
    per = max(len(likely) for _, likely in ways.values())
    largest = max(max(likely.values()) for _, likely in ways.values())
    shown = ["▁▁▁" if i == place else word for i, word in enumerate(words)]
    broad = [room_for(word, SIZES["word"] + 1) + 9 for word in shown]

    def places(room):
        """Where each word stands when lines are so long, from the first one's place."""
        x, line = 0, 0
        for wide in broad:
            if x + wide > room:
                x, line = 0, line + 1
            yield x, 24 * line
            x += wide

    def draw(room):
        wide = room >= WIDE
        spots = [*places(380 if wide else room)]
        first, last = (46, 0) if wide else (38, spots[-1][1] + 28)
        high = max(24 * per + 22, first + last + 24 * per * (not wide) + 8)
        page = Canvas(room, high * len(ways) - 8)
        left, span = (490, 150) if wide else (110, 180)
        for k, (name, (seen, likely)) in enumerate(ways.items()):
            top = high * k
            page.text(0, top + 10, name, "b s", "start")
            for i, (x, down) in enumerate(spots):
                with page.group("" if i in seen or i == place else "dim"):
                    kind = "lit" if i == place else "w"
                    page.text(x, top + first + down, shown[i], kind, "start")
            low = top + (12 if wide else first + last)
            for i, (word, share) in enumerate(likely.items()):
                at = low + 24 * i
                page.text(left - 8, at, word, "w", "end")
                length = max(span * share / largest, 0.5)
                page.rect("p", left, at - 8, length, 16, 2)
                page.text(left + length + 6, at, f"{share:.2f}", "s", "start")
        return page

    return Drawing(
        number,
        "One blank (amber), asked in several ways. What a model reads is in full ink; "
        "on the right its likeliest words, with their probabilities.",
        "; ".join(
            f"{name}: "
            + ", ".join(f"{word} {share:.2f}" for word, share in likely.items())
            for name, (_, likely) in ways.items()
        )
        + ".",
        draw,
    )


def examples():
    """Each drawing of this module, with small numbers."""
    words = ["my", "dogs", "are", "tired", "."]
    yield who_may_see("17.1", words, 1)
    yield lessons("17.2", ["<start>", *words])
    yield cloze("17.3", words, {1: ("masked", "[MASK]"), 3: ("kept", "tired")})
    tokens = ["[CLS]", "my", "[MASK]", "are", "[SEP]", "they", "sleep", "[SEP]"]
    yield added("17.4", tokens, [0] * 5 + [1] * 3)
    yield cut_up("17.5", [["the", " n", "et"], [" un", "read"]], "Two texts, cut up.")
    settings = [
        ("softmax", "They sum to 1.", {}),
        ("top-k 2", "Two are kept.", {"k": 2}),
        ("top-p 0.75", "As many as reach it.", {"p": 0.75}),
    ]
    yield cuts("17.6", ["cat", "dog", "king"], [2.0, 1.0, 0.0], settings)
    yield new_head("17.7", 2, words[:4], "one or several?")
    yield prompts("17.8")
    yield two_readers("17.9", ["<start>", *words, "<stop>"])
    ways = {
        "GPT": ([0], {"name": 0.2, "mother": 0.1}),
        "BERT": ([0, 2, 3, 4], {"dogs": 0.6, "cats": 0.3}),
    }
    yield guesses("17.10", words, 1, ways)

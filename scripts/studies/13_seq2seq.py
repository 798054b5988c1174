"""The trainings of chapter 13 that are too many for the chapter itself.

`python scripts/studies/13_seq2seq.py` fills src/helpers/studies/13_seq2seq.json: for
each reader (or for those that are named), rates tried on validation sentences, then
five seeds at the best of them.
`… figure` trains the small net of the live figure, `… tested` stores some of the
sentences it was tested on, and `… sizes` trains nets whose vectors have other sizes.
Runs already stored are kept, so it goes on where it was stopped. About twenty minutes
on one core.
"""

import json
import platform
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time

import torch
from torch import nn

from helpers.corpora import phrasebook, text
from helpers.taught.seq2seq import Decoder, Encoder, EncoderDecoder
from helpers.training import translation
from helpers.widgets.translator import packed, restored

STUDIES = Path(__file__).parents[2] / "src/helpers/studies"
TABLE, FIGURE = STUDIES / "13_seq2seq.json", STUDIES / "13_translator.json"
SIZES_TABLE = STUDIES / "13_sizes.json"

READERS = {
    "GRU": (nn.GRU, False),
    "GRU, reversed": (nn.GRU, True),
    "LSTM": (nn.LSTM, False),
    "LSTM, reversed": (nn.LSTM, True),
}
SEEDS = (2014, 2015, 2016, 2017, 2018)
RATES = (0.004, 0.006, 0.01, 0.016, 0.025)
WIDTH, UNITS, STEPS, TOKENS = 64, 160, 1500, 512
LSTM_UNITS = 140  # as many parameters as the GRU has
SMALL = {"width": 24, "units": 96}  # the figure's net
SMALL_STEPS, SMALL_WORDS = 16_000, 350
SIZES, SIZES_STEPS, TESTED = (8, 16, 32, 64, 128), 4000, 800


def translator(data, cell, seed, width=WIDTH, units=UNITS):
    """An untrained encoder and decoder for this corpus."""
    torch.manual_seed(seed)
    return EncoderDecoder(
        Encoder(len(data.spanish), width, units, cell),
        Decoder(len(data.english), width, units, cell),
    )


def run(data, reader, rate, seed, steps, part):
    """One training, and what it is worth on a part of the corpus."""
    cell, backwards = READERS[reader]
    data = data.reversed() if backwards else data
    model = translator(data, cell, seed, units=LSTM_UNITS if cell is nn.LSTM else UNITS)
    generator = torch.Generator().manual_seed(seed)
    start = process_time()
    translation.train(model, data, steps, rate, generator, tokens=TOKENS)
    seconds = process_time() - start
    pairs = getattr(data, part)
    written = translation.translations(model, data, pairs)
    by_length = translation.bleu_by_length(written, pairs)
    return {
        "reader": reader,
        "rate": rate,
        "seed": seed,
        "steps": steps,
        "part": part,
        "parameters": sum(values.numel() for values in model.parameters()),
        "bleu": round(translation.bleu(written, pairs), 2),
        "exact": round(translation.exact(written, pairs), 2),
        "by length": {f"{a}–{b}": round(s, 2) for (a, b), s in by_length.items() if s},
        "seconds": round(seconds, 1),
    }


def best_rate(runs, reader):
    """The rate with the highest BLEU on the validation sentences."""
    tried = [r for r in runs if r["reader"] == reader and r["part"] == "valid"]
    return max(tried, key=lambda r: r["bleu"])["rate"]


def table(steps=STEPS, rates=RATES, seeds=SEEDS, readers=tuple(READERS), path=TABLE):
    """All runs, stored after each one."""
    data = translation.corpus()
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {"runs": []}
    runs = stored["runs"]
    done = {(r["reader"], r["rate"], r["seed"], r["part"]) for r in runs}

    def add(reader, rate, seed, part):
        if (reader, rate, seed, part) not in done:
            runs.append(run(data, reader, rate, seed, steps, part))
            stored["versions"] = versions()
            save(stored, path)

    for reader in readers:
        for rate in rates:
            add(reader, rate, 1, "valid")
    for seed in seeds:
        for reader in readers:
            add(reader, best_rate(runs, reader), seed, "test")
    return stored


def versions():
    """What the numbers depend on."""
    return {"python": platform.python_version(), "torch": torch.__version__}


def save(content, path):
    """Write the content as JSON, one run a line."""
    path.parent.mkdir(exist_ok=True)
    lines = json.dumps(content, ensure_ascii=False, indent=1)
    path.write_text(lines + "\n", encoding="utf-8")


def little_corpus(words=SMALL_WORDS, count=400_000):
    """New pairs of the same grammar that need only its commonest Spanish words."""
    pairs = phrasebook.pairs(count, seed=13)
    often = Counter(word for pair in pairs for word in pair.spanish)
    known = {word for word, _ in often.most_common(words)}
    kept = [(p.spanish, p.english) for p in pairs if known.issuperset(p.spanish)]
    Random(13).shuffle(kept)
    train, test = kept[:-2000], kept[-2000:]
    spanish, english = (text.Vocabulary(part) for part in zip(*train, strict=True))
    fits = set(spanish.words), set(english.words)
    test = [p for p in test if fits[0].issuperset(p[0]) and fits[1].issuperset(p[1])]
    return translation.Corpus(train, test, test, spanish, english)


def figure(steps=SMALL_STEPS, rate=0.008, seed=2014, path=FIGURE):
    """The small net of the live figure, trained longer and stored in 8 bits."""
    data = little_corpus()
    model = translator(data, nn.GRU, seed, **SMALL)
    generator = torch.Generator().manual_seed(seed)
    start = process_time()
    translation.train(model, data, steps, rate, generator, tokens=TOKENS)
    seconds = process_time() - start
    full = translation.evaluate(model, data, data.test)
    arrays = [values.detach().numpy() for values in model.parameters()]
    for values in model.parameters():
        values.data = torch.tensor(restored(values.detach()))
    written = translation.translations(model, data, data.test)
    eight = translation.bleu(written, data.test), translation.exact(written, data.test)
    by_length = translation.bleu_by_length(written, data.test)
    content = {
        "figure": {
            "net": packed(arrays),
            "sizes": [len(data.spanish), len(data.english), *SMALL.values()],
            "spanish": " ".join(data.spanish.words[text.UNKNOWN + 1 :]),
            "english": " ".join(data.english.words[text.UNKNOWN + 1 :]),
            "samples": samples(data.test, written),
        },
        "pairs": len(data.train),
        "by length": {f"{a}–{b}": round(s, 2) for (a, b), s in by_length.items() if s},
        "bleu": {"32 bits": round(full[0], 2), "8 bits": round(eight[0], 2)},
        "exact": {"32 bits": round(full[1], 2), "8 bits": round(eight[1], 2)},
        "parameters": sum(a.size for a in arrays),
        "steps": steps,
        "seconds": round(seconds, 1),
        "versions": versions(),
    }
    save(content, path)
    return model, data


def sentences(path=FIGURE, count=TESTED):
    """Store some of the sentences that the figure's net was tested on, as written."""
    content = json.loads(path.read_text("utf-8"))
    pairs = little_corpus().test[:count]
    content["tested"] = [[" ".join(s), " ".join(e)] for s, e in pairs]
    save(content, path)


def sizes(steps=SIZES_STEPS, units=SIZES, path=SIZES_TABLE, rate=0.008, seed=2014):
    """The figure's net with vectors of other sizes, each trained for as long."""
    data = little_corpus()
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {"runs": []}
    done = {run["units"] for run in stored["runs"]}
    for count in (size for size in units if size not in done):
        model = translator(data, nn.GRU, seed, SMALL["width"], count)
        generator = torch.Generator().manual_seed(seed)
        start = process_time()
        translation.train(model, data, steps, rate, generator, tokens=TOKENS)
        seconds = process_time() - start
        written = translation.translations(model, data, data.test)
        found = translation.bleu_by_length(written, data.test)
        stored["runs"].append(
            {
                "units": count,
                "steps": steps,
                "rate": rate,
                "seed": seed,
                "bleu": round(translation.bleu(written, data.test), 2),
                "by length": {f"{a}–{b}": round(s, 2) for (a, b), s in found.items()},
                "seconds": round(seconds, 1),
            }
        )
        stored["versions"] = versions()
        save(stored, path)
    return stored


def samples(pairs, written, lengths=(6, 9, 12, 16, 20, 24)):
    """For each length a test pair: the first that is right, or else the first."""
    chosen = []
    for length in lengths:
        found = [i for i, (spanish, _) in enumerate(pairs) if len(spanish) == length]
        found.sort(key=lambda i: list(pairs[i][1]) != written[i])
        if found:
            spanish, english = map(text.join, pairs[found[0]])
            chosen.append([f"{length} words", [spanish, english]])
    return chosen


if __name__ == "__main__":
    torch.set_num_threads(1)
    others = {"figure": figure, "tested": sentences, "sizes": sizes}
    if asked := [name for name in others if name in sys.argv[1:]]:
        for name in asked:
            others[name]()
    else:
        table(readers=sys.argv[1:] or tuple(READERS))

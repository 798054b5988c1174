"""Chapter 14's stored table: every translator at equal parameters, five seeds each.

`python scripts/studies/14_alignment.py [--kinds dot general] [--seeds 2014]` fills
src/helpers/studies/14_alignment.json and keeps the rows that it does not make anew;
with `--part valid --rate 0.003` it tries a rate on the validation sentences.
About 25 minutes on one core.
"""

import argparse
import json
from itertools import product
from pathlib import Path
from time import process_time

import torch
from rows import store, stored

from helpers.corpora import phrasebook
from helpers.corpora.text import pad
from helpers.taught.alignment import (
    Additive,
    Dot,
    General,
    Luong,
    RNNsearch,
    alignment_error,
    alignments,
)
from helpers.taught.seq2seq import Decoder, Encoder, EncoderDecoder
from helpers.training import translation
from helpers.training.memory import keep_memory

STUDIES = Path(__file__).parents[2] / "src/helpers/studies"
TABLE, MAPS = STUDIES / "14_alignment.json", STUDIES / "14_maps.json"
SEEDS = (2014, 2015, 2016, 2017, 2018)
WIDTH, STEPS, TOKENS = 64, 1500, 512
TRUE = 500  # test pairs whose alignment is measured
EXAMPLES = (  # Spanish sentences whose maps are stored
    "llego al castillo bonito hoy .",
    "a mi hermano le encanta la habitación tranquila .",
    "¿ perderá Miguel el avión azul ?",
    "la vaca extraña no comió la sopa porque estaba demasiado asustada .",
    "¿ quién le dio el teléfono a la maestra feliz ?",
    "esa cantante inteligente comerá el queso el próximo martes .",
)


def fixed(source, target, width, units):
    """Chapter 13's translator: one vector between an encoder and a decoder."""
    parts = Encoder(source, width, units), Decoder(target, width, units)
    return EncoderDecoder(*parts)


def luong(score, feed=False):
    """How to make a translator of Luong's with this score."""
    return lambda *sizes: Luong(*sizes, score=score, feed=feed)


KINDS = {  # how it is made, its units, and the best rate on validation sentences
    "fixed vector": (fixed, 160, 0.01),
    "additive": (RNNsearch, 100, 0.006),
    "dot": (luong(Dot), 152, 0.006),
    "general": (luong(General), 144, 0.006),
    "concat": (luong(Additive), 140, 0.006),
    "dot, feeding": (luong(Dot, feed=True), 136, 0.006),
}


def trained(kind, seed, corpus, steps=STEPS, rate=None):
    """A translator of this kind and seed, and the seconds that its training took."""
    make, units, usual = KINDS[kind]
    torch.manual_seed(seed)
    model = make(len(corpus.spanish), len(corpus.english), WIDTH, units)
    generator = torch.Generator().manual_seed(seed)
    start = process_time()
    translation.train(model, corpus, steps, rate or usual, generator, tokens=TOKENS)
    return model, process_time() - start


def measured(model, corpus, part="test", true=()):
    """BLEU, exact matches, BLEU by length, and the alignment errors."""
    pairs = getattr(corpus, part)
    written = translation.translations(model, corpus, pairs)
    lengths = translation.bleu_by_length(written, pairs).items()
    row = {
        "bleu": round(translation.bleu(written, pairs), 2),
        "exact": round(translation.exact(written, pairs), 2),
        "by length": [[*length, round(score, 2)] for length, score in lengths],
    }
    if true:  # of the word that is written, and of the word that was just read
        for name, shift in (("alignment error", 0), ("one word late", 1)):
            found = alignments(model, corpus, pairs[: len(true)], shift)
            row[name] = round(alignment_error(found, true), 4)
    return row


def run(kind, seed, corpus, steps=STEPS, rate=None, part="test"):
    """One row of the table, and the translator behind it."""
    model, seconds = trained(kind, seed, corpus, steps, rate)
    measurable = min(TRUE, len(getattr(corpus, part)))
    pairs = getattr(phrasebook.splits(), part)[:measurable]
    true = [set(pair.alignment) for pair in pairs] if kind != "fixed vector" else ()
    row = {
        "kind": kind,
        "seed": seed,
        "part": part,
        "parameters": sum(p.numel() for p in model.parameters()),
        "steps": steps,
        "rate": rate or KINDS[kind][2],
        "seconds": round(seconds, 1),
    }
    return row | measured(model, corpus, part, true), model


def place(row):
    """Where a row stands in the table; a row of the same place is replaced."""
    kinds = list(KINDS)
    return row["part"], kinds.index(row["kind"]), row["rate"], row["seed"], row["steps"]


def taken_apart(model, corpus, pair, components=12):
    """A translator's scores, some of its annotations and its guesses for one pair.

    Of the annotations' components only a few are kept, evenly spaced.
    """
    [(src, tgt)] = corpus.numbered([(pair.spanish, pair.english)])
    caught = []
    hook = model.score.register_forward_hook(lambda *call: caught.append(call[2]))
    logits, _ = model.trace(pad([src]), pad([tgt[:-2]]))
    hook.remove()
    annotations = model.begin(pad([src]))[1][0][0]
    width = annotations.shape[1]
    few = annotations[:, :: width // components][:, :components]
    best = logits[0].softmax(dim=1).topk(3)
    likeliest = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return {
        "scores": [rounded(row) for call in caught for row in call[0]],
        "annotations": [rounded(row) for row in few],
        "width": width,
        "guesses": [
            [
                {"word": corpus.english.words[i], "chance": round(chance, 3)}
                for i, chance in zip(ids, chances, strict=True)
            ]
            for ids, chances in likeliest
        ],
    }


def rounded(row):
    """The row's numbers with two digits."""
    return [round(value, 2) for value in row.tolist()]


def store_maps(kind, model, corpus, path=MAPS):
    """Put what this translator does with the figure's sentences beside the others."""
    maps = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known = {" ".join(pair.spanish): pair for pair in phrasebook.splits().test}
    for spanish in EXAMPLES:
        maps.setdefault(spanish, {})[kind] = taken_apart(model, corpus, known[spanish])
    written = json.dumps(maps, ensure_ascii=False, separators=(",", ":"))
    path.write_text(written + "\n", encoding="utf-8")


def main():
    """Make the rows that the command line asks for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--part", choices=["valid", "test"], default="test")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    keep_memory()
    corpus = translation.corpus("phrasebook")
    for kind, seed in product(chosen.kinds, chosen.seeds):
        rate = chosen.rate or KINDS[kind][2]
        new = {"kind": kind, "seed": seed, "rate": rate}
        new |= {"steps": chosen.steps, "part": chosen.part}
        if place(new) not in stored(TABLE, place):
            row, model = run(**new, corpus=corpus)
            store(row, TABLE, place)
            if seed == SEEDS[0] and kind in ("general", "concat"):
                store_maps(kind, model, corpus)


if __name__ == "__main__":
    main()

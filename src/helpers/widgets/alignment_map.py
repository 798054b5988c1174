"""Who looked at whom: the alignment maps of a translator, taken apart word by word."""

from helpers.text import pad
from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import (
    choice,
    flag,
    number,
    record,
    several,
    text,
    whole,
)

SCORES = ("additive", "dot", "general", "concat")
LONGEST = 20  # words in a sentence
_WORDS = several(text(1, 24), 1, LONGEST)
_GRID = several(several(number(-1000, 1000, 0.01), 1, LONGEST), 1, LONGEST)
_GUESS = record(word=text(1, 24), chance=number(0, 1, 0.01))
_KIND = record(
    scores=_GRID,  # a row for each target word, a number for each source word
    annotations=_GRID,  # a row for each source word, some of its components
    width=whole(1, 4000),  # how many components an annotation has in all
    guesses=several(several(_GUESS, 1, 5), 1, LONGEST),  # what it would write
)
_MAP = record(
    source=_WORDS,
    target=_WORDS,
    truth=several(several(whole(0, LONGEST - 1), 2, 2), 0, 60),  # [source, target]
    **dict.fromkeys(SCORES, _KIND),
)


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
    return {
        "scores": [_rounded(row) for call in caught for row in call[0]],
        "annotations": [_rounded(row) for row in few],
        "width": width,
        "guesses": [
            [
                {"word": corpus.english.words[i], "chance": round(chance, 3)}
                for i, chance in zip(ids, chances, strict=True)
            ]
            for ids, chances in zip(
                best.indices.tolist(), best.values.tolist(), strict=True
            )
        ],
    }


def _rounded(row):
    return [round(value, 2) for value in row.tolist()]


def sentence_map(pair, kinds):
    """One map: a pair, its true links, and how each kind takes it apart."""
    links = [list(link) for link in pair.alignment]
    words = {"source": list(pair.spanish), "target": list(pair.english)}
    return words | {"truth": links} | kinds


def plain_map(source, target, truth):
    """A map in which every true link has the score 2, and all the rest have 0."""
    scores = [
        [2 * ([j, i] in truth) for j in range(len(source))] for i in range(len(target))
    ]
    annotations = [[int(j == k) for k in range(4)] for j in range(len(source))]
    guesses = [[{"word": word, "chance": 1}] for word in target]
    kind = {"scores": scores, "annotations": annotations, "guesses": guesses}
    words = {"source": source, "target": target, "truth": truth}
    return words | dict.fromkeys(SCORES, kind)


class AlignmentMap(LiveFigure):
    """The weights of each target word over the source words, and where they come from.

    `maps` holds the sentences, each with the `scores` of up to four ways to score, the
    `annotations` they weigh, the `guesses` for each word, and the true links. `place`
    is the moment: four for each target word (scores, softmax, weighted sum, word).
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (740, 1390)

    maps = Setting(
        [plain_map(["gato", "negro"], ["black", "cat"], [[0, 1], [1, 0]])],
        several(_MAP, 1, 12),
    )
    sentence = Setting(0, whole(0, 11))
    score = Setting("additive", choice(*SCORES))
    truth = Setting(1, flag())
    place = Setting(4 * LONGEST - 1, whole(0, 4 * LONGEST - 1))
    component = Setting(0, whole(0, LONGEST - 1))

    @staticmethod
    def problem(state):
        """Whether the sentence is there, and every table has the shape of its words."""
        if state["sentence"] >= len(state["maps"]):
            return (
                "sentence must be below the number of maps, which is "
                f"{len(state['maps'])}, not {state['sentence']}."
            )
        for k, each in enumerate(state["maps"]):
            if any(name not in each for name in ("source", "target", "truth")):
                return f"maps[{k}] needs a source, a target and a truth."
            long, wide = len(each["target"]), len(each["source"])
            for name in filter(each.__contains__, SCORES):
                rows = each[name].get("scores", [])
                if len(rows) != long or any(len(row) != wide for row in rows):
                    return (
                        f"maps[{k}].{name}.scores must be {long} rows of {wide}: one "
                        "row for each target word, one number for each source word."
                    )
        if state["score"] not in state["maps"][state["sentence"]]:
            return (
                f"maps[{state['sentence']}] has no scores of the kind {state['score']}."
            )
        return None

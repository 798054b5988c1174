"""The road: the chapters in the order of their years, and the ideas that join them.

The covers, chapter 21 and the tests read it here. A new chapter gets a line.
"""

from typing import NamedTuple

from helpers.drawing import WIDE, Canvas, Drawing

THREADS = {  # the ideas from left to right, each with the name of its colour
    "unit": "",
    "gradient": "back",
    "filter": "right",
    "state": "lit",
    "attention": "positive",
}
# file | year | idea, and how far beside its own lane | name | what was new
TABLE = """
01_neuron | 1943 | unit | The artificial neuron | a threshold on a count of pulses
02_perceptron | 1957 | unit | The perceptron | mistakes set the weights
06_filters | 1968 | filter | Filters | the same weights everywhere
03_perceptrons | 1969 | unit | What one layer cannot do | where one layer ends
04_reverse_mode | 1970 | gradient | The reverse sweep | every derivative in one pass
05_backprop | 1986 | gradient | Learning representations | hidden units learn
07_cnn | 1989 | filter | Filters that learn | filters from examples
10_rnn | 1990 | state | Recurrence | a state that is handed on
11_gates | 1997 | state | Gates | the state decides what it keeps
08_alexnet | 2012 | filter | AlexNet | depth, data, a graphics card
12_words | 2013 | state +0.6 | Words as vectors | a word is a place among words
13_seq2seq | 2014 | state | Encoder and decoder | a sentence in one vector
14_alignment | 2014 | attention | Learning to align | a look back for each word
09_resnet | 2015 | filter | Going deeper | a sum around every layer
15_attention | 2017 | attention | Queries, keys, values | attention by itself
16_transformer | 2017 | attention | The Transformer | nothing but attention
17_language_models | 2018 | attention | ELMo, BERT, GPT | first read, then learn a task
18_vit | 2020 | attention +1.6 | Pictures as words | patches in place of words
19_scale | 2020 | attention +0.8 | Beyond one machine | one training on many machines
21_answers | 2022 | attention | From completing to answering | asked, and answering
20_llama | 2023 | attention | The same block, changed | turns, gates, shared keys
"""
TAKES = """
02_perceptron: 01_neuron
03_perceptrons: 02_perceptron
05_backprop: 03_perceptrons 04_reverse_mode
07_cnn: 05_backprop 06_filters
10_rnn: 05_backprop
11_gates: 10_rnn
08_alexnet: 07_cnn
12_words: 05_backprop
13_seq2seq: 11_gates 12_words
14_alignment: 13_seq2seq
09_resnet: 08_alexnet
15_attention: 14_alignment
16_transformer: 09_resnet 15_attention
17_language_models: 16_transformer
18_vit: 07_cnn 16_transformer
19_scale: 16_transformer 17_language_models
20_llama: 11_gates 17_language_models
21_answers: 05_backprop 17_language_models
"""


class Stop(NamedTuple):
    """A chapter on the road, and where its point stands."""

    stem: str
    year: str
    thread: str
    lane: float
    name: str
    news: str
    sources: list
    row: int

    @property
    def number(self):
        """The two digits of the chapter."""
        return self.stem[:2]


def stop(row, line, takes):
    """The chapter of a line of the table."""
    stem, year, lane, name, news = (part.strip() for part in line.split(" | "))
    thread, _, beside = lane.partition(" +")
    place = list(THREADS).index(thread) + float(beside or 0)
    sources = [source[:2] for source in takes.get(stem, "").split()]
    return Stop(stem, year, thread, place, name, news, sources, row)


def whole():
    """All chapters by their numbers, in the order of their years."""
    takes = dict(line.split(": ") for line in TAKES.strip().splitlines())
    lines = enumerate(TABLE.strip().splitlines())
    return {line[:2]: stop(row, line, takes) for row, line in lines}


ROAD = whole()


def passed(source, target):
    """Whether the way from one to the other would run through a third."""
    rows = range(source.row + 1, target.row)
    return any(stop.lane == source.lane and stop.row in rows for stop in ROAD.values())


def way(source, target, lane, row, edge=14):
    """The path from one point to the other: it leaves early or arrives late."""
    x, to_x = (edge + lane * stop.lane for stop in (source, target))
    y, to_y = (row * (stop.row + 0.5) for stop in (source, target))
    if source.thread == target.thread and to_x > x:
        bend = f"C{x} {y + row / 2} {to_x} {y + row / 2} {to_x} {y + row}V{to_y}"
        return f"M{x} {y}{bend}"
    aside = x - 11 if passed(source, target) else x
    out = f"C{x} {y + row / 2} {aside} {y + row / 2} {aside} {y + row}"
    turn, half = to_y - row, to_y - row / 2
    bend = f"V{turn}C{aside} {half} {to_x} {half} {to_x} {to_y}"
    return f"M{x} {y}{out if aside != x else ''}{bend}"


def draw_ways(page, lane, row, edge=14, names=lambda number: ""):
    """The ways from chapter to chapter, in the colour of what they bring."""
    for stop in ROAD.values():
        for source in map(ROAD.get, stop.sources):
            kind = f"line {THREADS[source.thread]} {names(stop.number)}"
            page.path(kind, way(source, stop, lane, row, edge), 3)


def draw_point(page, stop, lane, row, edge=14):
    """A chapter's number in its ring."""
    x, y = edge + lane * stop.lane, row * (stop.row + 0.5)
    page.circle("cell", x, y, 10)
    page.circle(f"edge {THREADS[stop.thread]}", x, y, 10)
    page.text(x, y, str(int(stop.number)), "s")


def whole_road(number):
    """All chapters with what was new in each, and what came from where."""

    def draw(room):
        wide = room >= WIDE
        lane, row, left = (22, 30, 44) if wide else (16, 34, 33)
        page = Canvas(room, row * len(ROAD))
        words = left + 14 + lane * (len(THREADS) - 1) + (52 if wide else 39)
        draw_ways(page, lane, row, left + 14)
        for stop in ROAD.values():
            y = row * (stop.row + 0.5)
            with page.link(f"{stop.stem}.ipynb", 0, y - row / 2, room, row):
                page.text(0, y, stop.year, "q s", "start")
                if wide:
                    page.text(words, y, stop.name, "", "start")
                    page.text(words + 216, y, stop.news, "q s", "start")
                else:
                    page.text(words, y - 7, stop.name, "s", "start")
                    page.text(words, y + 8, stop.news, "q s", "start")
                draw_point(page, stop, lane, row, left + 14)
        return page

    ideas = ", ".join(THREADS)
    return Drawing(
        number,
        "The road of the book, from 1943 down to 2023. Each ring is a chapter, and "
        "its row leads there. Each line is an idea that the lower one took from the "
        f"upper; the lanes are {ideas}, from left to right. In 2017 they come "
        "together.",
        f"{len(ROAD)} numbered rings in five lanes, joined by lines. "
        + "; ".join(
            f"{int(stop.number)}, {stop.name}, takes from "
            + " and ".join(str(int(source)) for source in stop.sources)
            for stop in ROAD.values()
            if stop.sources
        )
        + ".",
        draw,
    )


def examples():
    """The drawing, as chapter 21 shows it."""
    yield whole_road("21.14")

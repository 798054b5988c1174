"""The builder of nets: its goals, its judge, and building in a real browser."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from traitlets import TraitError

from helpers.widgets.net_builder import LEVELS, NAMES, NetBuilder

CASES = Path(__file__).parent / "cases/net_builder.json"
MOST = 4  # instants that a net may take


def run(net, signals, steps):
    """Everyone's history, by the law of 1943."""
    history = {name: (s + [0] * steps)[:steps] for name, s in signals.items()}
    history |= {name: [0] * steps for name in net}
    for t in range(1, steps):
        for name, unit in net.items():
            excited = sum(history[source][t - 1] for source in unit["excite"])
            vetoed = any(history[source][t - 1] for source in unit["inhibit"])
            history[name][t] = int(not vetoed and excited >= unit["threshold"])
    return history


def solves(level, net):
    """Whether the net answers as wanted, after one of the delays that are allowed."""
    length = len(next(iter(level["signals"].values())))
    history = run(net, level["signals"], length + MOST)

    def late(out, d):
        return history[out][: length + d] == [0] * d + level["wanted"][out]

    delays = range(1, MOST + 1)
    if level.get("together"):
        return any(all(late(out, d) for out in level["wanted"]) for d in delays)
    return all(any(late(out, d) for d in delays) for out in level["wanted"])


def spoilt(net):
    """The net with one threshold raised, and with one fibre cut, each in turn."""
    for name in net:
        changed = deepcopy(net)
        changed[name]["threshold"] += 1
        yield changed
        for kind in ("excite", "inhibit"):
            for place in range(len(net[name][kind])):
                changed = deepcopy(net)
                del changed[name][kind][place]
                yield changed


def cases():
    """For each goal some nets, and whether they reach it."""
    return [
        {"level": level, "net": net, "solved": solves(level, net)}
        for level in LEVELS
        for net in [level["solution"], *spoilt(level["solution"])]
    ]


def test_each_goal_is_reached_by_the_net_that_is_shown():
    for level in LEVELS:
        assert solves(level, level["solution"]), level["name"]
        taken = [
            tuple(unit["at"]) for unit in level["solution"].values() if "at" in unit
        ]
        assert len(taken) == len(set(taken))


def test_a_goal_is_not_reached_by_a_net_that_lacks_a_part():
    for level in LEVELS:
        judged = [solves(level, net) for net in spoilt(level["solution"])]
        assert judged.count(False) >= len(judged) / 2, level["name"]


def test_the_cases_that_javascript_reads_are_those_of_today():
    assert json.loads(CASES.read_text("utf-8")) == cases()


@pytest.mark.parametrize(
    ("nets", "sentence"),
    [
        ({"NAND": {}}, 'nets has no goal "NAND".'),
        (
            {"AND": {"out": {"excite": ["z"]}}},
            '"out" listens to "z", which the net for "AND" does not have.',
        ),
        ({"AND": {"a": {}}}, '"a" is an input of "AND"; rename it.'),
        (
            {"AND": {"out": {"threshold": 0}}},
            'nets["AND"]["out"]["threshold"] must be a whole number from 1 to 9, '
            "not 0.",
        ),
    ],
)
def test_a_net_that_cannot_be_is_refused_in_one_sentence(nets, sentence):
    with pytest.raises(TraitError) as error:
        NetBuilder(nets=nets)
    assert str(error.value) == sentence


def test_python_reads_the_net_that_is_shown():
    figure = NetBuilder(level="AND", nets={"AND": LEVELS[0]["solution"]})
    assert figure.net["out"]["threshold"] == 2
    assert NetBuilder(level="OR").net == {}
    assert len(NAMES) == len(set(NAMES)) == 10


# ---- in a browser -----------------------------------------------------------------


def node(page, name):
    """The circle of a unit or an input."""
    return page.locator(f'.nb-node[aria-label^="{name},"]')


def says(page):
    """The verdict."""
    return page.locator(".nb-verdict").inner_text()


@pytest.mark.browser
def test_a_unit_is_built_by_pointer(alone):
    page = alone(NetBuilder(level="AND"))
    assert says(page) == "Not yet: no fibre ends on out."
    for name in "ab":
        node(page, name).click()
        node(page, "out").click()
    assert says(page) == "Not yet: at t = 2, out fires and should be silent."
    page.get_by_role("button", name="higher threshold").click()
    assert says(page) == "Reached, with 1 unit, 1 instant later."
    assert page.get_by_role("button", name="AND, reached").is_visible()
    page.get_by_role("button", name="Undo").click()
    assert says(page).startswith("Not yet")
    assert page.errors == []


@pytest.mark.browser
def test_fibres_are_drawn_and_units_added_between(alone):
    page = alone(NetBuilder(level="exactly one"))
    page.set_viewport_size({"width": 1300, "height": 800})
    for row in (1, 3):
        page.get_by_role("button", name=f"add a unit in column 2, row {row}").click()
    draws = ("a p excites", "b q excites", "p out excites", "q out excites")
    for start, end, kind in map(str.split, (*draws, "a q vetoes", "b p vetoes")):
        page.get_by_role("radio", name=f"fibre that {kind}").check()
        boxes = [node(page, name).bounding_box() for name in (start, end)]
        (x, y), (u, v) = (
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        )
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + u) / 2, (y + v) / 2)
        page.mouse.move(u, v)
        page.mouse.up()
    assert says(page) == "Reached, with 3 units, 2 instants later."
    assert page.errors == []


@pytest.mark.browser
def test_a_circle_is_built_by_keyboard_alone(alone):
    page = alone(NetBuilder(level="memory"))
    node(page, "set").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    for _ in range(3):  # the fibre of set; then one that begins and ends on out
        page.keyboard.press("Enter")
    page.get_by_role("radio", name="fibre that vetoes").check()
    node(page, "reset").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert says(page) == "Reached, with 1 unit, 1 instant later."
    assert page.errors == []


@pytest.mark.browser
def test_a_name_that_looks_like_markup_stays_text(alone):
    unit = {"excite": ["a"], "inhibit": [], "threshold": 1, "at": [1, 1]}
    page = alone(NetBuilder(level="AND", nets={"AND": {"<b>x</b>": unit}}))
    assert page.locator(".nb-table b").count() == 0
    assert node(page, "<b>x</b>").count() == 1
    assert page.errors == []


if __name__ == "__main__":  # python tests/test_net_builder.py writes the cases anew
    text = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases())
    CASES.write_text(f"[\n{text}\n]\n", encoding="utf-8")

"""The learning line: what the chapter teaches, and what its figure computes."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import Perceptron
from sklearn.svm import SVC
from traitlets import TraitError

from helpers.widgets.learning_line import TWO_SIDES, LearningLine

HERE = Path(__file__).parent
CASES = json.loads((HERE / "cases/learning_line.json").read_text("utf-8"))
NAMES = [case["name"] for case in CASES]


@pytest.fixture(scope="module")
def chapter():
    """The definitions that chapter 2 teaches, by name."""
    path = HERE.parent / "notebooks/02_perceptron.ipynb"
    wanted = ("with_constant", "learn", "best_margin", "bound")
    known = {}
    exec("import numpy as np\nfrom scipy.optimize import nnls", known)
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if source.startswith(tuple(f"def {name}(" for name in wanted)):
            exec(source.partition("\n\n\n")[0], known)
    return known


def table(case):
    """The examples, with their constant, and the labels of a case."""
    points = np.array(case["points"])
    return np.c_[points[:, :2], np.ones(len(points))], points[:, 2]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_chapters_rule_makes_the_mistakes_of_the_figure(chapter, case):
    examples, labels = table(case)
    tenths = np.round(10 * examples)  # whole numbers, so that a zero is a zero
    path, mistakes = chapter["learn"](tenths, labels, passes=1000)
    assert path[case["mistakes"]] / 10 == pytest.approx(case["weights"])
    if case["bound"] is None:
        assert mistakes[-1] > 0
        assert chapter["best_margin"](examples, labels)[0] == 0
    else:
        assert len(path) - 1 == case["mistakes"]
        assert chapter["bound"](examples, labels) == pytest.approx(case["bound"])
        assert case["mistakes"] <= case["bound"]


@pytest.mark.parametrize("case", [case for case in CASES if len(case["points"]) > 2])
def test_scikit_learn_makes_the_same_corrections_pass_by_pass(chapter, case):
    examples, labels = table(case)
    tenths = np.round(10 * examples)
    path, mistakes = chapter["learn"](tenths, labels, passes=8)
    for passes, end in enumerate(np.cumsum(mistakes), start=1):
        theirs = Perceptron(
            fit_intercept=False, shuffle=False, tol=None, max_iter=passes
        )
        assert theirs.fit(tenths, labels).coef_[0].tolist() == path[end].tolist()


def test_the_margin_is_that_of_a_support_vector_machine_without_an_intercept(chapter):
    rng = np.random.default_rng(1962)
    for _ in range(5):
        examples = rng.normal(size=(30, 4))
        labels = np.where(examples @ [1, 2, -1, 0.5] > 0, 1, -1)
        examples += 0.3 * labels[:, None] * [1, 2, -1, 0.5]
        both_ways = np.r_[examples, -examples]  # the symmetry forces it through 0
        machine = SVC(kernel="linear", C=1e6, tol=1e-9)
        machine.fit(both_ways, np.r_[labels, -labels])
        margin, doubt = chapter["best_margin"](examples, labels)
        assert margin == pytest.approx(1 / np.linalg.norm(machine.coef_), rel=1e-4)
        assert 0 <= doubt + 1e-12 < 1e-9


def test_labels_that_are_not_plus_or_minus_one_get_one_sentence(chapter):
    with pytest.raises(ValueError, match=r"^labels are \+1 and -1, not \[0, 1\]$"):
        chapter["learn"](np.eye(2), np.array([0, 1]))


# ---- in a browser ----------------------------------------------------------------

ALONE = """<!doctype html><html lang="en"><div></div><script type="module">
const state = STATE, calls = {};
window.model = {
  get: (name) => state[name],
  set: (name, value) => {
    state[name] = value;
    for (const call of calls[`change:${name}`] ?? []) call();
  },
  save_changes() {},
  on: (name, call) => (calls[name] ??= []).push(call),
  off() {},
};
const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
const { default: figure } = await import(address);
figure.render({ model: window.model, el: document.querySelector("div") });
window.ready = true;
</script>"""


@pytest.fixture
def figure(page):
    """The figure alone on a page, 900 pixels wide; `page.setting(name)` reads it."""
    made = LearningLine()
    names = ("_rules", "_initial", "_stage", "_sheets")
    state = {**made.state(), **{name: getattr(made, name) for name in names}}
    filled = ALONE.replace("SOURCE", json.dumps(str(made._esm)))
    page.set_viewport_size({"width": 900, "height": 900})
    page.set_content(filled.replace("STATE", json.dumps(state)))
    page.wait_for_function("window.ready")
    page.setting = lambda name: page.evaluate("name => model.get(name)", name)
    return page


def example(figure, number):
    """The example of this number, as a button."""
    return figure.get_by_role("button", name=f"Example {number} ")


@pytest.mark.browser
def test_the_keyboard_alone_moves_flips_steps_and_resets(figure):
    example(figure, 1).focus()
    for key in ("ArrowRight", "Shift+ArrowDown", "Enter"):
        figure.keyboard.press(key)
    assert figure.setting("points")[0] == {"x1": -0.3, "x2": 0.3, "y": -1}
    figure.get_by_role("button", name="Step").focus()
    figure.keyboard.press("Enter")
    assert figure.setting("mistakes") == 4
    figure.get_by_role("button", name="Reset").focus()
    figure.keyboard.press("Enter")
    assert figure.setting("points") == TWO_SIDES
    assert figure.setting("mistakes") == 3


@pytest.mark.browser
def test_the_pointer_drags_an_example_and_a_press_flips_it(figure):
    box = example(figure, 1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    figure.mouse.move(x, y)
    figure.mouse.down()
    figure.mouse.move(x + 60, y, steps=4)
    figure.mouse.up()
    moved = figure.setting("points")[0]
    assert moved["x1"] > 0
    assert (moved["x2"], moved["y"]) == (0.8, 1)
    example(figure, 1).locator(".ll-dot").click()
    assert figure.setting("points")[0] == {**moved, "y": -1}


STAYS = """async () => {
  const host = document.querySelector("body > div");
  const points = model.get("points");
  const top = async (given) => {
    model.set("points", given);
    await new Promise((done) => setTimeout(done));
    const [plane, whole] = [host.querySelector(".ll-plane"), host].map((node) =>
      node.getBoundingClientRect());
    return plane.top - whole.top;
  };
  const moved = [];
  for (let width = 320; width < 800; width += 2) {
    host.style.width = `${width}px`;
    const before = await top(points);
    const after = await top(points.map((point) => ({ ...point, y: -point.y })));
    if (after !== before) moved.push(width);
  }
  return moved;
}"""


@pytest.mark.browser
def test_the_plane_stays_where_it_is_when_its_examples_are_no_choice_any_more(figure):
    assert figure.evaluate(STAYS) == []


OVERPRINTED = """() => {
  const [ticks, numbers] = [".ll-axes text", ".ll-point > .tb-small"].map((which) =>
    [...document.querySelectorAll(which)]);
  const box = (text) => text.getBoundingClientRect();
  return ticks.flatMap((a) => numbers
    .filter((b) => box(a).left < box(b).right && box(b).left < box(a).right
      && box(a).top < box(b).bottom && box(b).top < box(a).bottom)
    .map((b) => `${a.textContent} / ${b.textContent}`));
}"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 900])
def test_no_examples_number_is_printed_over_one_of_the_axes(figure, width):
    figure.set_viewport_size({"width": width, "height": 900})
    for name in ("two sides", "a close call", "AND", "XOR"):
        figure.get_by_role("radio", name=name).check(force=True)
        figure.wait_for_timeout(50)
        assert figure.evaluate(OVERPRINTED) == []


@pytest.mark.browser
def test_xor_is_found_to_come_round_for_ever(figure):
    figure.get_by_label("XOR").check(force=True)
    for _ in range(5):
        figure.get_by_role("button", name="Step").click()
    said = figure.locator(".ll-ledger").inner_text()
    assert "the same 4 mistakes come round for ever" in said
    assert "its sum is 0, undecided" in said
    assert "5 mistakes, and no bound" in figure.locator(".ll-bound").inner_text()


@pytest.mark.browser
def test_the_race_and_the_sentence_agree_on_the_bound_of_and(figure):
    figure.get_by_role("radio", name="AND").check(force=True)
    assert figure.locator(".ll-limit").text_content() == "51"
    said = figure.locator(".ll-bound").inner_text()
    assert said.endswith("(R/γ)² = (1.732 / 0.2425)² = 51")


@pytest.mark.browser
def test_the_strips_show_the_correction_and_the_plane_who_is_wrong(figure):
    rows = figure.locator(".ll-strips tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["w", "0.6", "2.1", "0"],
        ["+1", "·", "x", "−1.7", "−0.7", "1"],
        ["new", "w", "−1.1", "1.4", "1"],
    ]
    names = figure.locator(".ll-point > .tb-small").all_text_contents()
    assert names == ["1", "2", "3 ✗", "4", "5", "6 ✗", "7", "8"]
    said = figure.locator(".ll-bound").inner_text()
    assert said == "3 mistakes of at most (R/γ)² = (2.128 / 0.4525)² = 22.1"
    assert (
        figure.get_by_role("button", name="Example 6 at")
        .get_attribute("aria-label")
        .endswith("label −1, wrong. Arrows move it, Enter flips it.")
    )


# ---- from Python -----------------------------------------------------------------


def test_the_figure_can_be_read_and_set_from_python():
    figure = LearningLine()
    assert figure.points == TWO_SIDES
    figure.points = [{"x1": 0, "x2": 1, "y": -1}] * 2
    figure.mistakes = 7
    assert figure.state()["points"][1] == {"x1": 0, "x2": 1, "y": -1}
    assert repr(LearningLine()) == "LearningLine()"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"mistakes": 401}, "mistakes must be a whole number from 0 to 400, not 401."),
        ({"points": TWO_SIDES[:1]}, "points must have 2 to 10 entries, not 1."),
        (
            {"points": [{"x1": 3, "x2": 0, "y": 1}] * 2},
            'points[0]["x1"] must be a number from -2 to 2, not 3.',
        ),
        (
            {"points": [{"x1": 0, "y": 1}] * 2},
            "points[0] needs x1, x2 and y, and has x1, y.",
        ),
        (
            {"points": [{"x1": 0, "x2": 0, "y": 0}] * 2},
            'points[0]["y"] must be 1 or -1, not 0.',
        ),
    ],
)
def test_what_the_figure_cannot_show_gets_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as refused:
        LearningLine(**settings)
    assert str(refused.value) == sentence

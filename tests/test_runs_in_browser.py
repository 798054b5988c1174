"""Code that runs in the page: written, checked, stopped and kept, in two browsers."""

import gzip
import json
import re

import build
import classify
import pytest
from browser import axe_findings, serve
from firefox import open_firefox

ROOM = 8_000  # bytes that a page may pay, compressed, to be able to run code
CHAPTER, NUMBER = "10_rnn", "10.4"
STUB = "def twice(x): ...\n\n\ncheck(twice, [((2,), 4), ((5,), 10)])"
RIGHT = STUB.replace("...", "return x * 2")
HEAD = "from helpers.page.exercises import check\n"
PRESS = """async ([number, text]) => {
  const cell = window.bookRun.cells.find((c) => c.number === number);
  for (let at = cell.element; at; at = at.parentElement)
    if (at.matches("details")) at.open = true;
  if (text !== null) cell.set(text);
  await cell.press();
  return [
    cell.element.querySelector(".cell_output")?.innerText.trim() ?? "",
    cell.element.querySelector(".run-status").textContent,
  ];
}"""


@pytest.fixture(scope="module")
def runs(book_html):
    """The site, if it was built with Python in it."""
    if not (book_html / "_static/python/library.bin").exists():
        pytest.skip("the pages were built without Python in them")
    return book_html


@pytest.fixture
def chapter(page, runs, site):
    """The chapter, and a function that gives an answer and presses Check."""
    page.asked, page.errors = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))

    def start(home=site):
        page.goto(f"{home}notebooks/{CHAPTER}.html")
        page.wait_for_function("window.bookRun")
        return lambda text=None: page.evaluate(PRESS, [NUMBER, text])

    return start


def test_an_answer_is_checked_ticked_and_still_there_tomorrow(page, chapter, site):
    press = chapter()
    assert press()[0].startswith("Not yet: write your answer in place of the dots.")
    assert (
        "twice(2) gave 3, expected 4." in press(HEAD + RIGHT.replace("* 2", "+ 1"))[0]
    )
    assert press(HEAD + RIGHT) == ["Right: all 2 cases.", ""]
    done = page.get_by_role("checkbox", name=f"Exercise {NUMBER} is done")
    assert done.is_checked()
    page.reload()
    area = page.get_by_label(f"Your answer to exercise {NUMBER}")
    assert area.input_value() == HEAD + RIGHT
    assert done.is_checked()
    page.goto(f"{site}book/exercises.html")
    assert done.is_checked()
    assert page.errors == []


def test_nothing_is_fetched_before_the_first_press_and_nothing_outside(
    page, chapter, site, runs
):
    press = chapter()
    page.wait_for_load_state("networkidle")
    assert not [url for url in page.asked if "python" in url]
    said = page.locator(f"#code-{place(page)} .run-first").inner_text()
    size = sum(p.stat().st_size for p in (runs / "_static/python").glob("*.bin")) / 1e6
    assert said == f"The first check fetches Python: {size:.1f} MB."
    press()
    assert sum(url.split("?")[0].endswith(".bin") for url in page.asked) == 2
    assert not [
        url for url in page.asked if not url.startswith((site, "blob:", "data:"))
    ]
    assert page.locator(".run-first", has_text="fetches").count() == 0


def place(page):
    """The place of the exercise among the cells of the page."""
    script = "(n) => window.bookRun.cells.find((c) => c.number === n).place"
    return page.evaluate(script, NUMBER)


def test_the_page_counts_the_megabytes(page, chapter):
    chapter()
    page.evaluate(
        """(number) => {
      const cell = window.bookRun.cells.find((c) => c.number === number);
      window.said = [];
      new MutationObserver(() => window.said.push(
        cell.element.querySelector(".run-status").textContent,
      )).observe(cell.bar, { subtree: true, childList: true, characterData: true });
    }""",
        NUMBER,
    )
    page.evaluate(PRESS, [NUMBER, None])
    said = " | ".join(page.evaluate("window.said"))
    assert re.search(r"Fetching Python, once: \d+\.\d of \d+\.\d MB", said), said
    assert "Starting Python …" in said


def test_a_loop_without_end_is_stopped_and_python_goes_on(page, chapter):
    press = chapter()
    page.evaluate(
        """(number) => {
      const cell = window.bookRun.cells.find((c) => c.number === number);
      cell.set("while True:\\n    pass");
      window.ended = cell.press();
    }""",
        NUMBER,
    )
    bar = page.locator(f"#code-{place(page)} .run-bar")
    bar.get_by_text("Stop ends it").wait_for(timeout=60_000)
    bar.get_by_role("button", name="Stop").click()
    bar.get_by_text("Stopped. What was defined").wait_for()
    assert bar.get_by_role("button", name="Check").is_visible()
    assert press(HEAD + RIGHT)[0] == "Right: all 2 cases."


def test_what_python_itself_cannot_catch_is_said_and_it_starts_again(page, chapter):
    press = chapter()
    deep = "x = []\nfor i in range(100_000):\n    x = [x]\nrepr(x)"
    assert press(deep)[1].startswith("Python itself has ended, and starts again")
    assert press("[0] * 10**9")[0].endswith("this needs more memory than a page has.")
    assert press(HEAD + RIGHT)[0] == "Right: all 2 cases."


def test_a_page_shows_html_that_cannot_act(page, chapter):
    press = chapter()
    evil = (
        "class Evil:\n    def _repr_html_(self):\n        return '''<b>seen</b>"
        '<img src="x" onerror="window.hit = 1"><script>window.hit = 2</script>'
        '<a href="javascript:window.hit=3">go</a><iframe src="/"></iframe>'
        "<style>b { background: url(https://a.invalid/) }</style>'''\nEvil()"
    )
    assert press(evil)[0].startswith("seen")
    page.wait_for_timeout(200)
    assert page.evaluate("window.hit") is None
    shown = page.locator(f"#code-{place(page)} .cell_output").inner_html()
    assert not re.search("script|onerror|iframe|invalid", shown), shown


def test_the_keyboard_writes_checks_and_leaves(page, chapter):
    chapter()
    area = page.get_by_label(f"Your answer to exercise {NUMBER}")
    area.fill("")
    page.keyboard.type("def f(x):")
    page.keyboard.press("Enter")
    page.keyboard.type("return x")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    assert area.input_value() == "def f(x):\n    return x\n    "
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not area.evaluate("(area) => area === document.activeElement")
    area.fill("6 * 7")
    page.keyboard.press("Shift+Enter")
    output = page.locator(f"#code-{place(page)} .cell_output")
    output.get_by_text("42").wait_for(timeout=60_000)


def test_reset_brings_the_stub_back_and_then_the_answer(page, chapter):
    chapter()
    area = page.get_by_label(f"Your answer to exercise {NUMBER}")
    stub = area.input_value()
    area.fill("mine")
    bar = page.locator(f"#code-{place(page)} .run-bar")
    bar.get_by_role("button", name="Reset").click()
    assert area.input_value() == stub
    bar.get_by_role("button", name="Bring my answer back").click()
    assert area.input_value() == "mine"
    bar.get_by_role("button", name="Reset").click()
    page.reload()
    assert area.input_value() == stub


def test_a_browser_that_keeps_nothing_says_so_and_checks_all_the_same(page, chapter):
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'Quota'); };"
        "Storage.prototype.getItem = () => { throw new DOMException('', 'Quota'); };"
    )
    press = chapter()
    page.get_by_label(f"Your answer to exercise {NUMBER}").fill("1")
    bar = page.locator(f"#code-{place(page)} .run-bar")
    assert "This browser keeps nothing here" in bar.inner_text()
    assert press(HEAD + RIGHT)[0] == "Right: all 2 cases."
    assert page.errors == []


def test_without_a_connection_a_sentence_says_so_and_the_next_press_tries_again(
    page, chapter
):
    press = chapter()
    page.route("**/library.bin*", lambda route: route.abort())
    assert press()[1] == "Python cannot be fetched: is there a connection?"
    page.unroute("**/library.bin*")
    assert press(HEAD + RIGHT)[0] == "Right: all 2 cases."


def test_other_cells_show_edit_and_run_when_they_are_wanted(page, chapter):
    chapter()
    cell = page.locator(".cell:has(> .cell_input .run-tools)").first
    run = cell.get_by_role("button", name="Run")
    shown = "(button) => getComputedStyle(button).opacity"
    page.mouse.move(0, 0)
    assert run.evaluate(shown) == "0"
    cell.hover()
    assert run.evaluate(shown) == "1"
    page.mouse.move(0, 0)
    run.focus()
    assert run.evaluate(shown) == "1"
    cell.get_by_role("button", name="Edit").click()
    cell.get_by_label("The code of this cell").fill("n = 5\nn + 1")
    run.click()
    cell.locator(".cell_output").get_by_text("6", exact=True).wait_for(timeout=60_000)


@pytest.mark.parametrize(
    ("scheme", "width"),
    [("light", 1400), pytest.param("dark", 360, marks=pytest.mark.rehearsal)],
)
def test_axe_finds_nothing_with_editors_and_answers_open(page, chapter, scheme, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    press = chapter()
    press("1 /")
    assert axe_findings(page, "#exercises") == []
    press(HEAD + RIGHT)
    page.locator(".run-tools button").first.evaluate("(button) => button.click()")
    cell = page.locator(".cell:has(.run-tools):has(.run-area)").first.get_attribute(
        "id"
    )
    assert axe_findings(page, f"#{cell}") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("where", ["sub-path", "file"])
def test_it_runs_below_a_path_and_from_a_file(page, chapter, runs, where):
    with serve(runs, prefix="/some/where") as below:
        press = chapter(below if where == "sub-path" else f"{runs.as_uri()}/")
        assert press(HEAD + RIGHT) == ["Right: all 2 cases.", ""]
    assert page.errors == []


def test_what_is_done_is_saved_and_brought_into_another_browser(
    page, chapter, site, tmp_path, browser
):
    chapter()(HEAD + RIGHT)
    page.goto(f"{site}book/exercises.html")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save what I have done as a file").click()
    saved = tmp_path / "mine.json"
    waiting.value.save_as(saved)
    kept = json.loads(saved.read_text("utf-8"))
    assert kept["done"] == [NUMBER] and kept["answers"] == {NUMBER: HEAD + RIGHT}
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(f"{site}book/exercises.html")
        bring(other, saved)
        assert "Brought in: 1 exercises done, 1 answers." in other.inner_text("main")
        assert other.get_by_label(f"Exercise {NUMBER} is done").is_checked()
        other.goto(f"{site}notebooks/{CHAPTER}.html")
        area = other.get_by_label(f"Your answer to exercise {NUMBER}")
        assert area.input_value() == HEAD + RIGHT


def bring(page, path):
    """Choose a file to be brought in, and wait for what is said of it."""
    page.locator("input[type=file]").set_input_files(path)
    page.locator(".run-bar .run-status:not(:empty)").wait_for()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"book": "another", "done": []}', '{"done": ["10.4"]}']
)
def test_a_file_of_another_kind_changes_nothing(page, runs, site, tmp_path, text):
    (tmp_path / "other.json").write_text(text, "utf-8")
    page.goto(f"{site}book/exercises.html")
    bring(page, tmp_path / "other.json")
    assert "That is no file of this book's exercises" in page.inner_text("main")
    assert page.locator(".tick:checked").count() == 0


def test_an_answer_that_is_here_already_stays_unless_the_reader_says_otherwise(
    page, runs, site, tmp_path
):
    path = tmp_path / "mine.json"
    name = "evolution-of-the-transformer"
    path.write_text(json.dumps({"book": name, "done": [], "answers": {"10.4": "new"}}))
    page.goto(f"{site}book/exercises.html")
    page.evaluate("localStorage.setItem('answer 10.4', 'old')")
    page.once("dialog", lambda dialog: dialog.dismiss())
    bring(page, path)
    assert page.evaluate("localStorage.getItem('answer 10.4')") == "old"
    page.reload()
    page.once("dialog", lambda dialog: dialog.accept())
    bring(page, path)
    assert page.evaluate("localStorage.getItem('answer 10.4')") == "new"


def test_a_page_pays_little_for_it(page, chapter, runs):
    text = (runs / f"notebooks/{CHAPTER}.html").read_text("utf-8")
    table = re.search(
        r'<script type="application/json" id="run-cells">.*?</script>', text
    )
    style = (build.ROOT / "book/_theme/static/book.css").read_text("utf-8")
    own = re.search(r"/\* Code that runs in the page.*?\n\n", style, re.S)
    script = (runs / "_static/run.js").read_bytes()
    parts = script, table[0].encode(), own[0].encode()
    assert sum(len(gzip.compress(part, 6)) for part in parts) <= ROOM


@pytest.mark.parametrize("where", ["server", "file"])
def test_firefox_checks_stops_and_goes_on(runs, site, where):
    home = site if where == "server" else f"{runs.as_uri()}/"
    find = f"const cell = window.bookRun.cells.find((c) => c.number === '{NUMBER}');"
    output = "cell.element.querySelector('.cell_output').innerText.trim()"
    with open_firefox() as firefox:
        firefox.goto(f"{home}notebooks/{CHAPTER}.html")
        ready = "while (!window.bookRun) await new Promise((r) => setTimeout(r, 50));"
        text = json.dumps(HEAD + RIGHT)
        check = f"{ready}{find} cell.set({text}); await cell.press(); return {output};"
        assert firefox.evaluate(check) == "Right: all 2 cases."
        stop = (
            f"{find} cell.set('while True: pass'); const end = cell.press();"
            "await new Promise((r) => setTimeout(r, 1500)); await cell.press();"
            "await end; return cell.bar.querySelector('.run-status').textContent;"
        )
        assert firefox.evaluate(stop).startswith("Stopped.")
        assert firefox.evaluate(check) == "Right: all 2 cases."


@pytest.mark.book
@pytest.mark.parametrize("path", build.chapters(), ids=lambda path: path.stem)
def test_every_cell_has_been_classified(path):
    cells = classify.code_cells(build.read_notebook(path))
    states = classify.table().get(path.stem, {})
    own = [cell["place"] for cell in cells if cell["source"]]
    missing = [p for p in own if classify.key(cells, p) not in states]
    assert not missing, (
        f"the cells {missing} of {path.stem} are new or changed: "
        f"run .venv/bin/python scripts/classify.py {path.stem}"
    )


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", [path.stem for path in build.chapters()])
def test_the_classification_is_what_the_packed_python_finds(chapters, name):
    found, stored = classify.chapter(chapters[name]), classify.table()[name]
    assert found == {key: stored.get(key) for key in found}

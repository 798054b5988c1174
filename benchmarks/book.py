"""The book itself, beside its budgets: chapters, build, pages, figures, import."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import alone
from benchmarks.timing import OURS, Case

ROOT = Path(__file__).resolve().parents[1]
BUDGET, FRAME, BUILD, IMPORT = "budget", 16.0, 300.0, 0.05  # milliseconds; seconds
SLOW = {  # what a figure computes anew, in one thread of the page
    "notebooks/05_backprop, figure 1": "another rate, momentum or start means 3,000 "
    "sweeps over all 64 patterns; stepping through them keeps the budget",
    "notebooks/16_transformer, figure 1": "another sentence, or a head switched off, "
    "means some fifty words read by the network, with 330,000 products for each; "
    "what can be dragged keeps the budget",
}
MOVE = """async (figure) => {
  const kinds = "input:is([type=range], [type=radio]:checked), select, button:enabled";
  const all = () => [...figure.querySelectorAll(kinds)]
    .filter((part) => !["Play", "Reset"].includes(part.textContent));
  const next = (list, one) => (list.indexOf(one) + 1) % list.length;
  const touch = (part) => {
    if (part.type === "radio") {
      const group = [...figure.querySelectorAll(`[name="${part.name}"]`)];
      group[next(group, part)].click();
    } else if (part.type === "range") {
      if (part.value === part.max) part.value = part.min; else part.stepUp();
      part.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (part.matches("select")) {
      part.selectedIndex = next([...part], part[part.selectedIndex]);
      part.dispatchEvent(new Event("change", { bubbles: true }));
    } else part.click();
  };
  const { port1, port2 } = new MessageChannel();
  const task = () => new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(null);
  });
  const times = all().map(() => []);
  for (let turn = 0; turn < 7 * times.length; turn++) {
    const part = all()[turn % times.length];
    if (!part?.checkVisibility()) continue;
    await new Promise(requestAnimationFrame);
    await task(); // what went before is painted
    const start = performance.now();
    touch(part);
    await task(); // a figure draws when the script that changed it has ended
    figure.offsetHeight;
    times[turn % times.length].push(performance.now() - start);
  }
  return times;
}"""


def kept(what, size, values, budget, x=None):
    """A case whose peer is a budget."""
    found = {OURS: values, BUDGET: [budget] * len(values)}
    reasons = {BUDGET: SLOW[size]} if size in SLOW else {}
    floors = {BUDGET: 0.25 if size in SLOW else 1}
    return Case(what, size, {}, floors, reasons, unit="budget", found=found, x=x)


def importing():
    """Seconds that `import helpers` takes, in a new process each time."""
    code = (
        "import time; start = time.perf_counter(); import helpers; "
        "print(time.perf_counter() - start)"
    )
    command = [sys.executable, "-c", code]
    return [float(subprocess.check_output(command)) for _ in range(5)]


def chapters():
    """Each chapter's seconds when the book was built, and its budget."""
    import build
    from test_executed import BUDGET as SECONDS

    for name, notebook in build.executed().items():
        budget = SECONDS[name[:2]]
        yield kept("chapter, seconds", name, [notebook.metadata["seconds"]], budget)


def building():
    """Seconds to make all pages, the chapters being executed."""
    import build

    with build.alone():
        start = perf_counter()
        build.render()
        return perf_counter() - start


def slowest(figure):
    """The milliseconds from a touch to the layout, of the part that takes longest."""
    times = [[max(t, 0.1) for t in part] for part in figure.evaluate(MOVE)]
    return max(filter(None, times), key=median, default=[])


def visits():
    """Each page's bytes, and its figures' milliseconds."""
    import build
    from browser import open_browser, serve
    from test_book import FIRST_VISIT, PAGES, TRAINED, Visit

    with serve(build.SITE) as home, open_browser() as browser:
        for name in PAGES:
            with browser.new_context() as context:
                page, seen = context.new_page(), Visit()
                seen.watch(page, home)
                seen.go(page, f"{home}{name}.html")
                budget = FIRST_VISIT + TRAINED.get(name, 0)
                yield kept("page, bytes", name, [seen.bytes], budget)
                figures = page.locator("[data-figure=ready]").all()
                for number, figure in enumerate(figures, start=1):
                    if times := slowest(figure):
                        size = f"{name}, figure {number}"
                        yield kept("figure, ms a frame", size, times, FRAME)


def cases(short):
    """What the book costs a reader; the short form only imports."""
    yield kept("import helpers, seconds", "a new process", importing(), IMPORT)
    if short:
        return
    sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]
    yield from chapters()
    yield kept("build, seconds", "all pages", [building()], BUILD)
    yield from visits()


if __name__ == "__main__":
    alone(cases)

"""The gate: red for faults alone, and quick where it says that it is quick."""

import os
import re
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import build
import pytest
import run
import yaml
from browser import axe_findings
from clock import hold
from processes import begin, end

ROOT = Path(__file__).resolve().parents[1]
POSIX = pytest.mark.skipif(os.name == "nt", reason="a matter of POSIX systems")
WAIT = [sys.executable, "-c", "print('here', flush=True); import time; time.sleep(600)"]


@pytest.fixture
def deaf():
    """Ignore SIGINT here, as the shell makes what it starts in the background do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@POSIX
def test_a_process_heeds_ctrl_c_though_the_tests_run_in_the_background(deaf):
    process = begin(WAIT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == -signal.SIGINT
    finally:
        end(process)


@POSIX
def test_what_a_test_leaves_behind_is_killed_with_what_it_started():
    code = f"import subprocess; subprocess.run({WAIT!r})"
    process = begin([sys.executable, "-c", code], stdout=subprocess.PIPE)
    process.stdout.readline()
    end(process)
    assert process.returncode == -signal.SIGKILL
    for _ in range(600):  # the child below, which held the group open
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("what the process had started is still there")


def test_a_clock_fails_in_a_rehearsal_and_warns_elsewhere(monkeypatch):
    monkeypatch.setenv("CLOCKS", "1")
    hold("quick", 1, 1)
    with pytest.raises(pytest.fail.Exception, match=r"slow: 2, not 1 or less$"):
        hold("slow", 2, 1)
    monkeypatch.delenv("CLOCKS")
    with pytest.warns(UserWarning, match=r"^Slower than it should be: slow: 2"):
        hold("slow", 2, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hold("quick", 1, 1)


def test_the_parts_of_a_run_stop_at_the_first_failure_and_say_their_seconds(
    monkeypatch, capsys
):
    ran, codes = [], {"one": 0, "two": 3, "three": 0}
    monkeypatch.setattr(run, "set_up", lambda: None)
    monkeypatch.setattr(run, "python", lambda name: ran.append(name) or codes[name])
    assert run.in_turn([(name, [name]) for name in codes]) == 3
    assert ran == ["one", "two"]
    said = re.findall(r"^ +\d+\.\d s  (.+)$", capsys.readouterr().out, re.M)
    assert said == ["in all, of which", "set-up", "one", "two: failed"]


def holds(marks, names):
    """Whether an expression of marks chooses a test with marks of these names."""
    words = set(re.findall(r"[a-z]+", marks)) - {"and", "not", "or"}
    return eval(marks, {word: word in names for word in words})


def test_every_test_is_in_a_part_and_only_a_clock_in_two():
    again = f"rehearsal and not ({run.QUIET})"
    kinds = [
        *({}, {"book"}, {"browser"}, {"slow"}, {"clock"}, {"clock", "browser"}),
        *({"rehearsal"}, {"rehearsal", "browser", "book"}, {"rehearsal", "quiet"}),
    ]
    for kind in kinds:
        parts = [holds(part, kind) for part in (run.QUICK, run.REST, again, run.QUIET)]
        assert sum(parts) == 1 + ("clock" in kind), kind


def test_a_quick_test_cannot_run_the_chapters():
    with pytest.raises(
        pytest.fail.Exception, match=r"mark it with @pytest\.mark\.book"
    ):
        build.execute()


def test_github_checks_every_system_and_python_and_tests_the_book_on_one():
    text = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    matrix = jobs["check"]["strategy"]["matrix"]
    assert len(matrix["system"]) * len(matrix["python"]) == 9
    assert jobs["check"]["steps"][-1]["run"] == "python scripts/run.py check"
    assert "strategy" not in jobs["test"]
    assert jobs["test"]["env"]["REQUIRE_BROWSER"] == "1"
    assert "python scripts/run.py test" in [s.get("run") for s in jobs["test"]["steps"]]


LATE = """<!doctype html><html lang="en"><title>A page</title>
<main><h1>A page</h1><details><summary>A fold</summary>
<button id="late" style="width: 50px; height: 50px"></button></details>
<script>new ResizeObserver(() => setTimeout(() => { late.ariaLabel ??= "Step"; },
  late.clientWidth ? 180 : 1e6)).observe(late);</script></main></html>"""


def test_axe_looks_when_the_page_has_settled(page):
    page.set_content(LATE)
    assert axe_findings(page) == []
    page.evaluate("late.ariaLabel = ''")
    assert [rule for rule, _ in axe_findings(page)] == ["button-name"]

"""The table at the end of a run: what ran, and how long it took."""

import os
from collections import defaultdict


def steps_before():
    """The steps that scripts/run.py took before pytest, as (name, seconds)."""
    steps = os.environ.get("STEPS_BEFORE", "").split()
    return [(name, float(seconds)) for name, seconds in (s.split("=") for s in steps)]


def files(reports):
    """For each test file its tests' number and their seconds, the slowest first."""
    count, seconds = defaultdict(int), defaultdict(float)
    for report in reports:
        name = report.nodeid.partition("::")[0]
        count[name] += report.when == "call"
        seconds[name] += report.duration
    return sorted(((s, name, count[name]) for name, s in seconds.items()), reverse=True)


def pytest_terminal_summary(terminalreporter):
    """Print the table."""
    reports = [
        report
        for group in terminalreporter.stats.values()
        for report in group
        if hasattr(report, "duration")
    ]
    terminalreporter.section("what ran")
    for name, seconds in steps_before():
        terminalreporter.line(f"{seconds:8.1f} s  {name}")
    for seconds, name, count in files(reports):
        terminalreporter.line(f"{seconds:8.1f} s  {name} ({count})")

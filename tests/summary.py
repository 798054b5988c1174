"""The table at the end of a run: what ran, and how long it took."""

from collections import Counter, defaultdict


def files(reports):
    """For each test file its tests' number and their seconds, the slowest first."""
    count, seconds = defaultdict(int), defaultdict(float)
    for report in reports:
        name = report.nodeid.partition("::")[0]
        count[name] += report.when == "call"
        seconds[name] += report.duration
    return sorted(((s, name, count[name]) for name, s in seconds.items()), reverse=True)


def skipped(terminalreporter):
    """For each reason to skip, how many tests were skipped for it."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = (report.longrepr[2] for report in reports)
    return Counter(reason.removeprefix("Skipped: ") for reason in reasons)


def pytest_terminal_summary(terminalreporter):
    """Print the table, and what was skipped."""
    reports = [
        report
        for group in terminalreporter.stats.values()
        for report in group
        if hasattr(report, "duration")
    ]
    terminalreporter.section("what ran")
    for seconds, name, count in files(reports):
        terminalreporter.line(f"{seconds:8.1f} s  {name} ({count})")
    for reason, count in skipped(terminalreporter).most_common():
        terminalreporter.line(f"{count:8} skipped: {reason}")

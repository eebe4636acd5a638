"""The example of docs/how-to/python.md as users run it: the wheel installed, in a notebook too."""

import os
import re
import subprocess
import sys
import sysconfig
from importlib.resources import files
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
# An error where it is asked for: without it the name's type would be unknown.
_WRONG = "wrong: int = pagesight.extract_html('x').markdown\n"


def example() -> str:
    """Return the first block of Python in the document."""
    document = (ROOT / "docs/how-to/python.md").read_text("utf-8")
    found = re.search(r"```python\n(.+?)```", document, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel in it, and this one's packages beside it."""
    place = tmp_path_factory.mktemp("installed")
    subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "source")], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "venv")], check=True)
    (packages,) = (place / "venv/lib").glob("python*/site-packages")
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    installed = place / "venv/bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(installed), "install", "--quiet"]
    options = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, *options, str(place / "source")], check=True, capture_output=True)
    return installed


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that sees nothing of the checkout."""
    apart = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command, cwd=folder, env=apart, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_wheel_extracts_outside_the_checkout(python: Path, tmp_path: Path) -> None:
    code = (
        "import pagesight; print(pagesight.__file__, pagesight.extract_html('<p>Some words').text)"
    )
    done = run([str(python), "-c", code], tmp_path)
    assert done.returncode == 0, done.stderr
    where, text = done.stdout.split(maxsplit=1)
    assert Path(where).is_relative_to(python.parents[1])
    assert text == "Some words\n"


@pytest.mark.slow
def test_neither_tests_nor_documents_are_parts_of_the_package(python: Path, tmp_path: Path) -> None:
    for name in ("tests", "docs", "src"):
        done = run([str(python), "-c", f"import pagesight.{name}"], tmp_path)
        assert f"No module named 'pagesight.{name}'" in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(1500)  # a type checker reads all of the package, on a busy machine
@pytest.mark.parametrize(
    ("checker", "words"),
    [
        (["mypy", "--strict", "--python-executable"], "Incompatible types in assignment"),
        (["basedpyright", "--level", "error", "--pythonpath"], "is not assignable to declared"),
    ],
    ids=["mypy", "pyright"],
)
def test_the_example_is_typed_where_the_wheel_is_installed(
    checker: list[str], words: str, python: Path, tmp_path: Path
) -> None:
    (tmp_path / "example.py").write_text(example(), "utf-8")
    (tmp_path / "wrong.py").write_text(example() + _WRONG, "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}', "utf-8")
    command = [sys.executable, "-m", *checker, str(python)]
    right, wrong = (run([*command, name], tmp_path) for name in ("example.py", "wrong.py"))
    assert right.returncode == 0, right.stdout + right.stderr
    assert wrong.returncode == 1
    assert words in wrong.stdout


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
def test_the_example_runs_in_a_notebook(tmp_path: Path) -> None:
    page = files("pagesight.app") / "samples/article.html"
    code = re.sub(r'"https://example\.[^"]*"', repr(str(page)), example())
    check = "assert result.genre == 'article' and len(results) == 2, (result, results)"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code + check)])
    NotebookClient(notebook, timeout=280, kernel_name="python3").execute(cwd=str(tmp_path))

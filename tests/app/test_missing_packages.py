"""A plain install does the main job, and says how to get what it lacks."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from .conftest import CorpusMaker

WORDS = "A page of a few plain words, so that something is there to be read. " * 5
LACKING = """
import sys
from pathlib import Path
for name in ("torch", "timm", "torchvision", "sklearn", "matplotlib", "gradio", "fastapi"):
    sys.modules[name] = None  # imports of it fail as those of what is not installed
"""


def run_without(code: str) -> "subprocess.CompletedProcess[str]":
    """Run code where none of the optional packages can be imported."""
    command = [sys.executable, "-c", LACKING + code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_pages_are_extracted_without_the_optional_packages() -> None:
    done = run_without(f"import pagesight; print(pagesight.extract_html({WORDS!r}).text)")
    assert done.stdout.strip() == WORDS.strip(), done.stderr


def test_pictures_are_read_without_the_optional_packages() -> None:
    picture = str(files("pagesight.app") / "serve/demo/samples/shop/screenshot.png")
    done = run_without(
        f"from pagesight.app.cli.main import run; sys.exit(run(['classify', {picture!r}]))"
    )
    assert done.stdout.split("\t")[1] == "collection", done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["demo"], "demo"),
        (["serve"], "serve"),
        (["label", "PAGE", "--out", "own.parquet"], "serve"),
        (["train", "genre-svm", "--data", "CORPUS", "--out", "o"], "train"),
        (["evaluate", "--corpus", "CORPUS", "--out", "o"], "train"),
        (["extract", "PAGE", "--no-render", "--extractor", "boilernet"], "train"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_command_names_the_line_that_installs_what_it_lacks(
    arguments: list[str], extra: str, tmp_path: Path, make_corpus: CorpusMaker
) -> None:
    page, corpus = tmp_path / "page.html", make_corpus([{"genre": "article", "split": "train"}])
    page.write_text(f"<p>{WORDS}", "utf-8")
    named = {"PAGE": str(page), "CORPUS": str(corpus)}
    full = [named.get(argument, argument) for argument in arguments]
    done = run_without(f"from pagesight.app.cli.main import run; sys.exit(run({full}))")
    assert done.returncode == 1, done.stderr
    assert done.stderr.rstrip().endswith(f"pip install 'pagesight[{extra}]'")

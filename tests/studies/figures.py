"""Make the figures that documents show, keep them with what made them, and check that they hold.

    python tests/studies/figures.py make DATA FOLDER [NAME ...]   # what is not made already
    python tests/studies/figures.py check                         # documents against docs/figures
    python tests/studies/figures.py table NAME                    # a run's table; `systems` for all

The runs are those of `registered_runs.py`. `make` goes on where it was stopped: a run is made anew
if its command, its corpora, weights or our code are others than those it was made with. It puts the
new tables in the place of those before, in all documents that show them.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from registered_run import KEPT, ROOT, Run, table_of
from registered_runs import RUNS
from shown_figures import faults, made_runs, systems_table

from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.extract.models.folder import weights_digest

_BY_NAME = {run.name: run for run in RUNS}
_FOLDERS = ("render", "datasets", "extract", "vision", "app")
# Of the results, what the documents show or could be asked for.
_FIGURES = (
    *("pages", "errors", "empty", "word_precision", "word_recall", "word_f1", "word_f1_ci95"),
    *("content_f1", "noise_f1", "macro_f1", "macro_f1_ci95", "text_kept", "text_kept_ci95"),
    *("precision", "recall", "f1", "f1_ci95", "perfect_pages", "whole_f1", "by_corpus"),
    *("accuracy", "accuracy_ci95", "seven_accuracy", "ece"),
)
_OF_A_PAIR = ("system", "against", "difference", "ci95", "better", "equal", "worse")
# Packages whose version a figure may depend on, beside the rivals'.
_PACKAGES = {
    *RIVALS,
    "extruct",
    "lxml",
    "numpy",
    "onnxruntime",
    "playwright",
    "scikit-learn",
    "torch",
}
find_corpora = re.compile(r"\$DATA/([\w./*-]+)").findall


def make(run: Run, data: Path, folder: Path) -> None:
    """Measure what the run measures, unless that was done with the same inputs, and register it.

    What a run that was stopped has left is gone on from, if that was begun with the same inputs.
    """
    own = folder / run.name
    inputs, begun, done = inputs_of(run, data), own / "begun.json", own / "inputs.json"
    if _says(done, inputs):
        print(f"{run.name}: made already", file=sys.stderr)
        return
    print(f"{run.name}: {run.command}", file=sys.stderr)
    if not _says(begun, inputs):
        shutil.rmtree(own, ignore_errors=True)
    own.mkdir(parents=True, exist_ok=True)
    begun.write_text(json.dumps(inputs), "utf-8")
    places = {"DATA": str(data), "OUT": str(own), "RUNS": str(folder)}
    printed = without_places(output(run.command, places), places)
    results = own / "results.json"
    written = results.read_text("utf-8") if results.exists() else "{}"
    register(run, inputs, json.loads(without_places(written, places)), printed.splitlines())
    done.write_text(json.dumps(inputs, indent=1), "utf-8")


def _says(file: Path, inputs: Mapping[str, Any]) -> bool:
    return file.exists() and json.loads(file.read_text("utf-8")) == inputs


def output(command: str, places: Mapping[str, str]) -> str:
    """Return what the command prints, by the Python that runs this; raise if it fails.

    Words are parted at line ends alone, since the folders' names may have spaces.
    """
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"IFS=$'\\n'\n{command}"],
        check=True,
        cwd=ROOT,
        env={**os.environ, **places, "PATH": path},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout


def without_places(text: str, places: Mapping[str, str]) -> str:
    """Return the text with the names of the folders in the place of where they lie here."""
    for name in ("OUT", "RUNS", "DATA"):  # the first is within the second
        text = text.replace(places[name], f"${name}")
    return text


def corpora_files(run: Run, data: Path) -> list[Path]:
    """Return the files that the command names, and those in the folders that it names."""
    named = [path for pattern in find_corpora(run.command) for path in data.glob(pattern)]
    files = (path.rglob("*") if path.is_dir() else (path,) for path in named)
    return sorted({file for found in files for file in found if file.is_file()})


def digest(files: Sequence[Path]) -> str:
    """Return the SHA-256 of the files' contents, in the order of their names."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


@cache
def code_digest() -> str:
    return digest([file for folder in _FOLDERS for file in (ROOT / folder).rglob("*.py")])


def inputs_of(run: Run, data: Path) -> dict[str, Any]:
    files = corpora_files(run, data)
    corpora = [file for file in files if file.suffix == ".parquet"]
    others = [file for file in files if file.suffix != ".parquet"]
    sources: Counter[str] = Counter()
    for file in corpora:
        sources.update(pq.read_table(file, columns=["source"])["source"].to_pylist())
    return {
        "command": run.command,
        "corpora": {file.stem: digest([file]) for file in corpora}
        | ({"other files": digest(others)} if others else {}),
        "sources": dict(sources),
        "code": code_digest(),
        "weights": {weights: weights_digest(ROOT / weights) for weights in run.weights},
    }


def register(
    run: Run, inputs: Mapping[str, Any], found: Mapping[str, Any], printed: Sequence[str]
) -> None:
    """Keep what the run found, and what made it, in docs/figures; renew its tables."""
    file = KEPT / f"{run.name}.json"
    known = file.exists()
    before = shown(run, known)
    kept = {
        "made": datetime.now(UTC).date().isoformat(),
        **inputs,
        "python": platform.python_version(),
        "versions": {"pagesight": own_version()}
        | {each.name: each.version for each in distributions() if each.name in _PACKAGES},
        "results": {name: kept_of(of) for name, of in found.get("systems", {}).items()},
        "pairs": [{key: pair[key] for key in _OF_A_PAIR} for pair in found.get("pairs", ())],
        "printed": list(printed),
    }
    KEPT.mkdir(exist_ok=True)
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for old, new in zip(before, shown(run, known), strict=True):
        for name in {*run.shown_in, "docs/evaluation.md"}:
            text = (ROOT / name).read_text("utf-8")
            (ROOT / name).write_text(text.replace(old, new), "utf-8")


def shown(run: Run, known: bool) -> list[str]:
    """Return the table of all runs, and that of one that is known, as documents show them."""
    return [systems_table(), *([table_of(run)] if known else ())]


def own_version() -> str:
    """Return the version of this checkout, whatever the environment was made from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def kept_of(figures: Mapping[str, Any]) -> dict[str, Any]:
    if not figures.keys() & {*_FIGURES}:  # of attributes, by their names
        return dict(figures)
    kept = {name: figures[name] for name in _FIGURES if name in figures}
    if "by_corpus" in kept:
        kept["by_corpus"] = {name: kept_of(of) for name, of in kept["by_corpus"].items()}
    return kept


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = arguments.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("data", type=Path)
    making.add_argument("folder", type=Path)
    making.add_argument("names", nargs="*", choices=[*_BY_NAME, []])
    commands.add_parser("check")
    made = [run.name for run in made_runs()]
    commands.add_parser("table").add_argument("name", choices=[*made, "systems"])
    asked = arguments.parse_args()
    if asked.command == "make":
        for name in asked.names or _BY_NAME:
            make(_BY_NAME[name], asked.data.resolve(), asked.folder.resolve())
    elif asked.command == "table":
        print(systems_table() if asked.name == "systems" else table_of(_BY_NAME[asked.name]))
    elif found := list(faults()):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()

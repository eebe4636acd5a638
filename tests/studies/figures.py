"""Make the figures that documents show, keep them with what made them, and check that they hold.

    python tests/studies/figures.py make DATA FOLDER [NAME ...]   # what is not made already
    python tests/studies/figures.py register FOLDER NAME DATA     # keep results that are there
    python tests/studies/figures.py check                         # documents against docs/figures
    python tests/studies/figures.py table NAME                    # a run's table; `systems` for all

The runs are those of `registered_runs.py`. `make` goes on where it was stopped: a run is made anew
if its corpora, weights or our code are others than those it was made with. It puts the new tables
in the place of those before, in all documents that show them. Pages of the run `unseen` are those
of sites from which no model of `auto` learned, by the cards of the weights.
"""

import argparse
import hashlib
import json
import platform
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from registered_runs import KEPT, OF_AUTO, ROOT, RUNS, Run, registered
from shown_figures import faults, systems_table

from pagesight.app.evaluate.run import corpora_of
from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.datasets.load import load
from pagesight.extract.models.folder import weights_digest
from pagesight.extract.training.sight import SightOptions, drawn_pages

_BY_NAME = {run.name: run for run in RUNS}
_FOLDERS = ("render", "datasets", "extract", "vision", "app")
# Of the results, what the documents show or could be asked for.
_FIGURES = (
    *("pages", "errors", "empty", "word_precision", "word_recall", "word_f1", "word_f1_ci95"),
    *("precision", "recall", "f1", "f1_ci95", "perfect_pages", "whole_f1"),
    *("accuracy", "accuracy_ci95", "macro_f1", "seven_accuracy", "ece", "by_corpus"),
)
_OF_A_PAIR = ("system", "against", "difference", "ci95", "better", "equal", "worse")


def learned_sites(data: Path) -> set[str]:
    """Return the sites of the pages in `data` from which a model of `auto` learned.

    All sites of a corpus, but for those from which `sight` alone drew a part.
    """
    options = SightOptions()
    sight, *rest = OF_AUTO
    others = set[str]().union(*(corpora_of(ROOT / weights) for weights in rest))
    drawn = corpora_of(ROOT / sight) - others - {*options.home}
    found: set[str] = set()
    for path in sorted(data.rglob("*.parquet")):
        pages = list(load(path))
        found |= {page.site for page in pages if page.source in others | {*options.home}}
        found |= {
            page.site
            for name in drawn
            for page in drawn_pages([page for page in pages if page.source == name], options)
        }
    return found


def write_unseen(run: Run, data: Path, out: Path) -> None:
    """Write each measured corpus to `out`, less the pages of sites that were learned from."""
    learned = learned_sites(data)
    out.mkdir(parents=True, exist_ok=True)
    for name in run.corpora:
        (path,) = data.rglob(name)
        # A page whose site is not known has its id for one.
        kept = [page.site not in learned and page.site != page.id for page in load(path)]
        pq.write_table(pq.read_table(path).filter(kept), out / name, compression="zstd")
        print(f"{name}: {sum(kept)} of {len(kept)} pages", file=sys.stderr)


def make(run: Run, data: Path, folder: Path) -> None:
    """Measure what the run measures, unless that was done with the same inputs, and register it."""
    own = folder / run.name
    inputs, done = inputs_of(run, data), own / "inputs.json"
    if done.exists() and json.loads(done.read_text("utf-8")) == inputs:
        print(f"{run.name}: made already", file=sys.stderr)
        return
    own.mkdir(parents=True, exist_ok=True)
    if run.name == "unseen":
        write_unseen(run, data, own / "pages")
    subprocess.run(command(run, data, own), check=True, cwd=ROOT)
    done.write_text(json.dumps(inputs, indent=1), "utf-8")
    register(run, data, own)


def command(run: Run, data: Path, own: Path) -> list[str]:
    files = [str(file) for file in corpora_files(run, own / "pages" if is_own(run) else data)]
    if run.script:
        out = ["--out", str(own / "results.json")]
        return [sys.executable, run.script, "--corpus", *files, *out]
    corpora = [part for file in files for part in ("--corpus", file)]
    split = ["--split", run.split] if run.split else []
    systems = ["--systems", ",".join(run.systems)]
    pagesight = Path(sys.executable).with_name("pagesight")
    return [
        str(pagesight),
        "evaluate",
        "--task",
        run.task,
        *corpora,
        *split,
        *systems,
        "--out",
        str(own),
    ]


def is_own(run: Run) -> bool:
    """Return whether the pages are chosen for the run, and written to its folder."""
    return run.name == "unseen"


def corpora_files(run: Run, data: Path) -> list[Path]:
    return sorted(file for pattern in run.corpora for file in data.rglob(pattern))


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
    return {
        "corpora": {file.stem: digest([file]) for file in corpora_files(run, data)},
        "code": code_digest(),
        "weights": {weights: weights_digest(ROOT / weights) for weights in run.weights},
    }


def register(run: Run, data: Path, own: Path) -> None:
    """Keep the results of the run, and what made them, in docs/figures; renew its tables."""
    file = KEPT / f"{run.name}.json"
    before = shown(run) if file.exists() else ()
    results = json.loads((own / "results.json").read_text("utf-8"))
    program, *words = command(run, data, own)
    said = " ".join([Path(program).name, *words])
    said = said.replace(str(own), f"FOLDER/{run.name}").replace(str(data), "DATA")
    kept = {
        "made": datetime.now(UTC).date().isoformat(),
        "command": said,
        "python": platform.python_version(),
        "versions": {"pagesight": own_version()}
        | {name: version(name) for name in run.systems if name in (*RIVALS, "extruct")},
        **inputs_of(run, own / "pages" if is_own(run) else data),
        "results": {name: kept_of(results["systems"][name]) for name in run.systems},
        "pairs": [{key: pair[key] for key in _OF_A_PAIR} for pair in results["pairs"]],
    }
    KEPT.mkdir(exist_ok=True)
    file.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    for old, new in zip(before, shown(run) if before else (), strict=True):
        for name in {*run.shown_in, "docs/evaluation.md"}:
            text = (ROOT / name).read_text("utf-8")
            (ROOT / name).write_text(text.replace(old, new), "utf-8")


def shown(run: Run) -> tuple[str, str]:
    """Return the run's table, and that of all runs, as documents show them."""
    return run.table(run, registered(run)["results"]), systems_table()


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
    keeping = commands.add_parser("register")
    keeping.add_argument("folder", type=Path)
    keeping.add_argument("name", choices=_BY_NAME)
    keeping.add_argument("data", type=Path)
    commands.add_parser("check")
    commands.add_parser("table").add_argument("name", choices=[*_BY_NAME, "systems"])
    asked = arguments.parse_args()
    if asked.command == "make":
        for name in asked.names or _BY_NAME:
            make(_BY_NAME[name], asked.data.resolve(), asked.folder.resolve())
    elif asked.command == "register":
        register(_BY_NAME[asked.name], asked.data.resolve(), asked.folder.resolve() / asked.name)
    elif asked.command == "table" and asked.name == "systems":
        print(systems_table())
    elif asked.command == "table":
        run = _BY_NAME[asked.name]
        print(run.table(run, registered(run)["results"]))
    elif found := list(faults()):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()

"""Make the figures that documents show, keep them with what made them, and check that they hold.

    python tests/studies/figures.py make DATA FOLDER [NAME ...]   # what is not made already
    python tests/studies/figures.py register FOLDER NAME DATA     # keep results that are there
    python tests/studies/figures.py check                         # documents against docs/figures
    python tests/studies/figures.py table NAME                    # a run's table; `systems` for all

The runs are those of `registered_runs.py`. `make` goes on where it was stopped: a run is made anew
if its corpora, weights or our code are others than those it was made with. Pages of the run
`unseen` are those of sites from which no model of `auto` learned, by the cards of the weights.
"""

import argparse
import hashlib
import json
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from registered_runs import IN_SAMPLE, OF_AUTO, ROOT, RUNS, Run, short

from pagesight.app.evaluate.run import corpora_of
from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.datasets.load import load
from pagesight.extract.training.sight import SightOptions, drawn_pages

KEPT = ROOT / "docs/figures"
find_figures = re.compile(r"(?<![\d.])\.\d{3}\b").findall
_BY_NAME = {run.name: run for run in RUNS}
_FOLDERS = ("render", "datasets", "extract", "vision", "app")
# Of the results, what the documents show or could be asked for.
_FIGURES = (
    *("pages", "errors", "empty", "word_precision", "word_recall", "word_f1", "word_f1_ci95"),
    *("below_best", "precision", "recall", "f1", "f1_ci95", "perfect_pages", "whole_f1"),
    *("accuracy", "accuracy_ci95", "macro_f1", "seven_accuracy", "ece", "by_corpus"),
)


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


@cache
def weights_digest(weights: str) -> str:
    """Return a digest of a folder of weights; its card may be written anew."""
    return digest([file for file in (ROOT / weights).iterdir() if file.name != "README.md"])


def inputs_of(run: Run, data: Path) -> dict[str, Any]:
    return {
        "corpora": {file.stem: digest([file]) for file in corpora_files(run, data)},
        "code": code_digest(),
        "weights": {weights: weights_digest(weights) for weights in run.weights},
    }


def register(run: Run, data: Path, own: Path) -> None:
    """Keep the results of the run, and what made them, in docs/figures."""
    results = json.loads((own / "results.json").read_text("utf-8"))
    words = command(run, Path("DATA"), Path("FOLDER") / run.name)
    kept = {
        "made": datetime.now(UTC).date().isoformat(),
        "command": " ".join([Path(words[0]).name, *words[1:]]),
        "python": platform.python_version(),
        "versions": {"pagesight": own_version()}
        | {name: version(name) for name in run.systems if name in (*RIVALS, "extruct")},
        **inputs_of(run, own / "pages" if is_own(run) else data),
        "results": {name: kept_of(results["systems"][name]) for name in run.systems},
    }
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{run.name}.json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


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


def registered(run: Run) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((KEPT / f"{run.name}.json").read_text("utf-8"))
    return found


def systems_table() -> str:
    """Return what is claimed: a row a run, with its hashes, interval and what it does not claim."""
    rows = [
        "| run | claim | corpora | corpora, weights, code (SHA-256) | figure (95 %) | "
        "next system: pages better, equal, worse | not claimed |",
        "|---|---|---|---|---|---|---|",
    ]
    for run in RUNS:
        kept = registered(run)
        joined = (
            hashlib.sha256("".join(kept[key].values()).encode()).hexdigest()
            for key in ("corpora", "weights")
        )
        digests = (*joined, kept["code"] or "not kept")  # code was not kept before 25 November
        hashes = ", ".join(f"`{each[:8]}`" for each in digests)
        corpora = ", ".join(Path(name).stem for name in run.corpora)
        figures = kept["results"]
        main = run.systems[0]
        rows.append(
            f"| {run.name} | {run.claim} | {corpora.replace('*', 'genre/*')} | {hashes} "
            f"| {main} {_main_figure(figures[main])} | {_next(run, figures)} | {run.not_claimed} |"
        )
    return "\n".join(rows)


def _main_figure(figures: Mapping[str, Any]) -> str:
    for name in ("word_f1", "f1", "accuracy"):
        if name in figures:
            low, high = figures[f"{name}_ci95"]
            return f"{short(figures[name])} ({short(low)}-{short(high)})"
    low, high = figures["price"]["right_ci95"]
    return f"price {short(figures['price']['right'])} ({short(low)}-{short(high)})"


def _next(run: Run, figures: Mapping[str, Any]) -> str:
    pairs = {name: figures[name].get("below_best") for name in run.systems[1:]}
    known = {name: of for name, of in pairs.items() if of and of["best"] == run.systems[0]}
    if not known:
        return ""
    name = max(known, key=lambda each: known[each]["difference"])
    return f"{name}: {known[name]['better']}, {known[name]['equal']}, {known[name]['worse']}"


def faults() -> Iterator[str]:
    """Yield what is wrong with the figures that documents show, a sentence each."""
    for run in RUNS:
        if not (KEPT / f"{run.name}.json").exists():
            yield f"docs/figures has no {run.name}.json: run make figures"
            continue
        kept = registered(run)
        for weights in run.weights:
            if kept["weights"].get(weights) != weights_digest(weights):
                made = f"{run.name}.json of {kept['made']}"
                yield f"{weights} is not what {made} measured: run make figures"
        yield from unsaid(run)
        table = run.table(run, kept["results"])
        for name in run.shown_in:
            if table not in (ROOT / name).read_text("utf-8"):
                yield f"{name} has not the table of {run.name}.json, which is:\n\n{table}"
    yield from card_faults()
    yield from unregistered()
    if systems_table() not in (ROOT / "docs/evaluation.md").read_text("utf-8"):
        yield f"docs/evaluation.md has not the table of claims, which is:\n\n{systems_table()}"


def unsaid(run: Run) -> Iterator[str]:
    """Yield the corpora of a run that a measured model learned from where the text says nothing."""
    learned = set[str]().union(*(corpora_of(ROOT / weights) for weights in run.weights))
    for source, what in run.measured.items():
        if source in learned and not run.other_sites and IN_SAMPLE not in what:
            yield f"{run.name}: a model learned from {source}; its row does not say in-sample"


def unregistered() -> Iterator[str]:
    """Yield the figures of the front page and the guides that no registered run has."""
    runs = [registered(run)["results"] for run in RUNS if (KEPT / f"{run.name}.json").exists()]
    known = {short(figure) for figure in numbers(runs)}
    for path in (ROOT / "README.md", ROOT / "docs/index.md", *(ROOT / "docs/how-to").glob("*.md")):
        for figure in find_figures(path.read_text("utf-8")):
            if figure not in known:
                yield f"{path.relative_to(ROOT)} shows {figure}, which no registered run has"


def numbers(value: object) -> Iterator[float]:
    """Yield all numbers in what JSON holds."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)


def card_faults() -> Iterator[str]:
    """Yield the cards of genre models that do not have the figure that was measured."""
    run = _BY_NAME["genre-val"]
    cards = {"html": "html", "screenshot": "screenshot", "goce-svm": "svm"}
    for system, folder in cards.items():
        of = registered(run)["results"][system]
        low, high = map(short, of["accuracy_ci95"])
        wanted = f"{short(of['accuracy'])} (95 % {low}-{high})"
        if wanted not in (ROOT / "vision/weights" / folder / "README.md").read_text("utf-8"):
            yield f"the card of vision/weights/{folder} has not {wanted} of {run.name}.json"


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

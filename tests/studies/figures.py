"""Remake the figures of the README, keep them with what made them, and check that they still hold.

    python tests/studies/figures.py unseen DATA FOLDER  # the pages, out of the corpora in DATA
    pagesight evaluate --corpus FOLDER/... --out FOLDER/report
    python tests/studies/figures.py register FOLDER     # into docs/figures/unseen.json
    python tests/studies/figures.py check               # that README.md and docs agree with it

`make figures` does all of it. The pages are those of sites from which no model of `auto` learned,
by the cards of the weights: nothing has to be trained anew, and what is measured is what ships.
"""

import argparse
import hashlib
import json
import platform
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from pagesight.datasets.load import load
from pagesight.extract.training.sight import SightOptions, drawn_pages

ROOT = Path(__file__).parents[2]
RUN = ROOT / "docs/figures/unseen.json"
SHOWN_IN = ("README.md", "docs/evaluation.md")
# What `auto` predicts with where a page comes without a picture.
WEIGHTS = (
    *(ROOT / "extract/weights" / name for name in ("sight", "article", "listview")),
    ROOT / "vision/weights/html",
)
# Corpora with gold text that have pages of sites left, and whether our rules with numbers were
# chosen while looking at their pages (docs/studies/extraction.md names them).
MEASURED: Mapping[str, tuple[str, bool]] = {
    "cleaneval_en": ("CleanEval: English pages of 2007", True),
    "dragnet": ("Dragnet: blogs and news of 2012", True),
    "waddle_daniel": ("news in five languages, without addresses", True),
}
SYSTEMS = ("auto", "sight", "trafilatura", "readability-lxml", "resiliparse", "newspaper4k")
find_corpora = re.compile(r"^\| (\w[\w-]*) \| \d+ \| ", re.MULTILINE).findall


def corpora_of(card: Path) -> set[str]:
    """Return the sources that a model learned from, by the table of its card."""
    return set(find_corpora((card / "README.md").read_text("utf-8")))


def learned_sites(data: Path) -> set[str]:
    """Return the sites of the pages in `data` from which a model of `auto` learned.

    All sites of a corpus, but for those from which `sight` alone drew a part.
    """
    options = SightOptions()
    others = set[str]().union(*(corpora_of(card) for card in WEIGHTS[1:]))
    drawn = corpora_of(WEIGHTS[0]) - others - {*options.home}
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


def write_unseen(data: Path, out: Path) -> None:
    """Write each measured corpus to `out`, less the pages of sites that were learned from."""
    learned = learned_sites(data)
    out.mkdir(parents=True, exist_ok=True)
    for name in MEASURED:
        (path,) = data.rglob(f"{name}.parquet")
        # A page whose site is not known has its id for one.
        kept = [page.site not in learned and page.site != page.id for page in load(path)]
        pq.write_table(pq.read_table(path).filter(kept), out / path.name, compression="zstd")
        print(f"{name}: {sum(kept)} of {len(kept)} pages", file=sys.stderr)


def digest(files: Sequence[Path]) -> str:
    """Return the SHA-256 of the files' contents, in the order of their names."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def weights_digests() -> dict[str, str]:
    """Return a digest of each folder of weights; its card may be written anew."""
    return {
        folder.relative_to(ROOT).as_posix(): digest(
            [file for file in folder.iterdir() if file.name != "README.md"]
        )
        for folder in WEIGHTS
    }


def register(folder: Path) -> None:
    """Keep the results of the report in `folder`, and what made them, in RUN."""
    results = json.loads((folder / "report/results.json").read_text("utf-8"))
    rivals = [name for name in SYSTEMS if name not in ("auto", "sight")]
    run = {
        "made": datetime.now(UTC).date().isoformat(),
        "command": "make figures",
        "python": platform.python_version(),
        "versions": {"pagesight": own_version(), **{name: version(name) for name in rivals}},
        "corpora": {name: digest([folder / f"{name}.parquet"]) for name in MEASURED},
        "weights": weights_digests(),
        "results": {name: kept_of(results["systems"][name]) for name in SYSTEMS},
    }
    RUN.parent.mkdir(exist_ok=True)
    RUN.write_text(json.dumps(run, indent=1) + "\n", "utf-8")


def own_version() -> str:
    """Return the version of this checkout, whatever the environment was made from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def kept_of(figures: Mapping[str, Any]) -> dict[str, Any]:
    wanted = ("pages", "errors", "word_precision", "word_recall", "word_f1", "word_f1_ci95")
    return {
        **{name: figures[name] for name in wanted},
        "by_corpus": {
            name: {key: of[key] for key in wanted if key in of}
            for name, of in figures["by_corpus"].items()
        },
    }


def table(run: Mapping[str, Any]) -> str:
    """Return the README's table of a run: a row a corpus, the best figure of each in bold."""
    systems = run["results"]
    rows = [
        f"| word F1 on pages of | pages | {' | '.join(SYSTEMS)} |",
        "|---|---|" + "---|" * len(SYSTEMS),
    ]
    for name, (what, chosen_here) in MEASURED.items():
        own = [systems[system]["by_corpus"][name] for system in SYSTEMS]
        what += ", rules chosen here" if chosen_here else ""
        rows.append(row(what, own[0]["pages"], [of["word_f1"] for of in own]))
    own = [systems[system] for system in SYSTEMS]
    rows.append(row("all", own[0]["pages"], [of["word_f1"] for of in own]))
    low, high = systems["auto"]["word_f1_ci95"]
    rows += ["", f"`auto` on all of them: {short(low)} to {short(high)} (95 %)."]
    return "\n".join(rows)


def row(what: str, pages: int, figures: Sequence[float]) -> str:
    best = max(figures)
    cells = [f"**{short(each)}**" if each == best else short(each) for each in figures]
    return f"| {what} | {pages:,} | {' | '.join(cells)} |"


def short(figure: float) -> str:
    return f"{figure:.3f}".removeprefix("0")


def faults() -> Iterator[str]:
    """Yield what is wrong with the figures that documents show, a sentence each."""
    run = json.loads(RUN.read_text("utf-8"))
    for folder, known in weights_digests().items():
        if run["weights"].get(folder) != known:
            yield f"{folder} is not what {RUN.name} of {run['made']} measured: run make figures"
    for name in SHOWN_IN:
        if table(run) not in (ROOT / name).read_text("utf-8"):
            yield f"{name} has not the table of {RUN.name}, which is:\n\n{table(run)}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = arguments.add_subparsers(dest="command", required=True)
    unseen = commands.add_parser("unseen")
    unseen.add_argument("data", type=Path)
    unseen.add_argument("out", type=Path)
    commands.add_parser("register").add_argument("folder", type=Path)
    commands.add_parser("check")
    asked = arguments.parse_args()
    if asked.command == "unseen":
        write_unseen(asked.data, asked.out)
    elif asked.command == "register":
        register(asked.folder)
    elif found := list(faults()):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()

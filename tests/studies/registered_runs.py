"""The runs whose figures the documents show: what each measures, claims and does not claim.

`figures.py` makes them, keeps their results in docs/figures and checks the documents. A new figure
is one row of RUNS.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs/figures"  # results, a file a run, with what made them
EXTRACTORS = tuple(f"extract/weights/{name}" for name in ("sight", "article", "listview"))
# What `auto` predicts with where a page comes without a picture.
OF_AUTO = (*EXTRACTORS, "vision/weights/html")
CHOSEN = ", rules chosen here"
IN_SAMPLE = ", in-sample"

Results = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One command, the corpora and weights that it measures, and where its table stands."""

    name: str
    task: str
    corpora: Sequence[str]  # patterns within the folder of corpora; of the run's folder if `unseen`
    systems: Sequence[str]
    weights: Sequence[str]
    claim: str
    not_claimed: str
    # Source of pages -> what they are, and whether a model or a rule of ours saw them.
    measured: Mapping[str, str] = field(default_factory=dict)
    split: str = ""
    # Pages of sites that a model learned from are left out: a corpus in its card is not in-sample.
    other_sites: bool = False
    shown_in: Sequence[str] = ("docs/evaluation.md",)
    table: Callable[["Run", Results], str]
    script: str = ""  # in place of `pagesight evaluate`


def short(figure: float) -> str:
    return f"{figure:.3f}".removeprefix("0")


def spanned(figure: float, ends: Sequence[float]) -> str:
    return f"{short(figure)} ({short(ends[0])}-{short(ends[1])})"


def text_table(run: Run, systems: Results) -> str:
    """Return word F1, a row a corpus, the best figure of each in bold."""
    rows = [
        f"| word F1 on pages of | pages | {' | '.join(run.systems)} |",
        "|---|---|" + "---|" * len(run.systems),
    ]
    for name, what in run.measured.items():
        own = [systems[system]["by_corpus"][name] for system in run.systems]
        rows.append(_row(what, own[0]["pages"], [of["word_f1"] for of in own]))
    own = [systems[system] for system in run.systems]
    rows.append(_row("all", own[0]["pages"], [of["word_f1"] for of in own]))
    low, high = systems["auto"]["word_f1_ci95"]
    rows += ["", f"`auto` on all of them: {short(low)} to {short(high)} (95 %)."]
    return "\n".join(rows)


def _row(what: str, pages: int, figures: Sequence[float]) -> str:
    best = max(figures)
    cells = [f"**{short(each)}**" if each == best else short(each) for each in figures]
    return f"| {what} | {pages:,} | {' | '.join(cells)} |"


def item_table(run: Run, systems: Results) -> str:
    """Return F1 of items, pages without a fault and pages without items, a row a corpus."""
    headings = [f"{name}: F1 (95 %) | perfect | without" for name in run.systems]
    rows = [
        f"| items of | pages | {' | '.join(headings)} |",
        "|---|---|" + "---|" * (3 * len(run.systems)),
    ]
    for name, what in run.measured.items():
        own = [systems[system]["by_corpus"][name] for system in run.systems]
        cells = [
            f"{spanned(of['f1'], of['f1_ci95'])} | {of['perfect_pages']} | {of['empty']}"
            for of in own
        ]
        rows.append(f"| {what} | {own[0]['pages']} | {' | '.join(cells)} |")
    return "\n".join(rows)


def product_table(_: Run, systems: Results) -> str:
    """Return the share right of each attribute, a row a system."""
    fields = ("title", "price", "currency", "availability")
    pages = [f"{name} ({systems['stated'][name]['pages']} pages)" for name in fields]
    names = {
        "stated": "Pagesight, pages as they are",
        "shown": "Pagesight, without markup for machines",
        "extruct": "extruct, pages as they are",
    }
    rows = [f"| share right | {' | '.join(pages)} |", "|---|---|---|---|---|"]
    for system, what in names.items():
        own = (systems[system][name] for name in fields)
        cells = (spanned(of["right"], of["right_ci95"]) for of in own)
        rows.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(rows)


def genre_table(run: Run, systems: Results) -> str:
    """Return accuracy over eight and seven genres, a row a system."""
    rows = ["| system | eight genres (95 %) | macro F1 | seven | ECE |", "|---|---|---|---|---|"]
    for name in run.systems:
        of = systems[name]
        cells = [
            spanned(of["accuracy"], of["accuracy_ci95"]),
            *(short(of[key]) for key in ("macro_f1", "seven_accuracy", "ece")),
        ]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


RUNS = (
    Run(
        name="unseen",
        task="extract",
        corpora=("cleaneval_en.parquet", "dragnet.parquet", "waddle_daniel.parquet"),
        systems=("auto", "sight", "trafilatura", "readability-lxml", "resiliparse", "newspaper4k"),
        weights=OF_AUTO,
        claim="word F1 on sites that no shipped model learned from",
        not_claimed="that no rule was chosen on these corpora; pages with style, lists, threads",
        measured={
            "cleaneval_en": f"CleanEval: English pages of 2007{CHOSEN}",
            "dragnet": f"Dragnet: blogs and news of 2012{CHOSEN}",
            "waddle_daniel": f"news in five languages, without addresses{CHOSEN}",
        },
        other_sites=True,
        shown_in=("README.md", "docs/evaluation.md"),
        table=text_table,
    ),
    Run(
        name="records",
        task="records",
        corpora=(
            "extract/juriscraper_listings.parquet",
            "extract/meetings.parquet",
            "styled/feeds.parquet",
        ),
        systems=("auto", "listview"),
        weights=OF_AUTO,
        claim="F1 of the items of lists",
        not_claimed="lists of other kinds: rules were chosen on all of these pages",
        measured={
            "juriscraper_listings": f"court lists{CHOSEN}",
            "city-scrapers": f"public meetings of 12 cities{CHOSEN}",
            "feeds": f"blogs' list pages, 20 languages{IN_SAMPLE}{CHOSEN}",
        },
        table=item_table,
    ),
    Run(
        name="posts",
        task="posts",
        corpora=("extract/harvest_forum.parquet",),
        systems=("auto",),
        weights=OF_AUTO,
        claim="F1 of the posts of threads",
        not_claimed="forums of other software: models and rules saw these pages",
        measured={"harvest_forum": f"threads of forums{IN_SAMPLE}{CHOSEN}"},
        table=item_table,
    ),
    Run(
        name="products",
        task="products",
        corpora=("extract/zyte_product.parquet",),
        systems=("stated", "shown", "extruct"),
        weights=(),
        claim="share of products with the right title, price, currency, availability",
        not_claimed="other shops: rules were chosen here",
        table=product_table,
        script="tests/studies/extract/product_fields.py",
    ),
    Run(
        name="genre-val",
        task="genre",
        corpora=("genre/*.parquet",),
        systems=("both", "html", "screenshot", "goce-svm"),
        weights=tuple(f"vision/weights/{name}" for name in ("fusion", "html", "screenshot", "svm")),
        claim="accuracy of genres on other sites of collections that were learned from",
        not_claimed="collections that it does not know: those are eight points harder",
        split="val",
        other_sites=True,
        table=genre_table,
    ),
)


def registered(run: Run) -> Mapping[str, Any]:
    """Return what is kept of the run."""
    found: Mapping[str, Any] = json.loads((KEPT / f"{run.name}.json").read_text("utf-8"))
    return found

"""Tables of runs as documents show them: what a command printed, or what its results.json holds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Kept = Mapping[str, Any]  # what docs/figures keeps of a run
Measured = Mapping[str, str]  # source of pages -> what they are


def short(figure: float) -> str:
    return f"{figure:.3f}".removeprefix("0")


def spanned(figure: float, ends: Sequence[float]) -> str:
    return f"{short(figure)} ({short(ends[0])}-{short(ends[1])})"


def printed_table(_: Measured, kept: Kept) -> str:
    """Return the tables that the command printed, word for word, an empty line between two."""
    lines = [line if line.startswith("|") else "" for line in kept["printed"]]
    tables = "\n".join(lines).split("\n\n")
    return "\n\n".join(table.strip("\n") for table in tables if table.strip("\n"))


def first_table(measured: Measured, kept: Kept) -> str:
    """Return the first table that the command printed."""
    return printed_table(measured, kept).partition("\n\n")[0]


def last_table(measured: Measured, kept: Kept) -> str:
    """Return the last table that the command printed."""
    return printed_table(measured, kept).rpartition("\n\n")[2]


def tables_under(*headings: str) -> Callable[[Measured, Kept], str]:
    """Return what gives the tables under these headings of the report that a command printed."""

    def tables(measured: Measured, kept: Kept) -> str:
        printed = kept["printed"]
        parts = ({"printed": printed[printed.index(f"## {name}") :]} for name in headings)
        return "\n\n".join(first_table(measured, part) for part in parts)

    return tables


def all_rows(measured: Measured, kept: Kept) -> str:
    """Return the rows of the first table that are of all, not of a part."""
    heading, rule, *rows = first_table(measured, kept).splitlines()
    return "\n".join((heading, rule, *(row for row in rows if "| all |" in row)))


def text_table(measured: Measured, kept: Kept) -> str:
    """Return word F1, a row a corpus, the best figure of each in bold."""
    systems = kept["results"]
    rows = _heading(("word F1 on pages of", "pages", *systems))
    for name, what in measured.items():
        own = [of["by_corpus"][name] for of in systems.values()]
        rows.append(_row(what, own[0]["pages"], [of["word_f1"] for of in own]))
    own = list(systems.values())
    rows.append(_row("all", own[0]["pages"], [of["word_f1"] for of in own]))
    low, high = systems["auto"]["word_f1_ci95"]
    rows += ["", f"`auto` on all of them: {short(low)} to {short(high)} (95 %)."]
    return "\n".join(rows)


def _heading(names: Iterable[str]) -> list[str]:
    names = list(names)
    return [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]


def _row(what: str, pages: int, figures: Sequence[float]) -> str:
    best = max(figures)
    cells = [f"**{short(each)}**" if each == best else short(each) for each in figures]
    return f"| {what} | {pages:,} | {' | '.join(cells)} |"


def item_table(measured: Measured, kept: Kept) -> str:
    """Return F1 of items, pages without a fault and pages without items, a row a corpus."""
    systems = kept["results"]
    headings = [f"{name}: F1 (95 %) | perfect | without" for name in systems]
    rows = [
        f"| items of | pages | {' | '.join(headings)} |",
        "|---|---|" + "---|" * (3 * len(systems)),
    ]
    for name, what in measured.items():
        own = [of["by_corpus"][name] for of in systems.values()]
        cells = [
            f"{spanned(of['f1'], of['f1_ci95'])} | {of['perfect_pages']} | {of['empty']}"
            for of in own
        ]
        rows.append(f"| {what} | {own[0]['pages']} | {' | '.join(cells)} |")
    return "\n".join(rows)


def product_table(_: Measured, kept: Kept) -> str:
    """Return the share right of each attribute, a row a system."""
    systems = kept["results"]
    fields = ("title", "price", "currency", "availability", "sku", "brand")
    pages = [f"{name} ({systems['stated'][name]['pages']} pages)" for name in fields]
    names = {
        "stated": "Pagesight, pages as they are",
        "shown": "Pagesight, without markup for machines",
        "extruct": "extruct, pages as they are",
    }
    rows = _heading(("share right", *pages))
    for system, what in names.items():
        own = (systems[system][name] for name in fields)
        cells = (spanned(of["right"], of["right_ci95"]) for of in own)
        rows.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(rows)


def genre_table(_: Measured, kept: Kept) -> str:
    """Return accuracy over eight and seven genres, a row a system."""
    rows = _heading(("system", "eight genres (95 %)", "macro F1", "seven", "ECE"))
    for name, of in kept["results"].items():
        cells = [
            spanned(of["accuracy"], of["accuracy_ci95"]),
            *(short(of[key]) for key in ("macro_f1", "seven_accuracy", "ece")),
        ]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


# F1 of content and of noise over leaves, and the mean of both over pages, as each system's paper
# gives them for CleanEval English (docs/methods.md names the papers).
PAPERS = {
    "boilernet": (".87", ".82", ".774"),
    "web2text": (".86", ".79", ""),
    "multiboilernet": (".878", ".831", ".798"),
}


def block_table(_: Measured, kept: Kept) -> str:
    """Return the F1 of leaves beside those of each system's paper, a row a system."""
    scores = ("content F1", "noise F1", "macro average")
    headings = [each for score in scores for each in (score, "paper")]
    rows = _heading(("system", "pages", *headings))
    for name, of in kept["results"].items():
        own = name.partition("=")[0]
        ours = (
            short(of["content_f1"]),
            short(of["noise_f1"]),
            spanned(of["macro_f1"], of["macro_f1_ci95"]),
        )
        cells = (cell for pair in zip(ours, PAPERS[own], strict=True) for cell in pair)
        rows.append(f"| {own} | {of['pages']} | {' | '.join(cells)} |")
    return "\n".join(rows)

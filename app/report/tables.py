"""The tables of an evaluation's report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# Task -> (heading, figure) of the columns of the first table.
_COLUMNS: Mapping[str, Sequence[tuple[str, str]]] = {
    "extract": (
        ("word F1", "word_f1"), ("95 %", "word_f1_ci95"), ("median", "word_f1_median"),
        ("P", "word_precision"), ("R", "word_recall"), ("LCS F1", "lcs_f1"),
        ("cosine", "bow_cosine"), ("with", "with_rate"), ("without", "without_rate"),
        ("empty", "empty"), ("errors", "errors"), ("time-outs", "timeouts"),
        ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "records": (
        ("F1", "f1"), ("95 %", "f1_ci95"), ("P", "precision"), ("R", "recall"),
        ("perfect", "perfect_pages"), ("title overlap", "title_overlap_f1"), ("empty", "empty"),
        ("errors", "errors"), ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "posts": (
        ("F1", "f1"), ("95 %", "f1_ci95"), ("P", "precision"), ("R", "recall"),
        ("text, author, date", "whole_f1"), ("authors", "authors"), ("dates", "dates"),
        ("perfect", "perfect_pages"), ("empty", "empty"), ("errors", "errors"),
        ("ms/page", "ms_per_page_median"), ("MB", "peak_rss_mb"),
    ),
    "genre": (
        ("accuracy", "accuracy"), ("95 %", "accuracy_ci95"), ("macro F1", "macro_f1"),
        ("seven genres", "seven_accuracy"), ("macro F1", "seven_macro_f1"),
        ("two classes", "coarse_accuracy"), ("ECE", "ece"), ("rendered", "rendered_share"),
        ("ms/page", "ms_per_page_median"),
    ),
}  # fmt: skip
_BENCHMARKS = (
    ("Levenshtein (CleanEval)", "levenshtein"), ("ROUGE-LSum (Bevendorff)", "rouge_lsum_f1"),
    ("ROUGE-5 (WebMainBench)", "rouge_5_f1"), ("4-grams (Scrapinghub)", "shingle_f1"),
)  # fmt: skip
_STRUCTURE = (
    ("headings", "headings_f1"), ("items of lists", "list_items_f1"), ("code", "code_f1"),
    ("formulas", "formulas_f1"), ("tables, TEDS", "tables_teds"),
)  # fmt: skip
_GROUPINGS = {
    "by_genre": "By genre", "by_lang": "By language", "by_corpus": "By corpus",
    "by_length": "By length of gold", "by_complexity": "By gold's share of the page's words",
}  # fmt: skip
# Task -> the figure that ranks the systems.
MAIN_FIGURE: Mapping[str, str] = {
    "extract": "word_f1", "records": "f1", "posts": "f1", "genre": "accuracy", "blocks": "macro_f1",
}  # fmt: skip

_NOTES: Mapping[str, Sequence[str]] = {
    "extract": (
        "Means over pages; a page on which a system failed counts as empty output. "
        "The interval is a bootstrap over pages.",
        "word F1: overlap of the multisets of words (WCXB); LCS F1: longest common subsequence of "
        "words (GOCE); cosine: of the bags of words (GOCE); Levenshtein: 1 - edit distance / "
        "longer text, over characters (CleanEval).",
        "ROUGE-LSum: the LCS of sentences, joined (Bevendorff 2023; sentences cut by sentencex, "
        "not punkt); ROUGE-5: 5-grams (WebMainBench; of our tokens, not jieba's); 4-grams: F1 of "
        "the means of precision and recall (Scrapinghub).",
        "with: share of the wanted snippets found in the text (high is good); without: share of "
        "the unwanted ones found in it (low is good).",
        "ms/page: median processor time on one core, parsing included. MB: the most memory held by "
        "a process that ran this system alone; reading the corpus is part of it, alike for all.",
    ),
    "records": (
        "Means over pages. A record is right if it leads to the gold record's address or holds "
        "the words of its title or its number; records are matched one to one.",
        "title overlap: F1 of the sums of Jaccard overlaps, best matched (NEXT-EVAL), here of the "
        "words of titles.",
    ),
    "posts": (
        "Means over pages. A post is found if the word F1 of its text and a gold post's is .8; "
        "posts are matched one to one. Authors and dates: share right of the posts found, by name "
        "or profile's address, by day or as shown. The second F1 counts posts right in all three.",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Cells as they are to be read; the first column names the row. `best` marks cells by place."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    best: frozenset[tuple[int, int]] = field(default_factory=frozenset)


def headline(results: Mapping[str, Any]) -> str:
    """Return what was measured, in a line."""
    return f"{results['task']} on {', '.join(results['corpus'])}: {results['pages']} pages"


def notes(results: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a reader must know to read the figures."""
    if results.get("folds_by") == "source":
        trained = "Learned parts were trained anew for each corpus, on the pages of the others."
    elif results["folds"]:
        trained = f"Learned parts were trained anew for each of {results['folds']} folds by site."
    else:
        trained = "Learned parts are the models as shipped; their cards say which pages they saw."
    tokens = f"Tokens: {results['tokenizer']}."
    own = _NOTES.get(results["task"], ())
    learned = tuple(
        f"In-sample: {name} learned from pages of {', '.join(corpora)}."
        for name, corpora in results.get("in_sample", {}).items()
    )
    return (
        *own,
        tokens,
        trained,
        *learned,
        f"pagesight {results['version']}, seed {results['seed']}.",
    )


def tables(results: Mapping[str, Any]) -> tuple[ReportTable, ...]:
    """Return the table of all pages, then that of each grouping, best system first."""
    systems = ranked(results)
    main = MAIN_FIGURE.get(results["task"], "")
    columns = [c for c in _columns(results["task"], systems) if _has(systems, c[1])]
    found = [_table("All pages", systems, columns)]
    others = {"As other benchmarks score": _BENCHMARKS, "Structure of the Markdown": _STRUCTURE}
    for title, named in others.items():
        if known := [column for column in named if _has(systems, column[1])]:
            found.append(_table(title, systems, known))
    if compared := _compared(systems):
        found.append(compared)
    for key, title in _GROUPINGS.items():
        of_genres = results["task"] == "genre" and key == "by_genre"
        grouped = _grouped(title, systems, key, "f1" if of_genres else main)
        if grouped is not None:
            found.append(grouped)
    return tuple(found)


def _compared(systems: Mapping[str, Mapping[str, Any]]) -> ReportTable | None:
    """Return how each system differs from the best one, page by page; None if nothing does."""
    pairs = {name: each["below_best"] for name, each in systems.items() if "below_best" in each}
    if not pairs:
        return None
    rows = [
        [
            name,
            _signed(of["difference"]),
            " to ".join(map(_signed, of["ci95"])),
            *(cell(of[key]) for key in ("better", "equal", "worse")),
        ]
        for name, of in pairs.items()
    ]
    best = next(iter(pairs.values()))["best"]
    headers = ["system", "difference", "95 %", "pages better", "as good", "worse"]
    return ReportTable(f"Against {best}, page by page: word F1", headers, rows)


def _signed(figure: float) -> str:
    return f"{figure:+.3f}".replace("0.", ".", 1)


def ranked(results: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the systems' figures, the best system first."""
    main = MAIN_FIGURE.get(results["task"], "")
    systems: Mapping[str, Mapping[str, Any]] = results["systems"]
    return dict(sorted(systems.items(), key=lambda item: -float(item[1].get(main) or 0.0)))


def _columns(task: str, systems: Mapping[str, Mapping[str, Any]]) -> Sequence[tuple[str, str]]:
    if task in _COLUMNS:
        return _COLUMNS[task]
    first = next(iter(systems.values()), {})
    return [(name, name) for name, value in first.items() if isinstance(value, int | float)]


def _has(systems: Mapping[str, Mapping[str, Any]], figure: str) -> bool:
    return any(figure in figures for figures in systems.values())


def _table(
    title: str, systems: Mapping[str, Mapping[str, Any]], columns: Sequence[tuple[str, str]]
) -> ReportTable:
    rows = [
        [name, *(cell(figures.get(figure)) for _, figure in columns)]
        for name, figures in systems.items()
    ]
    return ReportTable(title, ["system", *(heading for heading, _ in columns)], rows)


def _grouped(
    title: str, systems: Mapping[str, Mapping[str, Any]], key: str, figure: str
) -> ReportTable | None:
    """Return one figure by system and group; None where there are fewer than two groups."""
    groups: Mapping[str, Mapping[str, Any]] = next(iter(systems.values()), {}).get(key, {})
    if len(groups) < 2:
        return None
    values = [
        [figures.get(key, {}).get(group, {}).get(figure) for group in groups]
        for figures in systems.values()
    ]
    rows = [[name, *map(cell, row)] for name, row in zip(systems, values, strict=True)]
    best = {
        (row, place + 1)
        for place, column in enumerate(zip(*values, strict=True))
        for row, value in enumerate(column)
        if value is not None and value == max(v for v in column if v is not None)
    }
    sizes = (f"{group} ({of.get('pages', of.get('support', ''))})" for group, of in groups.items())
    return ReportTable(f"{title}: {figure}", ["system", *sizes], rows, frozenset(best))


def cell(value: object) -> str:
    """Return a figure as it is to be read.

    >>> cell(0.84567), cell(12.34), cell(3), cell([0.1, 0.25]), cell(None)
    ('.846', '12.3', '3', '.100-.250', '')
    """
    if isinstance(value, list | tuple):
        return "-".join(map(cell, value))
    if isinstance(value, float):
        if not 0 <= value <= 1:
            return f"{value:.1f}"
        return f"{value:.3f}".removeprefix("0")
    return "" if value is None else str(value)

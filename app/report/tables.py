"""The tables of an evaluation's report, and the figures of each task that they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

# Task -> (heading, figure) of the columns of the first table.
COLUMNS: Mapping[str, Sequence[tuple[str, str]]] = {
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
    "render": (
        ("text kept", "text_kept"), ("95 %", "text_kept_ci95"), ("text added", "text_added"),
        ("failed", "errors"), ("time-outs", "timeouts"), ("blank", "blank"),
        ("no picture", "no_picture"), ("s/page", "seconds_per_page_median"),
        ("pages/s", "pages_per_second"), ("MB", "peak_mb"),
    ),
}  # fmt: skip
BENCHMARKS = (
    ("Levenshtein (CleanEval)", "levenshtein"), ("ROUGE-LSum (Bevendorff)", "rouge_lsum_f1"),
    ("ROUGE-5 (WebMainBench)", "rouge_5_f1"), ("4-grams (Scrapinghub)", "shingle_f1"),
    ("95 %", "shingle_f1_ci95"),
)  # fmt: skip
STRUCTURE = (
    ("headings", "headings_f1"), ("items of lists", "list_items_f1"), ("code", "code_f1"),
    ("formulas", "formulas_f1"), ("tables, TEDS", "tables_teds"),
)  # fmt: skip
GROUPINGS = {
    "by_genre": "By genre", "by_lang": "By language", "by_corpus": "By corpus",
    "by_length": "By length of gold", "by_complexity": "By gold's share of the page's words",
}  # fmt: skip
# Task -> the figure that ranks the systems.
MAIN_FIGURE: Mapping[str, str] = {
    "extract": "word_f1", "records": "f1", "posts": "f1", "genre": "accuracy", "blocks": "macro_f1",
    "render": "text_kept",
}  # fmt: skip

NOTES: Mapping[str, Sequence[str]] = {
    "render": (
        "text kept: share of the words that the server sent (outside scripts, styles, noscript and "
        "templates) that are in the HTML after rendering; of a page that failed none. text added: "
        "words there that were not sent, as a share of those sent. Means over pages.",
        "The systems render each page in turns, one page at a time each, a browser's start being "
        "part of a page where the system starts one. s/page: median; pages/s: pages / sum of "
        "seconds. blank: pictures that show nothing but their background. MB: the most that the "
        "system's process and its browsers held together.",
        "shot-scraper takes pictures alone.",
    ),
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


_FEWEST = 10  # pages or sites of an interval that is relied on; by hand
Pairs = Sequence[Mapping[str, Any]]  # as `app.evaluate.statistics.pairs` makes them


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
    if results["task"] == "render":
        trained = "Nothing is learned."
    elif results.get("folds_by") == "source":
        trained = "Learned parts were trained anew for each corpus, on the pages of the others."
    elif results["folds"]:
        trained = f"Learned parts were trained anew for each of {results['folds']} folds by site."
    else:
        trained = "Learned parts are the models as shipped; their cards say which pages they saw."
    tokens = f"Tokens: {results['tokenizer']}."
    own = NOTES.get(results["task"], ())
    learned = tuple(
        f"In-sample: {name} learned from pages of {', '.join(corpora)}."
        for name, corpora in results.get("in_sample", {}).items()
    )
    compared = (
        "Differences of pairs: paired bootstrap over pages (of genres over sites). Each interval "
        "is of its pair alone: of pairs that do not differ, one in twenty is marked by chance. Of "
        f"fewer than {_FEWEST} pages or sites none is marked.",
    )
    return (
        *own,
        tokens,
        *(compared if results.get("pairs") else ()),
        trained,
        *learned,
        f"pagesight {results['version']}, seed {results['seed']}.",
    )


def tables(results: Mapping[str, Any]) -> tuple[ReportTable, ...]:
    """Return the table of all pages, then that of each grouping, best system first."""
    systems = ranked(results)
    main = MAIN_FIGURE.get(results["task"], "")
    columns = [c for c in _columns(results["task"], systems) if _has(systems, c[1])]
    report = [_table("All pages", systems, columns)]
    others = {"As other benchmarks score": BENCHMARKS, "Structure of the Markdown": STRUCTURE}
    for title, named in others.items():
        if known := [column for column in named if _has(systems, column[1])]:
            report.append(_table(title, systems, known))
    pairs = results.get("pairs", ())
    if pairs:
        report += [_matrix(pairs, list(systems), main)] if len(pairs) > 1 else []
        report += [*_differences_by_group(pairs, pairs[0]["system"]), _listed(pairs)]
    if failed := _failures(systems):
        report.append(failed)
    for key, title in GROUPINGS.items():
        of_genres = results["task"] == "genre" and key == "by_genre"
        grouped = _grouped(title, systems, key, "f1" if of_genres else main)
        if grouped is not None:
            report.append(grouped)
    return tuple(report)


def _failures(systems: Mapping[str, Mapping[str, Any]]) -> ReportTable | None:
    """Return on how many pages each system failed, by kind; None if none did."""
    failures = {name: of.get("failures", {}) for name, of in systems.items()}
    errors = list(dict.fromkeys(chain.from_iterable(failures.values())))
    rows = [[name, *(cell(of.get(error, 0)) for error in errors)] for name, of in failures.items()]
    return ReportTable("Pages that failed, by kind", ["system", *errors], rows) if errors else None


def _matrix(pairs: Pairs, systems: Sequence[str], figure: str) -> ReportTable:
    """Return every system against every one above it."""
    of = {frozenset((pair["system"], pair["against"])): pair for pair in pairs}
    columns = list(enumerate(systems[:-1]))
    cells = [
        [of.get(frozenset((name, other))) if number < place else None for number, other in columns]
        for place, name in enumerate(systems)
    ]
    rows = [
        [f"{number} {name}", *(_less(pair, name) for pair in row)]
        for number, (name, row) in enumerate(zip(systems, cells, strict=True), 1)
    ]
    title = (
        f"Every pair, page by page: {as_name(figure)} of the row less that of the column "
        "(marked: its 95 % interval has no 0)"
    )
    # A phone has no room for so many names.
    numbers = [str(number) for number in range(1, len(systems))]
    return ReportTable(title, ["system", *numbers], rows, _sure(cells))


def _less(pair: Mapping[str, Any] | None, name: str) -> str:
    """Return the figure of the named system of a pair less that of the other."""
    if pair is None:
        return ""
    return _signed(pair["difference"] * (1 if pair["system"] == name else -1))


def _listed(pairs: Pairs) -> ReportTable:
    rows = [
        [
            pair["system"],
            pair["against"],
            f"{_signed(pair['difference'])} ({' to '.join(map(_signed, pair['ci95']))})",
            *(cell(pair[key]) for key in ("better", "equal", "worse")),
        ]
        for pair in pairs
    ]
    columns = ["system", "against", "difference (95 %)", "pages better", "as good", "worse"]
    return ReportTable("Every pair, with intervals", columns, rows)


def _sure(rows: Sequence[Sequence[Mapping[str, Any] | None]]) -> frozenset[tuple[int, int]]:
    """Return the places of the differences whose interval has no 0; the names are column 0.

    An interval of a few pages or sites is too narrow to say so.
    """
    return frozenset(
        (number, place)
        for number, row in enumerate(rows)
        for place, each in enumerate(row, 1)
        if each and each["drawn"] >= _FEWEST and not each["ci95"][0] <= 0 <= each["ci95"][1]
    )


def _differences_by_group(pairs: Pairs, best: str) -> list[ReportTable]:
    """Return the differences from the best system by group."""
    against = [pair for pair in pairs if pair["system"] == best]
    differences = []
    for key, title in GROUPINGS.items():
        groups = list(dict.fromkeys(group for pair in against for group in pair.get(key, ())))
        if len(groups) < 2:
            continue
        cells = [[pair.get(key, {}).get(group) for group in groups] for pair in against]
        rows = [
            [pair["against"], *(_signed(-each["difference"]) if each else "" for each in row)]
            for pair, row in zip(against, cells, strict=True)
        ]
        heading = f"{title}: difference from {best} (marked: its 95 % interval has no 0)"
        differences.append(ReportTable(heading, ["system", *groups], rows, _sure(cells)))
    return differences


def _signed(figure: float) -> str:
    """Return a difference with its sign.

    >>> _signed(0.0123), _signed(-1.5), _signed(-0.0001)
    ('+.012', '-1.500', '.000')
    """
    shown = f"{figure:+.3f}"
    return ".000" if float(shown) == 0 else shown.replace("0.", ".", 1)


def ranked(results: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the systems' figures, the best system first."""
    main = MAIN_FIGURE.get(results["task"], "")
    systems: Mapping[str, Mapping[str, Any]] = results["systems"]
    return dict(sorted(systems.items(), key=lambda item: -float(item[1].get(main) or 0.0)))


def _columns(task: str, systems: Mapping[str, Mapping[str, Any]]) -> Sequence[tuple[str, str]]:
    if task in COLUMNS:
        return COLUMNS[task]
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
    return ReportTable(f"{title}: {as_name(figure)}", ["system", *sizes], rows, frozenset(best))


def as_name(figure: str) -> str:
    """Return a figure's name as it is to be read."""
    return figure.replace("_", " ").replace("f1", "F1")


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

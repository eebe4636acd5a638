"""Write the report of an evaluation: figures, predictions, and pages for people."""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pagesight.app.report.cases import Case
from pagesight.app.report.tables import ReportTable, headline, notes, ranked, tables
from pagesight.extract.page.inline.escape import literal, resolve_pointers


def write_report(
    results: Mapping[str, Any],
    predictions: Iterable[Mapping[str, object]],
    out: Path,
    cases: Sequence[Case] = (),
    pictures: Mapping[str, str] = {},
) -> None:
    """Write `results.json`, `predictions.jsonl.gz`, `report.md` and `report.html` to `out`.

    The page shows the `cases`: systems on pages, the worst first, with the pages' `pictures`.
    """
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    # The largest file comes last: where the disk is full, the figures are on it.
    (out / "results.json").write_text(text, encoding="utf-8")
    (out / "report.md").write_text(markdown(results), encoding="utf-8")
    (out / "report.html").write_text(html(results, cases, pictures), encoding="utf-8")
    write_predictions(predictions, out / "predictions.jsonl.gz")


def write_predictions(predictions: Iterable[Mapping[str, object]], path: Path) -> None:
    """Write predictions as compressed JSON Lines."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for row in predictions:
            file.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")


def markdown(results: Mapping[str, Any]) -> str:
    """Return the report as Markdown: its tables and notes, no plots."""
    parts = [f"# {_as_text(headline(results))}"]
    for table in tables(results):
        parts.append(f"## {_as_text(table.title)}\n\n{_markdown_table(table)}")
    parts.append("\n".join(f"* {_as_text(note)}" for note in notes(results)))
    return "\n\n".join(parts) + "\n"


def html(
    results: Mapping[str, Any], cases: Sequence[Case] = (), pictures: Mapping[str, str] = {}
) -> str:
    """Return the report as one HTML page that needs no other file."""
    from jinja2 import Environment, PackageLoader

    from pagesight.app.report.plots import plots

    page: str = (
        Environment(
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            loader=PackageLoader("pagesight.app", "templates"),
        )
        .get_template("report.html.j2")
        .render(
            headline=headline(results),
            results=results,
            tables=tables(results),
            plots=plots(results),
            notes=notes(results),
            cases=[asdict(case) for case in cases],
            pictures=dict(pictures),
            systems=list(ranked(results)),
        )
    )
    return page


def _markdown_table(table: ReportTable) -> str:
    rows = [list(map(_as_cell, row)) for row in (table.headers, *table.rows)]
    for row, place in table.best:
        rows[row + 1][place] = f"**{rows[row + 1][place]}**"
    rows.insert(1, ["---"] + ["---:"] * (len(table.headers) - 1))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _as_cell(text: str) -> str:
    return _as_text(text).replace("|", "\\|")


def _as_text(text: str) -> str:
    """Return a name or text so that Markdown shows it as it is: a file may be named as markup."""
    return resolve_pointers(literal(" ".join(text.split())))

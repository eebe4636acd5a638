"""Write results and predictions as the command line offers, or keep them in a folder."""

import io
import json
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagesight.app.config import Format
from pagesight.app.output.result_json import record_json
from pagesight.app.result import Result
from pagesight.datasets.schema import Genre
from pagesight.extract.markdown.write import to_titled_text
from pagesight.extract.records.record import Record
from pagesight.extract.text.safe import is_safe_address, printable, safe_cell
from pagesight.render.page import picture_format
from pagesight.vision.prediction import Prediction, Side

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token


# Of the attributes of records those that have a column of their own, by schema.org's names.
_PROPERTIES = (
    "listPrice", "startDate", "endDate", "location", "address", "telephone", "email", "category",
    "hiringOrganization", "baseSalary", "employmentType",
)  # fmt: skip
_COLUMNS = (
    "page", "title", "url", "text", "price", "image", "date", "author", "summary", "rating", "type",
    *_PROPERTIES, "attributes",
)  # fmt: skip
CSV_HEADER = ",".join(_COLUMNS)  # once above the lines of all pages
_BY_SUFFIX: Mapping[str, Format] = {
    ".txt": "text", ".md": "markdown", ".json": "json", ".html": "html", ".csv": "csv",
}  # fmt: skip
_SHOWN = 0.005  # genres less likely than that are left out of a line: they would show as 0.00


def written(result: Result, format: Format, *, alternatives: bool = False) -> str:
    """Return the result in that format, without a line break at its end; CSV without header.

    With `alternatives` JSON says what each extractor alone makes of the page, too.
    """
    if format == "json":
        return printable(result.to_json(alternatives=alternatives))
    return printable(_WRITERS[format](result))


def written_text(source: str, text: str, format: Format) -> str:
    """Return a text without a page around it in that format, in the same way."""
    shown = printable(text)
    if format == "json":
        return json.dumps({"source": source, "text": text}, ensure_ascii=False)
    if format == "csv":
        return _lines_of([{"page": source, "text": shown}])
    if format == "html":
        paragraphs = "".join(f"<p>{escape(line)}</p>\n" for line in shown.splitlines() if line)
        return _html_page(source, "", paragraphs)
    return shown


def _html(result: Result) -> str:
    """Return the content as an HTML page of its own. Markup in the text stays text."""
    metadata = result.extraction.metadata
    content = renderer().render(result.extraction.markdown)
    return _html_page(metadata.title, metadata.language, content)


def _html_page(title: str, language: str, content: str) -> str:
    lang = f' lang="{escape(language)}"' if language else ""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    body = f"<body><main>\n{content}</main></body>"
    return f"<!doctype html><html{lang}><head>{head}</head>{body}</html>"


def renderer() -> "MarkdownIt":
    """Return what makes HTML of our Markdown."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable("reference")  # our Markdown has no definitions of links, but of footnotes
    parser.validateLink = is_safe_address  # type: ignore[assignment, method-assign]
    # Before escaped characters are joined with the rest: an escaped <br> is text.
    parser.core.ruler.before("text_join", "cell_line_breaks", _break_lines_in_cells)
    return parser


def _break_lines_in_cells(state: "StateCore") -> None:
    """Read the one mark of HTML in our Markdown: a line break in a table's cell."""
    for before, inline in pairwise(state.tokens):
        if before.type in ("td_open", "th_open"):
            children = inline.children or []
            inline.children = [part for child in children for part in _lines(child)]


def _lines(token: "Token") -> list["Token"]:
    """Return the token, or if it is text with line breaks in it, its lines and the breaks."""
    if token.type != "text" or "<br>" not in token.content:
        return [token]
    first, *others = (token.copy(content=line) for line in token.content.split("<br>"))
    broken = token.copy(type="html_inline", content="<br>")
    return [first, *(part for line in others for part in (broken, line))]


def _csv(result: Result) -> str:
    """Return a line a record; a page without records is one record itself."""
    page = result.capture.requested_url
    rows = [{"page": page, **_cells_of(record)} for record in result.extraction.records]
    if not rows:
        extraction, url = result.extraction, result.capture.page.url
        metadata = {
            name: getattr(extraction.metadata, name)
            for name in ("title", "date", "image", "author")
        }
        rows = [{"page": page, **metadata, "url": url, "text": extraction.text}]
    return _lines_of(rows)


def _cells_of(record: Record) -> dict[str, str]:
    """Return the fields of a record by column; what has none of its own as JSON, in the last."""
    fields = record_json(record)
    others = fields.pop("attributes")
    own = {name: others.pop(name, "") for name in _PROPERTIES}
    others.pop("markdown", None)  # the text again
    return {**fields, **own, "attributes": json.dumps(others, ensure_ascii=False) if others else ""}


def _lines_of(rows: Iterable[Mapping[str, str]]) -> str:
    import csv

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([safe_cell(row.get(name, "")) for name in _COLUMNS] for row in rows)
    return buffer.getvalue().removesuffix("\n")


_WRITERS: Mapping[Format, Callable[[Result], str]] = {  # of all but JSON
    "text": lambda result: to_titled_text(result.extraction.blocks, result.extraction.title),
    "markdown": lambda result: result.extraction.markdown,
    "html": _html,
    "csv": _csv,
}


def file_format(out: Path) -> Format | None:
    """Return the format of a file of that name; None of a folder.

    >>> file_format(Path("page.md")), file_format(Path("page"))
    ('markdown', None)
    """
    return None if out.is_dir() else _BY_SUFFIX.get(out.suffix.lower())


def save_result(result: Result, out: Path, *, alternatives: bool = False) -> tuple[Path, ...]:
    """Write the result and return the files.

    In a folder these are JSON, Markdown, and the screenshot; a file of a known format is that
    alone.
    """
    if format := file_format(out):
        head = f"{CSV_HEADER}\n" if format == "csv" else ""
        return _write({out: head + written(result, format, alternatives=alternatives)})
    json_text = written(result, "json", alternatives=alternatives)
    files = _write(_in_folder(out, json_text, written(result, "markdown")))
    picture = result.capture.page.screenshot
    if picture is None:
        return files
    file = out / f"screenshot.{picture_format(picture)}"
    file.write_bytes(picture)
    return (*files, file)


def save_text(source: str, text: str, out: Path) -> tuple[Path, ...]:
    """Write a text without a page around it as `save_result` does, and return the files."""
    if format := file_format(out):
        return _write({out: written_text(source, text, format)})
    return _write(_in_folder(out, written_text(source, text, "json"), text))


def _in_folder(folder: Path, json: str, markdown: str) -> Mapping[Path, str]:
    return {folder / "result.json": json, folder / "text.md": markdown}


def _write(files: Mapping[Path, str]) -> tuple[Path, ...]:
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        # What is no UTF-8 in a file's name is escaped, which JSON reads as well.
        path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    return tuple(files)


def classification_line(source: str, prediction: Prediction) -> str:
    """Return the source, its genre and the probabilities, separated by tabs."""
    shares = [(genre, prediction.probabilities[genre]) for genre in _by_probability(prediction)]
    likely = " ".join(f"{genre}={share:.3f}" for genre, share in shares if share > _SHOWN)
    return "\t".join(map(_cell, [source, prediction.genre, likely, *prediction.warnings]))


def explanation(prediction: Prediction) -> str:
    """Return a line a side: what it predicts alone, its weight, and what that does to the odds.

    The odds are those of the predicted genre against the second likeliest: a surer side moves them
    further. The picture's weight is by the genre that the HTML predicts.
    """
    genre, rival = _by_probability(prediction)[:2]
    if not prediction.sides:
        return f"  {prediction.evidence} alone"
    return "\n".join(_side(side, genre, rival) for side in prediction.sides)


def _side(side: Side, genre: Genre, rival: Genre) -> str:
    alone = side.prediction
    shares = " ".join(
        f"{each}={alone.probabilities[each]:.3f}" for each in _by_probability(alone)[:3]
    )
    if side.weight == 0:
        return f"  {alone.evidence}: {shares}; left out: {', '.join(alone.warnings)}"
    moved = f"{side.log_odds(genre, rival):+.2f} for {genre} against {rival}"
    return f"  {alone.evidence}: {shares}; weight {side.weight:.2f}, log-odds {moved}"


def _by_probability(prediction: Prediction) -> list[Genre]:
    return sorted(prediction.probabilities, key=lambda genre: -prediction.probabilities[genre])


def _cell(text: str) -> str:
    return safe_cell(" ".join(printable(text).split()))


def classification_json(source: str, prediction: Prediction, explained: bool) -> str:
    """Return the same as a JSON object; `explained` with each side's own, and its weight."""
    values = {"source": source, **prediction_json(prediction)}
    if explained:
        values["sides"] = [
            {**prediction_json(side.prediction), "weight": round(side.weight, 4)}
            for side in prediction.sides
        ]
    return json.dumps(values, ensure_ascii=False)


def prediction_json(prediction: Prediction) -> dict[str, Any]:
    """Return a prediction as values that `json.dumps` takes."""
    return {
        "genre": prediction.genre,
        "confidence": round(prediction.confidence, 4),
        "probabilities": {str(g): round(p, 4) for g, p in prediction.probabilities.items()},
        "evidence": prediction.evidence,
        "warnings": list(prediction.warnings),
    }

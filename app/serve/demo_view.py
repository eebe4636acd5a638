"""What the demo shows of a result: each part as the widget that shows it takes it."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from PIL import Image

from pagesight.app.output.result_json import record_json, result_json
from pagesight.app.pipeline import Result

_COLUMNS = ("title", "price", "date", "text", "url", "image")
_SHOWN_CHARS = 400  # of a cell: records may hold whole posts


@dataclass(frozen=True, slots=True)
class View:
    """A result in the order of the demo's widgets."""

    picture: Image.Image | None
    genres: Mapping[str, float]
    card: str  # HTML: which extractor, why, warnings
    markdown: str
    text: str
    table: Mapping[str, Any]
    json: Mapping[str, Any]
    steps: str  # HTML: seconds by step
    why: Image.Image | None  # the screenshot, in red the evidence for the genre


def view(result: Result, why: bytes | None) -> View:
    """Return what to show of the result; `why` is the picture that explains its genre."""
    return View(
        picture=_picture(result.capture.page.screenshot),
        genres={str(genre): share for genre, share in result.prediction.probabilities.items()},
        card=_card(result),
        markdown=result.extraction.markdown,
        text=result.extraction.text,
        table=_table(result),
        json=result_json(result),
        steps=_steps(result),
        why=_picture(why),
    )


def _picture(screenshot: bytes | None) -> Image.Image | None:
    return Image.open(io.BytesIO(screenshot)).convert("RGB") if screenshot else None


def _table(result: Result) -> dict[str, Any]:
    """Return the records as a table, without the columns that none of them fills."""
    found = [record_json(record) for record in result.extraction.records]
    shown = [name for name in _COLUMNS if any(record[name] for record in found)]
    rows = [[record[name][:_SHOWN_CHARS] for name in shown] for record in found]
    return {"headers": shown or ["no records on this page"], "data": rows}


def _card(result: Result) -> str:
    metadata = result.extraction.metadata
    facts = {
        "Title": metadata.title,
        "Author": metadata.author,
        "Date": metadata.date,
        "Site": metadata.site_name,
        "Language": metadata.language,
        "Words": f"{len(result.extraction.text.split()):,}",
        "Records": str(len(result.extraction.records) or ""),
        "Each alone": _others(result),
    }
    rows = "".join(
        f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items() if value
    )
    warnings = "".join(f'<p class="ps-warning">{escape(text)}</p>' for text in result.warnings)
    return (
        '<div class="ps-card"><p class="ps-extractor">Read by '
        f"<b>{escape(result.extraction.method)}</b></p>"
        f'<p class="ps-reason">{escape(result.reason)}</p>{warnings}<dl>{rows}</dl></div>'
    )


def _others(result: Result) -> str:
    return ", ".join(
        f"{other.method} ({len(other.text.split()):,} words)" for other in result.alternatives
    )


def _steps(result: Result) -> str:
    """Return a bar a step, as long as the step's share of the longest."""
    longest = max(result.seconds.values(), default=0.0) or 1.0
    bars = "".join(
        f'<div class="ps-step"><span>{escape(step)}</span>'
        f'<i style="width:{max(1, round(60 * seconds / longest))}%"></i>'
        f"<em>{seconds * 1000:,.0f} ms</em></div>"
        for step, seconds in result.seconds.items()
    )
    total = sum(result.seconds.values())
    return f'<div class="ps-steps">{bars}<p>{total:.2f} s in all</p></div>'

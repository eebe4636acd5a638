"""HTML of what the demo shows. Text of pages is escaped; nothing of theirs is loaded.

The browser that shows it asks nobody for anything: pictures of a page are links, its screenshot is
in the HTML itself.
"""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from pagesight.app.output.formats import CSV_HEADER, renderer, written
from pagesight.app.output.picture import Picture, picture_of
from pagesight.app.output.result_json import record_json, result_json, shown_blocks
from pagesight.app.output.self_contained import data_uri
from pagesight.app.serve.demo import words
from pagesight.app.serve.demo.reader import DemoDetails, DemoOptions, DemoResult
from pagesight.app.serve.demo.sources import DemoInput
from pagesight.datasets.schema import Genre
from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.records.record import Record

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

_COLUMNS = ("title", "author", "price", "rating", "date", "text")
_ADDRESSES = ("url", "image")
_FOR_PROGRAMS = frozenset({"author_url", "date_text", "markdown"})  # attributes of posts
_MOST_LABELS = 6  # columns of attributes
_SHOWN_CHARS = 400  # of a cell: records may hold whole posts
_SHOWN_JSON = 20_000  # characters: the whole is there to download
_BARS = 20  # of the histogram of probabilities
# Of an event, a job or a recipe: its fields by schema.org, and what a reader calls them.
_ANNOUNCED = {
    "startDate": "Starts", "endDate": "Ends", "location": "Where", "organizer": "Organizer",
    "hiringOrganization": "Employer", "jobLocation": "Place of work",
    "employmentType": "Employment", "datePosted": "Posted", "validThrough": "Apply by",
    "recipeYield": "Makes", "recipeIngredient": "Ingredients", "recipeInstructions": "Steps",
}  # fmt: skip
_SHOWN_TYPES = ("Event", "JobPosting", "Recipe")
_LINK = {"target": "_blank", "rel": "noopener noreferrer nofollow"}


def snippets(given: DemoInput, asked: DemoOptions) -> Mapping[str, str]:
    """Return the text of each by its name; none for what only the demo has at hand.

    `{server}` stands for the address that the visitor has opened the demo by.
    """
    if given.kind != "url":
        return {}
    chosen = asked.arguments
    body = json.dumps({"url": given.name, "render": asked.render, **chosen}, ensure_ascii=False)
    curl = (
        "curl -s {server}/extract -H 'Content-Type: application/json' "
        f'-H "X-API-Key: $PAGESIGHT_KEY" -d {shlex.quote(body)}'
    )
    arguments = [f"{name}={value!r}" for name, value in chosen.items()]
    arguments += [] if asked.render else ["render=False"]
    further = f", pagesight.Options({', '.join(arguments)})" if arguments else ""
    python = (
        "import pagesight\n\n"
        f"result = pagesight.extract_url({given.name!r}{further})\n"
        "print(result.markdown)\n"
    )
    return {"curl": curl, "Python": python}


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """One block of the page: what the slider, the picture and the text need of it."""

    number: int
    block: Block
    kept: bool
    probability: float | None
    place: str  # CSS of its box on the picture; "" if it is not on it

    @property
    def looks(self) -> str:
        """How its text is shown: as a heading, as code, as an item, as a paragraph."""
        tag = self.block.tag
        if tag in HEADING_TAGS:
            return "heading"
        return {"pre": "code", "li": "item"}.get(tag, "text")


def view(shown: DemoResult) -> str:
    """Return the result as HTML."""
    picture = picture_of(shown.result.capture)
    return _rendered(
        "result.html.j2",
        shown=shown,
        result=shown.result,
        picture=picture,
        words=words,
        blocks=_blocks(shown, picture),
        histogram=tuple(_histogram(shown)),
        threshold=_threshold(shown),
        facts=_facts(shown),
        table=records_table(shown.result.extraction.records),
        files=_files(shown),
        json=json.dumps(result_json(shown.result), ensure_ascii=False, indent=1)[:_SHOWN_JSON],
        markdown=Markup(markdown_html(shown.result.extraction.markdown)),
        snippets=snippets(shown.given, shown.asked),
    )


def details(shown: DemoDetails) -> str:
    """Return the details of a result as HTML, which the page's script puts where they belong."""
    return _rendered(
        "details.html.j2",
        shown=shown,
        result=shown.of.result,
        words=words,
        genres=_genres(shown),
        evidence=data_uri(shown.evidence, "image/png") if shown.evidence else "",
        compared=json.dumps([{"name": each.name, "kept": each.kept} for each in shown.compared]),
    )


def waiting(text: str) -> str:
    """Return what is being done, as HTML."""
    return _rendered("waiting.html.j2", text=text)


def failure(title: str, text: str) -> str:
    """Return what went wrong, as HTML."""
    return _rendered("failure.html.j2", title=title, text=text)


def asset(name: str) -> str:
    """Return a style sheet or script of the demo."""
    return files(__package__).joinpath("static", name).read_text("utf-8")


def template(name: str) -> str:
    """Return a template as it is."""
    return files(__package__).joinpath("templates", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _rendered(name: str, **values: object) -> str:
    html = str(_environment().get_template(name).render(**values))
    return html.encode("utf-8", "replace").decode("utf-8")  # halves of characters are no JSON


def _blocks(shown: DemoResult, picture: Picture | None) -> tuple[ShownBlock, ...]:
    return tuple(
        ShownBlock(number, block, kept, share, picture.place(block.box) if picture else "")
        for number, block, kept, share in shown_blocks(shown.result)
    )


def _threshold(shown: DemoResult) -> int | None:
    """Return the least probability kept in per cent; None where blocks have no probabilities."""
    least = shown.result.extraction.threshold
    return None if least is None else round(100 * least)


def _histogram(shown: DemoResult) -> Iterator[int]:
    """Yield how many words have which probability, in per cent of the highest bar."""
    sizes = [0] * _BARS
    result = shown.result
    for block, share in zip(result.blocks, result.extraction.page_probabilities, strict=False):
        sizes[min(int(share * _BARS), _BARS - 1)] += len(block.text.split())
    highest = max(sizes) or 1
    for size in sizes:
        yield max(round(100 * size / highest), 3 if size else 0)


def _genres(shown: DemoDetails) -> Sequence[tuple[Genre, float, tuple[float, ...]]]:
    """Return each genre, its probability, and what HTML and picture alone give it."""
    prediction = shown.of.result.prediction
    rows = [
        (genre, share, tuple(side.probabilities[genre] for side in shown.sides))
        for genre, share in prediction.probabilities.items()
    ]
    return sorted(rows, key=lambda row: -row[1])


def _facts(shown: DemoResult) -> Mapping[str, str]:
    """Return what the page says of itself, without what it does not say."""
    names = {
        "title": "Title", "author": "Author", "date": "Date", "language": "Language",
        "site_name": "Site", "description": "Description", "canonical_url": "Own address",
        "image": "Picture",
    }  # fmt: skip
    stated = asdict(shown.result.extraction.metadata)
    facts = {name: stated[key] for key, name in names.items() if stated[key]}
    extraction = shown.result.extraction
    offered = _offered(extraction.product) if extraction.product else {}
    return facts | offered | _announced(extraction.entities)


def _announced(entities: Sequence[Entity]) -> dict[str, str]:
    """Return what a page says of its event, job or recipe; nothing where it has several."""
    things = [each for each in entities if each.type.endswith(_SHOWN_TYPES)]
    entity = things[0] if len(things) == 1 else Entity("Thing", {})
    texts = {name: "\n".join(entity.texts(field)) for field, name in _ANNOUNCED.items()}
    return {name: text for name, text in texts.items() if text}


def _offered(product: Product) -> dict[str, str]:
    """Return what a page says of its product, without what it does not say."""
    stated = {
        "Price": f"{product.price} {product.currency}".strip(),
        "Availability": product.availability,
        "Brand": product.brand,
        "SKU": product.sku,
        "Rating": product.rating,
        "Breadcrumbs": " > ".join(product.breadcrumbs),
    }
    return {name: value for name, value in stated.items() if value}


def records_table(records: Sequence[Record]) -> Mapping[str, Any]:
    """Return the names of columns, none of which is empty, and of each record its cells by name."""
    objects = list(map(record_json, records))
    labels = _labels(objects)
    filled = [
        {**record["attributes"], **record, "text": _further_text(record, labels)}
        for record in objects
    ]
    names = (*_COLUMNS, *labels, *_ADDRESSES)
    columns = [name for name in names if any(row.get(name) for row in filled)]
    rows = [{name: row.get(name, "")[:_SHOWN_CHARS] for name in columns} for row in filled]
    return {"columns": columns, "rows": rows}


def _labels(records: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """Return the names of attributes that half of the records have and no other column shows."""
    counts = Counter(
        name
        for record in records
        for name, value in record["attributes"].items()
        if value not in (record[column] for column in _COLUMNS)
    )
    shown = {*_COLUMNS, *_ADDRESSES} | _FOR_PROGRAMS
    usual = [name for name, count in counts.items() if 2 * count >= len(records)]
    return [name for name in usual if name not in shown][:_MOST_LABELS]


def _further_text(record: Mapping[str, Any], labels: Sequence[str]) -> str:
    """Return what a record says that other columns do not: its summary, else the rest of it."""
    if record["summary"] or (record["type"] == "row" and labels):
        return str(record["summary"])
    text = str(record["text"])
    for label in labels:
        attribute = re.escape(record["attributes"].get(label, ""))
        text = re.sub(rf"{re.escape(label)}:?\s+{attribute}(?!\w)", "", text) if attribute else text
    for name in ("title", "author", "date", "price"):
        text = text.removeprefix(record[name]).removesuffix(record[name]).strip()
    return text


def _files(shown: DemoResult) -> Mapping[str, str]:
    """Return the files to download, each as an address that holds it."""
    result = shown.result
    whole, records = result_json(result), list(map(record_json, result.extraction.records))
    texts = {
        "page.md": (result.extraction.markdown, "text/markdown"),
        "page.txt": (result.extraction.text, "text/plain"),
        "page.json": (json.dumps(whole, ensure_ascii=False, indent=1), "application/json"),
        "records.csv": (f"{CSV_HEADER}\n{written(result, 'csv')}\n", "text/csv"),
        "records.json": (json.dumps(records, ensure_ascii=False, indent=1), "application/json"),
    }
    return {
        name: data_uri(text.encode("utf-8", "replace"), f"{media_type};charset=utf-8")
        for name, (text, media_type) in texts.items()
    }


def markdown_html(markdown: str) -> str:
    """Return our Markdown as HTML, its pictures as links that open elsewhere, as all links do.

    >>> markdown_html("![a bell](https://a.example/bell.png)").count("<img")
    0
    """
    parser = renderer()
    parser.add_render_rule("image", _image)
    parser.add_render_rule("link_open", _link)
    return str(parser.render(markdown))


def _link(
    self: "RendererHTML", tokens: "Sequence[Token]", at: int, options: "OptionsDict", env: "EnvType"
) -> str:
    for name, value in _LINK.items():
        tokens[at].attrSet(name, value)
    return self.renderToken(tokens, at, options, env)


def _image(
    self: "RendererHTML", tokens: "Sequence[Token]", at: int, options: "OptionsDict", env: "EnvType"
) -> str:
    from markdown_it.common.utils import escapeHtml

    image = tokens[at]
    words = self.renderInlineAsText(image.children or [], options, env)
    shown = f'<span class="ps-image">{escapeHtml(words or "picture")}</span>'
    opened = sum({"link_open": 1, "link_close": -1}.get(each.type, 0) for each in tokens[:at])
    address = str(image.attrGet("src") or "")
    if opened or not address.startswith(("http://", "https://")):
        return shown
    rest = " ".join(f'{name}="{value}"' for name, value in _LINK.items())
    return f'<a href="{escapeHtml(address)}" {rest}>{shown}</a>'

"""Put the text that a page has only in its data where its scripts would put it.

Structured data (`articleBody`) and the states of Next, Nuxt, Gatsby, Apollo and their like.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import filterfalse, islice
from typing import Any

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.errors import ParseError
from pagesight.extract.page.dom import is_inline, parse
from pagesight.extract.page.head import is_json_ld, parsed

_WARNING = "the page's text was read from its data: its HTML has none, or far less"

_LEAST = 200  # characters of a text in data that may be the page's: shorter ones describe it
_FAR_LESS = 0.3  # of the text in the data: so much in the HTML at most
_LEAST_PART = 25  # characters of a paragraph in data
_MOST_OF_NODE = 0.6  # of a value's text in one part of it: the text is in that part
_LONG, _MOST_LONG = 80, 0.7  # characters of a paragraph; share of a text that is in such
_MOST_ASSIGNED = 50  # values of a script
_DECODER = json.JSONDecoder(strict=False)
_MOST_SCRIPT = 5_000_000  # characters
_MOST_DEPTH = 30  # of objects in objects; by hand
# A page that has more shows its text itself. By hand: menus and footers of empty shells have up to
# some 800, the four pages of WCXB dev whose data were taken for their text 500 to 3,600.
_MOST_SHOWN = 1000  # characters
_assigned = re.compile(
    r"(?:window\.|self\.|var\s+|let\s+|const\s+)[\w$.]+\s*=\s*(?=[{\[\"J(f])"
).finditer
_parsed_string = re.compile(r"JSON\.parse\(\s*").match
# Next streams what its server's components show: https://nextjs.org/docs/app.
_pushes = re.compile(r"\s*self\.__next_f\.push\(\s*(?=\[)").match
_begins_row = re.compile(r"^[\da-f]+:(?:T([\da-f]{1,6}),|(?=[\[{\"]))", re.M).finditer
_literals = re.compile(r'"((?:[^"\\\n]|\\.){200,})"').findall
_is_of_program = re.compile(
    r"i18n|l10n|locales?|translations?|messages|labels|config|settings|errors?|theme|styles?|css|seo"
    r"|class(?:es|-?name)?$|background|gradient",
    re.I,
).search
_is_no_prose = re.compile(
    r"\s*(?:https?:|/|data:|[.#@]?[\w-]+\s*\{|query\b|mutation\b|fragment\b|function\b|<svg|[\w+/=-]+$)"
).match
_has_code = re.compile(r"[{};]\s*(?:\n|\}|var\b|const\b|return\b)|=>|\$\{").search
# So long are no words of prose; of a list of patterns most are.
_no_words = re.compile(r"[!-~]{30,}").findall
_MOST_NO_WORDS = 0.3  # of a text's characters; by hand
# Keys of what says of the text what it is called, and whose it is.
_TITLES = ("headline", "title", "name")
_AUTHORS = ("author", "authors", "byline", "authorName", "writer", "creator")
_NAMES = ("name", "displayName", "fullName", "title")  # of one author
_MOST_OF_TITLE, _MOST_OF_NAME = 300, 80  # characters; by hand
_RUNS = ("children", "content")  # keys of the parts of a block of rich text
_TYPES = ("style", "nodeType", "tag", "type")
_names_heading = re.compile(r"(?:h|heading-?)([1-6])|heading", re.I).fullmatch
_tags = re.compile(r"<[^>]*>").sub
_has_tags = re.compile(r"<(?:p|div|h\d|br|ul|ol|blockquote|figure|article|section)\b", re.I).search
_paragraphs = re.compile(r"\s*\n\s*").split
_has_words = re.compile(
    r"\S+\s+\S+\s+\S+\s+\S+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{10}"
).search


@dataclass(frozen=True, slots=True)
class _DataText:
    """Paragraphs in data, and the title and author that the data beside them states."""

    paragraphs: Sequence[str]
    title: str = ""
    author: str = ""


def add_data_text(tree: HtmlElement, shown: Sequence[str], linked: Sequence[bool]) -> str | None:
    """Append the text of a new tree's data to it, if it shows far less; return a warning.

    `shown` are the texts of the page: short ones count too, and links, as those of shops. What is
    not `linked` counts alone where the longest of it is in the data, too: a teaser.
    """
    body, size_shown, teaser = tree.find("body"), _size_shown(shown), ""
    if size_shown >= _MOST_SHOWN:
        own = [text for text, is_link in zip(shown, linked, strict=True) if not is_link]
        size_shown, teaser = _size_shown(own), _plain(max(own, key=len, default=""))[:_LONG]
    if body is None or size_shown >= _MOST_SHOWN:  # so of nearly all pages
        return None
    candidates = (each for each in _candidates(tree) if _reads_as_text(each.paragraphs))
    if teaser:
        candidates = (each for each in candidates if _goes_on(each, teaser, shown))
    text = max(candidates, key=lambda each: _size(each.paragraphs), default=_DataText(()))
    size = _size(text.paragraphs)
    if size < _LEAST or size_shown > _FAR_LESS * size:
        return None
    article = etree.SubElement(body, "article")
    if text.title and next(tree.iter("h1"), None) is None:
        etree.SubElement(article, "h1", {"itemprop": "headline"}).text = text.title
    if text.author:
        etree.SubElement(article, "p", {"class": "author"}).text = text.author
    for paragraph in text.paragraphs:
        if paragraph != text.title:
            _append(article, paragraph)
    return _WARNING


def _reads_as_text(texts: Sequence[str]) -> bool:
    """Return whether most of some texts is in paragraphs: messages of a program are short."""
    long = [text for text in texts if len(text) >= _LONG]
    return _size(long) >= _MOST_LONG * _size(texts)


def _goes_on(text: _DataText, teaser: str, shown: Sequence[str]) -> bool:
    """Return whether a text in data begins as the page does, and is one: lists have several."""
    is_one = len(text.paragraphs) == 1 or text.title in shown
    return is_one and any(teaser in _plain(first) for first in text.paragraphs[:1])


def _plain(text: str) -> str:
    return " ".join(_tags("", text).split())


def _size(texts: Sequence[str]) -> int:
    return sum(len(_tags("", text)) for text in texts)


def _size_shown(shown: Iterable[str]) -> int:
    """Return the characters of texts; not many more than matter are counted."""
    size = 0
    for text in filterfalse(str.isspace, shown):
        size += len(" ".join(text.split()))
        if size >= _MOST_SHOWN:
            break
    return size


def _candidates(tree: HtmlElement) -> Iterator[_DataText]:
    """Yield the texts of each script that may hold the page's."""
    streamed: list[str] = []
    for script in tree.iter("script"):
        written = (script.text or "")[:_MOST_SCRIPT]
        if pushes := _pushes(written):
            streamed += _strings_pushed(written, pushes.end())
        elif is_json_ld(script):
            yield from (_article_body(value) for value in parsed(written))
        elif "json" in (script.get("type") or ""):
            yield from (_main_texts(value) for value in parsed(written))
        elif len(written) > _LEAST:
            yield from map(_main_texts, _values_in(written))
    yield _main_texts(list(_rows_of("".join(streamed))))
    for stated in tree.xpath("//@*[starts-with(name(), 'data-') and starts-with(., '{')]"):
        yield from (_main_texts(value) for value in parsed(stated[:_MOST_SCRIPT]))


def _strings_pushed(script: str, start: int) -> Sequence[str]:
    """Return the strings in the array of a call, at whose beginning it is read."""
    try:
        pushed, _ = _DECODER.raw_decode(script, start)
    except (ValueError, RecursionError):
        return ()
    return [each for each in pushed if isinstance(each, str)]


def _rows_of(stream: str) -> Iterator[Any]:
    """Yield what rows of React's server components hold: JSON, or a text of so many bytes."""
    end = 0  # of the row before: a text may hold what looks like a row
    for row in _begins_row(stream):
        if row.start() < end:
            continue
        if row[1]:
            size = int(row[1], 16)
            cut = stream[row.end() : row.end() + size].encode("utf-8", "replace")[:size]
            text = cut.decode("utf-8", "ignore")
            end = row.end() + len(text)
            yield text
            continue
        try:
            value, end = _DECODER.raw_decode(stream, row.end())
        except (ValueError, RecursionError):
            continue
        yield value


def _article_body(value: Any) -> _DataText:
    """Return the longest `articleBody` in a value of JSON-LD."""
    bodies: list[str] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("articleBody"), str):
                bodies.append(part["articleBody"])
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return _DataText((max(bodies, key=len),) if bodies else ())


def _values_in(script: str) -> Iterator[Any]:
    """Yield what a script assigns: JSON, JSON in a string; of any other script its strings."""
    assigned = list(islice(_assigned(script), _MOST_ASSIGNED))
    is_whole = bool(assigned)
    for match in assigned:
        inner = _parsed_string(script, match.end())
        start = inner.end() if inner else match.end()
        try:
            value, _ = _DECODER.raw_decode(script, start)
            yield json.loads(value) if inner and isinstance(value, str) else value
        except (ValueError, RecursionError):
            is_whole = False
    if not is_whole:
        yield list(_long_strings(script))


def _long_strings(script: str) -> Iterator[str]:
    for literal in _literals(script):
        try:
            yield json.loads(f'"{literal}"', strict=False)
        except ValueError:
            continue


def _main_texts(value: Any) -> _DataText:
    """Return the text of the part of a value that has most of it, with what is said of it around.

    The innermost object that states a title states the author too.
    """
    title, author = "", ""
    for _ in range(_MOST_DEPTH):
        parts = (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        )
        sized = [(_size(list(_texts_in(part))), part) for part in parts]
        largest = max(sized, key=lambda pair: pair[0], default=(0, None))
        if isinstance(value, dict) and (stated := _stated(value, _TITLES, _MOST_OF_TITLE)):
            title, author = stated, _stated(value, _AUTHORS, _MOST_OF_NAME)
        if not sized or largest[0] < _MOST_OF_NODE * sum(size for size, _ in sized):
            break
        value = largest[1]
    return _DataText(list(_texts_in(value)), title, author)


def _stated(value: Mapping[str, Any], keys: Sequence[str], most: int) -> str:
    """Return what an object states under one of the keys: a text, or the names of some objects."""
    stated = next((value[key] for key in keys if value.get(key)), "")
    parts = stated if isinstance(stated, list) else [stated]
    named = [list(map(each.get, _NAMES)) if isinstance(each, dict) else [each] for each in parts]
    names = (next((name for name in own if isinstance(name, str)), "") for own in named)
    texts = (" ".join(name.split()) for name in names)
    return ", ".join(text for text in texts if 0 < len(text) <= most)


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the strings in a value that are prose, in order, each once."""
    waiting, known = [value], set()
    while waiting:
        part = _as_block(waiting.pop())
        if isinstance(part, str):
            if len(part) > _LEAST and part[0] in "{[" and part[-1] in "}]":  # JSON in JSON
                waiting += parsed(part)
            elif part not in known and _is_prose(part):
                known.add(part)
                yield part
        elif isinstance(part, dict) and (run := _run(part)):
            if (level := _heading_level(part)) or _is_prose(run):
                yield f"<h{level}>{escape(run)}</h{level}>" if level else run
        elif isinstance(part, dict):
            inner = [each for key, each in part.items() if not _is_of_program(key)]
            waiting.extend(reversed(inner))
        elif isinstance(part, list):
            waiting.extend(reversed(part))


def _as_block(part: Any) -> Any:
    """Return an element of React, in a list behind "$", as a block of rich text; else the part."""
    if not isinstance(part, list) or len(part) < 4 or part[0] != "$":
        return part
    own = part[3] if isinstance(part[3], dict) else {}
    inside = own.get("children")
    inside = inside if isinstance(inside, list) and inside[:1] != ["$"] else [inside]
    return {**own, "$": part[1], "tag": part[1], "children": inside}


def _run(part: Mapping[str, Any], *, in_run: bool = False) -> str:
    """Return the text of a block of rich text, whose parts are runs of one style; "" if it is none.

    As Sanity, Contentful, Slate, Lexical and ProseMirror keep it; a part may be a link of several.
    Of an element of React they may be strings.
    """
    parts = next((part[key] for key in _RUNS if isinstance(part.get(key), list)), ())
    texts = []
    for each in map(_as_block, parts):
        own = each.get("text", each.get("value")) if isinstance(each, dict) else None
        own = each if isinstance(each, str) and "$" in part else own
        if isinstance(each, dict) and not isinstance(own, str) and not in_run:
            own = _run(each, in_run=True) if _may_run_on(each.get("$", "a")) else None
        if not isinstance(own, str):
            return ""
        texts.append(own)
    return "".join(texts).strip()


def _may_run_on(tag: Any) -> bool:
    """Return whether a line may run on through an element of React: "$L5" is a component."""
    return isinstance(tag, str) and (is_inline(tag) or tag.startswith("$"))


def _heading_level(part: Mapping[str, Any]) -> int:
    """Return the level that a block of rich text names as a heading's; 0 if it names none."""
    names = (part.get(key) for key in _TYPES)
    match = next(
        filter(None, (_names_heading(name) for name in names if isinstance(name, str))), None
    )
    return int(match[1] or 2) if match else 0


def _is_prose(text: str) -> bool:
    return (
        len(text) >= _LEAST_PART
        and not _is_no_prose(text)
        and not _has_code(text)
        and _has_words(text) is not None
        and sum(map(len, _no_words(_tags(" ", text)))) <= _MOST_NO_WORDS * len(text)
    )


def _append(article: HtmlElement, text: str) -> None:
    """Append a text, HTML or plain, to an element."""
    if _has_tags(text):
        try:
            body = parse(text).find("body")
        except ParseError:
            return
        if body is not None:
            part = etree.SubElement(article, "div")
            part.text = body.text
            part.extend(list(body))
        return
    for line in filter(None, _paragraphs(text.strip())):
        etree.SubElement(article, "p").text = " ".join(_tags("", line).split())

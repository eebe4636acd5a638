"""Public corpora: gold in a file of its own beside each page, or as marks on its elements."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree, html
from lxml.html import HtmlElement

from pagesight.datasets.schema import Genre
from pagesight.render.sources.body import decode_html
from pagesight.render.sources.mhtml import replay_mhtml

Columns = dict[str, Any]

_first_address = re.compile(r"\A\s*URL:\s*(\S+)[^\n]*\n?").match
_without_tags = re.compile(r"^[ \t]*<(?:/?[phl]|/?text[^>]*)>[ \t]*|</text>", re.I | re.M).sub
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_COARSE = {"list-view": "listing", "listview": "listing", "list": "listing"}
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_ATOM = "{http://www.w3.org/2005/Atom}"
_LABEL = "__boilernet_label"
_KLARNA = "klarna-ai-label"
# Klarna's labels -> our names; buttons are no facts of the product.
_FACTS = {"Name": "title", "Price": "price", "Main picture": "image"}


def wcxb(folder: Path) -> Iterator[Columns]:
    """Yield the pages of a split of WCXB (Foley 2026), with genre, metadata and snippets."""
    for gold in _found(folder, "ground-truth/*.json"):
        row = json.loads(gold.read_bytes())
        truth = row["ground_truth"]
        page_type = ((row.get("_internal") or {}).get("page_type") or {}).get("primary", "article")
        yield {
            "id": f"wcxb_{folder.name}_{gold.stem}",
            "url": row.get("url") or "",
            "html": gzip.decompress((folder / f"html/{gold.stem}.html.gz").read_bytes()),
            "genre": "collection" if page_type == "category" else page_type,
            "text": truth.get("main_content") or "",
            "title": truth.get("title"),
            "author": truth.get("author"),
            "date": truth.get("publish_date"),
            "split": folder.name,
            "license": "CC-BY-4.0",
            "extra": {"with": truth.get("with") or [], "without": truth.get("without") or []},
        }


def scrapinghub(folder: Path) -> Iterator[Columns]:
    """Yield the pages of the article extraction benchmark (Scrapinghub 2019)."""
    for name, row in json.loads((folder / "ground-truth.json").read_bytes()).items():
        yield {
            "id": f"scrapinghub_{name}",
            "url": row.get("url", ""),
            "html": gzip.decompress((folder / f"html/{name}.html.gz").read_bytes()),
            "genre": "article",
            "text": row.get("articleBody", ""),
            "license": "MIT",
        }


def cleaneval(folder: Path) -> Iterator[Columns]:
    """Yield the pages of CleanEval (Baroni et al. 2008): its tags <p>, <h> and <l> are dropped."""
    for gold in _found(folder, "clean/*.txt"):
        body = (folder / f"orig/{gold.stem}.html").read_bytes()
        text = decode_html(gold.read_bytes(), "text/plain; charset=utf-8")
        address = _first_address(text)
        yield {
            "id": f"cleaneval_{gold.stem}",
            "url": address.group(1) if address else "",
            "html": body,
            "text": text_lines(_without_tags("", text[address.end() :] if address else text)),
            "extra": {"line_tags": True},
        }


def dragnet(folder: Path) -> Iterator[Columns]:
    """Yield the pages of Dragnet (Peters and Lecocq 2013), readers' comments left out of gold."""
    for gold in _found(folder, "**/*.html.corrected.txt"):
        name = gold.name.removesuffix(".html.corrected.txt")
        text = decode_html(gold.read_bytes(), "text/plain; charset=utf-8")
        yield {
            "id": f"dragnet_{name}",
            "html": (folder / f"HTML/{name}.html").read_bytes(),
            "text": text_lines(text.partition("!@#$%^&*()")[0]),
            "license": "AGPL-3.0",
        }


def readability(folder: Path) -> Iterator[Columns]:
    """Yield the test pages of Mozilla's Readability: gold is the text of its accepted output."""
    for gold in _found(folder, "*/expected.html"):
        stated = gold.with_name("expected-metadata.json")
        facts = json.loads(stated.read_bytes()) if stated.exists() else {}
        tree = html.fromstring(gold.read_text("utf-8"))
        yield {
            "id": f"readability_{gold.parent.name}",
            "html": gold.with_name("source.html").read_bytes(),
            "text": text_lines(block_text(tree)),
            "title": facts.get("title"),
            "author": facts.get("byline"),
            "lang": (facts.get("lang") or "")[:2].lower(),
            "license": "Apache-2.0",
        }


def webmainbench(path: Path) -> Iterator[Columns]:
    """Yield the pages of WebMainBench (2025), with gold as Markdown too, in `extra.markdown`."""
    from markdown_it import MarkdownIt

    with path.open(encoding="utf-8") as lines:
        for line in filter(str.strip, lines):
            row = json.loads(line)
            facts = row.get("meta") or {}
            markdown = row["groundtruth_content"]
            rendered = MarkdownIt().enable("table").render(markdown)
            yield {
                "id": f"webmainbench_{row.get('track_id') or row['id']}",
                "url": row.get("url", ""),
                "html": row["html"].encode("utf-8", "replace"),
                "lang": (facts.get("language") or row.get("language") or "")[:2],
                "text": text_lines(block_text(html.fromstring(f"<div>{rendered}</div>"))),
                "extra": {
                    "markdown": markdown,
                    "charset": "utf-8",
                    "level": facts.get("level", ""),
                },
            }


def block_text(tree: HtmlElement) -> str:
    """Return the text of a tree, each block in lines of its own."""
    for element in tree.iter(
        "p", "div", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6", "pre"
    ):
        element.tail = f"\n{element.tail or ''}"
        element.text = f"\n{element.text or ''}"
    return str(tree.text_content())


def text_lines(text: str) -> str:
    """Return the text with a paragraph a line."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _found(folder: Path, *patterns: str) -> list[Path]:
    """Return the files in order. Raises FileNotFoundError where there are none."""
    paths = sorted(file for pattern in patterns for file in folder.glob(pattern))
    if not paths:
        raise FileNotFoundError(f"no {' or '.join(patterns)}")
    return paths


def screenshots(folder: Path) -> Iterator[Columns]:
    """Yield a page without HTML for each picture, its genre the name of its folder, as GOCE's."""
    pictures = sorted(file for file in folder.rglob("*") if file.suffix.lower() in _PICTURES)
    if not pictures:
        raise FileNotFoundError(f"no pictures ({', '.join(_PICTURES)})")
    for picture in pictures:
        name = picture.parent.name.lower()
        yield {
            "id": picture.relative_to(folder).as_posix(),
            "html": b"",
            "genre": Genre(_COARSE.get(name, name)).value,
            "screenshot": picture.read_bytes(),
            "site": picture.stem,
        }


def feed(folder: Path) -> Iterator[Columns]:
    """Yield the pages of a mirrored site that its feeds have whole: title and content are gold.

    A post is the file under the path of its address, or index.html in that folder.
    """
    entries: dict[str, tuple[str, str]] = {}
    for file in sorted(file for end in ("xml", "rss", "atom") for file in folder.rglob(f"*.{end}")):
        entries |= {url: (title, body) for url, title, body in _entries(file)}
    if not entries:
        raise FileNotFoundError("no RSS or Atom feed with whole posts (content:encoded, content)")
    for url, (title, body) in entries.items():
        page = _file_of(folder, urlsplit(url).path)
        if page is None:
            continue
        content = text_lines(f"{title}\n{block_text(html.fromstring(f'<div>{body}</div>'))}")
        yield {
            "id": url,
            "url": url,
            "html": page.read_bytes(),
            "genre": "article",
            "title": title,
            "text": content,
        }


def _entries(file: Path) -> Iterator[tuple[str, str, str]]:
    """Yield address, title and content of the posts of a feed; of other XML nothing."""
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        tree = etree.parse(str(file), parser)
    except etree.XMLSyntaxError:
        return
    for item in tree.iter("item"):
        if body := item.findtext(_CONTENT):
            yield item.findtext("link", "").strip(), item.findtext("title", ""), body
    for entry in tree.iter(f"{_ATOM}entry"):
        links = entry.iterfind(f"{_ATOM}link")
        url = next(
            (e.get("href", "") for e in links if e.get("rel", "alternate") == "alternate"), ""
        )
        if body := entry.findtext(f"{_ATOM}content"):
            yield url, entry.findtext(f"{_ATOM}title", ""), body


def search_index(folder: Path) -> Iterator[Columns]:
    """Yield the pages of a built site, their gold the texts of its search index, in order."""
    for index in _found(folder, "**/search_index.json"):
        root = index.parent.parent if index.parent.name == "search" else index.parent
        texts: dict[str, list[str]] = {}
        for section in json.loads(index.read_bytes())["docs"]:
            place = str(section["location"]).partition("#")[0]
            body = f"<div>{section.get('title', '')}\n{section.get('text', '')}</div>"
            texts.setdefault(place, []).append(block_text(html.fromstring(body)))
        for place, parts in texts.items():
            page = _file_of(root, place)
            if page is not None:
                yield {
                    "id": page.relative_to(folder).as_posix(),
                    "html": page.read_bytes(),
                    "genre": "documentation",
                    "text": text_lines("\n".join(parts)),
                    "site": root.name,
                }


def _file_of(folder: Path, path: str) -> Path | None:
    """Return the file that a server would answer with; None for none within the folder."""
    place = (folder / unquote(path).lstrip("/")).resolve()
    if not place.is_relative_to(folder.resolve()):
        return None
    tried = (place, place / "index.html", place.with_name(f"{place.name}.html"))
    return next((file for file in tried if file.is_file()), None)


def boilernet(folder: Path) -> Iterator[Columns]:
    """Yield pages that BoilerNet prepared: GoogleTrends-2017, and its forms of others.

    Each text is in a `span`, labelled 1 where it is content. (Leonhardt et al. 2020.)
    """
    yield from _labelled(
        folder, "boilernet", lambda e: int(e.get(_LABEL) == "1"), f"//*[@{_LABEL}]"
    )


def l3s_gn1(folder: Path) -> Iterator[Columns]:
    """Yield pages of L3S-GN1 (Kohlschütter et al. 2010): classes 1 to 3 are content."""
    yield from _labelled(folder, "l3s_gn1", _l3s_label, "//span[contains(@class, 'x-nc-sel')]")


def _l3s_label(element: HtmlElement) -> int:
    classes = (element.get("class") or "").split()
    return int(any(f"x-nc-sel{number}" in classes for number in (1, 2, 3)))


def _labelled(
    folder: Path, name: str, label: Callable[[HtmlElement], int], marks: str
) -> Iterator[Columns]:
    for file in _found(folder, "**/*.html", "**/*.htm"):
        body = file.read_bytes()
        tree = _tree(body)
        marked = tree.xpath(marks)
        if not marked:
            raise ValueError(f"{file.name} has no element that is labelled")
        labels = [(str(e.text or ""), label(e)) for e in marked if (e.text or "").strip()]
        content = [" ".join(text.split()) for text, kept in labels if kept]
        yield {
            "id": f"{name}_{file.stem}",
            "html": _without_marks(tree, marked),
            "text": "\n".join(content),
            "split": _split_of(file),
            "extra": {"node_labels": labels, "charset": "utf-8"},
        }


def _tree(body: bytes) -> HtmlElement:
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    return html.document_fromstring(decode_html(body).encode("utf-8", "replace"), parser=parser)


def _without_marks(tree: HtmlElement, marked: list[HtmlElement]) -> bytes:
    """Return the page as it was before its texts were marked: a label is no evidence."""
    for element in marked:
        if element.tag == "span" and set(element.keys()) <= {_LABEL, "class"}:
            element.drop_tag()
        elif _LABEL in element.attrib:
            del element.attrib[_LABEL]
    return bytes(html.tostring(tree, encoding="utf-8", doctype="<!doctype html>"))


def klarna(folder: Path) -> Iterator[Columns]:
    """Yield Klarna's product pages (2021) with `extra.attributes`; merchants are the sites."""
    for file in _found(folder, "**/source.html", "**/*.mhtml"):
        body, url = _page_of(file)
        tree = _tree(body)
        marked = tree.xpath(f"//*[@{_KLARNA}]")
        facts = {
            name: e.get("src") or " ".join(e.text_content().split())
            for e in marked
            if (name := _FACTS.get(e.get(_KLARNA, "")))
        }
        for element in marked:
            del element.attrib[_KLARNA]
        place = file.parent if file.name == "source.html" else file.with_suffix("")
        yield {
            "id": f"klarna_{place.relative_to(folder).as_posix()}",
            "url": url,
            "site": place.parent.name,
            "html": html.tostring(tree, encoding="utf-8", doctype="<!doctype html>"),
            "genre": "product",
            "title": facts.pop("title", None),
            "split": _split_of(file),
            "license": "CC-BY-NC-SA-4.0",
            "extra": {"charset": "utf-8", "attributes": {k: [v] for k, v in facts.items() if v}},
        }


def _page_of(file: Path) -> tuple[bytes, str]:
    if file.suffix != ".mhtml":
        return file.read_bytes(), ""
    url, answered = replay_mhtml(file)
    answer = answered(url)
    if answer is None:
        raise ValueError(f"{file.name} holds no page")
    return answer.body, url


def _split_of(file: Path) -> str:
    """Return the split that a folder above is named after: train, dev or test."""
    names = {part.lower().rpartition("_")[2] for part in file.parts}
    return next((split for split in ("train", "dev", "test") if split in names), "")

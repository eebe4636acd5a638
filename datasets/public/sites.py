"""Corpora made of what people have: folders of screenshots, sites with a feed or search index."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree, html

from pagesight.datasets.genres import Genre
from pagesight.datasets.public.files import block_text, text_lines

Columns = dict[str, Any]

_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_COARSE = {"list-view": "listing", "listview": "listing", "list": "listing"}
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_ATOM = "{http://www.w3.org/2005/Atom}"


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
    for file in sorted([*folder.rglob("*.xml"), *folder.rglob("*.rss"), *folder.rglob("*.atom")]):
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
    indexes = sorted(folder.rglob("search_index.json"))
    if not indexes:
        raise FileNotFoundError("no search_index.json")
    for index in indexes:
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

"""Print the items of list pages beside the pages' text, for a verdict by eye.

    python list_pages.py FOLDER [--first 12] [--count 6] [--kind NAME]

Of each kind the pages of so many sites, from the given one on, by the CRC-32 of their pages' names;
one page a site. FOLDER holds `genre/`, `styled/` and `extract/`. Numbers in brackets are the items.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

import pagesight
from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.extraction import Extraction, PageHandle

KINDS: Mapping[str, tuple[Sequence[str], Genre | None]] = {
    "shop": (["genre/shops_templates"], Genre.COLLECTION),
    "goods": (["genre/wave2", "genre/wave3_shops", "genre/static_sites"], Genre.COLLECTION),
    "collection": (["genre/wave4"], Genre.COLLECTION),
    "blog": (["styled/feeds"], Genre.LISTING),
    "template": (["genre/shops_templates", "genre/wave2"], Genre.LISTING),
    "site": (["genre/static_sites", "genre/wave3_sites"], Genre.LISTING),
    "front": (["genre/wave4"], Genre.LISTING),
    "saved": (["genre/mirrors_saved"], Genre.LISTING),
    "thread": (["genre/wave4", "genre/mirrors_saved", "genre/wave2"], Genre.FORUM),
    "paged": (["extract/autopager_pagination"], None),
}
CHARS, SHOWN = 800, 3  # of a page's text; records


def pages_of(folder: Path, kind: str, first: int, count: int) -> Sequence[LabelledPage]:
    """Return pages of a kind, one a site."""
    files, genre = KINDS[kind]
    pages = load(*(folder / f"{name}.parquet" for name in files))
    own = [page for page in pages if genre is None or page.genre == genre]
    by_site: dict[str, LabelledPage] = {}
    for page in sorted(own, key=lambda page: crc32(page.id.encode())):
        by_site.setdefault(page.site, page)
    return list(by_site.values())[first : first + count]


def marked(extraction: Extraction) -> str:
    """Return the visible text of the page, shortened, with the items in brackets."""
    owner = {
        block.order: number
        for number, record in enumerate(extraction.records, 1)
        for block in record.blocks
    }
    said, current = [], 0
    handle = extraction.page
    document = handle.document if isinstance(handle, PageHandle) else None
    for block in document.visible_blocks if document else ():
        number = owner.get(block.order, 0)
        if number != current:
            said.append(f"[{number}:" if number else "]")
            current = number
        said.append(f"{block.text[:40]!r}")
    text = " ".join(said)
    return text if len(text) <= CHARS else f"{text[: CHARS // 2]} ... {text[-CHARS // 2 :]}"


def described(extraction: Extraction) -> Iterator[str]:
    """Yield the fields of the first records and of the last."""
    records = list(enumerate(extraction.records, 1))
    for number, record in (*records[:SHOWN], *records[SHOWN:][-1:]):
        fields = {
            name: value[:60]
            for name in ("title", "url", "price", "image", "date", "author", "summary", "rating")
            if (value := getattr(record, name))
        }
        yield f"  {number} {record.type} {fields} {dict(record.attributes)}"


def main() -> None:
    """Print the pages of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=12)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--kind", choices=KINDS, action="append")
    arguments = parser.parse_args()
    for kind in arguments.kind or KINDS:
        for page in pages_of(arguments.folder, kind, arguments.first, arguments.count):
            found = pagesight.extract_html(page.page.html, page.page.url).extraction
            print(f"== {kind} {page.id}: {len(found.records)} records", marked(found), sep="\n")
            print(*described(found), sep="\n")


if __name__ == "__main__":
    main()

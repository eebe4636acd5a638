"""Print precision and recall of the links to other pages, by class: next, previous, page.

    python pagination_links.py --corpus autopager_pagination.parquet
    python pagination_links.py --corpus autopager_pagination.parquet --half held-out

Gold is `extra.pagination_links`. Next and previous are right if the address is one of gold's. The
class page has numbers, the first and the last, threads' pages in a forum's index among them, and
not the page itself. `--half` takes the sites of one half: rules were written on `tuning`.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from metadata_fields import HALVES, half_of

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.addresses import Addresses
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.paging.pagination import pagination

CLASSES = {"next": ("NEXT",), "previous": ("PREV",), "page": ("PAGE", "FIRST", "LAST")}
Links = Mapping[str, frozenset[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--half", choices=HALVES)
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    pages, seconds = 0, 0.0
    for page in load(arguments.corpus):
        if arguments.half and half_of(page.site) != arguments.half:
            continue
        document = read(page.page)
        started = time.process_time()
        found = found_in(document)
        seconds += time.process_time() - started
        pages += 1
        count(counts, found, gold_of(page, document))
    print(f"{pages} pages, {1000 * seconds / max(pages, 1):.1f} ms a page\n{report(counts)}")


def found_in(document: Document) -> Links:
    found = pagination(document)
    pages = (*found.pages, *found.item_pages)
    by_class = {"next": [found.next], "previous": [found.previous], "page": pages}
    return {name: comparable(links, document) for name, links in by_class.items()}


def gold_of(page: LabelledPage, document: Document) -> Links:
    addresses = Addresses(document.tree, page.page.url)
    links: Any = page.extra["pagination_links"]
    return {
        name: comparable(
            (
                addresses.absolute(link["href"])
                for each in classes
                for link in links.get(each, ())
                if link["href"] and not link["href"].startswith("#")
            ),
            document,
        )
        for name, classes in CLASSES.items()
    }


def comparable(addresses: Iterable[str], document: Document) -> frozenset[str]:
    """Return the addresses without fragments, and without the page's own."""
    bare = {urldefrag(address).url.rstrip("/") for address in addresses}
    return frozenset(bare - {"", urldefrag(document.page.url).url.rstrip("/")})


def count(counts: Counter[tuple[str, str]], found: Links, gold: Links) -> None:
    for name in CLASSES:
        right = found[name] & gold[name]
        if name == "page":
            counts[name, "right"] += len(right)
            counts[name, "found"] += len(found[name])
            counts[name, "gold"] += len(gold[name])
        else:
            counts[name, "right"] += bool(right)
            counts[name, "found"] += bool(found[name])
            counts[name, "gold"] += bool(gold[name])


def report(counts: Counter[tuple[str, str]]) -> str:
    lines = ["| links to | pages or links with it | precision | recall | F1 |"]
    lines.append("|---|---|---|---|---|")
    for name in CLASSES:
        right, found, gold = (counts[name, kind] for kind in ("right", "found", "gold"))
        precision, recall = right / max(found, 1), right / max(gold, 1)
        f1 = 2 * right / max(found + gold, 1)
        lines.append(f"| {name} | {gold} | {precision:.3f} | {recall:.3f} | {f1:.3f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()

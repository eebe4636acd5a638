"""The formats of public corpora by name: what reads each, and what it should find.

A new one is a reader, which yields the columns of pages, and one row of FORMATS.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pagesight.datasets.errors import CorpusError
from pagesight.datasets.public import files, marked, sites

Columns = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Format:
    """How a corpus is read.

    `wanted` says what its folder or file holds. `digests` names the digests of known releases:
    those of `joint_sha256` over the pages' HTML.
    """

    read: Callable[[Path], Iterator[Columns]]
    wanted: str
    digests: Mapping[str, str] = field(default_factory=dict)


FORMATS: Mapping[str, Format] = {
    "wcxb": Format(
        files.wcxb,
        "a split's folder with html/ID.html.gz and ground-truth/ID.json",
        {
            "3160d6bfb312e05ffe50bca05b8aeba05322ff421cb0935562cf50f9b8e6f7fd": "WCXB 1.0, dev",
            "f80eb1903064f28fac98becc0e34911e516da6a1e791d1d2c08a6a243da3cc23": "WCXB 1.0, test",
        },
    ),
    "scrapinghub": Format(
        files.scrapinghub,
        "ground-truth.json and html/ID.html.gz",
        {
            "4a968f5629918a506ebdb7400847073e4f9f5af5d60dcde43700be08ca211651": "181 pages of 2019",
        },
    ),
    "cleaneval": Format(files.cleaneval, "orig/N.html and clean/N.txt"),
    "dragnet": Format(files.dragnet, "HTML/ID.html and Corrected/ID.html.corrected.txt"),
    "readability": Format(files.readability, "CASE/source.html and CASE/expected.html"),
    "webmainbench": Format(files.webmainbench, "a .jsonl file with html and groundtruth_content"),
    "boilernet": Format(marked.boilernet, "HTML files whose text is in <span __boilernet_label>"),
    "l3s-gn1": Format(marked.l3s_gn1, "HTML files whose text is in <span class=x-nc-sel1>"),
    "klarna": Format(marked.klarna, "source.html or .mhtml files with klarna-ai-label"),
    "screenshots": Format(sites.screenshots, "a folder a genre with pictures (GOCE's two or ours)"),
    "feed": Format(sites.feed, "a mirrored site with an RSS or Atom feed that has whole posts"),
    "search-index": Format(sites.search_index, "a built site with search_index.json (MkDocs)"),
}


def pages_of(name: str, source: Path) -> Iterator[tuple[Columns, str]]:
    """Yield the columns of each page of a public corpus, and the SHA-256 of its HTML.

    `extra.sha256` has that too. Raises CorpusError for what is not in that format.
    """
    format = FORMATS[name]
    try:
        for columns in format.read(source):
            sha256 = hashlib.sha256(columns["html"]).hexdigest()
            extra = {**columns.get("extra", {}), "sha256": sha256}
            yield {"source": name.replace("-", "_"), **columns, "extra": extra}, sha256
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(
            f"{source} is not {name} as published: {error!r}; wanted {format.wanted}"
        ) from error


def joint_sha256(digests: list[str]) -> str:
    """Return the SHA-256 of the pages' digests, sorted: that of a corpus, whatever its order."""
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()

"""Print how often title, author and date agree with gold metadata, beside trafilatura.

    python metadata_fields.py --corpus wcxb_dev.parquet newspaper4k_articles.parquet
    python metadata_fields.py --corpus wcxb_dev.parquet --half held-out

`--half` takes the sites of one half: thresholds were chosen on `tuning`, to report on `held-out`.
Titles and authors agree if their words do, in any letter case, authors in any order; dates if the
days do. `false` is the share of pages without a gold value for which one was given. The rival's
dates are htmldate's. Parsing is in neither time.
"""

import argparse
import re
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path

from trafilatura.metadata import extract_metadata

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.extract.page.dom import parse

FIELDS = ("title", "author", "date")
HALVES = ("tuning", "held-out")
Found = Mapping[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--half", choices=HALVES)
    arguments = parser.parse_args()
    print("| corpus | field | pages | Pagesight | without gold | Trafilatura | without gold |")
    print("|---|---|---|---|---|---|---|")
    for corpus in arguments.corpus:
        counts: Counter[tuple[str, str, str]] = Counter()
        for page in load(corpus):
            if arguments.half in (None, half_of(page.site)):
                for system, find in SYSTEMS.items():
                    count(counts, system, find(page), page)
        print(report(corpus.stem, counts))


def half_of(site: str) -> str:
    return HALVES[zlib.crc32(site.encode()) % 2]


def ours(page: LabelledPage) -> Found:
    found = metadata(read(page.page))
    return {field: getattr(found, field) for field in FIELDS}


def rival(page: LabelledPage) -> Found:
    found = extract_metadata(parse(page.page.html), default_url=page.page.url or None)
    return {field: getattr(found, field) or "" for field in FIELDS}


SYSTEMS: dict[str, Callable[[LabelledPage], Found]] = {"pagesight": ours, "trafilatura": rival}


def count(
    counts: Counter[tuple[str, str, str]], system: str, found: Found, page: LabelledPage
) -> None:
    for field in FIELDS:
        gold = getattr(page, field)
        if not gold or gold == "NaT":
            counts[system, field, "without"] += 1
            counts[system, field, "false"] += bool(found[field])
        else:
            counts[system, field, "with"] += 1
            counts[system, field, "hits"] += agree(field, found[field], gold)


def agree(field: str, found: str, gold: str) -> bool:
    if field == "date":
        return found[:10] == gold[:10]
    found_words, gold_words = (re.findall(r"\w+", unescape(text).lower()) for text in (found, gold))
    if field == "author":
        return set(found_words) - {"and", "by"} == set(gold_words) - {"and", "by"}
    return found_words == gold_words


def report(corpus: str, counts: Counter[tuple[str, str, str]]) -> str:
    lines = []
    for field in FIELDS:
        cells = []
        for system in SYSTEMS:
            n, without = counts[system, field, "with"], counts[system, field, "without"]
            cells.append(f"{counts[system, field, 'hits'] / max(1, n):.3f}")
            false = counts[system, field, "false"]
            cells.append(f"{false} of {without}" if without else "")
        lines.append(f"| {corpus} | {field} | {n} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()

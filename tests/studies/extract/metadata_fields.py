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
import time
import zlib
from collections import Counter, defaultdict
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
    for corpus in arguments.corpus:
        counts: Counter[tuple[str, str, str]] = Counter()
        seconds: dict[str, float] = defaultdict(float)
        for page in load(corpus):
            if arguments.half in (None, half_of(page.site)):
                for system, find in SYSTEMS.items():
                    found, took = find(page)
                    seconds[system] += took
                    count(counts, system, found, page)
        print(f"{corpus.stem}\n{report(counts)}\n{report_time(seconds)}")


def half_of(site: str) -> str:
    return HALVES[zlib.crc32(site.encode()) % 2]


def ours(page: LabelledPage) -> tuple[Found, float]:
    document = read(page.page)
    started = time.process_time()
    found = metadata(document)
    took = time.process_time() - started
    return {field: getattr(found, field) for field in FIELDS}, took


def rival(page: LabelledPage) -> tuple[Found, float]:
    tree = parse(page.page.html)
    started = time.process_time()
    found = extract_metadata(tree, default_url=page.page.url or None)
    took = time.process_time() - started
    return {field: getattr(found, field) or "" for field in FIELDS}, took


SYSTEMS: dict[str, Callable[[LabelledPage], tuple[Found, float]]] = {
    "pagesight": ours,
    "trafilatura": rival,
}


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


def report(counts: Counter[tuple[str, str, str]]) -> str:
    lines = []
    for field in FIELDS:
        parts, shares = [], []
        for system in SYSTEMS:
            n, without = counts[system, field, "with"], counts[system, field, "without"]
            shares.append(counts[system, field, "hits"] / max(1, n))
            false = f", false {counts[system, field, 'false'] / without:.3f}" if without else ""
            parts.append(f"{system} {shares[-1]:.3f}{false}")
        times = f"; {shares[0] / shares[1]:.2f} times" if shares[1] else ""  # corpora lack fields
        lines.append(f"  {field:7s} {n:5d} {'; '.join(parts)}{times}")
    return "\n".join(lines)


def report_time(seconds: Mapping[str, float]) -> str:
    return f"  time    {seconds['pagesight'] / seconds['trafilatura']:.2f} of trafilatura's"


if __name__ == "__main__":
    main()

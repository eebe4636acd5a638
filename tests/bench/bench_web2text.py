"""Print where Web2Text's time goes, a page, on one core, beside rivals on the same pages.

    OMP_NUM_THREADS=1 python tests/bench/bench_web2text.py cleaneval_en.parquet --limit 200

The paper has 54 ms a page on a laptop of 2018: 35 for DOM and features, 19 for networks and
Viterbi. Times are of the processor, so that other work on the machine counts little.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import justext
import numpy as np
import trafilatura

from pagesight.datasets.load import load as load_pages
from pagesight.extract.page.document import read
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.web2text.collapsed_dom import collapse
from pagesight.extract.papers.web2text.model import Web2Text, load, page_features
from pagesight.render.page import Page

PAPER_MS = 54.0
STEPS = ("parse", "collapse", "features", "networks and Viterbi")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    arguments = parser.parse_args()
    pages = [labelled.page for labelled in islice(load_pages(arguments.corpus), arguments.limit)]
    web2text = load()
    steps = np.array([step_times(page, web2text) for page in pages])  # (pages, steps)
    total = steps.sum(axis=1)
    print(f"{len(pages)} pages of {np.mean([len(page.html) for page in pages]) / 1000:.0f} kB")
    for name, column in zip(STEPS, steps.T, strict=True):
        print(f"{name:24s} {column.mean():7.1f} ms")
    print(f"{'Web2Text':24s} {total.mean():7.1f} ms, median {np.median(total):.1f},", end=" ")
    print(f"{PAPER_MS / total.mean():.1f} times as fast as the paper's")
    for name, rival in rivals().items():
        milliseconds = np.mean([timed(rival, page) for page in pages])
        print(f"{name:24s} {milliseconds:7.1f} ms, {milliseconds / total.mean():.2f} of Web2Text's")


def step_times(page: Page, web2text: Web2Text) -> list[float]:
    """Return the milliseconds of each step; pages without text have no features."""
    marks = [time.process_time()]
    parse(page.html)
    marks.append(time.process_time())
    dom = collapse(read(page))
    marks.append(time.process_time())
    features = page_features(dom) if dom.leaves else None
    marks.append(time.process_time())
    if features:
        web2text.probabilities(features)
    marks.append(time.process_time())
    return [1000 * step for step in np.diff(marks)]


def rivals() -> dict[str, Callable[[str], object]]:
    stoplist: Sequence[str] = justext.get_stoplist("English")
    return {
        "trafilatura": trafilatura.extract,
        "jusText": lambda html: justext.justext(html, stoplist),
    }


def timed(extract: Callable[[str], object], page: Page) -> float:
    """Return the milliseconds an extractor takes; a page that it fails on counts like others."""
    start = time.process_time()
    with suppress(ValueError, justext.core.JustextError):
        extract(page.html)
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    main()

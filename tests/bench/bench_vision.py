"""Time the genre classifiers on one core: median milliseconds a page, parsing apart.

python tests/bench/bench_vision.py CORPUS.parquet [--pages 100] [--by html goce-svm]
"""

import argparse
import statistics
import time
from itertools import islice
from pathlib import Path
from typing import get_args

from pagesight.datasets.load import load
from pagesight.extract.page.document import read
from pagesight.vision.predict import By, load_classifier

_OF_HTML = frozenset({"html", "goce-svm"})  # which ask for no screenshot


def main() -> None:
    """Print a line a classifier."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--by", nargs="+", choices=get_args(By), default=get_args(By))
    arguments = parser.parse_args()
    pictured = not _OF_HTML.issuperset(arguments.by)
    usable = (p for p in load(*arguments.corpus) if p.page.screenshot or not pictured)
    documents = [read(page.page) for page in islice(usable, arguments.pages)]
    for by in arguments.by:
        classifier = load_classifier(by)
        times = []
        for document in documents:
            start = time.process_time()
            classifier.predict(document)
            times.append(1000 * (time.process_time() - start))
        slow = sorted(times)[int(0.9 * len(times))]
        print(f"{by:<12} median {statistics.median(times):6.1f} ms   90 % within {slow:6.1f} ms")


if __name__ == "__main__":
    main()

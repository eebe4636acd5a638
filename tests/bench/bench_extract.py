"""Time the extractors and their rivals on the same pages, interleaved, in one process.

python tests/bench/bench_extract.py wcxb_dev.parquet --pages 100
"""

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median

from pagesight.datasets.load import load
from pagesight.extract.document import read
from pagesight.extract.dom import parse
from pagesight.extract.registry import extractor
from pagesight.render.page import Page

System = Callable[[Page], object]
OURS = ("article", "listview", "goce-article", "goce-listview")


def ours() -> dict[str, System]:
    """Return the parts and extractors of Pagesight, each from HTML to blocks."""

    def whole(name: str) -> System:
        extract = extractor(name)
        return lambda page: extract(read(page)).text

    parts: dict[str, System] = {
        "parse": lambda page: parse(page.html),
        "parse + segment": lambda page: read(page),
    }
    return parts | {name: whole(name) for name in OURS}


def rivals() -> dict[str, System]:
    """Return the rivals of the extra `rivals`, each from HTML to text."""
    import trafilatura
    from readability import Document as Readability
    from resiliparse.extract.html2text import extract_plain_text

    return {
        "trafilatura": lambda page: trafilatura.extract(page.html),
        "readability-lxml": lambda page: Readability(page.html).summary(),
        "resiliparse": lambda page: extract_plain_text(page.html, main_content=True),
    }


def main() -> None:
    """Print mean and median CPU milliseconds a page, and the mean against Trafilatura's."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--pages", type=int, default=100)
    options = arguments.parse_args()
    every = list(load(options.corpus))
    pages = [page.page for page in every[:: max(1, len(every) // options.pages)]]
    systems = ours() | rivals()
    times: dict[str, list[float]] = {name: [] for name in systems}
    for page in pages:
        for name, system in systems.items():
            start = time.process_time()
            try:
                system(page)
            except Exception as error:
                print(f"{name}: {page.url}: {type(error).__name__}: {error}")
            times[name].append((time.process_time() - start) * 1000)
    base = mean(times["trafilatura"])
    for name, own in times.items():
        print(f"{name:18} {mean(own):7.1f} {median(own):7.1f} ms  x{mean(own) / base:.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()

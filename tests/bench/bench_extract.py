"""Time the extractors and their rivals on the same pages, interleaved, in one process.

taskset -c 0 python tests/bench/bench_extract.py wcxb_dev.parquet --pages 100
taskset -c 0 python tests/bench/bench_extract.py wcxb_dev.parquet --growth --memory

Times are of the processor, mean and median milliseconds a page, and against Trafilatura's.
Each system's modules are imported in a function of its own: so its peak memory is its own.
"""

import argparse
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from pagesight.render.page import Page

System = Callable[[Page], object]
EXTRACTORS = ("sight", "article", "listview")
OURS = (*EXTRACTORS, "auto")
BASE = "trafilatura"
RIVALS = (BASE, "resiliparse", *(["rs-trafilatura"] if find_spec("rs_trafilatura") else []))
_BEFORE = 20  # pages that each system reads before it is timed
_BLOCKS = (100, 300, 1000, 3000, 10_000, 20_000)


def steps() -> Mapping[str, System]:
    """Return the steps of the reading, each with those before it; the last two with `read`."""
    from pagesight.extract.features.table import block_features
    from pagesight.extract.markdown.write import to_markdown
    from pagesight.extract.page.budget import NO_DEADLINE, Budget
    from pagesight.extract.page.document import read
    from pagesight.extract.page.dom import SKIPPED_TAGS, parse
    from pagesight.extract.page.walk import walk

    return {
        "parse": lambda page: parse(page.html),
        "+ walk": lambda page: walk(parse(page.html), SKIPPED_TAGS, Budget(NO_DEADLINE)),
        "+ cut": lambda page: read(page, include_hidden=True),
        "+ hidden text": read,
        "+ features": lambda page: block_features(read(page)),
        "+ Markdown": lambda page: to_markdown(read(page).blocks),
    }


def ours(name: str) -> System:
    """Return an extractor of Pagesight, or the whole way on HTML alone, from HTML to text."""
    if name == "auto":
        from pagesight.app.config import Options
        from pagesight.app.pipeline import Pipeline

        pipeline = Pipeline(Options(render=False, by="html"))
        return lambda page: pipeline.extract_page(page).extraction.text
    from pagesight.extract.page.document import read
    from pagesight.extract.registry import extractor

    extract = extractor(name)
    return lambda page: extract(read(page)).text


def rival(name: str) -> System:
    """Return a rival of the extras `rivals` and `rust`, from HTML to text."""
    if name == BASE:
        import trafilatura

        return lambda page: trafilatura.extract(page.html)
    if name == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text

        return lambda page: extract_plain_text(page.html, main_content=True)
    import rs_trafilatura

    return lambda page: rs_trafilatura.extract(page.html)


def system_of(name: str) -> System:
    """Return the system of that name, nothing else loaded."""
    if name in RIVALS:
        return rival(name)
    return ours(name) if name in OURS else steps()[name]


def everything() -> Mapping[str, System]:
    """Return steps, extractors and rivals by name."""
    return {name: system_of(name) for name in (*steps(), *OURS, *RIVALS)}


def timed(
    systems: Mapping[str, System], pages: Sequence[Page], before: Sequence[Page] = ()
) -> Mapping[str, list[float]]:
    """Return the milliseconds of each page by system; each page is given to all in turn.

    What is loaded or made at first use is so by the pages `before`, which are not timed.
    """
    times: dict[str, list[float]] = {name: [] for name in systems}
    for name, system in systems.items():
        for page in (Page("", "<p>a page"), *before):
            _milliseconds(name, system, page)
    for page in pages:
        for name, system in systems.items():
            times[name].append(_milliseconds(name, system, page))
    return times


def _milliseconds(name: str, system: System, page: Page) -> float:
    start = time.process_time()
    try:
        system(page)
    except Exception as error:  # rivals raise anything; the time until then counts
        print(f"{name}: {page.url}: {type(error).__name__}: {error}")
    return (time.process_time() - start) * 1000


def growing() -> list[Page]:
    """Return pages of ever more blocks: an article's paragraphs and a list's items in turn."""
    part = (
        "<div class='post-body'><h2>A heading of it</h2><p>Some words of a paragraph, which "
        "<a href=/a>links</a> to others, and goes on for a while so that it counts.</p>"
        "<ul class=cards><li class=card><a href=/b>An item</a> <b>5</b></ul></div>"
    )
    return [Page("https://example.org/a/b", f"<body>{part * (n // 3)}") for n in _BLOCKS]


def _peak(name: str, kept: Path) -> float:
    """Return the most memory, in MB, that a process has held which ran one system."""
    system = system_of(name)
    for url, html in pickle.loads(kept.read_bytes()):
        system(Page(url, html))
    # Not getrusage: its figure is inherited from the process that started this one.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def print_peaks(names: Sequence[str], pages: Sequence[Page]) -> None:
    """Print the peak memory of each system, a process each, which reads no more than the pages."""
    print("\n| | MB at most |\n|---|---|")
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "pages"
        kept.write_bytes(pickle.dumps([(page.url, page.html) for page in pages]))
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
            for name in names:
                print(f"| {name} | {pool.submit(_peak, name, kept).result():.0f} |")


def _pages(corpus: Path, count: int) -> tuple[list[Page], list[Page]]:
    """Return so many pages of the corpus, and a few others."""
    from pagesight.datasets.load import load

    every = [page.page for page in load(corpus)]
    step = max(2, len(every) // count)
    return every[::step][:count], every[1::step][:_BEFORE]


def main() -> None:
    """Print the tables asked for."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--pages", type=int, default=100)
    arguments.add_argument("--growth", action="store_true", help="time pages of ever more blocks")
    arguments.add_argument("--memory", action="store_true", help="peak memory, a process a system")
    options = arguments.parse_args()
    systems = everything()
    pages, before = _pages(options.corpus, options.pages)
    times = timed(systems, pages, before)
    base, middle = mean(times[BASE]), median(times[BASE])
    print(
        f"| ms a page | mean | median | of {BASE}'s mean | of its median |\n|---|---|---|---|---|"
    )
    for name, own in times.items():
        shares = f"{mean(own) / base:.2f} | {median(own) / middle:.2f}"
        print(f"| {name} | {mean(own):.1f} | {median(own):.1f} | {shares} |")
    if options.growth:
        counts = (f"{blocks:,} blocks" for blocks in _BLOCKS)
        print(f"\n| ms of pages of | {' | '.join(counts)} |\n|---|{'---|' * len(_BLOCKS)}")
        for name, own in timed(systems, growing()).items():
            print(f"| {name} | {' | '.join(f'{value:.0f}' for value in own)} |")
    if options.memory:
        print_peaks(list(systems), pages)


if __name__ == "__main__":
    main()

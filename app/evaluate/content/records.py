"""Evaluate records: the items found on list-view pages against the items that are there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import urldefrag, urljoin

import numpy as np

from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.statistics import interval, mean
from pagesight.app.evaluate.systems.processes import PageRun, costs
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import Score, counted_score

_MOST_CELLS = 4_000_000  # of found by gold ones, matched best; of more, the best pairs come first
# What corpora call the title and the address of an item; our own names come first.
_TITLES = ("title", "name", "case_names")
_URLS = ("url", "link", "download_urls")
_NUMBERS = ("docket_numbers",)
_LEAST_NUMBER = 5  # characters, spaces around it counted: shorter ones occur by chance


def overlap_score(extracted: Sequence[str], gold: Sequence[str]) -> Score:
    """Return the overlap of found titles with gold ones.

    NEXT-EVAL's measure (Kim, Kim, Jeong 2025, arXiv:2505.17125): records are sets; the overlap of
    two is that of Jaccard. Found and gold ones are matched one to one so that all overlaps together
    are most; precision is their sum by the found, recall by the gold ones. NEXT-EVAL's sets are of
    XPaths. Our gold names no nodes, so ours are of the titles' words.

    >>> overlap_score(["Some story", "Other news"], ["Other news today"])
    Score(precision=0.3333333333333333, recall=0.6666666666666666)
    """
    overlaps = _overlaps(
        [frozenset(tokens(t)) for t in extracted], [frozenset(tokens(t)) for t in gold]
    )
    if len(extracted) * len(gold) <= _MOST_CELLS:
        total = _best_sum(overlaps, len(extracted), len(gold))
    else:
        total = _greedy_sum(overlaps)
    return counted_score(total, len(extracted), len(gold))


def _overlaps(
    extracted: Sequence[frozenset[str]], gold: Sequence[frozenset[str]]
) -> dict[tuple[int, int], float]:
    """Return the overlap of each pair that shares a word."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(gold):
        for word in words:
            holders[word].append(number)
    pairs: dict[tuple[int, int], float] = {}
    for number, words in enumerate(extracted):
        shared = Counter(other for word in words for other in holders.get(word, ()))
        for other, count in shared.items():
            pairs[number, other] = count / (len(words) + len(gold[other]) - count)
    return pairs


def _best_sum(overlaps: dict[tuple[int, int], float], rows: int, columns: int) -> float:
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros((rows, columns))
    for at, value in overlaps.items():
        matrix[at] = value
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())


def _greedy_sum(overlaps: dict[tuple[int, int], float]) -> float:
    total, rows, columns = 0.0, set[int](), set[int]()
    for (row, column), value in sorted(overlaps.items(), key=lambda pair: -pair[1]):
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            total += value
    return total


def item_figures(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], scores: Sequence[Score], seed: int
) -> dict[str, object]:
    """Return the figures of one system's items: means over pages, and what the pages took."""
    by_corpus: dict[str, list[int]] = {}
    for number, page in enumerate(pages):
        by_corpus.setdefault(page.source or "unknown", []).append(number)
    return {
        **_means(runs, scores, seed),
        **costs(runs),
        "by_corpus": {
            name: _means([runs[n] for n in numbers], [scores[n] for n in numbers], seed)
            for name, numbers in by_corpus.items()
        },
    }


def _means(runs: Sequence[PageRun], scores: Sequence[Score], seed: int) -> dict[str, object]:
    f1 = [score.f1 for score in scores]
    return {
        "pages": len(runs),
        "errors": sum(bool(run.error) for run in runs),
        "empty": sum(not run.output.records for run in runs),
        "precision": mean([score.precision for score in scores]),
        "recall": mean([score.recall for score in scores]),
        "f1": mean(f1),
        "f1_ci95": list(interval(f1, seed)),
        "perfect_pages": sum(value == 1.0 for value in f1),
    }


def item_row(run: PageRun, **figures: float) -> Mapping[str, object]:
    """Return what `predictions.jsonl.gz` keeps of a page's items."""
    return {
        "id": run.id,
        "system": run.system,
        "text": run.output.text,
        "records": run.output.records,
        **figures,
        "error": run.error,
    }


def has_gold(page: LabelledPage) -> bool:
    """Return whether the corpus says which items the page has, be it that it has none."""
    return page.records is not None


def score(
    runs: Sequence[PageRun], pages: Sequence[LabelledPage], options: EvaluateOptions
) -> tuple[dict[str, object], Iterator[Mapping[str, object]]]:
    """Return the figures of one system: means over pages, and the rows of its predictions."""
    scores = [score_page(run, page) for run, page in zip(runs, pages, strict=True)]
    overlaps = [
        overlap_score(titles(run.output.records), titles(page.records or ())).f1
        for run, page in zip(runs, pages, strict=True)
    ]
    figures = item_figures(runs, pages, scores, options.seed) | {"title_overlap_f1": mean(overlaps)}
    rows = (item_row(run, f1=score.f1) for run, score in zip(runs, scores, strict=True))
    return figures, rows


def score_page(run: PageRun, page: LabelledPage) -> Score:
    """Return precision and recall of one page's records, matched one to one in their order.

    A record is right if it leads to the gold record's address, or if its title and text hold the
    words of the gold title, or of the gold number, in a row: corpora may write names otherwise than
    the page does ("U.S. v. Doe" and "United States v. Doe").
    """
    gold = [_ComparableRecord(record, page.page.url) for record in page.records or ()]
    left = [_ComparableRecord(record, page.page.url) for record in run.output.records]
    extracted = len(left)
    right = 0
    for item in gold:
        match = next((record for record in left if item.is_in(record)), None)
        if match is not None:
            left.remove(match)
            right += 1
    return counted_score(right, extracted, len(gold))


def titles(records: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the records' titles, by whichever name a corpus gives them; "" where one has none."""
    return [_first(record, _TITLES) for record in records]


class _ComparableRecord:
    """A record, gold or found, made comparable."""

    def __init__(self, record: Mapping[str, object], base: str) -> None:
        url = _first(record, _URLS)
        title = _first(record, _TITLES)
        self.url = _absolute(base, url)
        self.title = _spaced(title)
        number = _spaced(_first(record, _NUMBERS))
        self.number = number if len(number) >= _LEAST_NUMBER else ""
        self.words = _spaced(f"{title} {record.get('text') or ''}")

    def is_in(self, extracted: "_ComparableRecord") -> bool:
        """Return whether the found record is this one."""
        named = bool(self.title.strip()) and self.title in extracted.words
        numbered = bool(self.number) and self.number in extracted.words
        return named or numbered or self._is_reached_by(extracted.url)

    def _is_reached_by(self, url: str) -> bool:
        """Return whether the address is this one's, or ends it where the page's own is unknown."""
        if not url or not self.url:
            return False
        return self.url == url or (url.startswith("/") and self.url.endswith(url))


def _absolute(base: str, url: str) -> str:
    """Return the address without its fragment; as it is if it is malformed (`http://[`)."""
    try:
        return urldefrag(urljoin(base, url)).url.rstrip("/") if url else ""
    except ValueError:
        return url


def _first(record: Mapping[str, object], names: Sequence[str]) -> str:
    return next((str(record[name]) for name in names if record.get(name)), "")


def _spaced(text: str) -> str:
    """Return the words with a space on either side of each, so that only whole ones match."""
    return f" {' '.join(tokens(text))} "

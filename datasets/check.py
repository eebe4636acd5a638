"""Check that corpus files are what the schema says, and fit together; say what one holds.

Pages that are nearly the same (copies, mirrors, versions) must not be in two splits.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

from pagesight.datasets.load import groups_of, load
from pagesight.datasets.schema import CorpusError, LabelledPage
from pagesight.render.page import Page

_SHOWN = 12  # values of a column; the rest are summed up
Sketch = tuple[int, ...]
_SHINGLE = 8  # words in a row, as in Broder et al. 1997
_SKETCH = 64  # shingles with the least digests: the error of the share is about 1 / sqrt(64)
_ALIKE = 0.8  # of the shingles of both
_LEAST_WORDS = 50  # pages of fewer words are alike by chance
_COMMON = 50  # pages: a shingle that more have is of a template
_words = re.compile(r"\w+").findall
without_tags = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.I | re.S).sub


@dataclass(frozen=True, slots=True)
class Description:
    """Counts of a corpus: pages, sites, pages with each kind of gold, and pages by value."""

    path: Path
    pages: int
    sites: int
    gold: Mapping[str, int]
    by: Mapping[str, Mapping[str, int]]  # column -> value -> pages

    def summary(self) -> str:
        """Return the description for a reader, a line a column."""
        lines = [f"{self.path}: {self.pages} pages of {self.sites} sites"]
        lines.append("  gold: " + _counted(self.gold))
        lines += [f"  {column}: {_counted(values)}" for column, values in self.by.items()]
        return "\n".join(lines)


def describe(path: Path) -> Description:
    """Return what the corpus file holds. Raises CorpusError if it cannot be read."""
    sites: set[str] = set()
    gold = Counter({"genre": 0, "text": 0, "records": 0, "block labels": 0, "screenshot": 0})
    by: dict[str, Counter[str]] = {
        name: Counter() for name in ("genre", "lang", "split", "license")
    }
    pages = 0
    for page in load(path):
        pages += 1
        sites.add(page.site)
        gold["genre"] += page.genre is not None
        gold["text"] += page.text is not None
        gold["records"] += page.records is not None
        gold["block labels"] += page.block_labels is not None
        gold["screenshot"] += page.page.screenshot is not None
        for name, counter in by.items():
            counter[str(getattr(page, name) or "unknown")] += 1
    return Description(path, pages, len(sites), gold, by)


def _counted(values: Mapping[str, int]) -> str:
    ordered = sorted(values.items(), key=lambda item: -item[1])
    shown = [f"{value} {count}" for value, count in ordered[:_SHOWN] if count]
    rest = len(ordered) - _SHOWN
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "") or "none"


def sketch(page: LabelledPage) -> Sketch:
    """Return the least digests of the page's shingles; () for a page of few words."""
    words = [word.encode() for word in _words(without_tags(" ", page.page.html).lower())]
    if len(words) < _LEAST_WORDS:
        return ()
    places = range(len(words) - _SHINGLE + 1)
    digests = {crc32(b" ".join(words[place : place + _SHINGLE])) for place in places}
    return tuple(sorted(digests)[:_SKETCH])


def near_same(sketches: Sequence[Sketch]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of pages, by number, that share four fifths of their shingles (estimated).

    (Broder 1997: the share of the least digests of both that both have.)
    """
    holders: dict[int, list[int]] = defaultdict(list)
    for number, digests in enumerate(sketches):
        for digest in digests:
            holders[digest].append(number)
    rare = {digest for digest, numbers in holders.items() if len(numbers) <= _COMMON}
    for number, digests in enumerate(sketches):
        shared = Counter(
            other for d in digests if d in rare for other in holders[d] if other > number
        )
        for other in sorted(shared):
            least = sorted({*digests, *sketches[other]})[:_SKETCH]
            both = {*digests} & {*sketches[other]}
            if sum(digest in both for digest in least) >= _ALIKE * len(least):
                yield number, other


def check(paths: Sequence[Path]) -> list[str]:
    """Return what is wrong with the files, a sentence each; nothing if all is well.

    Looked for: files and rows that cannot be read, ids that are not unique, pages without HTML or
    without any gold, and leaks: a site or family in more than one split of train, val and test,
    and pages of two splits that are nearly the same.
    """
    problems: list[str] = []
    pages: list[LabelledPage] = []
    sketches: list[Sketch] = []
    for path in paths:
        before = len(pages)
        try:
            for page in load(path):
                problems += _page_problems(path, page)
                sketches.append(sketch(page) if page.split else ())
                pages.append(_without_html(page))
            if len(pages) == before:
                problems.append(f"{path} holds no page")
        except CorpusError as error:
            problems.append(str(error))
    repeated = _repeated(page.id for page in pages)
    return [*problems, *repeated, *_leaks(pages), *_copies(pages, sketches)]


def _page_problems(path: Path, page: LabelledPage) -> Iterator[str]:
    gold = (page.genre, page.text, page.records, page.block_labels)
    snippets = page.extra.keys() & {"with", "without", "attributes", "pagination_css"}
    if not page.page.html.strip():
        yield f"{path}: page {page.id} has no HTML"
    if not snippets and all(annotation is None for annotation in gold):
        yield f"{path}: page {page.id} has neither genre, text, records nor labels"


def _without_html(page: LabelledPage) -> LabelledPage:
    return replace(page, page=Page(page.page.url, ""), text=None, records=None, block_labels=None)


def _repeated(ids: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for page_id in ids:
        if page_id in seen:
            yield f"the id {page_id} is on more than one page"
        seen.add(page_id)


def _leaks(pages: Sequence[LabelledPage]) -> Iterator[str]:
    splits: dict[str, set[str]] = {}
    for page, group in zip(pages, groups_of(pages), strict=True):
        splits.setdefault(group, set()).add(page.split or "none")
    for group, names in splits.items():
        if len(names) > 1:
            yield f"the site or family {group} is in the splits {', '.join(sorted(names))}"


def _copies(pages: Sequence[LabelledPage], sketches: Sequence[Sketch]) -> Iterator[str]:
    for pair in near_same(sketches):
        one, other = (pages[number] for number in pair)
        if one.split != other.split:
            yield (
                f"{one.id} of split {one.split} and {other.id} of split {other.split} are nearly "
                "the same page"
            )

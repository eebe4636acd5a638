"""Bound what one page may cost: sizes at which it is cut, and a deadline; what is ready counts.

Within the deadline the bounds are of sizes and of processor time: how busy the machine is changes
no answer that can come before it.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import inf

from lxml.html import HtmlElement

# A start tag as the HTML standard reads it. Possessive: each byte is looked at once; and of several
# `<` in a name the last begins the tag, or there would be as many looks as there are of them. White
# space is spelled out, since sets that name a class of characters take longer.
_NAME = rb"<[a-zA-Z][^ \t\n\r\f/><]*+(?:<(?![a-zA-Z])[^ \t\n\r\f/><]*+)*+(?=[ \t\n\r\f/])"
_ATTRIBUTE = (
    rb"[ \t\n\r\f/]*+[^ \t\n\r\f/>][^ \t\n\r\f/>=]*+"
    rb"""(?:[ \t\n\r\f]*+=[ \t\n\r\f]*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\r\f>]*+))?+"""
)
_TAG = rb"(%b(?:%b){%d}+)((?:%b)++)"
# How many times as long as parsing a page and walking its tree all work on it takes: an estimate
# from most cases of bench_hostile.py; much JSON-LD takes more and may be late.
_WHOLE = 10.0
# And what cannot be left out of it: the labels of one labeler, and the selection by them.
_LEAST = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one page. No page of WCXB dev has more than 5.4 million characters, 22,000 tags.

    A table of 200,000 cells took 590 MiB beside the models (tests/bench/bench_hostile.py).
    """

    seconds: float = 30.0
    html_chars: int = 20_000_000
    tags: int = 500_000  # of opening, closing, and comments
    attributes: int = 1_000  # of one element: libxml2 compares each with all before it
    blocks: int = 200_000


NO_DEADLINE = Limits(seconds=inf)


class Budget:
    """What is left of one page's limits, and what was left out because of them.

    `clock` is that of the deadline, `processor` that of the work done on the page.
    """

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] = time.thread_time,
    ) -> None:
        """Start the time."""
        self.limits = limits
        self._clock, self._processor = clock, processor
        self._begun, self._started = processor(), clock()
        self._end = self._started + limits.seconds
        self._cuts: list[str] = []
        self._left_out: list[str] = []

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what was left out and why, a sentence each."""
        late = f"deadline of {self.limits.seconds:g} s: left out {', '.join(self._left_out)}"
        return (*self._cuts, late) if self._left_out else tuple(self._cuts)

    def cut(self, where: str) -> None:
        """Note that the page was cut there."""
        self._cuts.append(f"page cut at {where}: the rest was left out")

    def ends_reading(self, elements: int) -> bool:
        """Return whether to read no more, and note it if so; asked every so many elements.

        What is read must leave time for all that is done with it, and on a machine that is so busy
        that there cannot be, for the least of it. It is asked in the thread that made the budget,
        whose processor time counts.
        """
        work = _WHOLE * (self._processor() - self._begun)
        least = _LEAST * (self._clock() - self._started)
        if max(work, least) < self.limits.seconds:
            return False
        self.cut(f"{elements:,} elements by the deadline of {self.limits.seconds:g} s")
        return True

    def has_time_for(self, part: str, reserve: float = 0.0) -> bool:
        """Return whether the deadline has not passed; if it has, note that `part` is left out.

        `reserve` is the share of the time that is to be left for what comes after.
        """
        late = inf if self._end == inf else self._end - reserve * self.limits.seconds
        in_time = self._clock() < late
        if not in_time and part not in self._left_out:
            self._left_out.append(part)
        return in_time

    def remove_deadline(self) -> None:
        """Let the deadline go, if it has not passed: the page is read, and what is asked of it
        later takes the time of who asks.
        """
        if self._clock() < self._end:
            self._end = inf

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the time that the block takes out of account: models are loaded once."""
        start = self._clock()
        try:
            yield
        finally:
            self._end += self._clock() - start


def bounded_html(text: str, budget: Budget, mark: str = "") -> bytes:
    """Return the text in UTF-8 without what is beyond the limits of characters, tags, attributes.

    Attributes named `mark` are ours, and stay: a page must not lose them by having many others.
    """
    limits = budget.limits
    if len(text) > limits.html_chars:
        budget.cut(f"{limits.html_chars:,} of {len(text):,} characters")
        text = text[: limits.html_chars]
    if len(text) > limits.tags and text.count("<") > limits.tags:
        budget.cut(f"{limits.tags:,} of {text.count('<'):,} tags")
        last = next(islice(re.finditer("<", text), limits.tags, None))
        text = text[: last.start()]
    written = text.encode("utf-8", "replace")
    marks = re.compile(rb' %b="\w+"' % mark.encode() if mark else rb"(?!)").findall
    too_many = re.compile(_TAG % (_NAME, _ATTRIBUTE, limits.attributes, _ATTRIBUTE))
    fewer, cuts = too_many.subn(lambda tag: tag[1] + b"".join(marks(tag[2])), written)
    if cuts:
        budget.cut(f"{limits.attributes:,} attributes of an element")
    return fewer


def cut_from(tree: HtmlElement, element: HtmlElement) -> None:
    """Drop from a tree that nobody else has yet an element and all that follows it."""
    parent = element.getparent()
    for follower in [element, *element.itersiblings()]:
        parent.remove(follower)
    cut_behind(tree, parent)


def cut_behind(tree: HtmlElement, element: HtmlElement) -> None:
    """Drop from a tree that nobody else has yet all that follows an element."""
    while element is not tree:
        parent = element.getparent()
        for follower in list(element.itersiblings()):
            parent.remove(follower)
        element.tail = None
        element = parent

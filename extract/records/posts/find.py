"""Make records of the posts of a thread: who wrote what, and when."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, takewhile
from posixpath import commonpath

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import sums_between
from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.page.inline.inline import InlineMarkdown
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.records.fields.dates import in_our_years, puts_day_first
from pagesight.extract.records.listing import shift_log_odds
from pagesight.extract.records.posts.bodies import Bodies, bodies
from pagesight.extract.records.posts.marks import BylineCandidates, BylineMark
from pagesight.extract.records.posts.spans import Span, posts_of
from pagesight.extract.records.record import Record
from pagesight.extract.text.bylines import leads_to_person
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.tokens import tokens

# Types of JSON-LD; a "question" is on pages of frequent ones too.
_THREADS = frozenset({"discussionforumposting", "qapage"})
_BETWEEN = frozenset({"by", "on", "at", "posted", "von", "am", "um", "par", "le", "por", "el"})
# In log-odds. tests/studies/extract/tune_records.py prints the word F1 by both.
LESS_OUTSIDE, MORE_INSIDE = 2.0, 3.0
_OF_IMAGE = 1e-3  # characters, so that images are somewhere too
_LINKED = 0.8  # of the characters, or of the rows: links to threads
_ROW_CHARS = 60  # of a row of a list of threads, beside links and date; by hand
_TITLED = 0.5  # of the posts: more are boards; by hand
_LEAST_TITLE, _TITLE_CHARS = 5, 120  # characters that are read of a thread's title


@dataclass(frozen=True, slots=True)
class Post:
    """A post: which texts of the page it is made of, the path of what holds it, what it says."""

    span: Span
    path: str
    record: Record


def says_thread(document: Document) -> bool:
    """Return whether a page says of itself that it is a thread, by its types."""
    return not _THREADS.isdisjoint(document.head.types)


def thread_markdown(document: Document, posts: Sequence[Post], blocks: Sequence[Block]) -> str:
    """Return the Markdown of blocks of the page, those of a post under its author and date.

    What encloses a post, such as an item of a list, is not shown. Author and date that are among
    the blocks are not repeated; a title in a post stands above them.
    """
    firsts = [post.span.first for post in posts]

    def post_of(block: Block) -> int:
        text = int(document.cuts.first[block.order])
        number = bisect_right(firsts, text) - 1
        return number if number >= 0 and text < posts[number].span.last else -1

    parts: list[str] = []
    for number, group in groupby(blocks, post_of):
        own = list(group)
        if number < 0:
            parts.append(to_markdown(own))
            continue
        record, within = posts[number].record, posts[number].path
        titles = list(takewhile(lambda block: block.tag == "h1", own))
        rest = [block for block in own[len(titles) :] if not _says_no_more(block, record)]
        written = to_markdown(rest, within)
        parts += [to_markdown(titles, within), _head(record) if written else "", written]
    return "\n\n".join(filter(None, parts))


def _paths(
    document: Document, spans: Sequence[Span], blocks: Mapping[int, Sequence[Block]]
) -> list[str]:
    """Return the path of the deepest element that holds all of each post.

    Where every post is in a quote (vBulletin 4), that is how the forum writes posts, and quotes
    nobody: it is the path of that.
    """
    quotes = [_quote_around(blocks[number]) for number in range(len(spans))]
    if all(quotes):
        return quotes
    elements, holder = document.elements, document.texts.holder
    ends = ((int(holder[span.first]), int(holder[span.last - 1])) for span in spans)
    return [document.origin.path(elements.common(*pair)) for pair in ends]


def _quote_around(blocks: Sequence[Block]) -> str:
    """Return the path of the outermost quote that holds all blocks; "" if none does."""
    shared = commonpath([block.path for block in blocks]).split("/") if blocks else []
    at = next((at for at, tag in enumerate(shared) if tag.startswith("blockquote")), 0)
    return "/".join(shared[: at + 1]) if at else ""


def _says_no_more(block: Block, record: Record) -> bool:
    """Return whether a block says who wrote the post, or when, and nothing else."""
    words = set(tokens(block.text))  # none in an image, or in a post of signs alone
    byline = tokens(f"{record.author} {record.attributes['date_text']}")
    return bool(words) and words.issubset({*byline, *_BETWEEN})


def _head(record: Record) -> str:
    """Return a line that says who wrote the post, and when."""
    head = InlineMarkdown()
    if record.author:
        head.open("b")
        head.text(record.author)
        head.close("b")
        head.text(", ")
    head.text(record.date or record.attributes["date_text"])
    return head.take()


@dataclass(frozen=True)
class Thread:
    """A page of posts."""

    document: Document

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the posts in document order; none if no series of dates and names parts them."""
        return tuple(post.record for post in self._posts)

    @property
    def holds(self) -> None:
        """A thread is no list, and nothing says how likely it is one."""

    def markdown_of(self, blocks: Sequence[Block]) -> str:
        """Return the Markdown of blocks of the page, above each post who wrote it, and when."""
        return thread_markdown(self.document, self._posts, blocks)

    @cached_property
    def _posts(self) -> Sequence[Post]:
        document, spans = self.document, self._spans
        if not spans:
            return ()
        piece = self._bodies.piece
        blocks = _blocks(document.pieces(piece), piece)
        day_first = puts_day_first(document, (span.date.said for span in spans), are_near=True)
        paths = _paths(document, spans, blocks)
        posts = tuple(
            Post(span, path, _record(document, span, blocks[number], path, day_first=day_first))
            for number, (span, path) in enumerate(zip(spans, paths, strict=True))
            if number in self._bodies.usual or not _is_beside(blocks[number], spans, number)
        )
        saying = tuple(post for post in posts if post.record.attributes["markdown"])
        # Where most say nothing these are lines of a list of other threads.
        return saying if 0 < len(saying) < len(posts) / 2 else posts

    @property
    def has_posts(self) -> bool:
        """Return whether a series of dates and names parts any."""
        return bool(self._spans)

    @property
    def are_titled(self) -> bool:
        """Return whether most posts begin with a link of their own that leads to no author.

        Then they may as well be the boards of a forum, each with who wrote last and when.
        """
        spans = self._spans
        authors = {span.author.said for span in spans if span.author}
        titles = {_title_in(self.document, self._extents, span, "") for span in spans}
        return len(titles - authors - {""}) > _TITLED * len(spans)

    def reweight(
        self,
        probabilities: NDArray[np.floating],
        less_outside: float = LESS_OUTSIDE,
        more_inside: float = MORE_INSIDE,
    ) -> NDArray[np.floating]:
        """Return the blocks' probabilities of being content: more in posts, less outside them.

        A labeler sees that a block is in a series of like ones, and not that it is in a post; of
        a thread, some posts look like a story and others, in few words, do not.
        """
        if not self.has_posts:
            return probabilities
        return shift_log_odds(probabilities, np.where(self.in_posts, more_inside, -less_outside))

    @property
    def starts(self) -> Rows:
        """Return the block that each post begins in, (posts,)."""
        firsts = [span.first for span in self._spans]
        ends = self.document.cuts.end
        return np.minimum(np.searchsorted(ends, firsts, "right"), len(ends) - 1)

    @cached_property
    def in_posts(self) -> Flags:
        """Return which blocks are, at least half of each, what the posts' authors wrote."""
        cuts, sizes = self.document.cuts, np.array(self._extents.sizes) + _OF_IMAGE
        if not self.has_posts:
            return np.zeros(len(cuts.texts), np.bool_)
        in_posts = sums_between(sizes * (self._bodies.piece >= 0), cuts.start, cuts.end)
        return np.asarray(2 * in_posts >= sums_between(sizes, cuts.start, cuts.end))

    def with_every_post(self, kept: Flags) -> Flags:
        """Return the kept blocks with the longest one of each post of which none is kept.

        Of a thread of which most posts are kept, a reply of few words is no less a part.
        """
        cuts, piece = self.document.cuts, self._bodies.piece
        bounds = zip(cuts.start.tolist(), cuts.end.tolist(), strict=True)
        post = np.array([piece[start:end].max(initial=-1) for start, end in bounds], np.int64)
        is_said = cuts.link_chars < _LINKED * np.array(list(map(len, cuts.texts)))
        post[~(self.in_posts & is_said)] = -1
        has_any = np.bincount(post[kept] + 1, minlength=len(self._spans) + 1)[1:] > 0
        whole = kept.copy()
        if 2 * has_any.sum() > len(has_any):
            for number in np.flatnonzero(~has_any).tolist():
                own = np.flatnonzero(post == number).tolist()
                longest = sorted(own, key=lambda at: len(cuts.texts[at]))[-1:]
                whole[longest] = True
        return whole

    @cached_property
    def _marks(self) -> BylineCandidates:
        return BylineCandidates(self.document, self._extents)

    @cached_property
    def _extents(self) -> TextSpans:
        return TextSpans(self.document)

    @cached_property
    def _spans(self) -> Sequence[Span]:
        spans = posts_of(self.document.elements, self._extents, self._marks)
        return () if _is_index(self.document, self._extents, spans) else spans

    @cached_property
    def _bodies(self) -> Bodies:
        return bodies(self.document, self._extents, self._marks, self._spans)


def _is_index(document: Document, extents: TextSpans, spans: Sequence[Span]) -> bool:
    """Return whether the spans are the rows of a list of threads: linked titles, and little else.

    What says when and by whom counts for nothing.
    """
    titles = [_title_in(document, extents, span) for span in spans]
    own = [extents.unlinked_chars(span.first, span.last) - len(span.date.said) for span in spans]
    rows = sum(bool(title) and left < _ROW_CHARS for title, left in zip(titles, own, strict=True))
    return len(set(titles)) == len(titles) and rows >= _LINKED * len(spans)


def _title_in(document: Document, extents: TextSpans, span: Span, part: str = "#") -> str:
    """Return the text of the first link in a span that leads elsewhere and to nobody, or "".

    What leads to a `part` of a page leads nowhere else; with "" what leads to one of another does.
    """
    elements = document.elements
    for row in extents.rows(span.first, span.last):
        if elements.tag[row] == ANCHOR:
            address = elements.own(row).get("href") or ""
            text = extents.said(extents.start[row], extents.end[row], _TITLE_CHARS)
            is_here = part in address if part else address.startswith("#")
            if not is_here and not leads_to_person(address) and len(text) >= _LEAST_TITLE:
                return text
    return ""


def _is_beside(blocks: Sequence[Block], spans: Sequence[Span], number: int) -> bool:
    """Return whether what has no body as the others have is no post.

    It is links to other threads, or says who began the thread and when: as the first post does.
    """
    linked = sum(block.link_chars for block in blocks)
    if linked >= _LINKED * sum(len(block.text) for block in blocks):
        return True
    own, after = spans[number], spans[(number + 1) % len(spans)]
    same_day = (
        own.date.date == after.date.date if own.date.date else own.date.said == after.date.said
    )
    author = own.author.said if own.author else ""
    return same_day and author == (after.author.said if after.author else "")


def _blocks(written: Document, piece: np.ndarray) -> dict[int, list[Block]]:
    by_post: dict[int, list[Block]] = defaultdict(list)
    inside = piece[piece >= 0]
    for block, first in zip(written.blocks, written.cuts.first.tolist(), strict=True):
        by_post[int(inside[first])].append(block)
    return by_post


def _record(
    document: Document,
    span: Span,
    blocks: Sequence[Block],
    path: str,
    *,
    day_first: bool,
) -> Record:
    author, addresses = span.author, document.origin.addresses
    profile = _link_around(document, author) if author else ""
    attributes = {
        "author_url": addresses.absolute(profile) if profile else "",
        "date_text": span.date.said,
        "markdown": to_markdown(blocks, within=path),
    }
    permalink = _link_around(document, span.date)
    return Record(
        title="",
        url=addresses.absolute(permalink) if permalink else "",
        text=to_text(blocks),
        date=in_our_years(
            date_in(span.date.stated, day_first=day_first)
            or date_in(span.date.said, day_first=day_first)
        ),
        author=author.said if author else "",
        attributes=attributes,
        type="post",
    )


def _link_around(document: Document, mark: BylineMark) -> str:
    """Return the address of the link that a mark stands in, or ""."""
    elements = document.elements
    for row in reversed(elements.chain(mark.row)):
        if elements.tag[row] == ANCHOR:
            return elements.own(row).get("href") or ""
    return ""

"""The Markdown of a thread: above each post who wrote it, and when."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.inline.inline import InlineMarkdown
from pagesight.extract.records.posts.spans import Span
from pagesight.extract.records.record import Record
from pagesight.extract.text.tokens import tokens

_BETWEEN = frozenset({"by", "on", "at", "posted", "von", "am", "um", "par", "le", "por", "el"})


@dataclass(frozen=True, slots=True)
class Post:
    """A post: which texts of the page it is made of, and what it says."""

    span: Span
    record: Record


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
        record, within = posts[number].record, path_of(document, posts[number].span)
        titles = list(takewhile(lambda block: block.tag == "h1", own))
        rest = [block for block in own[len(titles) :] if not _says_no_more(block, record)]
        written = to_markdown(rest, within)
        parts += [to_markdown(titles, within), _head(record) if written else "", written]
    return "\n\n".join(filter(None, parts))


def path_of(document: Document, span: Span) -> str:
    """Return the path of the deepest element that holds all of a post."""
    holder = document.texts.holder
    row = document.elements.common(int(holder[span.first]), int(holder[span.last - 1]))
    return document.origin.path(row)


def _says_no_more(block: Block, record: Record) -> bool:
    """Return whether a block says who wrote the post, or when, and nothing else."""
    words = set(tokens(block.text))  # none in an image, or in a post of signs alone
    said = tokens(f"{record.author} {record.attributes['date_text']}")
    return bool(words) and words.issubset({*said, *_BETWEEN})


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

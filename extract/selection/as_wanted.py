"""Keep or leave out what the reader of a page asks for: comments, tables."""

import numpy as np

from pagesight.extract.features.text import text_counts
from pagesight.extract.markdown.grid import data_tables, table_around
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.posts.find import Thread, says_thread
from pagesight.extract.selection.asides import in_comments

_MOSTLY = 0.8  # of the posts of a page
# Of the prose outside comments that is before them: a notice may stand behind. Any share from .6 to
# .7 did alike on the corpora of run `unseen`.
_BEHIND = 0.67
# Words of prose outside comments: with fewer these are the page. By hand.
_LEAST_TEXT = 20
_LONG_ARTICLE = 300  # words of prose before the first comment: less is an opening post
_ARTICLES = ("article", "blogposting")  # as types end


def as_wanted(
    kept: Flags, document: Document, posts: Thread | None, *, is_product: bool = False
) -> Flags:
    """Return the kept blocks, with all comments or none, and without tables if so wanted.

    What is kept of comments is what their authors wrote: neither names, dates nor buttons. Those
    under an article, and of a page that is no thread, stay only if they are wanted. A thread's own
    posts are none, whatever they are called, and those on a product are its reviews.
    """
    wanted = document.wanted
    if wanted.comments is True:
        kept = kept | (in_comments(document) & (posts or document.once(Thread)).in_posts)
    elif (posts and are_comments(posts)) or (wanted.comments is False and not _are_all(posts)):
        kept = kept & ~in_comments(document)
    elif posts is None and wanted.comments is None and not is_product:
        kept = _without_last_comments(kept, document)
    return kept if wanted.tables else kept & ~_in_tables(kept, document)


def _without_last_comments(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without comments behind most prose, if it is a text by itself.

    What is called a comment amid a text is the author's; behind comments a notice may stand.
    """
    inside, counts = in_comments(document), document.once(text_counts)
    prose = np.where(kept & ~inside & (counts.prose > 0), counts.words, 0)
    if prose.sum() < _LEAST_TEXT:
        return kept
    return np.asarray(kept & ~(inside & (np.cumsum(prose) >= _BEHIND * prose.sum())))


def is_of_comments(document: Document) -> bool:
    """Return whether hardly any prose of a page is outside comments: of a tracker's issue, say."""
    inside, counts = in_comments(document), document.once(text_counts)
    if not inside.any():
        return False
    prose = np.where((counts.prose > 0) & ~document.cuts.unseen, counts.words, 0)
    outside = prose[~inside].sum()
    return bool(outside < min(_LEAST_TEXT, prose[inside].sum()))


def _are_all(posts: Thread | None) -> bool:
    """Return whether the first post of a page is called a comment too."""
    return posts is not None and bool(in_comments(posts.document)[posts.starts[0]])


def are_comments(thread: Thread) -> bool:
    """Return whether the posts of a page are readers' comments under an article of some length.

    The page says that it is an article, by its types or an `article` element before the comments.
    """
    document = thread.document
    inside, starts = in_comments(document), thread.starts
    if inside[starts].sum() < max(1, _MOSTLY * (len(starts) - 1)):
        return False
    before = slice(0, int(starts[inside[starts]][0]))
    counts = document.once(text_counts)
    words = np.where((counts.prose > 0) & ~inside, counts.words, 0)[before]
    if words.sum() < _LONG_ARTICLE or says_thread(document):
        return False
    elements = document.elements
    in_article = elements.nearest(elements.tag == CODE["article"])[document.cuts.element[before]]
    metas = (content for name, content in document.head.metas if name == "og:type")
    stated = any(kind.endswith(_ARTICLES) for kind in (*document.head.types, *metas))
    return stated or bool(words[in_article >= 0].sum() >= _LONG_ARTICLE)


def _in_tables(kept: Flags, document: Document) -> Flags:
    """Return which of the kept blocks are in tables of data, (blocks,)."""
    blocks = [document.blocks[number] for number in np.flatnonzero(kept).tolist()]
    tables = data_tables(blocks)
    found = np.zeros_like(kept)
    found[[block.order for block in blocks if table_around(block, tables)]] = True
    return found

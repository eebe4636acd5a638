"""Keep or leave out what the reader of a page asks for: comments, tables."""

import numpy as np

from pagesight.extract.markdown.grid import data_tables, table_around
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.selection.asides import in_comments


def as_wanted(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks, with all comments or none, and without tables if so wanted.

    What is kept of comments is what their authors wrote: neither names, dates nor buttons.
    """
    wanted = document.wanted
    if wanted.comments is True:
        kept = kept | (in_comments(document) & Thread(document).in_posts)
    elif wanted.comments is False:
        kept = kept & ~in_comments(document)
    return kept if wanted.tables else kept & ~_in_tables(kept, document)


def _in_tables(kept: Flags, document: Document) -> Flags:
    """Return which of the kept blocks are in tables of data, (blocks,)."""
    blocks = [document.blocks[number] for number in np.flatnonzero(kept).tolist()]
    tables = data_tables(blocks)
    found = np.zeros_like(kept)
    found[[block.order for block in blocks if table_around(block, tables)]] = True
    return found

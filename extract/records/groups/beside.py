"""Find out whether what repeats on a page stands beside an article rather than being its list."""

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import block_features
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.records.groups.groups import Repeat
from pagesight.extract.text.furniture import heads_stories

# By hand, on pages that were looked at.
_LEAST_ARTICLE = 45  # words of sentences
_LEAST_TITLE = 10  # characters of a headline
_FAR_LONGER = 3  # times, than the next
_LEAST_BESIDE_OTHERS = 150  # words of sentences: a post in full may be the first of those cut short


def story_labels(document: Document) -> tuple[int, ...]:
    """Return the numbers of the blocks that say that other stories follow; called by `once`."""
    texts = document.cuts.texts
    return tuple(at for at, text in enumerate(texts) if heads_stories(text.lower()))


def is_beside_article(document: Document, repeat: Repeat) -> bool:
    """Return whether the group stands behind an article, or has it as one of its members."""
    return _is_behind_article(document, repeat) or _holds_article(document, repeat)


def _is_behind_article(document: Document, repeat: Repeat) -> bool:
    """Return whether a title with a text comes before, and then what says that others follow."""
    labels = [at for at in document.once(story_labels) if at < repeat.start[0]]
    if not labels:
        return False
    texts = document.cuts.texts[: repeat.start[0]]
    title, counts = document.once(page_title), document.once(block_features).counts
    first = next((at for at, text in enumerate(texts) if _is_title(text, title)), len(texts))
    prose = (counts.words * (counts.prose > 0))[first : labels[-1]]
    return bool(prose.sum() >= _LEAST_ARTICLE)


def _holds_article(document: Document, repeat: Repeat) -> bool:
    """Return whether one member is far longer than all others, and has the page's title."""
    if len(repeat) == 1:
        return False
    counts = document.once(block_features).counts
    sizes = sums_between(counts.words, repeat.start, repeat.end)
    *_, second, longest = sorted(sizes.tolist())
    most = slice(*repeat.spans()[int(np.argmax(sizes))])
    prose = (counts.words * (counts.prose > 0))[most].sum()
    if longest < _FAR_LONGER * second or prose < _LEAST_BESIDE_OTHERS:
        return False
    title = document.once(page_title)
    return any(_is_title(text, title) for text in document.cuts.texts[most])


def _is_title(text: str, title: str) -> bool:
    own = text.strip()
    return len(own) >= _LEAST_TITLE and own in title

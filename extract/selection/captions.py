"""Images that are kept for the text around them, and the captions that belong to them.

What an image shows has no words that a labeler could judge it by.
"""

import re

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements, Flags

_MOST_BETWEEN = 2  # short texts between an image and the kept text on one of its sides
_MOST_WORDS = 20  # of such a text: who took the picture, a caption
_MOST_IN_ROW = 3  # images beside such a text: more are swatches, logos, galleries
_names_caption = re.compile(r"caption|credit|(?:^|[\s_-])legend", re.I).search
_MOST_AROUND = 3  # elements around a caption that may be named so
_MOST_CAPTIONS = 3  # blocks after an image


def with_images(
    kept: Flags, is_image: Flags, is_title: Flags, words: NDArray[np.floating]
) -> Flags:
    """Return the kept blocks with the images among them.

    Text is kept right before or after, and on the other side behind no more than two short ones;
    a page's title will do for kept text.
    """
    texts = np.flatnonzero(~is_image)
    anchors = (kept | is_title)[texts]
    short = ~anchors & (words[texts] <= _MOST_WORDS)
    before, after = _near(anchors, short), _near(anchors[::-1], short[::-1])[::-1]
    images = np.flatnonzero(is_image)
    place = np.searchsorted(texts, images)
    inside = (place > 0) & (place < len(texts))
    left, right = place[inside] - 1, place[inside]
    found = kept.copy()
    few = np.bincount(place, minlength=len(texts) + 1)[place[inside]] <= _MOST_IN_ROW
    one, both = kept[texts[left]] | kept[texts[right]], kept[texts[left]] & kept[texts[right]]
    found[images[inside]] |= both | (few & one & before[left] & after[right])
    return found


def _near(anchors: Flags, short: Flags) -> Flags:
    """Return which texts are anchors, or follow one behind no other than short texts."""
    near = anchors
    for _ in range(_MOST_BETWEEN):
        near = anchors | (short & np.append(False, near[:-1]))
    return near


def captions(kept: Flags, document: Document) -> Flags:
    """Return the blocks not kept that are captions of what is kept, (blocks,).

    They follow a kept image, or are in a figure of which something is kept, a table say.
    """
    texts, holder = document.cuts.texts, document.cuts.element
    found = np.zeros(len(kept), np.bool_)
    for image in np.flatnonzero(kept).tolist():
        end = min(image + 1 + _MOST_CAPTIONS, len(kept)) if not texts[image] else 0
        for number in range(image + 1, end):
            is_caption = not kept[number] and texts[number] and not document.cuts.unseen[number]
            if not is_caption or not _is_caption(document.elements, int(holder[number])):
                break
            found[number] = True
    return found | _of_figures(kept, document)


def _of_figures(kept: Flags, document: Document) -> Flags:
    """Return the captions in figures of which something is kept, (blocks,)."""
    elements, holder = document.elements, document.cuts.element
    in_figure = elements.nearest(elements.tag == CODE["figure"])
    in_caption = elements.nearest(elements.tag == CODE["figcaption"]) >= 0
    figure = in_figure[holder]
    whole = np.isin(figure, figure[kept]) & (figure >= 0)
    return np.asarray(whole & in_caption[holder] & ~kept & ~document.cuts.unseen)


def _is_caption(elements: Elements, row: int) -> bool:
    for _ in range(_MOST_AROUND):
        if elements.names[elements.tag[row]] == "figcaption" or _names_caption(
            elements.classes[row]
        ):
            return True
        row = elements.parents[row]
    return False

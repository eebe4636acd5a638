"""Numbers that describe a text leaf in any language: beyond MultiBoilerNet's paper.

The vector of a text says little of how long the text is, and nothing of where it stands; counts of
tags do not distinguish siblings from others. These numbers do, in the same way for every script, so
that what is learnt from English pages holds for others. They are in the spirit of Web2Text's
features of a leaf: length, marks, links, repeats, distance in the tree.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.text import count_texts, text_columns
from pagesight.extract.page.blocks import Block

_LOGARITHMS = ("chars", "words", "unlinked", "ends", "commas")
_SHARES = ("links", "digits", "capitals", "marks", "commas_each")
_ENDS = tuple(".!?…。！？｡؟।")
_COLONS = (":", "：")
_LONGEST_WORD = 20

MEASURES = len(_LOGARITHMS) + len(_SHARES) + 11


def leaf_measures(blocks: Sequence[Block]) -> NDArray[np.float32]:
    """Return the measures of a page's leaves, (leaves, MEASURES), each about 0 to 3."""
    if not blocks:
        return np.zeros((0, MEASURES), np.float32)
    texts = [block.text for block in blocks]
    link_chars = np.array([block.link_chars for block in blocks], np.int64)
    columns = text_columns(count_texts(texts, link_chars))
    counts = Counter(texts)
    apart = _levels_apart(blocks)
    places = [tuple(ancestor.tag for ancestor in block.ancestors) for block in blocks]
    alike = Counter(places)
    measures = [
        *(np.log1p(np.maximum(columns[name], 0)) / 3 for name in _LOGARITHMS),
        *(columns[name] for name in _SHARES),
        np.array([text.endswith(_ENDS) for text in texts]),
        np.array([text.endswith(_COLONS) for text in texts]),
        np.array(["©" in text or "(c)" in text.lower() for text in texts]),
        np.array([counts[text] > 1 for text in texts]),
        (np.arange(len(texts)) + 0.5) / len(texts),
        np.minimum(columns["word_length"], _LONGEST_WORD) / 10,
        np.log1p(apart[:-1]),  # from the leaf before
        np.log1p(apart[1:]),  # from the leaf after
        np.array([len(place) for place in places]) / 10,
        np.log1p([alike[place] for place in places]) / 3,
        np.array([alike[place] for place in places]) / len(texts),
    ]
    return np.stack(measures, axis=1).astype(np.float32)


def _levels_apart(blocks: Sequence[Block]) -> NDArray[np.int64]:
    """Return how many elements are closed and opened between neighbours, (leaves + 1,).

    Before the first leaf and after the last it is the depth of that leaf.
    """
    steps = [block.path.split("/")[1:] for block in blocks]
    between = [len(left) + len(right) - 2 * _shared(left, right) for left, right in pairwise(steps)]
    return np.array([len(steps[0]), *between, len(steps[-1])], np.int64)


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many steps two paths have in common from the root."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )

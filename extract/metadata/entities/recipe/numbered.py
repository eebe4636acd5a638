"""Find a recipe's steps by the labels before them: "Step 1", "Step 2" ..."""

from collections.abc import Sequence
from itertools import islice, pairwise

from pagesight.extract.metadata.entities.recipe.lines import (
    BEHIND_LABEL,
    LEAST_STEP,
    Lines,
    is_step_label,
    step_label,
)
from pagesight.extract.page.dom import HEADING_TAGS

# Set by hand.
_MOST_LABELS = 200  # that are read
_MOST_TEXTS = 20  # below a heading that names a step


def labelled_steps(texts: Sequence[str], blocks: Sequence[int], start: int) -> Lines:
    """Return the texts after "Step 1", "Step 2" ... from the text `start` on, with their blocks.

    None if there are fewer than two.
    """
    steps: list[tuple[int, str]] = []
    labels = (at for at in range(start, len(texts)) if is_step_label(texts[at]))
    for at in islice(labels, _MOST_LABELS):
        after = texts[at + 1 : at + 1 + BEHIND_LABEL]
        text = next((each for each in after if len(each) >= LEAST_STEP), "")
        steps += [(blocks[at], text)] if text else []
    return steps if len(steps) > 1 else []


def headed_steps(
    texts: Sequence[str], tags: Sequence[str], blocks: Sequence[int], start: int
) -> Lines:
    """Return the headings "Step 1: Cut the peas" ..., each with all the text below it, likewise.

    A dialog may say them again.
    """
    heads = [at for at in range(start, len(texts)) if tags[at] in HEADING_TAGS]
    named = [at for at in heads if step_label(texts[at]) and not is_step_label(texts[at])]
    ends = dict(pairwise([*heads, len(texts)]))
    first = {texts[at]: at for at in reversed(named[:_MOST_LABELS])}
    said = {at: _said(texts[at + 1 : min(ends[at], at + 1 + _MOST_TEXTS)]) for at in named}
    pairs = ((at, text) for at in sorted(first.values()) for text in (texts[at], said[at]))
    return [(blocks[at], text) for at, text in pairs if text] if len(named) > 1 else []


def _said(texts: Sequence[str]) -> str:
    """Return the texts of a step in one, without what is short behind it: that is a button."""
    last = max((at for at, text in enumerate(texts) if len(text) >= LEAST_STEP), default=-1)
    return " ".join(texts[: last + 1])

"""Find a recipe's steps by the labels before them: "Step 1", "Step 2" ..."""

from collections.abc import Sequence
from itertools import pairwise

from pagesight.extract.metadata.entities.recipe.lines import Lines, is_step_label, step_label
from pagesight.extract.page.dom import HEADING_TAGS

# Set by hand.
_MOST_LABELS = 200  # that are read
_MOST_TEXTS = 20  # below a heading that names a step
LEAST_STEP = 12  # characters of a text that is a step
BEHIND_LABEL = 3  # blocks after "Step 1" in which the step begins


def labelled_steps(
    texts: Sequence[str], tags: Sequence[str], blocks: Sequence[int], start: int
) -> Lines:
    """Return the texts after "Step 1", "Step 2" ... from the text `start` on, with their blocks.

    Headings may name the steps too: "Step 1: Cut the peas". Then all the text below is the step,
    and its name a line before it. A dialog may say them again. None if there are fewer than two.
    """
    below = range(start, len(texts))
    heads = [at for at in below if tags[at] in HEADING_TAGS]
    named = [at for at in heads if step_label(texts[at]) and not is_step_label(texts[at])]
    if len(named) > 1:
        ends = dict(pairwise([*heads, len(texts)]))
        first = {texts[at]: at for at in reversed(named[:_MOST_LABELS])}
        said = {at: _said(texts[at + 1 : min(ends[at], at + 1 + _MOST_TEXTS)]) for at in named}
        return [
            (blocks[at], text)
            for at in sorted(first.values())
            for text in (texts[at], said[at])
            if text
        ]
    steps: list[tuple[int, str]] = []
    for at in [at for at in below if is_step_label(texts[at])][:_MOST_LABELS]:
        after = texts[at + 1 : at + 1 + BEHIND_LABEL]
        text = next((each for each in after if len(each) >= LEAST_STEP), "")
        steps += [(blocks[at], text)] if text else []
    return steps if len(steps) > 1 else []


def _said(texts: Sequence[str]) -> str:
    """Return the texts of a step in one, without what is short behind it: that is a button."""
    last = max((at for at, text in enumerate(texts) if len(text) >= LEAST_STEP), default=-1)
    return " ".join(texts[: last + 1])

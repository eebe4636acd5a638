"""Find a recipe's steps by what stands before them: "Step 1", "Step 2" ..., or bare numbers."""

import re
from collections.abc import Sequence
from itertools import pairwise

from pagesight.extract.metadata.entities.recipe.lines import (
    BEHIND_LABEL,
    LEAST_BARE,
    LEAST_STEP,
    Lines,
    are_in_order,
)
from pagesight.extract.metadata.entities.recipe.words import is_step_label, step_label
from pagesight.extract.page.dom import HEADING_TAGS

_number = re.compile(r"\W*(\d{1,2})\W*").fullmatch
_ends_sentence = re.compile(r"[.!…。！）)]\s*$").search
# Set by hand.
_MOST_LABELS = 200  # that are read
_MOST_TEXTS = 20  # below a heading that names a step


def labelled_steps(texts: Sequence[str], blocks: Sequence[int], start: int) -> Lines:
    """Return the texts after "Step 1", "Step 2" ... from the text `start` on, with their blocks.

    None if there are fewer than two.
    """
    return _behind(
        [at for at in range(start, len(texts)) if is_step_label(texts[at])], texts, blocks
    )


def counted_steps(texts: Sequence[str], blocks: Sequence[int], start: int, end: int) -> Lines:
    """Return the texts after numbers that stand alone, 1, 2, 3 ..., likewise; each part from 1 on.

    Texts are those from `start` up to `end`.
    """
    counts = [(at, found) for at in range(start, end) if (found := _number(texts[at]))]
    numbers = [int(found[1]) for _, found in counts]
    labels = [at for at, _ in counts] if are_in_order(numbers) else []
    return _behind(labels, texts[:end], blocks)


def _behind(labels: Sequence[int], texts: Sequence[str], blocks: Sequence[int]) -> Lines:
    """Return the steps behind labels, if there are several; a dialog may say them again."""
    ends = [*labels[1:], len(texts)]
    pairs = [*zip(labels, ends, strict=False)][:_MOST_LABELS]
    steps = [(at, _step(texts[at + 1 : min(end, at + 1 + _MOST_TEXTS)])) for at, end in pairs]
    first = {text: at for at, text in reversed(steps) if text}
    found = [(blocks[at], text) for at, text in steps if first.get(text) == at]
    return found if len(found) > 1 else []


def _step(texts: Sequence[str]) -> str:
    """Return the first of the texts behind a label that is a step; "" if none is.

    It is the first sentence, if what stands right behind the label is short and none.
    """
    first = next((text for text in texts[:BEHIND_LABEL] if len(text) >= LEAST_STEP), "")
    sentences = (text for text in texts if len(text) >= LEAST_BARE and _ends_sentence(text))
    return first if _ends_sentence(first) else next(sentences, first)


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

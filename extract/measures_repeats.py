"""Measures of how a block stands to what repeats on the page."""

from collections.abc import Sequence

import numpy as np

from pagesight.extract.block_tree import BlockTree
from pagesight.extract.measures_text import Floats, TextMeasures
from pagesight.extract.parse.blocks import Block
from pagesight.extract.repeat_groups import Repeat
from pagesight.extract.repeats import find_repeats

_RANKS = 3  # groups told apart by rank


def measure_repeats(
    blocks: Sequence[Block], tree: BlockTree, text: TextMeasures
) -> dict[str, Floats]:
    """Return the columns: the group a block is in, and where it stands to the best group."""
    repeats = find_repeats(blocks, tree)
    count, order = len(blocks), np.arange(len(blocks))
    columns = {
        name: np.zeros(count)
        for name in ("repeat log score", "repeat relative score", "repeat log members",
                     "repeat log words a member", "repeat linked", "repeat share of page",
                     *(f"repeat rank {rank + 1}" for rank in range(_RANKS)))
    }  # fmt: skip
    for rank, repeat in enumerate(repeats):
        held = np.concatenate([order[span.start : span.end] for span in repeat.spans])
        columns["repeat log score"][held] = np.log1p(repeat.score)
        columns["repeat relative score"][held] = repeat.score / repeats[0].score
        columns["repeat log members"][held] = np.log1p(len(repeat.spans))
        columns["repeat log words a member"][held] = np.log1p(repeat.words / len(repeat.spans))
        columns["repeat linked"][held] = repeat.linked
        columns["repeat share of page"][held] = repeat.words / max(text.words.sum(), 1)
        if rank < _RANKS:
            columns[f"repeat rank {rank + 1}"][held] = 1
    first, last = _reach(repeats, count)
    columns["before best repeat"] = (order < first).astype(float)
    columns["after best repeat"] = (order >= last).astype(float)
    columns["blocks to best repeat"] = np.clip((first - order) / 20, 0, 2)
    columns["blocks since best repeat"] = np.clip((order - last) / 20, 0, 2)
    columns["best log score"] = np.full(count, np.log1p(repeats[0].score if repeats else 0))
    return columns


def _reach(repeats: Sequence[Repeat], count: int) -> tuple[int, int]:
    """Return the first block and the block after the last of the best group."""
    if not repeats:
        return 0, count
    return repeats[0].spans[0].start, repeats[0].spans[-1].end

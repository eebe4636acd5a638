"""Sizes of the sight labeler's parts."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Size of an ensemble. Small: learning is fast, and so is prediction."""

    trees: int = 100
    learning_rate: float = 0.15
    leaves: int = 24
    least_rows: int = 20  # in a leaf
    shrinkage: float = 1.0  # L2
    bins: int = 63
    column_share: float = 0.3  # of the columns, drawn anew for each node


def _small() -> TreeOptions:
    """Return the size that suits a row a page."""
    return TreeOptions(trees=80, learning_rate=0.06, leaves=6)


@dataclass(frozen=True, slots=True)
class SightOptions:
    """Sizes of the parts: such as train in three minutes of one core on WCXB's dev pages."""

    blocks: TreeOptions = field(default_factory=TreeOptions)
    quality: TreeOptions = field(default_factory=_small)
    word_strength: float = 30.0  # C of the linear models
    blocks_a_page: int = 50  # drawn from longer pages for the trees; the others weigh for them
    folds: int = 5  # of sites, so that each stage learns from honest predictions
    seed: int = 0

"""Define what of a page its reader asks for, beyond what extractors choose by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Favor = Literal["precision", "balanced", "recall"]

# Beta of the expected F that the blocks kept are chosen for (van Rijsbergen 1979): a block is kept
# from F / (1 + beta^2) on. tests/studies/extract/favor_curve.py prints what each beta comes to.
BETAS: Mapping[Favor, float] = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is kept of a page; the defaults leave all to the extractors.

    `comments` are what readers say under an article, or about a post: None keeps those that
    extractors take for content, as in a thread. `tables` are those of data. Without `links` and
    `images` the Markdown has none; the words of links stay.
    """

    favor: Favor = "balanced"
    comments: bool | None = None
    tables: bool = True
    links: bool = True
    images: bool = True

    @property
    def beta(self) -> float:
        """How many times as much recall counts as precision."""
        return BETAS[self.favor]

    @property
    def changes_choice(self) -> bool:
        """Whether other blocks are kept than the extractors would choose."""
        return (self.favor, self.comments, self.tables) != ("balanced", None, True)


ALL = Wanted()

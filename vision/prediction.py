"""What a genre classifier says of a page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pagesight.datasets.genres import Genre

Source = Literal["screenshot", "html", "both"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The probability of each genre, what it was told from, and what made it harder to tell."""

    probabilities: Mapping[Genre, float]
    source: Source
    warnings: tuple[str, ...] = ()  # "blank", "obscured", "unstyled"

    @property
    def genre(self) -> Genre:
        """The likeliest genre."""
        return max(self.probabilities, key=lambda genre: self.probabilities[genre])

    @property
    def confidence(self) -> float:
        """The probability of the likeliest genre, 0 to 1."""
        return self.probabilities[self.genre]

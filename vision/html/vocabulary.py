"""The tokens that a linear model knows, and a page's tokens as a vector of TF-IDF values.

A token is known if it occurs in several groups of pages (template family or site): one that only
a single site uses shows the site, not the genre. Tokens with the same letter before their colon
are a field. Each field of a page is brought to length 1 before it is weighed, so that names, which
are many, do not drown the few words of a title.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Array = NDArray[np.float64]
Bag = Mapping[str, int]


@dataclass(frozen=True)
class Vocabulary:
    """Column of each token, its inverse document frequency, and the weight of each field."""

    columns: Mapping[str, int]
    idf: Array
    fields: Mapping[str, float]

    @cached_property
    def field(self) -> NDArray[np.int64]:
        """Return the number of each column's field, in the order of `fields`."""
        numbers = np.zeros(1 << 7, np.int64)
        numbers[[ord(letter) for letter in self.fields]] = np.arange(len(self.fields))
        letters = "".join([token[0] for token in self.columns])
        return numbers[np.frombuffer(letters.encode("ascii"), np.uint8)]

    @cached_property
    def weights(self) -> Array:
        """Return the weights of the fields, in their order."""
        return np.array(list(self.fields.values()))


def make_vocabulary(
    bags: Sequence[Bag], groups: Sequence[str], min_groups: int, fields: Mapping[str, float]
) -> Vocabulary:
    """Return the tokens of `fields` that occur in at least `min_groups` groups."""
    seen_in: dict[str, set[str]] = defaultdict(set)
    for bag, group in zip(bags, groups, strict=True):
        for token in bag:
            seen_in[token].add(group)
    frequencies = Counter({t: len(seen) for t, seen in seen_in.items() if field_of(t) in fields})
    known = sorted(token for token, count in frequencies.items() if count >= min_groups)
    all_groups = 1 + len(set(groups))
    idf = np.log([all_groups / (1 + frequencies[token]) for token in known]) + 1
    return Vocabulary({token: column for column, token in enumerate(known)}, idf, fields)


def field_of(token: str) -> str:
    """Return the letter of the token's field.

    >>> field_of("t:guide")
    't'
    """
    return token.partition(":")[0]


def vector(bag: Bag, vocabulary: Vocabulary) -> tuple[NDArray[np.int64], Array]:
    """Return the columns of the bag's known tokens, and their values."""
    found = np.fromiter(map(vocabulary.columns.get, bag, repeat(-1)), np.int64, len(bag))
    known = found >= 0
    columns, counts = found[known], np.fromiter(bag.values(), np.int64, len(bag))[known]
    values = (1 + np.log(counts)) * vocabulary.idf[columns]
    field = vocabulary.field[columns]
    length = np.bincount(field, values**2, minlength=len(vocabulary.weights))
    return columns, values * np.sqrt(vocabulary.weights[field] / length[field])


def matrix(bags: Sequence[Bag], vocabulary: Vocabulary) -> "csr_matrix":
    """Return the vectors of all bags, (pages, tokens)."""
    from scipy.sparse import csr_matrix  # of training alone: it takes long to load

    rows = [vector(bag, vocabulary) for bag in bags]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([columns for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    return csr_matrix((values, columns, starts), shape=(len(bags), len(vocabulary.columns)))

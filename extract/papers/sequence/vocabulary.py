"""Count vectors over a fixed vocabulary: BoilerNet's word and tag vectors (section 3.1)."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.text.tokens import tokens

_find_marks = re.compile(r"[^\w\s]").findall


class Vocabulary:
    """The names that have a slot of their own; slot 0 counts all the others."""

    def __init__(self, names: Sequence[str]) -> None:
        """Number the names from 1 in the order given."""
        self.names = tuple(names)
        self._slots = {name: slot for slot, name in enumerate(self.names, start=1)}

    @classmethod
    def most_common(cls, counts: Counter[str], size: int) -> "Vocabulary":
        """Return the `size` most frequent names, in alphabetical order; ties go by the alphabet."""
        ranked = sorted(counts, key=lambda name: (-counts[name], name))
        return cls(sorted(ranked[:size]))

    def __len__(self) -> int:
        """Return how many slots a vector has, the unknown one included."""
        return len(self.names) + 1

    def vector(self, names: Iterable[str]) -> NDArray[np.float32]:
        """Return how often each slot's name occurs, (slots,).

        Slot 0 sums all unknown names. (The reference assigns it the count of the last unknown
        name only, an accident: its browser extension sums.)
        """
        counts = np.zeros(len(self), np.float32)
        for name in names:
            counts[self._slots.get(name, 0)] += 1
        return counts


def words(block: Block) -> list[str]:
    """Return a leaf's lower-cased words and its punctuation marks.

    The reference uses NLTK's `word_tokenize`, whose punkt data must be downloaded; this is a
    regular expression instead. Characters of scripts without spaces are a word each, so that the
    unknown slot grows with the length of, say, a Chinese sentence as with that of a Greek one.
    """
    return tokens(block.text) + _find_marks(block.text)


def path_tags(block: Block) -> list[str]:
    """Return the tags of all ancestors of a leaf, from `html` to its parent."""
    return [ancestor.tag for ancestor in block.ancestors]


def count_vectors(vocabulary: Vocabulary, leaves: Iterable[list[str]]) -> NDArray[np.float32]:
    """Return a count vector for each leaf's names, (leaves, slots)."""
    rows = [vocabulary.vector(names) for names in leaves]
    return np.stack(rows) if rows else np.zeros((0, len(vocabulary)), np.float32)

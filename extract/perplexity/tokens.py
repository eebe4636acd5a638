"""Tokens of the perplexity filter, and the numbers its tables know n-grams by.

As in PyPlexity, tokens are lower-cased and each punctuation mark is one. Other than there, text of
every script counts, not ASCII alone; a character of a script without spaces is a token; and digits
are all `0`, so that a number is known when one of its length is.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.tokens import tokens

Numbers = NDArray[np.uint64]

START = "#"  # what comes before the first token, as in PyPlexity

_find_runs = re.compile(r"\w+|[^\w\s]").findall
_digits = re.compile(r"\d")
_MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number near 2^64 / golden ratio


def language_tokens(text: str) -> list[str]:
    """Return the tokens of `text`.

    >>> language_tokens("In 1984, 猫だ!")
    ['in', '0000', ',', '猫', 'だ', '!']
    """
    found: list[str] = []
    for run in _find_runs(_digits.sub("0", text.lower())):
        if run.isascii():
            found.append(run)
        else:
            found += tokens(run) or [run]
    return found


def token_numbers(text_tokens: Sequence[str]) -> Numbers:
    """Return a 64-bit number for each token, the same in every run and on every machine."""
    return np.array([_number(token) for token in text_tokens], np.uint64)


def ngram_numbers(numbers: Numbers, order: int) -> Numbers:
    """Return a number for each `order` tokens in a row: from n tokens, n - order + 1."""
    count = max(0, len(numbers) - order + 1)
    ngrams = numbers[:count]
    for step in range(1, order):
        ngrams = _mixed(ngrams) + numbers[step : count + step]
    return _mixed(ngrams)


def _mixed(numbers: Numbers) -> Numbers:
    """Spread every bit over all of them, so that n-grams in another order get another number."""
    numbers = (numbers ^ (numbers >> np.uint64(32))) * _MIX
    return (numbers ^ (numbers >> np.uint64(29))) * _MIX


@lru_cache(maxsize=1 << 16)
def _number(token: str) -> int:
    digest = blake2b(token.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little")

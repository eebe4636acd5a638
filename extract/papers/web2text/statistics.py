"""Count Web2Text's statistics of leaves, and of nodes as sums over their leaves (section 3.3).

Deviations: a stopword is one in any case (in the reference "The" is none, an accident), and the
marks of scripts other than Latin count as punctuation and end sentences.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.page.blocks import Block
from pagesight.extract.papers.web2text.collapsed_dom import Indices

_STOPWORDS = frozenset(
    {"a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are",
     "as", "at", "be", "because", "been", "before", "being", "below", "between", "both", "but",
     "by", "cannot", "could", "did", "do", "does", "doing", "down", "during", "each", "few",
     "for", "from", "further", "had", "has", "have", "having", "he", "her", "here", "hers",
     "herself", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "it", "its",
     "itself", "me", "more", "most", "my", "myself", "no", "nor", "not", "of", "off", "on",
     "once", "only", "or", "other", "ought", "our", "ours", "ourselves", "out", "over", "own",
     "same", "she", "should", "so", "some", "such", "than", "that", "the", "their", "theirs",
     "them", "themselves", "then", "there", "these", "they", "this", "those", "through", "to",
     "too", "under", "until", "up", "very", "was", "we", "were", "what", "when", "where", "which",
     "while", "who", "whom", "why", "with", "would", "you", "your", "yours", "yourself",
     "yourselves"}
)  # fmt: skip
_PUNCTUATION = frozenset(".,?;:!。，、？；：！")
_QUESTION_MARKS = frozenset("?？")
_WIDE_ENDS = frozenset("。？！")  # end a sentence without a space after them
_find_words = re.compile(r"\w+").findall
_find_digits = re.compile(r"\d").findall
_find_punctuation = re.compile(r"[.,?;:!。，、？；：！]").findall
_find_sentence_ends = re.compile(r"[.?!;]\s+(?=\S)|[。？！](?=.)").finditer
_has_email = re.compile(r"[\w.+-]@[\w-]+\.\w").search
_has_url = re.compile(r"(?:https?|ftp)://", re.I).search
_has_copyright = re.compile(r"[©Ⓒ]|\(c\)", re.I).search
_has_year = re.compile(r"\b\d{4}\b", re.ASCII).search

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts by leaf or node, each (n,); of a node, those of its leaves together."""

    chars: Values  # at least 1 a leaf
    words: Values
    word_chars: Values
    capitals: Values  # words that begin with one
    stopwords: Values
    sentences: Values
    punctuation: Values
    digits: Values
    link_chars: Values
    copyrights: Values  # leaves that hold a copyright sign; and so on
    emails: Values
    urls: Values
    years: Values
    ends_with_punctuation: Values  # 0 or 1, as the last leaf does
    ends_with_question_mark: Values


class LeafCounts:
    """The counts of each leaf, and of any stretches of leaves by differences of running sums."""

    def __init__(self, leaves: Sequence[Block]) -> None:
        """Count in the leaves' text."""
        rows = [_counts(leaf) for leaf in leaves]
        self._counts = np.array(rows, np.float64).reshape(len(leaves), len(fields(Statistics))).T
        self._sums = np.pad(np.cumsum(self._counts, axis=1), ((0, 0), (1, 0)))

    def over(self, first: Indices, last: Indices) -> Statistics:
        """Return the statistics of the stretches of leaves from `first` to `last`, inclusive."""
        rows = self._sums[:, last + 1] - self._sums[:, first]
        rows[-2:] = self._counts[-2:, last]
        return Statistics(*rows)


def _counts(leaf: Block) -> tuple[int, ...]:
    """Return a leaf's counts in the order of the fields of Statistics."""
    text = leaf.text
    words = _find_words(text)
    return (
        max(1, len(text)),
        len(words),
        sum(map(len, words)),
        sum(word[0].isupper() for word in words),
        sum(word.lower() in _STOPWORDS for word in words),
        1 + sum(_begins_sentence(text, end.end()) for end in _find_sentence_ends(text)),
        len(_find_punctuation(text)),
        len(_find_digits(text)),
        leaf.link_chars,
        _has_copyright(text) is not None,
        _has_email(text) is not None,
        _has_url(text) is not None,
        _has_year(text) is not None,
        text[-1:] in _PUNCTUATION,
        text[-1:] in _QUESTION_MARKS,
    )


def _begins_sentence(text: str, at: int) -> bool:
    """Return whether what follows a mark at `at` begins a sentence: a capital, or no case."""
    return text[at].isupper() or text[at - 1] in _WIDE_ENDS


def flag(values: NDArray[np.bool_] | Values) -> Values:
    """Return +1 where the value is true or not 0, else -1."""
    return np.where(values, 1.0, -1.0)


def standard(values: Values, mean: float, deviation: float) -> Values:
    """Return the values less the mean, in deviations."""
    return (values - mean) / deviation


def word_terms(found: Statistics) -> list[Values]:
    """Return avg_word_length (-1 without words), has_stopword, stopword_ratio (0 without words)."""
    words = np.maximum(found.words, 1)
    length = standard(np.clip(found.word_chars / words, 3, 15), 4.910001, 1.905709)
    ratio = standard(found.stopwords / words, 0.374, 0.1529)
    wordless = found.words == 0
    return [np.where(wordless, -1, length), flag(found.stopwords), np.where(wordless, 0, ratio)]


def punctuation_term(found: Statistics) -> Values:
    """Return log(punctuation_ratio), 0 without punctuation."""
    ratio = np.log(np.maximum(found.punctuation, 1) / found.chars)
    return np.where(
        found.punctuation == 0, 0, standard(np.clip(ratio, -4, -2.5), -3.338525, 0.6058926)
    )


def number_terms(found: Statistics) -> list[Values]:
    """Return has_numeric and numeric_ratio."""
    return [
        standard(flag(found.digits), -0.5900983, 0.8073342),
        standard(found.digits / found.chars, 0.2655969, 0.3052819),
    ]


def sentence_term(found: Statistics) -> Values:
    """Return log(avg_sentence_length)."""
    return standard(np.clip(np.log(found.chars / found.sentences), 2, 5), 3.109, 1.011)


def last_terms(found: Statistics) -> list[Values]:
    """Return the nine that end both lists: how the text ends, what it contains, its capitals."""
    ratio = found.capitals / np.maximum(found.words, 1)
    capitals = [
        standard(ratio, 0.4475758, 0.4129316),
        standard(ratio**2, 0.3708354, 0.4334037),
        standard(ratio**3, 0.340843, 0.4404389),
    ]
    return [
        flag(found.ends_with_punctuation),
        flag(found.ends_with_question_mark),
        flag(found.copyrights),
        flag(found.emails),
        flag(found.urls),
        flag(found.years),
        *(np.where(found.words == 0, 0, term) for term in capitals),
    ]

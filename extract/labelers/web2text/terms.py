"""The terms that Web2Text's features of leaves and of nodes share (section 3.3).

Flags are +1 and -1. Means and deviations are the reference code's, from CleanEval; divisions are
real ones where the reference divides integers.
"""

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.labelers.web2text.statistics import Statistics, Values


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

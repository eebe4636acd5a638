"""Measures of a block's own text. None depends on the language."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.parse.blocks import Block

Floats = NDArray[np.float64]

TAGS = ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "div", "pre", "blockquote",
        "figcaption", "dt", "dd", "button", "img", "span", "section", "article",
        "summary")  # fmt: skip

_ends_a_sentence = re.compile(r"[.!?…。！？；;:：»”\"')）」』।۔؟]\s*$").search
_sentence_ends = re.compile(r"[.!?…।۔؟](?=\s|$|[\"'”»])|[。！？]").findall
_commas = re.compile(r"[,،，、]").findall
# Scripts without spaces: two of their characters count as a word.
# As code points: normalising this file must not change them (U+F900 becomes U+8C48).
_unspaced = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Kana, Han
    r"\u0e00-\u0eff\u1780-\u17ff\u1000-\u109f]"  # Thai and Lao, Khmer, Myanmar
).findall


@dataclass(frozen=True, slots=True)
class TextMeasures:
    """One value a block in each array, and the columns that a model reads."""

    words: Floats
    chars: Floats
    link_chars: Floats
    sentences: Floats
    link_density: Floats
    ends: Floats  # 1 where the text ends as sentences do
    columns: dict[str, Floats]


def measure_text(blocks: Sequence[Block]) -> TextMeasures:
    """Return the measures of the blocks' own text."""
    texts = [block.text for block in blocks]
    chars, words = _array(map(len, texts)), word_counts(blocks)
    link_chars = _array(block.link_chars for block in blocks)
    sentences = _array(len(_sentence_ends(text)) for text in texts)
    ends = _array(_ends_a_sentence(text) is not None for text in texts)
    density = link_chars / np.maximum(chars, 1)
    times = Counter(texts)
    columns = {
        "log words": np.log1p(words),
        "link density": density,
        "log sentences": np.log1p(sentences),
        "log commas": np.log1p(_array(len(_commas(text)) for text in texts)),
        "ends a sentence": ends,
        "digits": _share(texts, str.isdigit),
        "capitals": _share(texts, str.isupper),
        "repeated text": _array(bool(text) and times[text] > 1 for text in texts),
        "hidden": _array(block.hidden for block in blocks),
        "under 3 words": _array(words < 3),
        "under 10 words": _array(words < 10),
        "over 20 words": _array(words > 20),
        "over 40 words": _array(words > 40),
        "linked by a third": _array(density > 0.33),
        "linked wholly": _array(density > 0.9),
    }
    tags = np.array([block.tag for block in blocks])
    columns |= {f"tag {tag}": _array(tags == tag) for tag in TAGS}
    return TextMeasures(words, chars, link_chars, sentences, density, ends, columns)


def word_counts(blocks: Sequence[Block]) -> Floats:
    """Return the words of each block, (blocks,)."""
    return _array(count_words(block.text) for block in blocks)


def count_words(text: str) -> float:
    """Return the words of `text`; in scripts without spaces two characters count as one.

    >>> count_words("two words"), count_words("猫の耳が"), count_words("안녕하세요 세계")
    (2, 2.0, 2)
    """
    if text.isascii():
        return len(text.split())
    unspaced = len(_unspaced(text))
    return max(len(text.split()), unspaced / 2) if unspaced else len(text.split())


def _share(texts: Sequence[str], of_kind: object) -> Floats:
    return _array(sum(map(of_kind, text)) / len(text) if text else 0.0 for text in texts)  # type: ignore[call-overload]


def _array(values: object) -> Floats:
    return np.asarray(
        values if isinstance(values, np.ndarray) else list(values),  # type: ignore[call-overload]
        dtype=np.float64,
    )

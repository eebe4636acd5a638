"""N-gram language models that say how unlike known text a sentence is.

PyPlexity's interpolation (Fernandez-Pichel et al. 2023; its reference code) with a floor in place
of smoothing, over real bigrams and trigrams (the reference pairs words wrongly):

    P = 0.8 P(w3|w2) + 0.2 P(w3) + 1e-6                        of bigrams
    P = 0.6 P(w3|w1,w2) + 0.3 P(w3|w2) + 0.1 P(w3) + 1e-6      of trigrams

and with the unigram of the word itself, where the reference has that of the word before it.

The filter (section 3) drops the sentences that a model finds too improbable. It works on raw text,
on the text of a page without its tags, and as a last step after any extractor. It drops sentences
whole and changes none.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
import sentencex
from numpy.typing import NDArray

from pagesight.extract.errors import ModelError, NoTextError
from pagesight.extract.extraction import Extraction, page_handle
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.inline.marks import literal, resolve_escapes
from pagesight.extract.text.tokens import tokens

Numbers = NDArray[np.uint64]

START = "#"  # what comes before the first token, as in PyPlexity

_find_runs = re.compile(r"\w+|[^\w\s]").findall
_digits = re.compile(r"\d")
_MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number near 2^64 / golden ratio
KIND = "perplexity"
FLOOR = 1e-6  # so that no sentence has a perplexity above a million
WEIGHTS: Mapping[int, tuple[float, ...]] = {  # order -> share of unigram, bigram ...
    2: (0.2, 0.8),
    3: (0.1, 0.3, 0.6),
}
_LEVELS_A_BIT = 10  # steps of a tenth of a bit, from 1 to 2^-25.5, in a byte
_DEFAULT_LANGUAGE = "en"
# The paper's default. It also suits the packaged model on CleanEval's development pages.
THRESHOLD = 8000.0


def language_tokens(text: str) -> list[str]:
    """Return the tokens of `text`.

    >>> language_tokens("In 1984, 猫だ!")
    ['in', '0000', ',', '猫', 'だ', '!']
    """
    parts: list[str] = []
    for run in _find_runs(_digits.sub("0", text.lower())):
        if run.isascii():
            parts.append(run)
        else:
            parts += tokens(run) or [run]
    return parts


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


@dataclass(frozen=True, slots=True)
class NgramTable:
    """Conditional probabilities by n-gram, five bytes each.

    Half of the n-gram's number is its key: an n-gram that is not in the table is taken for one that
    is once in 4 billion / (n-grams in it), in a table of a million once in 4,000.
    """

    keys: NDArray[np.uint32]  # sorted
    levels: NDArray[np.uint8]

    @classmethod
    def of(cls, numbers: Numbers, probabilities: NDArray[np.float64]) -> "NgramTable":
        """Return the table of n-grams and their probabilities; of a shared key, the likelier."""
        levels = np.rint(-np.log2(probabilities) * _LEVELS_A_BIT).clip(0, 255).astype(np.uint8)
        keys = _keys(numbers)
        order = np.lexsort((levels, keys))
        kept, first = np.unique(keys[order], return_index=True)
        return cls(kept, levels[order][first])

    def probabilities(self, numbers: Numbers) -> NDArray[np.float64]:
        """Return the probability of each n-gram, 0 if it is not known."""
        if not len(self.keys):
            return np.zeros(len(numbers))
        keys = _keys(numbers)
        at = np.searchsorted(self.keys, keys).clip(max=len(self.keys) - 1)
        known = self.keys[at] == keys
        return np.where(known, np.exp2(self.levels[at] / -_LEVELS_A_BIT), 0.0)


class PerplexityModel:
    """Tables of unigrams, bigrams and perhaps trigrams."""

    def __init__(self, tables: Sequence[NgramTable]) -> None:
        """Take the tables by order. Raises ModelError unless there are two or three."""
        if len(tables) not in WEIGHTS:
            raise ModelError(f"a perplexity model has 2 or 3 tables, this one {len(tables)}")
        self.tables = tuple(tables)

    def perplexities(self, sentences: Sequence[str]) -> NDArray[np.float64]:
        """Return 2^(-mean log2 P) over the tokens of each sentence; a million if it has none."""
        tokens = [language_tokens(sentence) for sentence in sentences]
        lengths = np.array([len(sentence_tokens) for sentence_tokens in tokens], np.int64)
        before = [START] * (len(self.tables) - 1)
        numbers = token_numbers(
            [token for sentence_tokens in tokens for token in (*before, *sentence_tokens)]
        )
        own = np.repeat(np.arange(len(tokens)), lengths)  # the sentence of each token
        at = np.arange(lengths.sum()) + (own + 1) * len(before)
        bits = np.bincount(own, -np.log2(self._probabilities(numbers, at)), len(tokens))
        perplexities: NDArray[np.float64] = np.exp2(bits / np.maximum(lengths, 1))
        return np.where(lengths == 0, 1 / FLOOR, perplexities)

    def _probabilities(self, numbers: Numbers, at: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the interpolated probability of each token `at`, given those before it."""
        total = np.full(len(at), FLOOR)
        for order, weight in enumerate(WEIGHTS[len(self.tables)], start=1):
            ngrams = ngram_numbers(numbers, order)[at - order + 1]
            total += weight * self.tables[order - 1].probabilities(ngrams)
        return total

    def save(self, folder: Path, card: str = "") -> None:
        """Write the model folder."""
        tensors = {
            f"{name}{order}": array
            for order, table in enumerate(self.tables, start=1)
            for name, array in (("keys", table.keys), ("levels", table.levels))
        }
        save_model(folder, {"kind": KIND, "order": len(self.tables)}, tensors, card)


def _keys(numbers: Numbers) -> NDArray[np.uint32]:
    return (numbers >> np.uint64(32)).astype(np.uint32)


def sentences(text: str, language: str = "") -> tuple[str, ...]:
    """Return the sentences of `text`, trimmed; a line break ends one too.

    `language` is an ISO 639-1 code; it says which abbreviations end no sentence.
    """
    trimmed = (
        sentence.strip()
        for line in text.splitlines()
        for sentence in sentencex.segment(language or _DEFAULT_LANGUAGE, line)
    )
    return tuple(sentence for sentence in trimmed if sentence)


@dataclass(frozen=True, slots=True)
class TextPerplexity:
    """The perplexity of a text, 1 to a million, and of each of its sentences in their order."""

    perplexity: float
    sentences: tuple[tuple[str, float], ...]


def score_text(
    text: str, model: PerplexityModel, language: str = "", name: str = "the text"
) -> TextPerplexity:
    """Return how improbable the text is: 2^(-mean log2 P) over the tokens of all its sentences.

    `language` as in `sentences`. Raises NoTextError, which calls the text `name`, if it has none.
    """
    parts = sentences(text, language)
    own = model.perplexities(parts)
    lengths = np.array([len(language_tokens(part)) for part in parts])
    total = int(lengths.sum())
    if not total:
        raise NoTextError(f"{name} holds no words: give a text to score")
    whole = float(np.exp2((np.log2(own) * lengths).sum() / total))
    return TextPerplexity(whole, tuple(zip(parts, own.tolist(), strict=True)))


def filter_text(text: str, model: PerplexityModel, threshold: float = THRESHOLD) -> str:
    """Return the text without the sentences of perplexity `threshold` or more, line by line.

    Lines that lose all are dropped.
    """
    lines = [sentences(line) for line in text.splitlines()]
    kept = _kept(lines, model, threshold)
    return "\n".join(" ".join(line) for line in kept if line)


def filter_extraction(
    extraction: Extraction, model: PerplexityModel, threshold: float = THRESHOLD
) -> Extraction:
    """Return the extraction without improbable sentences in its blocks; records stay.

    Blocks without text, which are images, stay too.
    A block that loses some but not all of its sentences also loses its Markdown's links and
    emphasis.
    """
    parts = [sentences(block.text, extraction.metadata.language) for block in extraction.blocks]
    kept = _kept(parts, model, threshold)
    rows = [
        (_with_sentences(block, left) if len(left) < len(all_) else block, probability)
        for block, all_, left, probability in zip(
            extraction.blocks, parts, kept, extraction.probabilities, strict=True
        )
        if left or not block.text
    ]
    return replace(
        extraction,
        blocks=tuple(block for block, _ in rows),
        probabilities=tuple(probability for _, probability in rows),
    )


def load(model: Path | None = None) -> Callable[[Document], Extraction]:
    """Return the extractor that takes all text of a page, tags stripped, and filters it.

    `model` is a model folder; None means the packaged one.
    """
    known = load_perplexity(model)
    return lambda document: filter_extraction(strip_tags(document), known)


def load_perplexity(folder: Path | None = None) -> PerplexityModel:
    """Return the language model of a model folder, or the packaged one. Raises ModelError."""
    return build_model(KIND, folder, _model)


def _model(model: Model) -> PerplexityModel:
    orders, tensors = range(1, model.config["order"] + 1), model.tensors
    return PerplexityModel([NgramTable(tensors[f"keys{n}"], tensors[f"levels{n}"]) for n in orders])


def strip_tags(document: Document) -> Extraction:
    """Return all text of the page, each of its blocks certain to be kept."""
    ones = (1.0,) * len(document.blocks)
    return Extraction(KIND, tuple(document.blocks), ones, page=page_handle(document))


def _kept(
    parts: Sequence[Sequence[str]], model: PerplexityModel, threshold: float
) -> list[tuple[str, ...]]:
    """Return, of each list of sentences, those below the threshold."""
    perplexities = iter(
        model.perplexities([sentence for part in parts for sentence in part]).tolist()
    )
    return [
        tuple(sentence for sentence in part if next(perplexities) < threshold) for part in parts
    ]


def _with_sentences(block: Block, kept: Sequence[str]) -> Block:
    text = ("\n" if block.tag == "pre" else " ").join(kept)
    return replace(block, text=text, rewritten=resolve_escapes(literal(text)))

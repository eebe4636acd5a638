"""Train a perplexity model: count the n-grams of any text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage, licence
from pagesight.extract.errors import TrainingError
from pagesight.extract.papers.perplexity.model import (
    START,
    WEIGHTS,
    NgramTable,
    Numbers,
    PerplexityModel,
    language_tokens,
    ngram_numbers,
    sentences,
    token_numbers,
)


@dataclass(frozen=True, slots=True)
class PerplexityOptions:
    """How large a model to make."""

    order: int = 2  # 3 adds trigrams: half as large again, and no better on CleanEval's dev pages
    # An n-gram seen less often is left out, by order. A word seen once in a million or more is
    # below the floor anyway; trigrams seen once would double the file.
    min_counts: tuple[int, ...] = (2, 1, 2)


def train_perplexity(
    pages: Sequence[LabelledPage], out: Path, options: PerplexityOptions | None = None
) -> None:
    """Write a model folder from the gold texts of the pages. TrainingError if there are none."""
    options = options or PerplexityOptions()
    gold = [page for page in pages if page.text]
    model = perplexity_model(((page.text or "", page.lang) for page in gold), options)
    model.save(out, _card(gold, model, options))


def perplexity_model(
    texts: Iterable[tuple[str, str]], options: PerplexityOptions
) -> PerplexityModel:
    """Return the model of texts and their languages (ISO 639-1, or ""), line by line.

    Takes some 100 bytes of memory a word. Raises TrainingError if there are no words, or if no
    model is of that order.
    """
    if options.order not in WEIGHTS:
        raise TrainingError(f"order is 2 or 3, not {options.order}")
    before = options.order - 1
    start = token_numbers([START] * before)
    numbered = [
        np.concatenate([start, token_numbers(tokens)])
        for text, language in texts
        for sentence in sentences(text, language)
        if (tokens := language_tokens(sentence))
    ]
    if not numbered:
        raise TrainingError("no words in the texts given: a language model needs some")
    lengths = np.array([len(sentence) for sentence in numbered])
    numbers = np.concatenate(numbered)
    first = np.cumsum(lengths) - lengths  # of each sentence, its first START
    is_token = np.ones(len(numbers), np.bool_)
    for step in range(before):
        is_token[first + step] = False
    at = np.flatnonzero(is_token)
    return PerplexityModel(
        [
            _table(numbers, at, order, options.min_counts[order - 1])
            for order in range(1, options.order + 1)
        ]
    )


def _table(numbers: Numbers, at: NDArray[np.int64], order: int, min_count: int) -> NgramTable:
    """Return P(w|context) = C(context w) / C(context) of the n-grams that end at tokens `at`."""
    ngrams = ngram_numbers(numbers, order)[at - order + 1]
    distinct, where, counts = np.unique(ngrams, return_index=True, return_counts=True)
    if order == 1:
        probabilities = counts / len(at)
    else:
        contexts = ngram_numbers(numbers, order - 1)[at - order + 1]
        _, inverse, totals = np.unique(contexts, return_inverse=True, return_counts=True)
        probabilities = counts / totals[inverse[where]]
    kept = counts >= min_count
    return NgramTable.of(distinct[kept], probabilities[kept])


def _card(pages: Sequence[LabelledPage], model: PerplexityModel, options: PerplexityOptions) -> str:
    licences = {page.source: licence(page) for page in pages}
    counts = Counter(page.source for page in pages)
    chars = Counter[str]()
    languages = Counter[str]()
    for page in pages:
        chars[page.source] += len(page.text or "")
        languages[page.lang or "?"] += len(page.text or "")
    rows = "\n".join(
        f"| {name} | {counts[name]} | {chars[name]:,} | {licences[name]} |" for name in counts
    )
    shares = ", ".join(
        f"{name} {count / chars.total():.1%}" for name, count in languages.most_common(8)
    )
    sizes = ", ".join(f"{len(table.keys):,}" for table in model.tables)
    return f"""# perplexity

Conditional probabilities of words after one and two others, to distinguish sentences from other
text (after PyPlexity, Fernandez-Pichel et al. 2023).

| corpus | pages | characters of gold text | licence |
|---|---|---|---|
{rows}

- Languages by characters: {shares}.
- N-grams by order: {sizes}; five bytes each. Options: `{options}`
- Made on {date.today().isoformat()} by `pagesight train perplexity --data FILE... --out DIR`;
  there is no chance in it, hence no seed. Licence as the project's.
- Limits: sentences in languages other than those above are all improbable to it.
"""

"""Fit the logistic models of the statistical extractors."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.licences import licence
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError, TrainingError
from pagesight.extract.gold.align import align
from pagesight.extract.linear_model import LinearModel, save_linear, standardised
from pagesight.extract.measures import measure
from pagesight.extract.measures_text import Floats, word_counts
from pagesight.extract.parse.document import read


@dataclass(frozen=True, slots=True)
class LinearOptions:
    """What is fitted, and how."""

    kind: str
    genres: frozenset[Genre]  # pages of other genres are left out
    inverse_penalty: float  # scikit-learn's C; by word F1 on WCXB dev, 5-fold by site
    word_power: float = 0.7  # a block weighs words ** this: text scores count words, not blocks
    # A page's weights are divided by its words, or by this if it has fewer. So a page of n words
    # weighs more the more blocks it is cut into, from n ** (word_power - 1) to 1 at a word a block.
    fewest_words: int = 50


ARTICLE = LinearOptions("article", frozenset({Genre.ARTICLE, Genre.DOCUMENTATION}), 0.1)
LISTVIEW = LinearOptions("listview", frozenset({Genre.LISTING, Genre.COLLECTION}), 0.003)


@dataclass(frozen=True, slots=True)
class _Sample:
    """The blocks of a page: measures (blocks, measures), content or not, weight."""

    inputs: NDArray[np.float32]
    content: NDArray[np.bool_]
    weights: Floats


def train_linear(pages: Sequence[LabelledPage], out: Path, options: LinearOptions) -> None:
    """Fit a model on the gold text of the pages and write its folder."""
    chosen = [page for page in pages if page.genre in options.genres and page.text]
    if not chosen:
        raise TrainingError(
            f"{options.kind} learns from pages with gold text, of the genres "
            f"{', '.join(sorted(options.genres))}; given were {_counted(pages)}"
        )
    model = fit_linear(chosen, options)
    save_linear(model, out, options.kind, _card(chosen, options))


def _counted(pages: Sequence[LabelledPage]) -> str:
    """Return how many pages of which genre, with gold text or without, there are."""
    kinds = Counter((page.genre or "no genre", "" if page.text else "out") for page in pages)
    counts = (f"{count} of {genre} with{out} text" for (genre, out), count in kinds.items())
    return ", ".join(counts) or "no pages"


def fit_linear(pages: Sequence[LabelledPage], options: LinearOptions) -> LinearModel:
    """Return the logistic model fitted to whether gold text holds each block."""
    from sklearn.linear_model import LogisticRegression

    names: tuple[str, ...] = ()
    samples: list[_Sample] = []
    for page in pages:
        try:
            blocks = read(page.page).blocks
        except ParseError:
            continue
        if columns := measure(blocks):
            names = tuple(columns)
            words = word_counts(blocks)
            shares = np.array(align(blocks, page.text or ""))
            weights = words**options.word_power / max(options.fewest_words, words.sum())
            inputs = np.stack(list(columns.values()), axis=1).astype(np.float32)
            samples.append(_Sample(inputs, shares >= 0.5, weights))
    if not any(sample.content.any() for sample in samples):
        raise TrainingError(f"no page of {len(pages)} has gold text: {options.kind} needs some")
    inputs = np.concatenate([sample.inputs for sample in samples])
    means, deviations = inputs.mean(axis=0), inputs.std(axis=0)
    deviations[deviations == 0] = 1
    weights = np.concatenate([sample.weights for sample in samples])
    content = np.concatenate([sample.content for sample in samples])
    fitted = LogisticRegression(C=options.inverse_penalty, max_iter=300).fit(
        standardised(inputs, means, deviations), content, sample_weight=weights / weights.mean()
    )
    return LinearModel(names, means, deviations, fitted.coef_[0], float(fitted.intercept_[0]))


def _card(pages: Sequence[LabelledPage], options: LinearOptions) -> str:
    """Return the model folder's README.md."""
    sources = Counter((page.source, licence(page)) for page in pages)
    rows = "\n".join(f"| {name} | {n} | {terms} |" for (name, terms), n in sources.items())
    genres = ", ".join(sorted(options.genres))
    return f"""# {options.kind}

The probability that a text block is content: a logistic model over measures of its text, its place
in the tree and what surrounds it (`pagesight.extract.measures`). None depends on the language.

| corpus | pages | licence |
|---|---|---|
{rows}

- Genres: {genres}. All pages are used; figures by cross-validation over sites are in the README
  of the project.
- Options: inverse penalty {options.inverse_penalty}; a block weighs words to the power of
  {options.word_power}, divided by the words of its page, or by {options.fewest_words} if it has
  fewer: pages cut into many short blocks weigh more than pages of as many words in few.
- Made on {date.today().isoformat()} by `pagesight train {options.kind} --data FILE... --out DIR`;
  it draws no random numbers. Weights in half precision; licence as the project's.
"""

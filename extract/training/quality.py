"""Train the expected quality: the word F1 that a page's selection will reach."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

from pagesight.extract.labelers.sight.model import quality_row
from pagesight.extract.models.trees import Trees, exported
from pagesight.extract.selection.choose import Choice, select
from pagesight.extract.training.cross_fit import Floats, Numbers, cross_fit
from pagesight.extract.training.examples import Example
from pagesight.extract.training.gold.labels import CONTENT
from pagesight.extract.training.trees import TreeOptions, tree_settings


@dataclass(frozen=True, slots=True)
class Selected:
    """What is kept of a page by probabilities of models that did not see it."""

    page: Example
    probabilities: Floats
    choice: Choice


def selections(pages: Sequence[Example], probabilities: Floats) -> list[Selected]:
    """Return what is kept of each page, by the probabilities of all their blocks in order."""
    ends = np.cumsum([len(page.texts) for page in pages])[:-1]
    parts = zip(pages, np.split(probabilities, ends), strict=True)
    return [Selected(page, own, select(page.features, own)) for page, own in parts]


def quality_facts(selected: Sequence[Selected]) -> tuple[Floats, Floats]:
    """Return what is known of each selection, (pages with text, facts), and its word F1."""
    facts, word_f1 = [], []
    for of in selected:
        if of.page.has_text:
            facts.append(quality_row(of.page.features, of.probabilities, of.choice))
            word_f1.append(of.page.word_f1(of.choice.kept))
    return np.stack(facts), np.array(word_f1, np.float32)


def named_kept(selected: Sequence[Selected]) -> Iterator[float]:
    """Yield the share kept of the blocks that snippets name, of pages that have no more gold."""
    for of in selected:
        if not of.page.has_text:
            yield float(of.choice.kept[of.page.labels == CONTENT].mean())


def fit_quality(
    facts: Floats, word_f1: Floats, page_fold: Numbers, options: TreeOptions
) -> tuple[Trees, Floats]:
    """Return the trees that expect the word F1 of a page, and what they expect of unseen ones."""
    columns = [str(number) for number in range(facts.shape[1])]

    def fit(at: Numbers) -> Trees:
        learner = HistGradientBoostingRegressor(**tree_settings(options))
        return exported(learner.fit(facts[at], word_f1[at]), columns)

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(facts[at].T)[:, 0]

    return cross_fit(page_fold, np.arange(len(facts)), fit, predict)

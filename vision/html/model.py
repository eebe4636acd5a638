"""The HTML genre model: words by a linear model and, where it is unsure, numbers by trees too."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.errors import ModelError
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.models.trees import Trees
from pagesight.extract.page.document import Document
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.html.evidence import Features, Numbers
from pagesight.vision.html.features import LazyFeatures
from pagesight.vision.html.plain_kinds import plain_kinds
from pagesight.vision.html.words import WordModel
from pagesight.vision.prediction import Prediction, prediction_of

KIND = "genre-html"


@dataclass(frozen=True, slots=True)
class Weighing:
    """How the two parts are weighed; tuned by 5-fold cross-validation by group over the corpora.

    Where the words are sure they decide alone: their numbers need not be counted, which takes half
    of the time. That is so on two thirds of the pages and costs no accuracy
    (docs/studies/genre.md).
    """

    sure: float = 0.9  # probability by the words alone
    sure_temperature: float = 1.2  # of their logits then
    word_share: float = 0.5  # of the mean log-probability otherwise; the rest is the trees'
    temperature: float = 0.96  # of that mean


@dataclass(frozen=True, slots=True)
class HtmlModel:
    """Both parts, what they are weighed by, and the genres in order."""

    words: WordModel
    trees: Trees
    labels: tuple[str, ...]
    weighing: Weighing


def html_probabilities(model: HtmlModel, features: Features) -> NDArray[np.float64]:
    """Return the probability of each label, (labels,)."""
    weighing, logits = model.weighing, model.words.logits(features.tokens)[None]
    by_words = softmax(logits, weighing.sure_temperature)
    if by_words.max() >= weighing.sure:
        return np.asarray(by_words[0])
    words = np.log(softmax(logits) + 1e-9)
    trees = np.log(softmax(_tree_logits(model.trees, features.numbers)[None]) + 1e-9)
    mean = weighing.word_share * words + (1 - weighing.word_share) * trees
    return np.asarray(softmax(mean, weighing.temperature)[0])


def _tree_logits(trees: Trees, numbers: Numbers) -> NDArray[np.float64]:
    """Return the logits (labels,) of one page; of two labels only the second has trees."""
    found = trees.raw(numbers_row(numbers, trees.columns)[:, None])[0].astype(np.float64)
    return found if len(found) > 1 else np.array([0.0, found[0]])


def numbers_row(numbers: Numbers, names: Sequence[str]) -> NDArray[np.float32]:
    """Return the numbers of those names, (names,); NaN for what a page lacks."""
    return np.array([numbers.get(name, np.nan) for name in names], dtype=np.float32)


def save_html_model(model: HtmlModel, folder: Path, card: str = "") -> None:
    """Write the model folder."""
    config = {
        "kind": KIND,
        "labels": model.labels,
        "weighing": asdict(model.weighing),
        "fields": model.words.vocabulary.fields,
        "numbers": model.trees.columns,
    }
    tensors = {**model.words.arrays("words"), **model.trees.arrays("trees")}
    save_model(folder, config, tensors, card, exact=True)


def load_html_model(folder: Path) -> HtmlModel:
    """Read a model folder. Raises WeightsError if it is missing, broken or of another kind."""
    try:
        return build_model(KIND, folder, _built)
    except ModelError as error:
        raise WeightsError(str(error)) from error


def _built(found: Model) -> HtmlModel:
    config = found.config
    return HtmlModel(
        WordModel.from_arrays(found.tensors, "words", config["fields"]),
        Trees.from_arrays(found.tensors, "trees", config["numbers"]),
        tuple(config["labels"]),
        Weighing(**config["weighing"]),
    )


class HtmlClassifier:
    """Predicts from structure, names, labels and address."""

    def __init__(self, model: HtmlModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre, and what a page of genre "other" plainly is."""
        features = LazyFeatures(document)
        found = prediction_of(self._model.labels, html_probabilities(self._model, features), "html")
        return (
            replace(found, warnings=plain_kinds(features)) if found.genre is Genre.OTHER else found
        )

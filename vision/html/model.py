"""The HTML genre model: words by a linear model, numbers by boosted trees, and their mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.extract.errors import ModelError
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.models.trees import Trees
from pagesight.extract.parse.document import Document
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.html.evidence import HtmlFeatures
from pagesight.vision.html.features import html_features
from pagesight.vision.html.plain_kinds import plain_kinds
from pagesight.vision.html.words import WordModel
from pagesight.vision.prediction import Prediction, prediction_of

KIND = "genre-html"

Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class HtmlModel:
    """Both parts, what they are weighed by, and the genres in order."""

    words: WordModel
    trees: Trees
    labels: tuple[str, ...]
    word_share: float
    temperature: float


def html_probabilities(model: HtmlModel, features: HtmlFeatures) -> NDArray[np.float64]:
    """Return the probability of each label, (labels,)."""
    words = np.log(softmax(model.words.logits(features.tokens)[None]) + 1e-9)
    trees = np.log(softmax(_tree_logits(model.trees, features.numbers)[None]) + 1e-9)
    mean = model.word_share * words + (1 - model.word_share) * trees
    return np.asarray(softmax(mean, model.temperature)[0])


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
        "word_share": model.word_share,
        "temperature": model.temperature,
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
        float(config["word_share"]),
        float(config["temperature"]),
    )


class HtmlClassifier:
    """Predicts from structure, names, labels and address."""

    def __init__(self, model: HtmlModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre, and what a page of genre "other" plainly is."""
        features = html_features(document)
        found = prediction_of(self._model.labels, html_probabilities(self._model, features), "html")
        return (
            replace(found, warnings=plain_kinds(features)) if found.genre is Genre.OTHER else found
        )

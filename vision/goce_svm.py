"""GOCE's baseline (Nguyen-Hoang et al. 2018): a support vector machine on eleven numbers of a page.

The talk names them: text length; number of identical elements, of clusters, of images, of digits,
and of each of the marks . , ; : ? and !. It defines neither identical elements nor clusters; here
elements of one tag, one class and one depth are identical, and two or more of them are a cluster.

There is a machine for each genre against the rest. Numbers go in as logarithms, brought to mean 0
and deviation 1. What is kept are the support vectors, so that no pickle is needed:
f(x) = sum over vectors of weight * exp(-gamma |x - v|^2) + b.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.vision.prediction import Prediction, prediction_of, softmax

Array = NDArray[np.float64]
MARKS = ".,;:?!"
FEATURE_NAMES = (
    "text length",
    "identical elements",
    "clusters",
    "images",
    "digits",
    *(f"marks {mark}" for mark in MARKS),
)
KIND = "genre-svm"
_ARRAYS = ("mean", "deviation", "vectors", "weights", "bias")


@dataclass(frozen=True, slots=True)
class SvmModel:
    """Support vectors (vectors, 11), their weights (labels, vectors), bias (labels,)."""

    labels: tuple[str, ...]
    gamma: float
    temperature: float
    mean: Array
    deviation: Array
    vectors: Array
    weights: Array
    bias: Array


class SvmClassifier:
    """GOCE's baseline, for comparison."""

    def __init__(self, model: SvmModel) -> None:
        self._model = model

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre."""
        probabilities = svm_probabilities(self._model, goce_features(document))
        return prediction_of(self._model.labels, probabilities, "html")


def goce_features(document: Document) -> tuple[float, ...]:
    """Return the eleven numbers in the order of FEATURE_NAMES."""
    text = " ".join(filter(None, document.cuts.texts))
    identical = [count for count in _kinds(document).values() if count >= 2]
    return (
        float(len(text)),
        float(sum(identical)),
        float(len(identical)),
        float((document.elements.tag == CODE["img"]).sum()),
        float(sum(character.isdigit() for character in text)),
        *(float(text.count(mark)) for mark in MARKS),
    )


def _kinds(document: Document) -> Counter[tuple[int, str, int]]:
    """Return how many elements of the body there are of each tag, class and depth."""
    elements = document.elements
    in_body = elements.around(elements.tag == CODE["body"]) > 0
    columns = zip(elements.tag.tolist(), elements.classes, elements.depth.tolist(), strict=True)
    return Counter(
        (tag, " ".join(sorted(names.split())), depth)
        for inside, (tag, names, depth) in zip(in_body.tolist(), columns, strict=True)
        if inside and tag != CODE["body"]
    )


def svm_probabilities(model: SvmModel, features: Sequence[float]) -> Array:
    """Return the probability of each label, (labels,)."""
    return np.asarray(softmax(_decisions(model, np.array([features])), model.temperature)[0])


def save_svm(model: SvmModel, folder: Path) -> None:
    """Write the model folder."""
    config = {
        "kind": KIND,
        "labels": model.labels,
        "features": FEATURE_NAMES,
        "gamma": model.gamma,
        "temperature": model.temperature,
    }
    tensors = {name: getattr(model, name) for name in _ARRAYS}
    save_model(folder, config, tensors, exact=True)


def load_svm(folder: Path) -> SvmModel:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    return build_model(KIND, folder, _built)


def _built(model: Model) -> SvmModel:
    config, arrays = model.config, {name: model.tensors[name] for name in _ARRAYS}
    return SvmModel(tuple(config["labels"]), config["gamma"], config["temperature"], **arrays)


def _decisions(model: SvmModel, features: Array) -> Array:
    """Return how far on each label's side the pages lie, (pages, labels)."""
    scaled = (np.log1p(features) - model.mean) / model.deviation
    distances = ((scaled[:, None, :] - model.vectors[None]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-model.gamma * distances) @ model.weights.T + model.bias)

"""The HTML genre model: words by a linear model, numbers by boosted trees, and their mean."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of, training_pages
from pagesight.extract.errors import TrainingError
from pagesight.extract.parse.document import read
from pagesight.vision.calibrate import softmax
from pagesight.vision.errors import WeightsError
from pagesight.vision.evidence import HtmlFeatures, html_features
from pagesight.vision.evidence_copies import CopyOptions, copies
from pagesight.vision.screenshot.config import CONFIG_FILE, read_json
from pagesight.vision.trees import (
    TreeModel,
    TreeOptions,
    fit_trees,
    load_trees,
    save_trees,
    tree_logits,
)
from pagesight.vision.vocabulary import make_vocabulary
from pagesight.vision.words import (
    WordModel,
    WordOptions,
    fit_words,
    load_words,
    save_words,
    word_logits,
)


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    """How the HTML model is trained and how its two parts are weighed."""

    words: WordOptions = field(default_factory=WordOptions)
    trees: TreeOptions = field(default_factory=TreeOptions)
    copies: CopyOptions = field(default_factory=CopyOptions)
    word_share: float = 0.5  # of the mean log-probability; the rest is the trees'
    temperature: float = 0.96  # of that mean; both by 5-fold cross-validation over the corpora


@dataclass(frozen=True, slots=True)
class HtmlModel:
    """Both parts, what they are weighed by, and the genres in order."""

    words: WordModel
    trees: TreeModel
    labels: tuple[str, ...]
    word_share: float
    temperature: float


def html_probabilities(model: HtmlModel, features: HtmlFeatures) -> NDArray[np.float64]:
    """Return the probability of each label, (labels,)."""
    words = np.log(softmax(word_logits(model.words, features.tokens)[None]) + 1e-9)
    trees = np.log(softmax(tree_logits(model.trees, features.numbers)[None]) + 1e-9)
    mean = model.word_share * words + (1 - model.word_share) * trees
    return np.asarray(softmax(mean, model.temperature)[0])


def train_genre_html(pages: Sequence[LabelledPage], out: Path, options: HtmlOptions) -> None:
    """Train on the pages of known genre that `training_pages` leaves; write the folder `out`."""
    chosen = [page for page in training_pages(pages) if page.genre]
    features = [html_features(read(page.page)) for page in chosen]
    save_html_model(fit_html(chosen, features, options), out)


def fit_html(
    pages: Sequence[LabelledPage], features: Sequence[HtmlFeatures], options: HtmlOptions
) -> HtmlModel:
    """Return the model trained on pages and their features. Raises TrainingError."""
    labels = tuple(label for label in Genre if any(page.genre == label for page in pages))
    if len(labels) < 2:
        raise TrainingError(f"the {len(pages)} pages have the genres {labels}: two are needed")
    targets = np.array([labels.index(page.genre) for page in pages if page.genre])
    vocabulary = make_vocabulary(
        [one.tokens for one in features], groups_of(pages),
        options.words.min_groups, options.words.fields,
    )  # fmt: skip
    learned = copies(pages, features, options.copies)
    bags, numbers = [f.tokens for f in learned.features], [f.numbers for f in learned.features]
    targets, weights = targets[learned.pages], learned.weights
    words = fit_words(bags, targets, weights, vocabulary, options.words)
    trees = fit_trees(numbers, targets, weights, options.trees)
    return HtmlModel(words, trees, labels, options.word_share, options.temperature)


def save_html_model(model: HtmlModel, folder: Path) -> None:
    """Write the model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    save_words(model.words, folder)
    save_trees(model.trees, folder)
    config = {
        "kind": "html",
        "labels": model.labels,
        "word_share": model.word_share,
        "temperature": model.temperature,
    }
    (folder / CONFIG_FILE).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def load_html_model(folder: Path) -> HtmlModel:
    """Read a model folder. Raises WeightsError if it is missing, broken or of another kind."""
    config = read_json(folder / CONFIG_FILE)
    if config.get("kind") != "html":
        raise WeightsError(f"{folder} holds a model of kind {config.get('kind')!r}, not 'html'")
    return HtmlModel(
        load_words(folder),
        load_trees(folder),
        tuple(config["labels"]),
        float(config["word_share"]),
        float(config["temperature"]),
    )

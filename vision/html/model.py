"""The HTML genre model: words by a linear model and, where it is unsure, numbers by trees too.

Where both are unsure other trees have the numbers of what the extractors find besides.

The words' model is least squares on TF-IDF, in numpy once trained. A token is known if it occurs in
several groups of pages (template family or site): one that only a single site uses shows the site,
not the genre. Each field of a page is brought to length 1 before it is weighed, so that names,
which are many, do not drown the few words of a title.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import chain, count, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.extract.labelers.sight import Sight
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.models.trees import Trees
from pagesight.extract.page.document import Document
from pagesight.vision.html.counts.tokens import Bags
from pagesight.vision.html.features import Features, LazyFeatures, Numbers
from pagesight.vision.prediction import Prediction, nothing_shown, prediction_of, softmax

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


Array = NDArray[np.float64]
KIND = "genre-html"
_TINY = 1e-9  # keeps logarithms finite
# Rules for what needs no model. How often they are right, and how many such pages they find:
# `python tests/studies/genre/count_plain_kinds.py genre/*.parquet`.
_FEW_WORDS = 150  # of running text on a page that is a form and little else
_NO_WORDS = 5  # fewer say nothing of a page; by hand
_STATUSES = ("403", "404", "500", "503")
_NOT_FOUND = ("not", "found")
_SHOWN_TAGS = (">a", ">img", ">svg", ">video", ">canvas", ">iframe", ">object", ">form")


@dataclass(frozen=True)
class TokenVocabulary:
    """Column of each token by field, its inverse document frequency, the weight of each field."""

    columns: Mapping[str, Mapping[str, int]]
    idf: Array
    fields: Mapping[str, float]

    @cached_property
    def weights(self) -> Array:
        """Return the weights of the fields, in the order of their columns."""
        return np.array([self.fields[letter] for letter in self.columns])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads: tokens a line each, in half precision their idf."""
        lines = {of: "\n".join(known).encode("utf-8") for of, known in self.columns.items()}
        return {
            **{f"tokens.{of}": np.frombuffer(text, np.uint8) for of, text in lines.items()},
            "idf": self.idf.astype(np.float16),
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], fields: Mapping[str, float]
    ) -> "TokenVocabulary":
        """Return the vocabulary saved, with the weights of its fields."""
        number, columns = count(), {}
        for of in sorted(fields):
            text = arrays[f"tokens.{of}"].tobytes().decode("utf-8")
            columns[of] = dict(zip(text.split("\n") if text else (), number, strict=False))
        return cls(columns, arrays["idf"].astype(np.float64), fields)


def make_vocabulary(
    pages: Sequence[Bags], groups: Sequence[str], min_groups: int, fields: Mapping[str, float]
) -> TokenVocabulary:
    """Return the tokens of `fields` that occur in at least `min_groups` groups."""
    number, all_groups = count(), 1 + len(set(groups))
    columns: dict[str, dict[str, int]] = {}
    idf: list[float] = []
    for field in sorted(fields):
        seen_in: dict[str, set[str]] = defaultdict(set)
        for page, group in zip(pages, groups, strict=True):
            for token in page.get(field, ()):
                seen_in[token].add(group)
        known = sorted(token for token, seen in seen_in.items() if len(seen) >= min_groups)
        columns[field] = dict(zip(known, number, strict=False))
        idf += [all_groups / (1 + len(seen_in[token])) for token in known]
    return TokenVocabulary(columns, np.log(idf) + 1, fields)


def vector(page: Bags, vocabulary: TokenVocabulary) -> tuple[NDArray[np.int64], Array]:
    """Return the columns of a page's known tokens, and their values."""
    bags = [page.get(letter, {}) for letter in vocabulary.columns]
    sizes = list(map(len, bags))
    pairs = zip(bags, vocabulary.columns.values(), strict=True)
    looked_up = chain.from_iterable(map(of.get, bag, repeat(-1)) for bag, of in pairs)
    indices = np.fromiter(looked_up, np.int64, sum(sizes))
    counts = np.fromiter(chain.from_iterable(bag.values() for bag in bags), np.int64, sum(sizes))
    known = indices >= 0
    columns, field = indices[known], np.repeat(np.arange(len(bags)), sizes)[known]
    values = (1 + np.log(counts[known])) * vocabulary.idf[columns]
    length = np.bincount(field, values**2, minlength=len(vocabulary.weights))
    return columns, values * np.sqrt(vocabulary.weights[field] / length[field])


def matrix(pages: Sequence[Bags], vocabulary: TokenVocabulary) -> "csr_matrix":
    """Return the vectors of all pages, (pages, tokens)."""
    from scipy.sparse import csr_matrix  # of training alone: it takes long to load

    rows = [vector(page, vocabulary) for page in pages]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([columns for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    return csr_matrix((values, columns, starts), shape=(len(pages), len(vocabulary.idf)))


@dataclass(frozen=True, slots=True)
class WordModel:
    """The tokens known; weights (tokens, labels); bias (labels,)."""

    vocabulary: TokenVocabulary
    weights: NDArray[np.float32]
    bias: Array

    def logits(self, page: Bags) -> Array:
        """Return the logits (labels,) of one page's tokens."""
        columns, values = vector(page, self.vocabulary)
        return np.asarray(values.astype(np.float32) @ self.weights[columns] + self.bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads, without the vocabulary: weights in half precision."""
        return {f"{prefix}.weights": self.weights.astype(np.float16), f"{prefix}.bias": self.bias}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], prefix: str, vocabulary: TokenVocabulary
    ) -> "WordModel":
        """Return the model saved under that prefix."""
        weights = arrays[f"{prefix}.weights"].astype(np.float32)
        return cls(vocabulary, weights, arrays[f"{prefix}.bias"])


@dataclass(frozen=True, slots=True)
class Weighing:
    """How the two parts are weighed; tuned by 5-fold cross-validation by group over the corpora.

    Where the words are sure they decide alone: their numbers need not be counted, which takes half
    of the time. That is so on half of the pages and costs no accuracy
    (tests/studies/genre/tune_weighing.py).
    """

    sure: float = 0.9  # probability by the words alone
    sure_temperature: float = 1.2  # of their logits then
    # Probability by words and trees together from which on the extractors are not asked: they take
    # longer than all the rest. Of .5 to .95 each more costs time, and brings little from here on.
    sure_without_found: float = 0.7
    word_share: float = 0.5  # of the mean log-probability otherwise; the rest is the trees'
    # Of pages without a known address. Of .5, .43 and .33 all do alike on sources left out; the
    # last calls most of waddle_daniel's news articles, which are of another time and languages.
    bare_word_share: float = 0.33
    temperature: float = 1.0  # of that mean
    # Of the answer either way, whose confidence holds on collections that it never saw: fitted by
    # leaving each source of genre/ and styled/ out (run `temperatures`).
    calibration: float = 1.05


@dataclass(frozen=True, slots=True)
class HtmlModel:
    """Both parts, what they are weighed by, and the genres in order.

    Pages without a known address have words of their own: those learned with addresses lean on
    them, and miss what they would have said.
    """

    words: WordModel
    bare_words: WordModel
    trees: Trees
    found_trees: Trees  # of the same numbers and those of what the extractors find
    labels: tuple[str, ...]
    weighing: Weighing

    def words_for(self, tokens: Bags) -> tuple[WordModel, float]:
        """Return the words that a page is read by, and their share beside the trees."""
        if tokens["u"]:
            return self.words, self.weighing.word_share
        return self.bare_words, self.weighing.bare_word_share


def html_probabilities(model: HtmlModel, features: Features) -> NDArray[np.float64]:
    """Return the probability of each label, (labels,)."""
    return np.asarray(softmax(_log_probabilities(model, features), model.weighing.calibration)[0])


def _log_probabilities(model: HtmlModel, features: Features) -> NDArray[np.float64]:
    """Return the log-probabilities (1, labels) by the words where they are sure, else by both."""
    weighing, tokens = model.weighing, features.tokens
    known, share = model.words_for(tokens)
    logits = known.logits(tokens)[None]
    by_words = softmax(logits, weighing.sure_temperature)
    if by_words.max() >= weighing.sure:
        return np.log(by_words + _TINY)
    words = np.log(softmax(logits) + _TINY)

    def both(trees: Trees, numbers: Numbers) -> NDArray[np.float64]:
        by_trees = np.log(softmax(_tree_logits(trees, numbers)[None]) + _TINY)
        return softmax(share * words + (1 - share) * by_trees, weighing.temperature)

    likely = both(model.trees, features.numbers)
    if likely.max() < weighing.sure_without_found:
        likely = both(model.found_trees, {**features.numbers, **features.found})
    return np.log(likely + _TINY)


def _tree_logits(trees: Trees, numbers: Numbers) -> NDArray[np.float64]:
    """Return the logits (labels,) of one page; of two labels only the second has trees."""
    logits = trees.raw(numbers_row(numbers, trees.columns)[:, None])[0].astype(np.float64)
    return logits if len(logits) > 1 else np.array([0.0, logits[0]])


def numbers_row(numbers: Numbers, names: Sequence[str]) -> NDArray[np.float32]:
    """Return the numbers of those names, (names,); NaN for what a page lacks."""
    return np.array([numbers.get(name, np.nan) for name in names], dtype=np.float32)


def save_html_model(model: HtmlModel, folder: Path) -> None:
    """Write the model folder."""
    config = {
        "kind": KIND,
        "labels": model.labels,
        "weighing": asdict(model.weighing),
        "fields": model.words.vocabulary.fields,
        "numbers": model.trees.columns,
        "found_numbers": model.found_trees.columns,
    }
    tensors = {
        **model.words.vocabulary.arrays(),
        **model.words.arrays("words"),
        **model.bare_words.arrays("bare_words"),
        **model.trees.arrays("trees"),
        **model.found_trees.arrays("found_trees"),
    }
    save_model(folder, config, tensors, exact=True)


def load_html_model(folder: Path) -> HtmlModel:
    """Read a model folder. Raises ModelError if it is missing, broken or of another kind."""
    return build_model(KIND, folder, _built)


def _built(model: Model) -> HtmlModel:
    config = model.config
    vocabulary = TokenVocabulary.from_arrays(model.tensors, config["fields"])
    return HtmlModel(
        WordModel.from_arrays(model.tensors, "words", vocabulary),
        WordModel.from_arrays(model.tensors, "bare_words", vocabulary),
        Trees.from_arrays(model.tensors, "trees", config["numbers"]),
        Trees.from_arrays(model.tensors, "found_trees", config["found_numbers"]),
        tuple(config["labels"]),
        Weighing(**config["weighing"]),
    )


class HtmlClassifier:
    """Predicts from structure, names, labels and address, and from what `sight` keeps."""

    def __init__(self, model: HtmlModel, sight: Sight) -> None:
        self._model, self._sight = model, sight

    def predict(self, document: Document) -> Prediction:
        """Return the probability of each genre, and what a page of genre "other" plainly is."""
        features = LazyFeatures(document, self._sight)
        if shows_nothing(features.tokens):
            return nothing_shown("html", ("empty",))
        probabilities = html_probabilities(self._model, features)
        prediction = prediction_of(self._model.labels, probabilities, "html")
        warnings = plain_kinds(features.tokens) if prediction.genre is Genre.OTHER else ()
        return replace(prediction, warnings=warnings)


def shows_nothing(tokens: Bags) -> bool:
    """Return whether a page has neither words nor anything else to look at or click on."""
    return sum(tokens["w"].values()) < _NO_WORDS and not any(
        pair.endswith(_SHOWN_TAGS) for pair in tokens["s"]
    )


def plain_kinds(tokens: Bags) -> tuple[str, ...]:
    """Return "error page", "login" or "empty", whichever holds; nothing for most pages."""
    words = sum(tokens["w"].values())
    if words >= _FEW_WORDS:
        return ()
    if _is_error(tokens):
        return ("error page",)
    if "input=password" in tokens["s"]:
        return ("login",)
    return ("empty",) if words < _NO_WORDS else ()


def _is_error(tokens: Bags) -> bool:
    """Return whether the title or a heading has a status, or says that nothing was found."""
    return any(
        any(status in tokens[field] for status in _STATUSES)
        or all(word in tokens[field] for word in _NOT_FOUND)
        for field in ("t", "h")
    )

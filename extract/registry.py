"""Extractors by name. Each is imported when asked for: some load torch."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path

from pagesight.extract.errors import UnknownExtractor
from pagesight.extract.extraction import Extraction, without_hidden
from pagesight.extract.labelers.base import Labeler
from pagesight.extract.parse.document import Document

Extractor = Callable[[Document], Extraction]

# Name -> module, function that takes a Document, and its options, which name a model folder.
_LINEAR: Mapping[str, tuple[str, str, str]] = {
    "article": ("pagesight.extract.article", "article", "ArticleOptions"),
    "listview": ("pagesight.extract.listview", "listview", "ListviewOptions"),
}

# Name -> module and function that takes a Document.
_STATISTICAL: Mapping[str, tuple[str, str]] = {
    "goce-article": ("pagesight.extract.labelers.goce", "goce_article"),
    "goce-listview": ("pagesight.extract.labelers.goce", "goce_listview"),
}

# Name -> module and function that takes a model folder, or None, and returns the extractor: sight
# chooses blocks by itself, since no threshold fits every page; perplexity chooses sentences.
_LEARNED: Mapping[str, tuple[str, str]] = {
    "sight": ("pagesight.extract.labelers.sight_extractor", "load_extractor"),
    "perplexity": ("pagesight.extract.perplexity.filter", "load"),
}

# Labelers of text pieces of their own: name -> module with `load(model: Path | None) -> Labeler`.
SEQUENCE_LABELERS: Mapping[str, str] = {
    "boilernet": "pagesight.extract.labelers.sequence.boilernet",
    "web2text": "pagesight.extract.labelers.web2text.model",
    "multiboilernet": "pagesight.extract.labelers.sequence.multiboilernet",
}

EXTRACTOR_NAMES = (*_LINEAR, *_STATISTICAL, *_LEARNED, *SEQUENCE_LABELERS)


def extractor(name: str, model: Path | None = None) -> Extractor:
    """Return the extractor of that name; `model` replaces its packaged weights.

    What the page hides is in no extraction. Raises UnknownExtractor for a name that is not in
    EXTRACTOR_NAMES, and ModelError for a model that cannot be loaded.
    """
    extract = _loaded(name, model)
    return lambda document: without_hidden(extract(document))


def _loaded(name: str, model: Path | None) -> Extractor:
    if name in _LINEAR:
        module, function, options = _LINEAR[name]
        linear = import_module(module)
        return partial(getattr(linear, function), options=getattr(linear, options)(model=model))
    if name in _STATISTICAL:
        module, function = _STATISTICAL[name]
        statistical: Extractor = getattr(import_module(module), function)
        return statistical
    if name in _LEARNED:
        module, function = _LEARNED[name]
        learned: Extractor = getattr(import_module(module), function)(model)
        return learned
    if name in SEQUENCE_LABELERS:
        from pagesight.extract.labelers.extractor import LabelerExtractor

        return LabelerExtractor(labeler(name, model))
    raise UnknownExtractor(f"no extractor is called {name!r}; known: {', '.join(EXTRACTOR_NAMES)}")


def labeler(name: str, model: Path | None = None) -> Labeler:
    """Return the labeler of that name; article, listview and sight label a page's own blocks.

    Raises UnknownExtractor for other names, and ModelError for a model that cannot be loaded.
    """
    if name in SEQUENCE_LABELERS:
        sequence: Labeler = import_module(SEQUENCE_LABELERS[name]).load(model)
        return sequence
    if name in _LINEAR:
        from pagesight.extract.linear_model import LinearLabeler

        return LinearLabeler(name, model)
    if name == "sight":
        from pagesight.extract.labelers.sight import load

        return load(model)
    known = ", ".join((*_LINEAR, "sight", *SEQUENCE_LABELERS))
    raise UnknownExtractor(f"{name!r} labels no blocks; those that do: {known}")

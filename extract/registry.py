"""Extractors by name. Each is imported when asked for: some load torch."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from pagesight.extract.document import Document
from pagesight.extract.errors import UnknownExtractor
from pagesight.extract.extraction import Extraction

Extractor = Callable[[Document], Extraction]

# Name -> module and function that takes a Document.
_STATISTICAL: Mapping[str, tuple[str, str]] = {
    "article": ("pagesight.extract.article", "article"),
    "listview": ("pagesight.extract.listview", "listview"),
    "goce-article": ("pagesight.extract.goce", "goce_article"),
    "goce-listview": ("pagesight.extract.goce", "goce_listview"),
}

# Chooses blocks by itself: no threshold fits every page.
_SIGHT = "sight"

# Name -> module with `load(model: Path | None) -> Labeler`.
_LABELERS: Mapping[str, str] = {
    name: f"pagesight.extract.labelers.{name}"
    for name in ("boilernet", "web2text", "multiboilernet")
}

EXTRACTOR_NAMES = (*_STATISTICAL, _SIGHT, *_LABELERS)


def extractor(name: str, model: Path | None = None) -> Extractor:
    """Return the extractor of that name; `model` replaces a labeler's packaged weights.

    Raises UnknownExtractor for a name that is not in EXTRACTOR_NAMES, and ModelError for a model
    that cannot be loaded.
    """
    if name in _STATISTICAL:
        module, function = _STATISTICAL[name]
        statistical: Extractor = getattr(import_module(module), function)
        return statistical
    if name == _SIGHT:
        from pagesight.extract.labelers.sight_extractor import load_extractor

        return load_extractor(model)
    if name in _LABELERS:
        from pagesight.extract.labelers.extractor import LabelerExtractor

        return LabelerExtractor(import_module(_LABELERS[name]).load(model))
    raise UnknownExtractor(f"no extractor is called {name!r}; known: {', '.join(EXTRACTOR_NAMES)}")

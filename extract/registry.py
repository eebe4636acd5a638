"""Extractors by name: how each is loaded, and whether it learns. Each is imported when asked for.

A new extractor is one row of EXTRACTORS; one that learns has a trainer of its name in
`pagesight.app.models`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from pagesight.extract.errors import UnknownExtractor
from pagesight.extract.extraction import Extraction, without_hidden
from pagesight.extract.labelers.extractor import LOWEST_CUT, LabelerExtractor
from pagesight.extract.page.document import Document
from pagesight.extract.records.record import RecordKind
from pagesight.render.errors import needed_for

Extractor = Callable[[Document], Extraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """Where an extractor comes from: `load` is module:function, called with a model folder or None.

    Of a labeler it returns that, of others the extractor. Without a model it is the extractor.
    """

    load: str
    is_labeler: bool = True
    lowest_cut: float = LOWEST_CUT  # see LabelerExtractor; as are `records`
    records: RecordKind = "none"
    has_model: bool = True
    learns: bool = True  # from labelled pages, so that folds train it anew


EXTRACTORS: Mapping[str, Registered] = {
    "article": Registered(load="labelers.linear:load_article"),
    "listview": Registered(load="labelers.linear:load_listview", lowest_cut=0.12, records="items"),
    "sight": Registered(load="labelers.sight:load_sight", lowest_cut=0.0),
    "boilernet": Registered(load="papers.sequence.boilernet:load"),
    "web2text": Registered(load="papers.web2text.model:load"),
    "multiboilernet": Registered(load="papers.sequence.multiboilernet:load"),
    "goce-article": Registered(
        load="papers.goce:goce_article", is_labeler=False, has_model=False, learns=False
    ),
    "goce-listview": Registered(
        load="papers.goce:goce_listview", is_labeler=False, has_model=False, learns=False
    ),
    "perplexity": Registered(load="papers.perplexity.model:load", is_labeler=False, learns=False),
}
LABELER_NAMES = tuple(name for name, entry in EXTRACTORS.items() if entry.is_labeler)


def extractor(name: str, model: Path | None = None) -> Extractor:
    """Return the extractor of that name; `model` replaces its packaged weights.

    What the page hides is in no extraction. Raises UnknownExtractor for a name that is not in
    EXTRACTORS, and ModelError for a model that cannot be loaded.
    """
    if name not in EXTRACTORS:
        known = ", ".join(EXTRACTORS)
        raise UnknownExtractor(f"no extractor is called {name!r}; known: {known}")
    entry = EXTRACTORS[name]
    if entry.is_labeler:
        return labeler_extractor(name, model)
    extract: Extractor = _function(entry)(model) if entry.has_model else _function(entry)
    return lambda document: without_hidden(extract(document))


def labeler_extractor(name: str, model: Path | None = None) -> LabelerExtractor:
    """Return the extractor of that name, whose labeler can be asked too.

    Raises UnknownExtractor for one that is no labeler, and ModelError as `extractor` does.
    """
    if name not in LABELER_NAMES:
        known = ", ".join(LABELER_NAMES)
        raise UnknownExtractor(f"{name!r} labels no blocks; those that do: {known}")
    entry = EXTRACTORS[name]
    return LabelerExtractor(_function(entry)(model), entry.lowest_cut, records=entry.records)


def _function(entry: Registered) -> Any:
    module, _, function = entry.load.partition(":")
    with needed_for(f"extract/{module.replace('.', '/')}.py", "train"):
        return getattr(import_module(f"pagesight.extract.{module}"), function)

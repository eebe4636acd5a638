"""The systems that can be evaluated: our extractors, the router over them, and the rivals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.choices import EXTRACTOR_CHOICES
from pagesight.app.config import Options
from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.rivals import RIVALS
from pagesight.app.router import FALLBACK, ROUTES
from pagesight.extract.extraction import Extraction
from pagesight.render.page import Page

SYSTEM_NAMES = (*EXTRACTOR_CHOICES, *RIVALS)
# Extractors that learn from pages; the others, but for `auto`, learn nothing.
_LEARNED = ("article", "listview", "sight", "boilernet", "web2text", "multiboilernet")


@dataclass(frozen=True, slots=True)
class Output:
    """What a system made of a page; genre and extractor are those that `auto` went by."""

    text: str
    records: tuple[Mapping[str, str], ...] = ()
    genre: str = ""
    extractor: str = ""


System = Callable[[Page], Output]


def check_names(names: tuple[str, ...]) -> None:
    """Raise UnknownSystem, which lists the systems there are, unless every name is one."""
    unknown = [name for name in names if name not in SYSTEM_NAMES]
    if unknown:
        known = ", ".join(SYSTEM_NAMES)
        raise UnknownSystem(f"no system named {', '.join(unknown)}; there are {known}")


def learned_by(name: str) -> tuple[str, ...]:
    """Return the kinds of model that the system of that name uses: `html` is that of genres."""
    if name == "auto":
        return ("html", *sorted({FALLBACK, *(route.extractor for route in ROUTES.values())}))
    return (name,) if name in _LEARNED else ()


def load_system(name: str, models: Path | None = None) -> System:
    """Return the system of that name; it works on HTML alone, and no browser is started.

    `models` holds a folder for each kind of model the system uses; None takes packaged models.
    Raises UnknownSystem, and EvaluationError if `models` lacks a kind.
    """
    check_names((name,))
    missing = [kind for kind in learned_by(name) if models and not (models / kind).is_dir()]
    if missing:
        raise EvaluationError(f"{name} needs a model folder {', '.join(missing)} in {models}")
    if name in RIVALS:
        return lambda page: Output(RIVALS[name](page))
    return _auto(models) if name == "auto" else _extractor(name, models)


def _auto(models: Path | None) -> System:
    from pagesight.app.pipeline import Pipeline

    pipeline = Pipeline(Options(render=False, by="html", models=models))

    def run(page: Page) -> Output:
        result = pipeline.extract_page(page)
        extraction = result.extraction
        return Output(extraction.text, _records(extraction), result.genre, extraction.method)

    return run


def _extractor(name: str, models: Path | None) -> System:
    from pagesight.extract.document import read
    from pagesight.extract.registry import extractor

    extract = extractor(name, models / name if models else None)

    def run(page: Page) -> Output:
        extraction = extract(read(page))
        return Output(extraction.text, _records(extraction))

    return run


def _records(extraction: Extraction) -> tuple[Mapping[str, str], ...]:
    return tuple(
        {"title": record.title, "url": record.url, "text": record.text}
        for record in extraction.records
    )

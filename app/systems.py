"""The systems that can be evaluated: our extractors, the router over them, and the rivals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.choices import EXTRACTOR_CHOICES
from pagesight.app.config import Options
from pagesight.app.errors import UnknownSystem
from pagesight.app.rivals import RIVALS
from pagesight.extract.extraction import Extraction
from pagesight.render.page import Page

SYSTEM_NAMES = (*EXTRACTOR_CHOICES, *RIVALS)


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


def load_system(name: str, models: Path | None = None) -> System:
    """Return the system of that name; it works on HTML alone, and no browser is started.

    `models` holds a folder a kind of model (`html` for genres, `boilernet` ...) that replaces the
    packaged one; kinds that it lacks come from the package. Raises UnknownSystem.
    """
    check_names((name,))
    if name in RIVALS:
        return lambda page: Output(RIVALS[name](page))
    return _auto(models) if name == "auto" else _extractor(name, models)


def _auto(models: Path | None) -> System:
    from pagesight.app.pipeline import Pipeline

    pipeline = Pipeline(Options(render=False, models=models))

    def run(page: Page) -> Output:
        result = pipeline.extract_page(page)
        extraction = result.extraction
        return Output(extraction.text, _records(extraction), result.genre, extraction.method)

    return run


def _extractor(name: str, models: Path | None) -> System:
    from pagesight.extract.document import read
    from pagesight.extract.registry import extractor

    extract = extractor(name, _folder(models, name))

    def run(page: Page) -> Output:
        extraction = extract(read(page))
        return Output(extraction.text, _records(extraction))

    return run


def _records(extraction: Extraction) -> tuple[Mapping[str, str], ...]:
    return tuple(
        {"title": record.title, "url": record.url, "text": record.text}
        for record in extraction.records
    )


def _folder(models: Path | None, kind: str) -> Path | None:
    folder = models / kind if models else None
    return folder if folder and folder.is_dir() else None

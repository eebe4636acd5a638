"""The systems that can be evaluated: our extractors, the router over them, and the rivals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagesight.app.config import EXTRACTOR_CHOICES, Options
from pagesight.app.errors import UnknownSystem
from pagesight.app.rivals import RIVALS
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
    """Return the system, its models loaded. Raises UnknownSystem, or MissingExtra for a rival.

    `models` holds a folder a kind of model (`genre-svm`, `boilernet` ...) that replaces the
    packaged one; kinds it lacks come from the package.
    """
    check_names((name,))
    if name in RIVALS:
        return lambda page: Output(RIVALS[name](page))
    return _own(name, models)


def _own(name: str, models: Path | None) -> System:
    from pagesight.app.pipeline import Pipeline, Result

    pipeline = Pipeline(_options(name, models))

    def extract(page: Page) -> Output:
        result: Result = pipeline.extract_page(page)
        return Output(
            text=result.extraction.text,
            records=tuple(
                {"title": r.title, "url": r.url, "text": r.text} for r in result.extraction.records
            ),
            genre=result.prediction.genre if name == "auto" else "",
            extractor=result.extraction.method if name == "auto" else "",
        )

    return extract


def _options(name: str, models: Path | None) -> Options:
    return Options(
        extractor=name,
        render=False,
        by="html",
        model=_folder(models, name),
        genre_model=_folder(models, "genre-html"),
    )


def _folder(models: Path | None, kind: str) -> Path | None:
    folder = models / kind if models else None
    return folder if folder and folder.is_dir() else None

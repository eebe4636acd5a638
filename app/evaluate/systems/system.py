"""The systems that can be evaluated: our extractors, the router over them, and the rivals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagesight.app.config import EXTRACTOR_CHOICES, Options
from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.app.router import FALLBACK, ROUTES
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.document import read
from pagesight.extract.registry import EXTRACTORS, extractor
from pagesight.render.page import Page

SYSTEM_NAMES = (*EXTRACTOR_CHOICES, *RIVALS)


@dataclass(frozen=True, slots=True)
class Output:
    """What a system made of a page; genre and extractor are those that `auto` went by.

    Markdown is there where it was asked for, of systems that write it.
    """

    text: str
    records: tuple[Mapping[str, str], ...] = ()
    genre: str = ""
    extractor: str = ""
    markdown: str = ""


System = Callable[[Page], Output]


def check_systems(systems: Sequence[str], *, folds: bool = False) -> None:
    """Raise UnknownSystem, which lists those there are, or EvaluationError, unless all can run.

    A system that learns may be NAME=FOLDER, a model of one's own, which no fold trains anew.
    """
    for name, folder in named_systems(systems, SYSTEM_NAMES, "system", folds=folds):
        if folder:
            _own_models(name, Path(folder))


def named_systems(
    systems: Sequence[str], known: Collection[str], noun: str, *, folds: bool
) -> list[tuple[str, str]]:
    """Return the name of each system, and the folder of NAME=FOLDER, else "".

    Raises UnknownSystem, which lists those there are, or EvaluationError for a folder in folds.
    """
    parts = [system.partition("=") for system in systems]
    unknown = [name for name, _, _ in parts if name not in known]
    if unknown:
        raise UnknownSystem(f"no {noun} named {', '.join(unknown)}; there are {', '.join(known)}")
    for name, given, folder in parts:
        if given and folds:
            raise EvaluationError(
                f"{name}={folder} is trained already and may have seen the pages: leave out the "
                "folds, or the folder"
            )
    return [(name, folder) for name, _, folder in parts]


def learned_by(name: str) -> tuple[str, ...]:
    """Return the kinds of model that are trained for that system: `html` is that of genres."""
    if name == "auto":
        return ("html", *sorted({FALLBACK, *(route.extractor for route in ROUTES.values())}))
    return (name,) if name in EXTRACTORS and EXTRACTORS[name].learns else ()


def models_of(name: str) -> tuple[str, ...]:
    """Return the kinds of model of that system that a user's own can replace."""
    if name in EXTRACTORS:
        return (name,) if EXTRACTORS[name].has_model else ()
    return learned_by(name)


def model_folders(system: str) -> tuple[Path, ...]:
    """Return the folders of the models that a system predicts by, NAME=FOLDER's own among them.

    Of a system that learns nothing, or whose name is not known, there are none.
    """
    from pagesight.vision.predict import KINDS as OF_GENRES

    name, _, folder = system.partition("=")
    kinds = next((of for by, of in OF_GENRES.items() if by == name), models_of(name))
    if not folder:
        return tuple(map(_packaged, kinds))
    own = [Path(folder) / kind for kind in kinds if (Path(folder) / kind).is_dir()]
    if not own and len(kinds) < 2:
        return (Path(folder),)
    lacking = [kind for kind in kinds if Path(folder) / kind not in own]
    return (*(own or [Path(folder)]), *map(_packaged, lacking))


def _packaged(kind: str) -> Path:
    from pagesight.extract.models.folder import model_folder

    of_genres = Path(__file__).parents[3] / "vision/weights" / kind
    return of_genres if of_genres.is_dir() else model_folder(kind)


def load_system(system: str, models: Path | None = None, *, markdown: bool = False) -> System:
    """Return the system of that name, or NAME=FOLDER; it works on HTML alone, without a browser.

    `models` holds a folder for each kind of model the system uses; None takes packaged models.
    Raises UnknownSystem, and EvaluationError if `models` lacks a kind.
    """
    check_systems((system,))
    name, _, folder = system.partition("=")
    kinds = learned_by(name)
    missing = [kind for kind in kinds if models and not (models / kind).is_dir()]
    if missing:
        raise EvaluationError(f"{name} needs a model folder {', '.join(missing)} in {models}")
    if name in RIVALS:
        return lambda page: Output(RIVALS[name](page))
    own = {kind: models / kind for kind in kinds} if models else {}
    own |= _own_models(name, Path(folder)) if folder else {}
    if name == "auto":
        return _auto(own, markdown=markdown)
    extract = extractor(name, own.get(name))
    return lambda page: _output(extract(read(page)), markdown=markdown)


def _own_models(name: str, folder: Path) -> Mapping[str, Path]:
    """Return the models in a user's folder: that of the system, or some of those `auto` uses."""
    if not models_of(name):
        raise EvaluationError(f"{name} takes no model, as it learns nothing: leave out ={folder}")
    if not folder.is_dir():
        raise EvaluationError(f"{name}={folder}: there is no such model folder")
    if name != "auto":
        return {name: folder}
    models = {kind: folder / kind for kind in learned_by(name) if (folder / kind).is_dir()}
    if not models:
        uses = ", ".join(learned_by(name))
        raise EvaluationError(f"auto={folder} holds none of the models that auto uses: {uses}")
    return models


def _auto(models: Mapping[str, Path], *, markdown: bool) -> System:
    from pagesight.app.pipeline import Pipeline

    pipeline = Pipeline(Options(render=False, by="html", models=models))

    def run(page: Page) -> Output:
        result = pipeline.extract_page(page)
        output = _output(result.extraction, markdown=markdown)
        return replace(output, genre=result.genre, extractor=result.extraction.method)

    return run


def _output(extraction: Extraction, *, markdown: bool) -> Output:
    columns = ("title", "url", "text", "date", "author")
    records = tuple(
        {name: getattr(record, name) for name in columns} | dict(record.attributes)
        for record in extraction.records
    )
    return Output(extraction.text, records, markdown=extraction.markdown if markdown else "")

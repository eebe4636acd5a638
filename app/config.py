"""Options of the whole way from a page to its content, and the values that they can take."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from pagesight.datasets.schema import Genre
from pagesight.extract.page.blocks import Wanted
from pagesight.extract.page.budget import Limits
from pagesight.render.errors import OptionError
from pagesight.render.options import RenderOptions

Format = Literal["text", "markdown", "json", "html", "csv"]
ClassifyBy = Literal["both", "screenshot", "html"]
Engine = Literal["local", "ray"]
Screenshots = Literal["none", "within", "beside"]
Task = Literal["extract", "genre", "blocks", "records", "posts", "render"]
FoldsBy = Literal["site", "source"]
ExtractorChoice = Literal[
    "auto", "article", "listview", "goce-article", "goce-listview",
    "sight", "boilernet", "web2text", "multiboilernet", "perplexity",
]  # fmt: skip
FavorChoice = Literal["precision", "balanced", "recall"]
GenreChoice = Literal[
    "auto", "article", "listing", "collection", "product", "documentation", "forum", "service",
    "other",
]  # fmt: skip

FORMAT_CHOICES: tuple[Format, ...] = get_args(Format)
EXTRACTOR_CHOICES: tuple[ExtractorChoice, ...] = get_args(ExtractorChoice)
FAVOR_CHOICES: tuple[FavorChoice, ...] = get_args(FavorChoice)
GENRE_CHOICES: tuple[GenreChoice, ...] = get_args(GenreChoice)
# By tests/studies/extract/favor_curve.py, which prints what each beta comes to.
BETAS: Mapping[FavorChoice, float] = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to get, classify and extract pages.

    `deadline`, `allow` and `allow_private` stand for those of `rendering` and `limits`, where they
    are kept. `favor`, `comments` and `tables` say which blocks are kept by extractors that give
    them probabilities: all but `goce-article`, `goce-listview` and `perplexity`. Raises
    OptionError, which names the choices, for a value that an option cannot have.
    """

    extractor: str = "auto"  # auto: the router chooses by genre
    genre: Genre | None = None  # None: predicted; "product" is read as Genre.PRODUCT
    by: ClassifyBy = "both"  # the evidence for the genre, where the page was rendered
    render: bool = True  # False: no browser is started, the genre is predicted from the HTML
    include_hidden: bool = False  # True: text that the page hides is extracted too
    favor: FavorChoice = "balanced"  # precision: keep what is surer; recall: doubtful text too
    comments: bool | None = None  # of readers: True keeps, False drops; None: as the genre has it
    tables: bool = True  # False: those of data are left out
    links: bool = True  # False: Markdown has their words alone
    images: bool = True  # False: Markdown has none
    perplexity: float | None = None  # drop sentences of higher perplexity; None keeps all
    genre_model: Path | None = None  # the genre classifier's, or one that holds `html`, ...
    models: Mapping[str, Path] = field(default_factory=dict)  # by extractor; others: packaged ones
    rendering: RenderOptions = field(default_factory=RenderOptions)
    limits: Limits = field(default_factory=Limits)  # of reading a page once it is there
    deadline: InitVar[float | None] = None  # seconds to get a page in, and as many to read it in
    allow: InitVar[Sequence[str]] = ()  # hosts that may be fetched though they are private
    allow_private: InitVar[bool] = False

    def __post_init__(
        self, deadline: float | None, allow: Sequence[str], allow_private: bool
    ) -> None:
        _check("extractor", self.extractor, EXTRACTOR_CHOICES)
        _check("by", self.by, get_args(ClassifyBy))
        _check("genre", self.genre, (*Genre, None))
        _check("favor", self.favor, FAVOR_CHOICES)
        _check("comments", self.comments, (True, False, None))
        for name in ("tables", "links", "images"):
            _check(name, getattr(self, name), (True, False))
        for name, wanted in (("rendering", RenderOptions), ("limits", Limits), ("models", Mapping)):
            if not isinstance(given := getattr(self, name), wanted):
                raise OptionError(f"{name}={given!r}: wanted {wanted.__name__}")
        rendering = self.rendering
        hosts = dict.fromkeys((*_hosts(rendering.allow), *_hosts(allow)))
        private = allow_private or rendering.allow_private
        rendering = replace(rendering, allow=tuple(hosts), allow_private=private)
        if deadline is not None:
            _check_deadline(deadline)
            rendering = replace(rendering, deadline=deadline)
            self._set("limits", replace(self.limits, seconds=deadline))
        self._set("rendering", rendering)
        self._set("genre", None if self.genre is None else Genre(self.genre))
        self._set("genre_model", None if self.genre_model is None else _path(self.genre_model))
        self._set("models", {name: _path(folder) for name, folder in self.models.items()})

    @property
    def wanted(self) -> Wanted:
        """What is kept of a page."""
        return Wanted(
            beta=BETAS[self.favor],
            comments=self.comments,
            tables=self.tables,
            links=self.links,
            images=self.images,
        )

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)  # frozen, but for this class while it is made


def checked_options(options: Options | None) -> Options:
    """Return the options, or the defaults for None. Raises OptionError for anything else."""
    if options is None:
        return Options()
    if not isinstance(options, Options):
        raise OptionError(f"options={options!r}: wanted pagesight.Options(...)")
    return options


def _check(name: str, value: object, choices: Iterable[object]) -> None:
    known = tuple(choices)
    if value not in known:
        listed = ", ".join(str(choice) for choice in known)
        raise OptionError(f"{name}={value!r}: choose one of {listed}")


def _check_deadline(seconds: object) -> None:
    if not isinstance(seconds, (int, float)) or not seconds > 0:
        raise OptionError(f"deadline={seconds!r}: wanted seconds, more than 0")


def _hosts(entries: Sequence[str]) -> tuple[str, ...]:
    listed = isinstance(entries, Sequence) and not isinstance(entries, str)
    if not listed or not all(isinstance(entry, str) for entry in entries):
        raise OptionError(f'allow={entries!r}: wanted a list of hosts, as ["intranet.example"]')
    return tuple(entries)


def _path(folder: object) -> Path:
    if isinstance(folder, (str, Path)):
        return Path(folder)
    raise OptionError(f"{folder!r} is no path of a model folder")

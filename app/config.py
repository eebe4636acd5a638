"""Options of the whole way from a page to its content, built here and passed down."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pagesight.app.choices import ClassifyBy
from pagesight.datasets.genres import Genre
from pagesight.extract.page.budget import Limits
from pagesight.render.options import RenderOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to get, classify and extract pages."""

    extractor: str = "auto"  # auto: the router chooses by genre
    genre: Genre | None = None  # None: predicted
    by: ClassifyBy = "both"  # the evidence for the genre, where the page was rendered
    render: bool = True  # False: no browser is started, the genre is predicted from the HTML
    include_hidden: bool = False  # True: text that the page hides is extracted too
    perplexity: float | None = None  # drop sentences of higher perplexity; None keeps all
    genre_model: Path | None = None  # the genre classifier's, or one that holds `html`, ...
    models: Mapping[str, Path] = field(default_factory=dict)  # by extractor; others: packaged ones
    rendering: RenderOptions = field(default_factory=RenderOptions)
    limits: Limits = field(default_factory=Limits)  # of reading a page once it is there

"""Errors of the extract folder.

ExtractError
├── ParseError          the input is not HTML that holds a body
├── UnknownExtractor    no extractor of that name
├── ModelError          a model folder is missing, broken or of another kind
├── PatternError        a pattern of items cannot be learned or read, or no longer fits a page
├── NoTextError         a text holds no words, of which something was to be said
└── TrainingError       a corpus cannot train what was asked for
"""

from pagesight.render.errors import PagesightError


class ExtractError(PagesightError):
    """Base of every error raised by `pagesight.extract`."""


class ParseError(ExtractError):
    """The input cannot be parsed as HTML."""

    kind = "no html"


class UnknownExtractor(ExtractError):  # noqa: N818 - reads as the fact it states
    """No extractor has that name."""


class ModelError(ExtractError):
    """A model folder cannot be loaded."""


class PatternError(ExtractError):
    """A pattern of items cannot be learned or read, or no longer fits a page."""

    kind = "no fit"


class NoTextError(ExtractError):
    """A text holds no words, of which something was to be said."""


class TrainingError(ExtractError):
    """A corpus cannot train what was asked for."""

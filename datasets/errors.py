"""Errors of the datasets folder.

DatasetError
├── CorpusError     a corpus file is missing, broken or lacks a column
└── SplitError      a split was asked for that the corpus cannot give
"""

from pagesight.render.errors import PagesightError


class DatasetError(PagesightError):
    """Base of every error raised by `pagesight.datasets`."""


class CorpusError(DatasetError):
    """A corpus file cannot be read."""


class SplitError(DatasetError):
    """A corpus cannot be split as asked."""

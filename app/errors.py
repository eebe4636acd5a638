"""Errors of the app folder.

AppError
├── UnknownSystem      evaluation of a system that does not exist
├── UnknownTrainer     training of something that cannot be trained
├── SourceKindError    a source that this command cannot read
├── ResultsError       a file of results that would be lost, or that holds something else
├── HighlightError     a page that cannot be shown in the form asked for
├── WorkersError       the workers of a job that die at once
├── ListenError        an address that the demo or the service cannot listen on
├── LabelsError        labels that cannot be read, or that somebody else is at
├── KeysError          a file of keys that holds something else
├── BusyError          the service has no room for a request
├── LateError          a request took longer than it may
├── JobError           no job of that id
└── EvaluationError    what cannot be evaluated: no pages, no gold, ids that are not unique
"""

from pagesight.render.errors import PagesightError


class AppError(PagesightError):
    """Base of every error raised by `pagesight.app`."""


class UnknownSystem(AppError):  # noqa: N818 - reads as the fact it states
    """No system of that name can be evaluated."""


class UnknownTrainer(AppError):  # noqa: N818 - reads as the fact it states
    """Nothing of that kind can be trained."""


class SourceKindError(AppError):
    """The command cannot read a source of this kind."""

    kind = "asked"


class ResultsError(AppError):
    """A run would overwrite results, or go on with a file that holds none."""


class ListenError(AppError):
    """Nobody can listen on this address."""


class HighlightError(AppError):
    """The page cannot be shown in the form asked for."""


class LabelsError(AppError):
    """There are no labels in a file, or another process writes them, or they fit no page."""

    kind = "asked"


class KeysError(AppError):
    """There are no keys there, or none that keep anybody out."""


class BusyError(AppError):
    """There is no room for more; `retry_after` is in how many seconds there may be."""

    kind, permanent = "busy", False

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LateError(AppError):
    """A request took longer than it may."""

    kind, permanent = "late", False


class JobError(AppError):
    """There is no such job."""

    kind = "no job"


class EvaluationError(AppError):
    """What is asked for cannot be evaluated."""


class WorkersError(AppError):
    """The workers of a job do not work: they die before they have done anything."""

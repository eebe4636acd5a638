"""Errors of the app folder, and the words for people of every error.

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
├── JobError           no job of that id
└── EvaluationError    what cannot be evaluated: no pages, no gold, ids that are not unique

The words for people of every kind of error stand in one table, for the API, the demo and jobs. What
a program decides by stands in the errors' attributes: `kind`, `permanent`, `status`. The errors'
own texts are for those who run Pagesight: they may hold paths, options and what a name resolved to.
Where a text is of the page alone, it is passed on to whoever asked for that page.

Messages and the log leave out secrets: users, passwords and queries of addresses.
"""

import errno
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.render.errors import PagesightError

# Kinds of errors that only jobs know: of a page's host, its content, or the worker that had it.
ROBOTS, CONSENT, BLOCKED, BUG = "robots.txt", "consent wall", "blocked", "bug"
CRASH, HANG, MEMORY = "crash", "hang", "memory"
# Kinds of what an input has lost, which no attempt brings back.
BROKEN_INPUT, NO_CONTENT, REDIRECT = "broken input", "not in archive", "redirect in archive"
INPUT_KINDS = (BROKEN_INPUT, NO_CONTENT, REDIRECT)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_UNFIT = frozenset({
    errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.EISDIR, errno.ENOTDIR,
    errno.ENAMETOOLONG,
})  # fmt: skip
_address = re.compile(
    r"(?P<scheme>\bhttps?://)(?P<user>[^\s/?#\"'<>]*@)?"
    r"(?P<place>[^\s?#\"'<>]*)(?P<rest>[?#][^\s\"'<>]*)?",
    re.I,
)


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


class JobError(AppError):
    """There is no such job."""

    kind = "no job"


class EvaluationError(AppError):
    """What is asked for cannot be evaluated."""


class WorkersError(AppError):
    """The workers of a job do not work: they die before they have done anything."""


@dataclass(frozen=True, slots=True)
class ErrorWords:
    """How an error is told: the status and code of the API's answer, a title, and a sentence.

    In the sentence `{name}` stands for the input, `{reason}` for the error's own text.
    """

    status: int
    code: str
    title: str
    text: str

    def sentence(self, name: str, reason: str = "") -> str:
        """Return what was found of which input, and what to do."""
        return self.text.replace("{reason}", reason).replace("{name}", name)


_WORDS: Mapping[str, ErrorWords] = {
    "guard": ErrorWords(403, "address_refused", "That address is not public", "{name} is refused: "
                        "only http and https addresses of the public internet are fetched"),
    "no page": ErrorWords(404, "no_page", "There is no page", "{reason}"),
    "network": ErrorWords(404, "no_page", "That page did not come", "{name} gave no page: the host "
                          "did not answer, or broke off; try again later"),
    "unreadable": ErrorWords(422, "unreadable", "That file holds no page", "{name} cannot be read "
                             "as a page; send an HTML or MHTML file"),
    "no html": ErrorWords(422, "no_html", "Nothing to read", "{name} holds neither text nor an "
                          "element; send a page"),
    "browser": ErrorWords(503, "no_browser", "The browser failed", "{name} could not be rendered; "
                          "try again later, or without rendering"),
    "not installed": ErrorWords(501, "not_installed", "That is not installed", "{name} asks for "
                                "what is not installed on this server; choose another extractor"),
    "late": ErrorWords(504, "late", "That took too long", "{name} took longer than this server "
                       "allows; try again, or with less of it"),
    "busy": ErrorWords(429, "busy", "No room now", "this server has no room for more now; try "
                       "again after the seconds in Retry-After"),
    "no job": ErrorWords(404, "no_such_job", "There is no such job", "{name} is no job of yours on "
                         "this server; check the id"),
    "asked": ErrorWords(422, "unreadable", "Nothing to show", "{reason}"),
    ROBOTS: ErrorWords(403, "robots", "The host refuses that", "{name}: robots.txt of its host "
                       "forbids it, or cannot be had"),
    BLOCKED: ErrorWords(404, "blocked", "The host asks who you are", "{name} shows a challenge in "
                        "place of the page; try again later"),
    CONSENT: ErrorWords(404, "consent_wall", "A consent page", "{name} asks for consent in place "
                        "of its content"),
    CRASH: ErrorWords(500, "crash", "It crashed", "the worker that had {name} crashed"),
    HANG: ErrorWords(500, "hang", "It hung", "the worker that had {name} did not answer"),
    MEMORY: ErrorWords(500, "memory", "Too large", "the worker that had {name} ran out of memory"),
}  # fmt: skip
_HTTP = ErrorWords(404, "no_page", "The server refuses that", "{name} gave no page: its server "
                   "answered with {status}")  # fmt: skip
_OTHER = ErrorWords(500, "fault", "Something went wrong", "a fault of this server; report the "
                    "request id to who runs it")  # fmt: skip


def words_of(error_kind: str) -> ErrorWords:
    """Return the words for a kind of error, those of a fault of ours for an unknown one.

    >>> words_of("http 404").sentence("https://a.example/")
    'https://a.example/ gave no page: its server answered with HTTP 404'
    """
    if error_kind.startswith("http "):
        status = error_kind.replace("http", "HTTP")
        return ErrorWords(
            _HTTP.status, _HTTP.code, _HTTP.title, _HTTP.text.replace("{status}", status)
        )
    return _WORDS.get(error_kind, _OTHER)


def words_for(error: Exception) -> ErrorWords:
    """Return the words for an error."""
    return words_of(error.kind) if isinstance(error, PagesightError) else _OTHER


def is_full(error: OSError) -> bool:
    """Return whether a disk is full, in one of the ways that systems say it."""
    return error.errno in _FULL


def explained(error: OSError) -> str:
    """Return what went wrong with which file, and what to do about it.

    >>> explained(FileNotFoundError(errno.ENOENT, "No such file or directory", "nosuch.jsonl"))
    'nosuch.jsonl: No such file or directory; check the name'
    """
    what = error.strerror or str(error)
    if error.filename is not None or is_full(error):
        what = f"{error.filename or 'standard output'}: {what}"
    if is_full(error):
        return f"{what}; free some space or write elsewhere (what was written stays)"
    if error.errno in _UNFIT:
        return f"{what}; choose another file or folder"
    return f"{what}; check the name" if error.errno == errno.ENOENT else what


def log_for_users(*, verbose: bool = False) -> None:
    """Let the log say what a user can act on, or with `verbose` all that is done.

    That Chromium has no sandbox is for everybody to know. What asyncio says of calls that were
    under way when a browser was closed helps no one, nor that a browser was started again.
    """
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(message)s")
    if not verbose:
        logging.getLogger("pagesight.render.browser.process").setLevel(logging.WARNING)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def without_credentials(text: str) -> str:
    """Return the text without the users and passwords in its addresses: for who gave those.

    >>> without_credentials("https://ann:pw@a.example/b?page=1 gave no page")
    'https://a.example/b?page=1 gave no page'
    """
    return _address.sub(lambda url: f"{url['scheme']}{url['place']}{url['rest'] or ''}", text)


def without_secrets(text: str) -> str:
    """Return the text with addresses shortened to host and path: for logs of what others gave.

    >>> without_secrets("https://ann:pw@a.example/b?token=1 gave no page")
    'https://a.example/b?... gave no page'
    """
    return _address.sub(
        lambda url: f"{url['scheme']}{url['place']}{'?...' if url['rest'] else ''}", text
    )

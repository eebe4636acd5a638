"""Words of the demo: warnings, timings, errors, places in the queue."""

from collections.abc import Mapping

from pagesight.app.errors import words_for
from pagesight.datasets.schema import Genre
from pagesight.render.errors import PagesightError

GENRES: Mapping[Genre, str] = {
    Genre.ARTICLE: "a story, post or essay",
    Genre.LISTING: "a list of links, results or news",
    Genre.COLLECTION: "a list of products or catalogue items",
    Genre.PRODUCT: "one product",
    Genre.DOCUMENTATION: "documentation, a manual or a wiki",
    Genre.FORUM: "a thread of posts",
    Genre.SERVICE: "a landing, company or pricing page",
    Genre.OTHER: "contact, login, gallery, cart or error page",
}
EVIDENCE: Mapping[str, str] = {
    "both": "the picture and the HTML",
    "html": "the HTML",
    "screenshot": "the picture",
}
_WARNINGS: Mapping[str, str] = {
    "blank": "The picture is blank: the genre is a guess from little.",
    "unstyled": "The page came without its style: the picture says less than usual.",
    "narrow": "The window is narrower than the picture model knows: the HTML decides.",
    "wide": "The window is wider than the picture model knows: the HTML decides.",
    "obscured": "A banner or dialog covers much of the page.",
    "empty": "The page has hardly any text.",
    "error page": "The page says that something went wrong or was not found.",
    "login": "The page asks for a password and shows little else.",
    "no content found": "No content was found on this page.",
}
_STEPS: Mapping[str, str] = {
    "launch": "start a browser",
    "open": "open a tab",
    "navigate": "load the page",
    "settle": "wait until it is quiet",
    "pulse": "see that it still answers",
    "scroll": "scroll through it",
    "top": "scroll back up",
    "dom": "read its HTML",
    "response": "keep what the server sent",
    "measure": "measure it",
    "screenshot": "take the picture",
    "full page": "take the whole picture",
    "layout": "see where everything lies",
    "segment": "cut it into blocks",
    "classify": "predict the genre",
    "extract": "choose what to keep",
}


def warning(text: str) -> str:
    """Return a warning as a sentence.

    >>> warning("obscured"), warning("thin: only 12 characters of content")
    ('A banner or dialog covers much of the page.', 'Thin: only 12 characters of content.')
    """
    known = _WARNINGS.get(text)
    return known or f"{text[:1].upper()}{text[1:].rstrip('.')}."


def step(name: str) -> str:
    """Return what a timed step does."""
    return _STEPS.get(name, name)


def seconds(value: float) -> str:
    """Return a time as people say it.

    >>> seconds(0.0123), seconds(0.5), seconds(12.34)
    ('12 ms', '500 ms', '12.3 s')
    """
    return f"{value * 1000:,.0f} ms" if value < 1 else f"{value:.1f} s"


def share(probability: float) -> str:
    """Return a probability in per cent, which is never quite none or all.

    >>> share(0.998), share(0.42), share(0.001)
    ('over 99 %', '42 %', 'under 1 %')
    """
    if probability >= 0.995:
        return "over 99 %"
    return "under 1 %" if probability < 0.005 else f"{100 * probability:.0f} %"


def reason(text: str) -> str:
    """Return why these extractors read the page, without the genre that stands beside it.

    >>> reason("article 98%: one story fills the page"), reason("asked for")
    ('one story fills the page', 'asked for')
    """
    return text.partition(": ")[2] or text


def quality(expected: float | None) -> str:
    """Return what an expected word F1 means for the reader.

    >>> quality(0.95), quality(None)
    ('complete and clean, most likely', 'not known for this extractor')
    """
    if expected is None:
        return "not known for this extractor"
    if expected >= 0.9:
        return "complete and clean, most likely"
    return "mostly right" if expected >= 0.75 else "worth a second look"


def waiting(before: int) -> str:
    """Return what to say to somebody in the queue."""
    return "You are next in the queue." if before == 1 else f"{before - 1} pages are before yours."


def failure(error: PagesightError, name: str) -> tuple[str, str]:
    """Return title and text for an error, without what is nobody's business but the server's."""
    words = words_for(error)
    text = words.sentence(name[:200], str(error)).rstrip(".")
    begin = text[:1] if text.startswith(name[:200]) else text[:1].upper()  # names stay as they are
    return words.title, f"{begin}{text[1:]}."

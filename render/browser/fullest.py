"""Choose among the readings of a page the one that holds its text."""

from dataclasses import replace

from pagesight.render.browser.snapshot import Dom
from pagesight.render.sources.plain_text import plain_text

# A reading is taken in place of the page as it stands at the end if it has more than so many times
# the text, and so many characters more: scripts drop parts of most pages, menus and notices.
_TIMES, _MORE_CHARS = 2.0, 200
# What Chromium shows of XML that is none.
_XML_ERROR = "<parsererror"
_SERVED = "the HTML is the one served"
_LOST = "the page lost most of its text"


def fullest(dom: Dom | None, served: str, url: str) -> tuple[Dom, str]:
    """Return the reading that holds the page's text, and why if it is not the DOM as it stands.

    The DOM is that; one that a script has emptied is taken as it stood before, or as served.
    """
    if dom is None:
        return Dom(html=served, url=url, rendered=False), f"the DOM could not be read: {_SERVED}"
    if served and _XML_ERROR in dom.html and _XML_ERROR not in served:
        return _other(dom, served, rendered=False), f"the page is not well-formed XML: {_SERVED}"
    chars = _chars(dom.html)
    if _is_fuller(dom.earlier, chars):
        return _other(dom, dom.earlier), f"{_LOST}: the HTML is that before it was scrolled"
    if _is_fuller(served, chars):
        return _other(dom, served, rendered=False), f"{_LOST}: {_SERVED}"
    return dom, ""


def _is_fuller(html: str, chars: int) -> bool:
    least = _TIMES * chars + _MORE_CHARS
    return len(html) > least and _chars(html) > least


def _other(dom: Dom, html: str, *, rendered: bool = True) -> Dom:
    return replace(
        dom, html=html, full=len(html), unseen=None, empty=False, rendered=rendered, earlier=""
    )


def _chars(html: str) -> int:
    return len(plain_text(html))

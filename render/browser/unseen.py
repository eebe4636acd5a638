"""Elements of a rendered page that hide their text, found by computed style and box.

A script in an isolated world looks at every element, and marks those where text begins or ends to
be hidden by an attribute, in the HTML that it reads out; the name of the attribute is random, so
that no page can forge or foresee it. The marks are then taken out of the HTML, and their places
kept: whatever an HTML parser makes of the markup, a mark put back at its place is in its element.
"""

import re
from secrets import token_hex

from pagesight.render.browser.script_world import Script, called
from pagesight.render.page import ANIMATED, Unseen

_MOST_ELEMENTS = 100_000  # about a second; pages with more go unmarked


def marked_unseen(name: str, *, lacks_sheets: bool, lacks_scripts: bool) -> Script:
    """Return the expression that marks what is hidden, and gives what takes the marks away again.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    arguments = (name, lacks_sheets, lacks_scripts, _MOST_ELEMENTS, ANIMATED)
    return called("mark_unseen", *arguments)


def new_name() -> str:
    """Return a name for the attribute that marks elements, which no page can know."""
    return f"pagesight-{token_hex(8)}"


def taken_out(html: str, name: str) -> tuple[str, tuple[Unseen, ...]]:
    """Return the HTML without the marks of that name, and what each said at which place."""
    parts = re.split(rf' {name}="(\w+)"', html)
    found, place = [], 0
    for text, way in zip(parts[::2], parts[1::2], strict=False):
        place += len(text)
        found.append(Unseen(place, way))
    return "".join(parts[::2]), tuple(found)

"""Refreshes: pages that send a browser on to another one, without a script or a redirect."""

import re
from urllib.parse import urljoin

from pagesight.render.sources.address import bare, head_tags
from pagesight.render.sources.plain_text import read_markup

# One that is due later renews a page that one reads.
_MOST_SECONDS = 10.0
HEAD = 100_000  # bytes or characters of a page in which it is looked for
_parse = re.compile(
    r"""\s*(\d+(?:\.\d+)?)\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*))?""", re.I
).match


def parse_refresh(content: str, base: str, url: str) -> tuple[float, str] | None:
    """Return after how many seconds a refresh leads where; None if not soon, or not elsewhere.

    `base` is what its address is relative to, `url` that of the page.

    >>> parse_refresh("0; url='new'", "https://a.example/b", "https://a.example/b")
    (0.0, 'https://a.example/new')
    """
    match = _parse(content)
    if not match or float(match[1]) > _MOST_SECONDS or not match[2]:
        return None
    try:
        target = urljoin(urljoin(url, base), match[2].strip())
    except ValueError:
        return None
    return None if bare(target) == bare(url) else (float(match[1]), target)


def led_on_to(html: str, url: str, header: str = "") -> str:
    """Return where HTML at `url` sends a browser on soon, or the header does; "" if nowhere."""
    tags = [tag for part in read_markup(html[:HEAD]) for tag in head_tags(part)]
    bases = (values["href"] for name, values in tags if name == "base" and "href" in values)
    stated = (
        values.get("content", "")
        for name, values in tags
        if name == "meta" and values.get("http-equiv", "").lower() == "refresh"
    )
    refresh = parse_refresh(next(stated, header), next(bases, ""), url)
    return refresh[1] if refresh else ""

"""What a server says that it sends, and what it does send."""

from pagesight.render.sniff import told_from_html

_HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
_OTHER_TYPES = {
    "application/rss+xml": "an RSS feed",
    "application/atom+xml": "an Atom feed",
    "application/feed+json": "a JSON feed",
    "application/json": "JSON",
    "application/ld+json": "JSON",
    "application/xml": "XML",
    "text/xml": "XML",
}


def other_than_html(content_type: str, body: bytes) -> str:
    """Return what an answer is if that is not HTML or text ("an RSS feed"), else "".

    >>> other_than_html("application/rss+xml; charset=utf-8", b"<rss>")
    'an RSS feed'
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind and kind not in _HTML_TYPES:
        return _OTHER_TYPES.get(kind, kind)
    return told_from_html(body)

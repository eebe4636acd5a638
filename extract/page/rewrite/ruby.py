"""Drop the readings of ruby, which would be one word with what they are the reading of."""

from lxml.html import HtmlElement


def drop_readings(tree: HtmlElement) -> None:
    """Drop the readings beside words, unless the page sets them in brackets (`rp`)."""
    for ruby in list(tree.iter("ruby")):
        if next(ruby.iter("rp"), None) is None:
            for reading in list(ruby.iter("rt", "rtc")):
                reading.drop_tree()

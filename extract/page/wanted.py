"""Define what of a page its reader asks for, beyond what extractors choose by themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is kept of a page; the defaults leave all to the extractors.

    The blocks kept are those of the highest expected F_beta (van Rijsbergen 1979): with a `beta` of
    2 recall counts twice as much as precision, and doubtful text is kept too. `comments` are what
    readers say under an article, or about a post: None keeps those that extractors take for
    content. `tables` are those of data. Without `links` and `images` the Markdown has none; the
    words of links stay.
    """

    beta: float = 1.0
    comments: bool | None = None
    tables: bool = True
    links: bool = True
    images: bool = True


ALL = Wanted()

"""Hold what is to be found in a page: text, snippets, structure, and the groups it counts in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.text.tokens import tokens

# Of the words of gold, and of the share of the page's words that gold has, at most so much.
_LENGTHS = ((200, "to 200 words"), (1000, "to 1,000 words"), (float("inf"), "longer"))
_SHARES = ((0.25, "gold under a quarter"), (0.5, "a quarter to half"), (float("inf"), "over half"))
_without_code = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.I | re.S).sub


@dataclass(frozen=True, slots=True)
class Gold:
    """What a page's content is, and the snippets that its text must and must not hold.

    `groups` are those that the page is counted in: a name for each grouping.
    """

    text: str | None
    lang: str
    groups: Mapping[str, str]
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    markdown: str | None = None


def group_place(name: str) -> int:
    """Return where a group stands among those of its grouping; 0 where they have no order."""
    ordered = [name for _, name in (*_LENGTHS, *_SHARES)]
    return ordered.index(name) if name in ordered else 0


def has_gold(page: LabelledPage) -> bool:
    """Return whether the corpus has the page's text, or snippets of it."""
    return page.text is not None or "with" in page.extra


def gold_of(page: LabelledPage) -> Gold:
    """Return what is to be found in the page."""
    markdown = page.extra.get("markdown")
    return Gold(
        text=page.text,
        lang=page.lang,
        groups={
            "by_genre": page.genre or "",
            "by_lang": page.lang,
            "by_corpus": page.source,
            **_sizes(page),
        },
        wanted=_strings(page.extra.get("with")),
        unwanted=_strings(page.extra.get("without")),
        markdown=markdown if isinstance(markdown, str) else None,
    )


def _sizes(page: LabelledPage) -> Mapping[str, str]:
    """Return the groups of a page by the length of its gold, and by its share of the page.

    The second is Bevendorff's complexity (2023): 1 - words of gold / words of the page.
    """
    if page.text is None:
        return {}
    gold, words = len(tokens(page.text)), len(tokens(_without_code(" ", page.page.html)))
    return {
        "by_length": next(name for most, name in _LENGTHS if gold <= most),
        "by_complexity": next(name for most, name in _SHARES if gold <= most * max(words, 1)),
    }


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()

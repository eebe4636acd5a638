"""Tell the article that a page is about from whole articles that follow it.

Sites append the next stories below the one that was asked for, or as one scrolls.
"""

import re
from collections.abc import Sequence

import numpy as np

from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags
from pagesight.extract.text.bylines import name_after_by

_find_words = re.compile(r"\w+").findall
_LEVELS = (1, 2)  # of the headlines
_FEWEST_WORDS = 120  # of an article: less is a teaser, a comment, an update
_LEAST_TITLE = 10  # characters of a headline that can be told from other words
_MOST_TITLE = 500  # characters of a title that are looked at
_BETTER_PART = 0.5  # of a title: the rest are names of the site and its sections
_MOST_ABOVE = 50  # words above a headline in its article: section, byline, standfirst
_MOST_SHARED = 0.5  # of a headline's words with the first: "Re: ..." heads a reply
_NEAR_HEADLINE = 4  # blocks at the top of an article, one of which may name its author
_names_byline = re.compile(
    r"byline|author|dateline|publish|timestamp|(?:^|[\s_-])(?:date|datum|fecha)(?:$|[\s_-])", re.I
).search


def further_articles(document: Document) -> Flags:
    """Return which blocks are in whole articles after the one whose title the page has, (blocks,).

    They are marked up as it is, each under a headline of its own, long, and with a date or an
    author. A list of posts has a title of its own, the posts of a thread have no headlines, and
    the updates of a live blog stand in their article.
    """
    features = document.once(block_features)
    levels, tree = features.column("heading"), features.tree
    metas = (content for name, content in document.head.metas if name == "og:title")
    titles = [_bare(title[:_MOST_TITLE]) for title in (document.head.title, *metas)]
    found = np.zeros(len(levels), np.bool_)
    for level in _LEVELS if "liveblogposting" not in document.head.types else ():
        headlines = np.flatnonzero(levels == level).tolist()
        first = next((at for at in headlines if _is_title(document.cuts.texts[at], titles)), None)
        if first is None:
            continue
        others = [block for block in headlines if block > first]
        others = [block for block in others if not _are_alike(document, first, block)]
        for member in _further(document, features, first, others):
            found[tree.start[member] : tree.end[member]] = True
        break
    return found


def _is_title(headline: str, titles: Sequence[str]) -> bool:
    """Return whether a page of those titles has the headline as one, or as its better part."""
    said = _bare(headline)
    longest = max((len(title) for title in titles if said in title), default=0)
    return len(said) >= max(_LEAST_TITLE, _BETTER_PART * longest) and longest > 0


def _bare(title: str) -> str:
    return " ".join(_find_words(title.lower()))


def _are_alike(document: Document, one: int, other: int) -> bool:
    """Return whether most words of a headline are those of another."""
    texts = document.cuts.texts
    words, others = (set(_find_words(texts[at].lower())) for at in (one, other))
    return len(words & others) > _MOST_SHARED * len(others)


def _further(
    document: Document, features: BlockFeatures, first: int, headlines: Sequence[int]
) -> Sequence[int]:
    """Return the elements that hold further articles: like the one around the first headline.

    That is the innermost which is an article, and has the like after it.
    """
    tree, path = features.tree, features.kinds.path
    words = tree.sums(features.counts.words)
    around, next_headline = int(tree.leaf[first]), min(headlines, default=0)
    while tree.end[around] <= next_headline:
        is_article = (tree.tag == CODE["article"]) & (tree.tag[around] == CODE["article"])
        is_like = (path == path[around]) | is_article
        after = is_like & (tree.start >= tree.end[around]) & (words >= _FEWEST_WORDS)
        found = [
            member
            for member in np.flatnonzero(after).tolist()
            if _is_headed(features, slice(tree.start[member], tree.end[member]), headlines)
            and _has_byline(document, int(tree.row[member]), int(tree.start[member]))
        ]
        if found and words[around] >= _FEWEST_WORDS:
            return found
        around = int(tree.parent[around])
    return ()


def _is_headed(features: BlockFeatures, blocks: slice, headlines: Sequence[int]) -> bool:
    """Return whether one of the headlines stands at the top of the blocks."""
    inside = next((at for at in headlines if blocks.start <= at < blocks.stop), None)
    words = features.counts.words
    return inside is not None and bool(words[blocks.start : inside].sum() <= _MOST_ABOVE)


def _has_byline(document: Document, row: int, block: int) -> bool:
    """Return whether an element has something marked as a date or an author, or begins with one."""
    elements = document.elements
    inside = slice(row, int(elements.end[row]))
    if any(map(name_after_by, document.cuts.texts[block : block + _NEAR_HEADLINE])):
        return True
    if (elements.tag[inside] == CODE["time"]).any():
        return True
    return any(map(_names_byline, elements.classes[inside]))

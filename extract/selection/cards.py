"""Cards: short texts under a link to another page of the site, several alike.

Around an article they are other stories, which read like the article itself.
"""

from collections import Counter
from collections.abc import Mapping
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.containers import Column
from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Elements, Flags, Rows
from pagesight.extract.parse.tags import ANCHOR

_LEAST_ALIKE = 3  # cards
_MOSTLY = 0.7  # of the elements of a kind must be cards
_MOST_WORDS = 100  # of a card: more is a section of the text
_LEAST_BESIDE = 3  # words of a card beside its title
_MOST_TITLES = 3  # of a card: some say "Read more" beneath
_TITLE_WORDS = (2, 30)
_LINKED = 0.8  # of a title's characters
_IS_LIST = 0.8  # of the words that a page promises: with so many in cards it is no article


def cards_beside_text(document: Document, probabilities: NDArray[np.floating]) -> Flags:
    """Return which blocks are in cards, (blocks,); none of a page that is a list of cards."""
    inside = _in_cards(document)
    promised = probabilities * document.text_counts.words
    if promised[inside].sum() >= _IS_LIST * promised.sum():
        return np.zeros_like(inside)
    return inside


def _in_cards(document: Document) -> Flags:
    features = document.features
    tree, words = features.tree, features.counts.words
    titles = _titles(document, words)
    held, size = tree.sums(titles.astype(np.float64)), tree.sums(words)
    beside = tree.sums(np.where(titles, 0.0, words))
    card = (held >= 1) & (held <= _MOST_TITLES) & (size <= _MOST_WORDS) & (beside >= _LEAST_BESIDE)
    found = np.zeros_like(card)
    for alike in (features.kinds.series, features.kinds.path):
        all_of_them, cards = np.bincount(alike), np.bincount(alike, card)
        found |= card & ((cards >= _LEAST_ALIKE) & (cards >= _MOSTLY * all_of_them))[alike]
    return np.asarray(tree.around(found.astype(np.int64))[tree.leaf] > 0)


def _titles(document: Document, words: Column) -> Flags:
    """Return which blocks are a link to another page of the site, and no more."""
    fewest, most = _TITLE_WORDS
    linked = document.text_counts.links >= _LINKED
    titles = linked & (words >= fewest) & (words <= most)
    elements, cuts = document.elements, document.cuts
    links = dict(elements.values("href"))
    own = _own_site(document.page.url, links)
    anchor = _anchors(elements)[document.texts.holder]
    for block in np.flatnonzero(titles).tolist():
        around = anchor[cuts.start[block] : cuts.end[block]]
        target = links.get(int(around.max(initial=-1)), "")
        titles[block] = not target.startswith("#") and _site(target) in ("", own)
    return titles


def _anchors(elements: Elements) -> Rows:
    """Return the row of the link at or around each element; -1 where there is none."""
    is_link = elements.tag == ANCHOR
    above = np.where(is_link, np.arange(len(elements)), elements.parent)
    while not np.array_equal(further := above[above], above):
        above = further
    return np.where(is_link[above], above, -1)


def _own_site(url: str, links: Mapping[int, str]) -> str:
    """Return the site of a page; without an address the one that it links to most."""
    if site := _site(url):
        return site
    sites = Counter(filter(None, map(_site, links.values())))
    return max(sites, key=lambda site: sites[site], default="")


def _site(url: str) -> str:
    """Return the last two names of an address's host; "" of a relative address.

    Of "bbc.co.uk" that is too little, and so a neighbour counts as the site itself: rarely.
    """
    try:
        host = urlsplit(url.strip()).hostname or ""
    except ValueError:  # "http://["
        return "?"
    return ".".join(host.split(".")[-2:])

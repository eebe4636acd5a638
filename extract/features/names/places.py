"""Which places of a page, as class names and ids call them, each block is in.

Models of hashed names learn such words too, but as a sum over all elements around a block. These
columns say how near the place is and how much of the page it holds. The words are English, as class
names are nearly everywhere.
"""

import numpy as np

from pagesight.extract.features.containers import Containers
from pagesight.extract.features.names.words import Names, vocabulary
from pagesight.extract.features.text import Column

PLACES = {
    "comments": "comment comments commenter commenters commentary commentlist commentbox disqus"
    " respond response responses reply replies discussion discussions talkback talkbacks reaction"
    " reactions komment kommentar kommentare comentario comentarios commentaire commentaires"
    " feedback livefyre thread threads",
    "aside": "sidebar side aside rail rightcol rightcolumn rightbar leftcol leftbar secondary"
    " widget widgets complementary",
    "related": "related recommend recommended recommendation recommendations also similar teaser"
    " teasers popular trending promo promos outbrain taboola latest most more recent",
    "body": "entry hentry body articlebody articletext articlecontent storybody storytext postbody"
    " postcontent entrycontent bodytext bodycopy",
    "main": "content contents maincontent main article articles post story",
    "meta": "byline meta author authors date dateline timestamp time posted published info bio"
    " about",
    "share": "share shares sharing social follow addthis addtoany sns tweet facebook twitter",
    "foot": "foot footer bottom copyright legal colophon",
    "menu": "nav navbar navigation topnav menu submenu mainmenu crumb crumbs breadcrumb breadcrumbs"
    " toolbar tab tabs pager pagination topbar masthead head header",
}
_named = vocabulary(*PLACES.values())
_BITS = 1 << np.arange(len(PLACES))
_FAR = 30.0  # steps to a place that is not there
_WHOLE_PAGE = 0.95  # of its characters: an element with more is no place of it


def place_name_columns(tree: Containers, names: Names, chars: Column) -> dict[str, Column | float]:
    """Return the steps up to the nearest of each place, its share, and the share of all of them."""
    total = max(float(chars.sum()), 1.0)
    held, leaf, depth = tree.sums(chars) / total, tree.leaf, tree.depth
    called = np.where(held < _WHOLE_PAGE, _named.sets_of(names)[tree.name], 0)
    at = tree.nearest((called & _BITS[:, None]) > 0)[:, leaf]  # (places, blocks)
    inside = at >= 0
    up = np.where(inside, depth[leaf] - depth[at], _FAR)
    share = np.where(inside, held[at], 0.0)
    columns: dict[str, Column | float] = {}
    for number, (place, all_of_it) in enumerate(zip(PLACES, inside @ chars / total, strict=True)):
        columns[f"in_{place}_up"] = up[number]
        columns[f"in_{place}_share"] = share[number]
        columns[f"in_{place}_all"] = float(all_of_it)
    return columns

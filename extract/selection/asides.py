"""Find what stands beside the content of a page and reads like it; keep what a reader asks for.

Beside an article it is cards of other stories and readers' comments, beside a product its reviews.
Cards are short texts under a link to another page of the site, several alike; the other places are
known by class names and ids, which are English nearly everywhere.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.named_places import COMMENTS, PlaceVocabulary, vocabulary
from pagesight.extract.features.table import BlockFeatures, block_features, within
from pagesight.extract.features.text import Column, text_counts
from pagesight.extract.markdown.tables import data_tables, table_around
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE
from pagesight.extract.page.elements import Elements, Flags, tag_mask
from pagesight.extract.records.posts.find import Thread, says_thread
from pagesight.extract.selection.comments import headed_comments

Place = Literal[
    "cards",
    "comments",
    "reviews",
    "carousels",
    "delivery",
    "terms",
    "offers",
    "filters",
    "signatures",
]

_host_of = re.compile(r"\s*(?:https?:)?//(?:[^/?#@]*@)?([^/?#:\\\s]*)", re.I).match
_LEAST_CAUTION = 0.05  # less changes next to nothing
_LEAST_ALIKE = 3  # cards
_MOSTLY = 0.7  # of the elements of a kind must be cards
_MOST_WORDS = 100  # of a card: more is a section of the text
_MOST_TITLES = 3  # of a card: some say "Read more" beneath
_TITLE_WORDS = (2, 30)
_LINKED = 0.5  # of a title's characters: some have the date beside them; by hand
# Of the words that a page promises, by the square of their probability: many doubtful cards do not
# outweigh a short text. With so many in cards they are the text, a list or a live blog's updates.
_ARE_TEXT = 0.5
_SURE_TEXT = 0.8  # least probability of a text that lists of titles are above or below; by hand
# Words beside "comments" in the name of one element that is the article: "comments-open".
_STATES = vocabulary("open opened close closed has have with allow on about")
# What programs put into pages reads like them: requests for consent to cookies, buttons to share,
# links to other stories. Their names are their own words.
_PROGRAMS = (
    "onetrust|cybot|cookiebot|didomi|usercentrics|truste|trustarc|osano|cmplz|cky|iubenda|borlabs"
    "|termly|tarteaucitron|klaro|axeptio|cookiefirst|cookieyes|quantcast|sharedaddy|addtoany"
    "|addthis|sharethis|relatedposts|yarpp|outbrain|taboola"
)
_is_of_program = re.compile(rf"(?:^|[\s-])(?:{_PROGRAMS})(?:$|[\s-])").search
_asks_consent = re.compile(
    r"(?:^|[\s-])(?:gdpr|dsgvo|rgpd|(?:cookies?|consent)(?:banner|bar|box|consent|hint|info|law|layer"
    r"|message|notice|overlay|popup|wall)?)(?:$|[\s-])"
).search
_fixes = re.compile(r"(?:^|[;\s])position\s*:\s*fixed", re.I).search
# Roles and tags, of custom elements too (GitHub's, shops'). Of WCXB by folds, gold has 500 of the
# 11,600 characters that were kept in such elements.
_LIES_OVER = frozenset({"dialog", "alertdialog", "tooltip", "tool-tip"})
_is_asked = tag_mask("button", "label")
_is_of_page = tag_mask("html", "body", "main", "article", "h1")
_MOST_OVER = 0.4  # of the page's characters in what lies over it; by hand
_MOSTLY_POSTS = 0.8  # of the posts of a page
# Of the prose outside comments that is before them: a notice may stand behind. Any share from .6 to
# .7 did alike on the corpora of run `unseen`.
_BEHIND = 0.67
# Words of prose outside comments: with fewer these are the page. By hand.
_LEAST_TEXT = 20
_LONG_ARTICLE = 300  # words of prose before the first comment: less is an opening post
_ARTICLES = ("article", "blogposting")  # as types end


@dataclass(frozen=True, slots=True)
class _NamedPlace:
    """A place known by its names: it holds less than a share of the page's characters."""

    words: PlaceVocabulary
    share: float = 0.6
    alike: int = 1  # elements so named


_NAMED: Mapping[Place, _NamedPlace] = {
    # One element so named may be the article, whose comments are open.
    "comments": _NamedPlace(COMMENTS, share=0.95, alike=2),
    "reviews": _NamedPlace(vocabulary("review reviews rating ratings testimonial testimonials")),
    # One that holds more shows the product itself, or its sizes; by hand.
    "carousels": _NamedPlace(vocabulary("carousel slider"), share=0.2),
    "delivery": _NamedPlace(
        vocabulary(
            "shipping delivery return returns warranty guarantee policy payment availability stock"
            " pickup store"
        )
    ),
    "offers": _NamedPlace(
        vocabulary("promo promos banner newsletter signup subscribe cta offer rewards popup modal")
    ),
    "filters": _NamedPlace(vocabulary("filter filters facet facets sort refine refinement")),
    # Small print; in articles it is notes. On pages of products and collections in WCXB, by folds,
    # gold has 350 of the 30,900 characters that were kept in it, of services 3,500 of 23,500.
    "terms": _NamedPlace(vocabulary("disclaimer disclaimers footnote footnotes legal")),
    "signatures": _NamedPlace(vocabulary("signature signatures sig")),
}


def aside_penalty(
    document: Document, probabilities: NDArray[np.floating], cautions: Mapping[Place, float]
) -> Column:
    """Return what to take off each block's log-odds, (blocks,): of its places the most.

    With nearly all that is probable in cards the page is a list of them, and they are its text.
    """
    features = document.once(block_features)
    penalty = np.zeros(len(probabilities))
    for place, caution in cautions.items():
        if caution < _LEAST_CAUTION or (place == "comments" and says_thread(document)):
            continue
        if place == "cards":
            inside = within(features, _cards(document, probabilities))
            promised = np.square(probabilities) * features.counts.words
            if promised[inside].sum() >= _ARE_TEXT * promised.sum():
                continue
        else:
            named = _NAMED[place]
            inside = within(features, _alike(features, _called(features, named), named.alike))
        np.maximum(penalty, caution * inside, out=penalty)
    return penalty


def in_comments(document: Document) -> Flags:
    """Return which blocks are in what is called or headed as the comments of the page."""
    features, place = document.once(block_features), _NAMED["comments"]
    called = _called(features, place)
    says_state = _STATES.sets_of(features.names)[features.tree.name] > 0
    named = within(features, (called & ~says_state) | _alike(features, called, place.alike))
    return np.asarray(named | document.once(headed_comments))


def in_widgets(document: Document) -> Flags:
    """Return which blocks are in what programs put into the page, or ask for consent to cookies.

    The latter are in a box that is called so and has something to press or check.
    """
    elements = document.elements
    of_programs = elements.called(_is_of_program, *_PROGRAMS.split("|"))
    asking = elements.called(_asks_consent, "gdpr", "dsgvo", "rgpd", "cookie", "consent")
    boxes = np.flatnonzero(of_programs | asking)
    asks, mains = (
        np.append(0, np.cumsum(flags(elements.tag))) for flags in (_is_asked, _is_of_page)
    )
    end = elements.end[boxes]
    widgets = np.zeros(len(elements), np.bool_)
    widgets[boxes] = (of_programs[boxes] | (asks[end] > asks[boxes])) & (mains[end] == mains[boxes])
    return elements.inside(widgets)[document.cuts.element]


def in_overlay(document: Document) -> Flags:
    """Return which blocks lie over the page: in what its style fixes there, dialogs and tooltips.

    What has much of the page's text, its title or its main part is the page itself.
    """
    elements, sizes = document.elements, list(map(len, document.cuts.texts))
    over = [*_overlays(elements)]
    overlays = np.zeros(len(elements), np.bool_)
    if not over:
        return overlays[document.cuts.element]
    chars = np.append(0, np.cumsum(np.bincount(document.cuts.element, sizes, len(elements))))
    mains = np.append(0, np.cumsum(_is_of_page(elements.tag)))
    for row in over:
        end = elements.end[row]
        is_small = chars[end] - chars[row] < _MOST_OVER * chars[-1]
        overlays[row] = is_small and mains[end] == mains[row]
    return elements.inside(overlays)[document.cuts.element]


def _overlays(elements: Elements) -> Iterator[int]:
    """Yield the elements that lie over what is around them.

    A dialog may say that it does not, and what is described by a tooltip is called one, too.
    """
    yield from (row for row, style in elements.styles.items() if _fixes(style))
    for row, role in elements.values("role"):
        own = elements.nodes[row].get
        if role in _LIES_OVER and own("aria-modal") != "false" and not own("aria-describedby"):
            yield row
    tags = np.array([name in _LIES_OVER for name in elements.names], np.bool_)
    yield from np.flatnonzero(tags[elements.tag]).tolist()


def _alike(features: BlockFeatures, flags: Flags, least: int, share: float = 0.0) -> Flags:
    """Return the flagged elements of which so many are alike: siblings, or all over the page."""
    if least == 1 and not share:
        return flags
    alike = np.zeros_like(flags)
    for group in (features.kinds.series, features.kinds.path):
        flagged = np.bincount(group, flags)
        alike |= flags & ((flagged >= least) & (flagged >= share * np.bincount(group)))[group]
    return alike


def _called(features: BlockFeatures, place: _NamedPlace) -> Flags:
    """Return which elements are called so."""
    tree, chars = features.tree, features.counts.chars
    named = place.words.sets_of(features.names)[tree.name] > 0
    return np.asarray(named & (tree.sums(chars) < place.share * chars.sum()))


def _cards(document: Document, probabilities: NDArray[np.floating]) -> Flags:
    """Return which elements are cards; above and below a sure text titles alone will do.

    The sure text is prose, on a page without any what is no title: a poem, a dialogue.
    """
    features = document.once(block_features)
    tree, words = features.tree, features.counts.words
    titles = _titles(document)
    held, size = tree.sums(titles.astype(np.float64)), tree.sums(words)
    beside = tree.sums(np.where(titles, 0.0, words))
    sure = probabilities >= _SURE_TEXT
    prose = np.flatnonzero(sure & (features.counts.prose > 0))
    text = prose if len(prose) else np.flatnonzero(sure & ~titles)
    first, last = (text[0], text[-1]) if len(text) else (0, len(words))
    apart = (tree.end <= first) | (tree.start > last)
    card = (held >= 1) & (held <= _MOST_TITLES) & (size <= _MOST_WORDS)
    return _alike(features, card & (apart | (beside > 0)), _LEAST_ALIKE, _MOSTLY)


def _titles(document: Document) -> Flags:
    """Return which blocks are a link to another page of the site, and no more."""
    fewest, most = _TITLE_WORDS
    counts = document.once(block_features).counts
    titles = (counts.links >= _LINKED) & (counts.words >= fewest) & (counts.words <= most)
    elements, cuts = document.elements, document.cuts
    links = dict(elements.values("href"))
    own = _own_site(document.page.url, links)
    anchor = elements.nearest(elements.tag == ANCHOR)[document.texts.holder].tolist()
    numbers = np.flatnonzero(titles)
    bounds = (numbers.tolist(), cuts.start[numbers].tolist(), cuts.end[numbers].tolist())
    for block, start, end in zip(*bounds, strict=True):
        target = links.get(max(anchor[start:end], default=-1), "")
        titles[block] = not target.startswith("#") and _site(target) in ("", own)
    return titles


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
    host = _host_of(url)
    return ".".join(host[1].lower().rsplit(".", 2)[-2:]) if host else ""


def as_wanted(
    kept: Flags, document: Document, posts: Thread | None, *, is_product: bool = False
) -> Flags:
    """Return the kept blocks, with all comments or none, and without tables if so wanted.

    What is kept of comments is what their authors wrote: neither names, dates nor buttons. Those
    under an article, and of a page that is no thread, stay only if they are wanted. A thread's own
    posts are none, whatever they are called, and those on a product are its reviews.
    """
    wanted = document.wanted
    if wanted.comments is True:
        kept = kept | (in_comments(document) & (posts or document.once(Thread)).in_posts)
    elif (posts and are_comments(posts)) or (wanted.comments is False and not _are_all(posts)):
        kept = kept & ~in_comments(document)
    elif posts is None and wanted.comments is None and not is_product:
        kept = without_last(kept, in_comments(document), document)
    return kept if wanted.tables else kept & ~_in_tables(kept, document)


def without_last(kept: Flags, inside: Flags, document: Document) -> Flags:
    """Return the kept blocks without those inside that are behind most prose, if it is a text.

    What is called a comment amid a text is the author's; behind comments a notice may stand.
    """
    counts = document.once(text_counts)
    prose = np.where(kept & ~inside & (counts.prose > 0), counts.words, 0)
    if prose.sum() < _LEAST_TEXT:
        return kept
    return np.asarray(kept & ~(inside & (np.cumsum(prose) >= _BEHIND * prose.sum())))


def is_of_comments(document: Document) -> bool:
    """Return whether hardly any prose of a page is outside comments: of a tracker's issue, say."""
    inside, counts = in_comments(document), document.once(text_counts)
    if not inside.any():
        return False
    prose = np.where((counts.prose > 0) & ~document.cuts.unseen, counts.words, 0)
    outside = prose[~inside].sum()
    return bool(outside < min(_LEAST_TEXT, prose[inside].sum()))


def _are_all(posts: Thread | None) -> bool:
    """Return whether the first post of a page is called a comment too."""
    return posts is not None and bool(in_comments(posts.document)[posts.starts[0]])


def are_comments(thread: Thread) -> bool:
    """Return whether the posts of a page are readers' comments under an article of some length.

    The page says that it is an article, by its types or an `article` element before the comments.
    """
    document = thread.document
    inside, starts = in_comments(document), thread.starts
    if inside[starts].sum() < max(1, _MOSTLY_POSTS * (len(starts) - 1)):
        return False
    before = slice(0, int(starts[inside[starts]][0]))
    counts = document.once(text_counts)
    words = np.where((counts.prose > 0) & ~inside, counts.words, 0)[before]
    if words.sum() < _LONG_ARTICLE or says_thread(document):
        return False
    elements = document.elements
    in_article = elements.nearest(elements.tag == CODE["article"])[document.cuts.element[before]]
    metas = (content for name, content in document.head.metas if name == "og:type")
    stated = any(page_type.endswith(_ARTICLES) for page_type in (*document.head.types, *metas))
    return stated or bool(words[in_article >= 0].sum() >= _LONG_ARTICLE)


def _in_tables(kept: Flags, document: Document) -> Flags:
    """Return which of the kept blocks are in tables of data, (blocks,)."""
    blocks = [document.blocks[number] for number in np.flatnonzero(kept).tolist()]
    tables = data_tables(blocks)
    in_tables = np.zeros_like(kept)
    in_tables[[block.order for block in blocks if table_around(block, tables)]] = True
    return in_tables

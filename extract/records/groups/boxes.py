"""Find the groups of like things on a page: boxes of headlines taken apart, frames left out."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.named_places import COMMENTS, vocabulary
from pagesight.extract.features.table import block_features, within_named
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.controls import controls
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.records.fields.links import link_in
from pagesight.extract.records.groups.groups import SINGLE, TAG_WORDS, Repeat
from pagesight.extract.records.groups.repeats import find_repeats
from pagesight.extract.records.groups.telling import first_text
from pagesight.extract.text.places import is_mail

# By hand, on pages that were looked at.
_LINKED = 0.6  # share of the characters of a headline
_FEWEST_WORDS, _FEWEST_CHARS = 3, 12  # of a headline: fewer name a section, or lead on
_FEWEST = 4  # headlines in half of the boxes
_FEWEST_NESTED = 3  # items in items
_LINKED_ITEMS = 0.9  # share of the items, and of those in them
_LEAST_OF_ITEM = 0.5  # words of one in another, as a share
_MOST_OF_TEXT = 0.6  # share of the words of boxes that headlines have: cards say more beside them
_MOST_SHARED = 60  # members that are looked at
_MOST_TELLING = 0.5  # share of members with a date or a price, which are items
_MOSTLY = 0.5  # share of words; by hand
_MOST_OF_FRAME = 8  # columns of a footer, or ways to reach somebody
_heads_column = re.compile(
    r"about(?: (?:us|shop|me))?|contacts?(?: us| info.*)?"
    r"|(?:usefull?|quick|important|our)? ?links?|menu|info(?:rmations?)?|instagram"
    r"|(?:our )?newsletter|subscribe.*|follow us|(?:our )?address|navigation"
    r"|(?:my )?account|customer (?:service|care)|support|(?:our )?locations?|(?:our )?company"
    r"|categor(?:y|ies)|tags|archives?|social(?: media)?|(?:our )?services|help"
    r"|(?:our )?terms(?: (?:of (?:use|service|sale)|(?:and|&) conditions))?|.{0,24}privacy.{0,24}"
    r"|(?:.{0,12} )?cookies?(?: .{0,24})?|site ?map|accessibility(?: statement)?|careers"
    r"|advertise.{0,12}|get in touch|opening hours|legal|kontakt|impressum|über uns|rechtliches"
    r"|folgen sie uns|à propos|liens utiles|suivez-nous|contacto|nosotros|sobre nosotros"
    r"|enlaces|síguenos|contatti|chi siamo|контакты|о (?:нас|компании)"
    r"|компания|покупателям|помощь|меню|информация|каталог(?: товаров)?|o nas"
    r"|hakkımızda|iletişim|kontak|over ons"
    # Of filters, above the goods that a script brings.
    r"|price(?: range)?|colou?rs?|sizes?|brands?|sort(?: by)?|(?:quick )?filters?|availability"
    r"|preis|farbe|größe|marke|prix|couleur|taille|marque|precio|tamaño|marca|prezzo|taglia|cena"
    r"|kategori(?:ler)?|marka(?:lar)?|fiyat(?: aralığı.*)?"
    r"|цена|цвет|размер|бренд|сортировка|(?:быстрые )?фильтры|популярные",
    re.I,
).fullmatch
_CART = vocabulary("cart minicart basket minibasket warenkorb panier carrito carrello")
_ASKS = ("?", "？", "؟")
_MOST_ASKED, _FEW_ASKED = 0.8, 5  # share that are questions; of these so many are looked at
_FEWEST_IN_MENU = 3  # links; by hand
_FEWEST_OF_SENTENCE = 3  # of a sentence, before its link; by hand


def headlines_of(document: Document, repeat: Repeat) -> Repeat:
    """Return the headlines in the members of a group that are boxes of several; else the group.

    Each goes from its picture, or its link, to the next headline or heading.
    """
    if repeat.is_rows or max(repeat.dated, repeat.priced) > _MOST_TELLING:
        return repeat
    features = document.once(block_features)
    counts, first = features.counts, features.column("same_text") <= 1
    opens = (counts.link_chars >= _LINKED * counts.chars) & (counts.chars >= _FEWEST_CHARS)
    opens &= (counts.words >= _FEWEST_WORDS) & first
    number = sums_between(opens, repeat.start, repeat.end)
    inside = _inside(len(opens), repeat.start, repeat.end)
    opening_words = counts.words[inside & opens].sum()
    if np.median(number) < _FEWEST or opening_words < _MOST_OF_TEXT * counts.words[inside].sum():
        return repeat
    start = np.flatnonzero(opens & inside)
    around = np.searchsorted(repeat.start, start, "right") - 1
    breaks = np.flatnonzero(inside & (opens | (features.column("heading") > 0)))
    following = np.append(breaks, len(opens))[np.searchsorted(breaks, start, "right")]
    end = np.minimum(following, repeat.end[around])
    shows = np.append(False, (counts.chars == 0)[:-1])[start]  # a picture is right before it
    begin = np.where(shows & (start > repeat.start[around]), start - 1, start)
    end = np.where(np.append(begin[1:] < end[:-1], False), end - 1, end)
    words = sums_between(counts.words, begin, end)
    total = float(words.sum())
    return replace(
        repeat, start=begin, end=end, words=total, score=SINGLE * total, linked=1.0, headed=0.0,
        has_heading=np.zeros(len(start), np.bool_), distinct=1.0,
    )  # fmt: skip


def replies_of(document: Document, repeat: Repeat) -> Repeat:
    """Return the members of a list apart from those of the lists of the same kind in them.

    As the archive of a mailing list nests the replies to each message: a tag is less than that.
    """
    features = document.once(block_features)
    tree, counts = features.tree, features.counts
    items = np.flatnonzero(tree.tag == CODE["li"])
    at = np.searchsorted(repeat.start, tree.start[items], "right") - 1
    within = (at >= 0) & (tree.end[items] <= repeat.end[at])
    items, at = items[within], at[within]
    own = tree.start[items] == repeat.start[at]
    tags = np.full(len(repeat), -1)
    tags[at[own][::-1]] = tree.name[items[own]][::-1]  # of the outermost that begins there
    inner = items[~own & (tree.name[items] == tags[at]) & (tags[at] >= 0)]
    start = np.union1d(repeat.start, tree.start[inner])
    around = np.searchsorted(repeat.start, start, "right") - 1
    end = np.minimum(np.append(start[1:], len(tree.leaf)), repeat.end[around])
    nested = ~np.isin(start, repeat.start)
    words = sums_between(counts.words, start, end)
    linked = sums_between(counts.link_chars, start, end) > 0
    if (
        nested.sum() < _FEWEST_NESTED
        or min(linked[nested].mean(), linked[~nested].mean()) < _LINKED_ITEMS
        or words[nested].mean() < max(_LEAST_OF_ITEM * words[~nested].mean(), TAG_WORDS)
    ):
        return repeat
    apart = replace(
        repeat, start=start, end=end, words=float(words.sum()), linked=float(linked.mean()),
        has_heading=np.zeros(len(start), np.bool_),
    )  # fmt: skip
    return repeat if _share(document, apart) else apart


def _share(document: Document, repeat: Repeat) -> bool:
    """Return whether most members are links to share something by, beside each item."""
    spans = repeat.spans()[:_MOST_SHARED]
    return sum(_shares(document.blocks[slice(*span)]) for span in spans) > _MOST_TELLING * len(
        spans
    )


def _shares(blocks: Sequence[Block]) -> bool:
    """Return whether blocks are one link that says no more than by what to share."""
    first, *others = blocks
    return not others and 0 < len(first.text) <= first.link_chars and not link_in(first)


def _inside(size: int, start: Rows, end: Rows) -> Flags:
    """Return which blocks are in the members, (blocks,)."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, start, 1)
    np.add.at(steps, end, -1)
    return np.asarray(np.cumsum(steps)[:-1] > 0)


def repeats_of(document: Document) -> tuple[Repeat, ...]:
    """Return the groups of the page that are no frame of it, the best first."""
    frames = (is_frame, are_comments, are_controls, are_menus)
    return tuple(
        headlines_of(document, replies_of(document, each))
        for each in find_repeats(document)
        if not any(is_none(document, each) for is_none in frames)
    )


def is_frame(document: Document, repeat: Repeat) -> bool:
    """Return whether the members are the columns of a footer, or ways to reach somebody."""
    if len(repeat) > _MOST_OF_FRAME or repeat.is_rows or max(repeat.dated, repeat.priced) > 0.5:
        return False
    texts, spans = document.cuts.texts, repeat.spans()
    lines_of = [[texts[at].strip() for at in range(*span) if texts[at].strip()] for span in spans]
    heads = sum(bool(lines) and bool(_heads_column(lines[0])) for lines in lines_of)
    is_short = repeat.in_navigation or repeat.words <= TAG_WORDS * 2 * len(repeat)
    has_mail = any(is_mail(line) for lines in lines_of for line in lines)
    return heads > len(lines_of) / 2 or (is_short and has_mail)


def are_menus(document: Document, repeat: Repeat) -> bool:
    """Return whether the members are columns of a menu: in navigation, of several links each."""
    if not repeat.in_navigation or max(repeat.dated, repeat.priced, repeat.headed) > _MOSTLY:
        return False
    elements, holders = document.elements, document.cuts.element
    links = np.append(0, np.cumsum(elements.tag == ANCHOR))
    within = links[elements.end[holders[repeat.end - 1]]] - links[holders[repeat.start]]
    return bool(np.median(within) >= _FEWEST_IN_MENU)


def are_controls(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the members are buttons and the like: choices of a filter."""
    acts = np.append(0, np.cumsum(document.once(controls)))
    all_of_it = acts[repeat.end] - acts[repeat.start] == repeat.end - repeat.start
    return bool(all_of_it.mean() > _MOSTLY)


def are_comments(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the words are in what is called comments: readers' on an article."""
    return _are_mostly(document, repeat, document.once(_in_comments))


def are_questions(document: Document, repeat: Repeat) -> bool:
    """Return whether most members are questions that lead to their answers on the same page."""
    texts = document.cuts.texts
    asked = [span[0] for span in repeat.spans() if first_text(texts, span).endswith(_ASKS)]
    if len(asked) < _MOST_ASKED * len(repeat):
        return False
    return all("#" in link_in(document.blocks[at]) for at in asked[:_FEW_ASKED])


def lead_to_links(document: Document, repeat: Repeat) -> bool:
    """Return whether most members are a line with words before its link: a sentence of a text."""
    blocks = [document.blocks[start] for start, end in repeat.spans() if end == start + 1]
    before = [block.markdown.partition("[")[0].split() for block in blocks if block.link_chars]
    return sum(len(words) >= _FEWEST_OF_SENTENCE for words in before) > _MOSTLY * len(repeat)


def begin_with_tags(document: Document, repeat: Repeat) -> bool:
    """Return whether the first texts of the members are too short for titles, on average."""
    firsts = [first_text(document.cuts.texts, span) for span in repeat.spans()]
    return sum(len(text.split()) for text in firsts) < TAG_WORDS * len(firsts)


def are_in_cart(document: Document, repeat: Repeat) -> bool:
    """Return whether most of the words are in what is called a cart: of what is bought already."""
    return _are_mostly(document, repeat, document.once(_in_cart))


def _are_mostly(document: Document, repeat: Repeat, flags: Flags) -> bool:
    words = document.once(block_features).counts.words
    own, all_said = (
        sums_between(of, repeat.start, repeat.end).sum() for of in (words * flags, words)
    )
    return bool(own > _MOSTLY * all_said)


def _in_cart(document: Document) -> Flags:
    return within_named(document, _CART)


def _in_comments(document: Document) -> Flags:
    return within_named(document, COMMENTS)

"""The blocks that are controls of a page: buttons, labels of fields, trails of breadcrumbs, "Buy".

They say what a reader can do on the page, and nothing of what the page is about.
"""

import re
from collections.abc import Sequence, Set

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.addresses import is_wordless_sign, path_of
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE, HEADING_LEVEL
from pagesight.extract.page.elements import Elements, Flags, Rows, tag_mask
from pagesight.extract.text.furniture import (
    invites,
    is_marked_advert,
    is_stamp,
    names_tags,
    only_opens,
    pleas,
    reads_on,
    sells,
    serves,
)

_MOST_WORDS = 6  # of a control: a longer text says something
_MOST_CHARS = 40  # likewise; by hand
_NEAR_FIELD = 40  # elements in what holds a label that are looked at for its field
# Words of a box that asks for a mail address, and the share of the page's; by hand.
_MOST_OF_SIGN_UP, _SHARE_OF_SIGN_UP = 60, 0.2
# Of a block that asks for money its characters, and those before it does, of its box the share and
# what asks; by hand.
_MOST_OF_PLEA, _MOST_BEFORE_PLEA, _SHARE_OF_PLEA, _FEWEST_PLEAS = 300, 100, 0.35, 2
_leads_to_gift = re.compile(
    r"donat|contribut|support|spende|unterst|member|mitglied|patreon|ko-fi|buymeacoffee|paypal"
    r"|steady|/give|soutien|soutenir|/don(?:s|ar|er)?(?:[/?#]|$)|sostien|apoy",
    re.I,
).search
# The share of one that opens over the page, by its names.
_SHARE_OF_POPUP = 0.5
_names_popup = re.compile(
    r"(?:^|[\s_-])(?:modal|pop-?up|lightbox|overlay)(?:$|[\s_-])", re.I
).search
# A box that offers the rest of the text for money: its names, what it links to, its size; by hand.
_names_offer = re.compile(
    r"(?:pay|reg|meter|subscri(?:be|ption|bers?)|abo-|premium)-?"
    r"(?:wall|offers?|prompt|promo|cta|banner|teaser|upsell|barrier)",
    re.I,
).search
# One of these is in each of its names; most pages have none in theirs.
_OF_OFFERS = ("paywall", "pay-wall", "regwall", "reg-wall", "meter", "subscri", "abo-", "premium")
_leads_to_account = re.compile(
    r"log-?in|sign-?(?:in|up)|subscri|\babb?o(?:s|nn?[ea]\w*)?\b|regist|account|konto|offer|angebot"
    r"|assin|suscri|prenumer",
    re.I,
).search
_BOXES = (CODE["div"], CODE["section"], CODE["aside"])  # some mark each paragraph behind it so
_MOST_OF_OFFER, _SHARE_OF_OFFER = 150, 0.5
# The picture of an author or of who posts, as small as a sign.
_names_portrait = re.compile(
    r"(?:^|[\s_-])(?:gr)?avatar(?:$|[\s_-])|author-?(?:image|img|photo|picture)", re.I
).search
_leads_to_author = re.compile(
    r"(?:https?://[^/]+)?/(?:@[\w.-]+|(?:authors?|autor(?:en|es|i)?|auteurs?)(?:/[^/]+){1,2})/?(?:\?.*)?"
).fullmatch
_NEAR_PORTRAIT = 4  # elements around an image, and itself
_is_main = tag_mask("html", "body", "main", "article")
_is_fact = tag_mask("td", "th", "li", "dd", "dt", "pre")
_FIELDS = frozenset({"input", "textarea", "select"})
_opens = re.compile(r"aria-expanded|aria-controls|data-(?:bs-)?(?:toggle|target|open)").fullmatch
_OPENING_ROLES = frozenset({"tab", "heading", "link"})
_names_opening = re.compile(r"expand|collaps|accordion|spoiler|disclosure", re.I).search
_is_heading = tag_mask(*(f"h{level}" for level in HEADING_LEVEL.values()), "summary", "dt")
# A question, a label before its value, or a value: "13 colours".
_says_something = re.compile(r"[?？؟:：]\s*$|\d").search
# Trails, and links to what comes before and after the page.
_names_trail = re.compile(
    r"bread-?crumb|(?:^|[\s_-])crumbs?(?:$|[\s_-])"
    r"|(?:^|[\s_-])(?:pagination|pager|prev-?next|post)(?:-?nav(?:igation)?)?(?<!post)(?:$|\s)",
    re.I,
).search
_OF_TRAILS = ("crumb", "pag", "prev", "post-nav", "postnav")  # one is in each of their names
_MOST_OF_BUTTON = 50  # elements of one: what is not closed holds the rest of its page
_MOST_BY_ROLE = 4  # elements of one that is so by its role: a card of more may act as one too
_MOST_OF_TRAIL = 60  # elements of a trail: what holds more is named for more than that
_ALL_LINKED = 0.7  # of the characters behind such a label: commas stand between the links
_MOST_OF_LEAD, _LINKED = 250, 0.5  # characters of such a line, and their share in links; by hand


def controls(document: Document) -> Flags:
    """Return which blocks are controls, (blocks,).

    What opens an accordion or is a question is none: it heads a text.
    """
    elements, texts, element = document.elements, document.cuts.texts, document.cuts.element
    short = [
        at
        for at, text in enumerate(texts)
        if 0 < len(text) <= _MOST_CHARS and len(text.split()) <= _MOST_WORDS
    ]
    button = elements.nearest(_are_buttons(elements))[element].tolist()
    in_label = elements.inside(elements.tag == CODE["label"])[element].tolist()
    in_form = elements.inside(elements.tag == CODE["form"])[element].tolist()
    in_heading = elements.inside(_is_heading(elements.tag))
    flags = np.zeros(len(texts), np.bool_)
    for at in short:
        if button[at] >= 0:
            in_title = in_heading[button[at]]
            flags[at] = not in_title and _acts(elements, button[at], texts[at])
        elif in_form[at] and (in_label[at] or _holds_field(elements, int(element[at]))):
            flags[at] = True
        else:
            flags[at] = sells(texts[at].lower()) is not None
    flags |= _leads_away(document)
    is_repeated_sign = document.origin.addresses.is_repeated_sign
    portraits = frozenset(elements.with_class(_names_portrait, "avatar", "author"))
    for at in (at for at, text in enumerate(texts) if not text):
        held = document.texts.holder[document.cuts.start[at] : document.cuts.end[at]]
        images = held[elements.tag[held] == CODE["img"]].tolist()
        flags[at] = bool(images) and all(
            is_repeated_sign(elements.nodes[image])
            or is_wordless_sign(elements.own(image))
            or _is_service(elements, image)
            or _is_portrait(elements, image, portraits)
            for image in images
        )
    flags |= (_in_trail(elements) | _in_offer(document))[element]
    tag = elements.tag[elements.block[element]]
    flags = (flags & ~_is_heading(tag)) | _in_request(document)[element]
    is_summary = tag == CODE["summary"]
    for at in short if is_summary.any() else ():
        flags[at] |= bool(is_summary[at] and only_opens(texts[at]))
    return np.asarray(flags)


def _leads_away(document: Document) -> Flags:
    """Return which blocks lead to other stories or tags, or ask to follow the site, (blocks,)."""
    texts, linked = document.cuts.texts, document.cuts.link_chars.tolist()
    numbers = [
        at
        for at, (text, links) in enumerate(zip(map(str.lower, texts), linked, strict=True))
        if (len(text) <= _MOST_OF_LEAD and _leads(text, links)) or (links and _tags(text, links))
    ]
    flags = np.zeros(len(texts), np.bool_)
    flags[numbers] = True
    return flags


def _leads(text: str, links: int) -> bool:
    label = reads_on(text)
    return (
        (label is not None and links >= _LINKED * (len(text) - label.end()))
        or invites(text) is not None
        or ("erid" in text and is_marked_advert(text) is not None)
    )


def _tags(text: str, links: int) -> bool:
    label = names_tags(text)
    return label is not None and links >= _ALL_LINKED * (len(text) - label.end())


def _are_buttons(elements: Elements) -> Flags:
    """Return which elements are buttons, (elements,): by tag, or by role if they lead nowhere."""
    size = elements.end - np.arange(len(elements))
    flags = (elements.tag == CODE["button"]) & (size <= _MOST_OF_BUTTON)
    for row, role in elements.values("role"):
        if role == "button" and size[row] <= _MOST_BY_ROLE:
            flags[row] |= elements.nodes[row].get("href") is None
    return np.asarray(flags)


def _in_trail(elements: Elements) -> Flags:
    """Return which elements are in a trail of breadcrumbs or a pager, by name, (elements,)."""
    trails = np.zeros(len(elements), np.bool_)
    named = elements.with_class(_names_trail, *_OF_TRAILS)
    for row in (*named, *elements.with_id(_names_trail, *_OF_TRAILS)):
        trails[row] = elements.end[row] - row <= _MOST_OF_TRAIL
    return elements.inside(trails)


def _in_request(document: Document) -> Flags:
    """Return which elements ask for a mail address or money, and say in few words what for.

    A box that asks for money says so twice, or leads to where it is given. A page that is there for
    it says in its address that it is.
    """
    elements, is_own = document.elements, _leads_to_gift(path_of(document.page.url))
    fields = {above for each, above, _ in document.texts.passed if _asks_mail(each)}
    asking = [] if is_own else _asking(document.cuts.texts)
    flags = np.zeros(len(elements), np.bool_)
    asked_in = document.cuts.element[asking].tolist()
    if not fields and not asked_in:
        return flags
    links = elements.values("href") if asked_in else ()
    gifts = (row for row, address in links if _leads_to_gift(address))
    asked = np.bincount([*asked_in, *gifts], minlength=len(elements) + 1)
    before, held = np.cumsum(asked) - asked, _words_held(document)
    share = np.where(_in_popup(elements), _SHARE_OF_POPUP, _SHARE_OF_SIGN_UP)
    for rows, most, least in ((fields, share, 0), (asked_in, _SHARE_OF_PLEA, _FEWEST_PLEAS)):
        small = (held <= np.minimum(_MOST_OF_SIGN_UP, most * held[0])) & ~_is_main(elements.tag)
        for row in rows:
            while small[row] and small[elements.parents[row]] and not flags[row]:
                row = elements.parents[row]
            end = elements.end[row]
            flags[row:end] |= small[row] and before[end] - before[row] >= least
    return flags


def _in_popup(elements: Elements) -> Flags:
    """Return which elements are in what is called a popup, (elements,)."""
    popups = np.zeros(len(elements), np.bool_)
    popups[elements.with_class(_names_popup, "modal", "popup", "pop-up", "lightb", "overl")] = True
    return elements.inside(popups)


def _words_held(document: Document) -> Rows:
    """Return how many words are in each element, (elements,)."""
    elements, cuts = document.elements, document.cuts
    words = np.array([len(text.split()) for text in cuts.texts])
    before = np.append(0, np.cumsum(np.bincount(cuts.element, words, len(elements))))
    return np.asarray(before[elements.end] - before[:-1])


def _in_offer(document: Document) -> Flags:
    """Return which elements offer the rest of the page for money, (elements,)."""
    elements = document.elements
    flags = np.zeros(len(elements), np.bool_)
    named = elements.with_class(_names_offer, *_OF_OFFERS)
    rows = [row for row in named if elements.tag[row] in _BOXES]
    if not rows:
        return flags
    held = _words_held(document)
    selling = np.zeros(len(elements) + 1, np.int64)
    for row, address in elements.values("href"):
        selling[row + 1] = _leads_to_account(address) is not None
    sold = np.cumsum(selling)
    for row in rows:
        end = elements.end[row]
        is_wordless_sign = held[row] <= min(_MOST_OF_OFFER, _SHARE_OF_OFFER * held[0])
        flags[row:end] |= is_wordless_sign and sold[end] > sold[row]
    return flags


def _asking(texts: Sequence[str]) -> list[int]:
    """Return which texts are a few sentences that begin with one that asks for money."""
    few = [at for at, text in enumerate(texts) if len(text) <= _MOST_OF_PLEA]
    asking = pleas([texts[at] for at in few])
    return [few[number] for number, start in asking if start <= _MOST_BEFORE_PLEA]


def _asks_mail(field: HtmlElement) -> bool:
    input_type, labels = (
        (field.get("type") or "text").lower(),
        ("placeholder", "name", "aria-label"),
    )
    names = input_type == "text" and any(
        "mail" in (field.get(each) or "").lower() for each in labels
    )
    return field.tag == "input" and (input_type == "email" or names)


def without_controls(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without controls and the day of the page, unless there are no others.

    A day in a cell or in a list is one of its facts.
    """
    elements, cuts = document.elements, document.cuts
    facts = _is_fact(elements.tag[elements.block[cuts.element]])
    others = kept & ~document.once(controls)
    others[[at for at in np.flatnonzero(others & ~facts) if is_stamp(cuts.texts[at])]] = False
    return others if others.any() else kept


def _is_service(elements: Elements, row: int) -> bool:
    """Return whether an image in a link says what the link does with the page."""
    alt = elements.own(row).get("alt") or ""
    return serves(alt) is not None and any(elements.tag[at] == ANCHOR for at in elements.chain(row))


def _is_portrait(elements: Elements, row: int, portraits: Set[int]) -> bool:
    """Return whether an image is called the small picture of an author, or links to theirs.

    `portraits` are the elements that are called so.
    """
    near = elements.chain(row)[-_NEAR_PORTRAIT:]
    link = next((at for at in near if elements.tag[at] == ANCHOR), None)
    href = elements.own(link).get("href") or "" if link is not None else ""
    return _leads_to_author(href) is not None or not portraits.isdisjoint(near)


def _acts(elements: Elements, button: int, text: str) -> bool:
    """Return whether a button does something other than to open what it heads."""
    node = elements.nodes[button]
    opens = any(map(_opens, node.keys())) or node.get("role") in _OPENING_ROLES
    is_called_so = _names_opening(elements.classes[button]) is not None
    opens = opens or (is_called_so and only_opens(text) is None)
    return not (opens and not _filters(node)) and _says_something(text) is None


def _filters(tab: HtmlElement) -> bool:
    """Return whether a tab opens the same panel as one beside it: it chooses what is in that."""
    panel, beside = tab.get("aria-controls"), (tab.getprevious(), tab.getnext())
    return panel is not None and any(
        each is not None and each.get("aria-controls") == panel for each in beside
    )


def _holds_field(elements: Elements, row: int) -> bool:
    """Return whether an element that ends soon holds a field of a form."""
    if elements.end[row] - row > _NEAR_FIELD:
        return False
    return next(elements.nodes[row].iterdescendants(*_FIELDS), None) is not None

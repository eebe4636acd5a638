"""Find the links and images of an item.

Those in a block's Markdown are found in one walk from bracket to bracket. No regular expression of
a whole link: on text that is all brackets it would take quadratic time.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE
from pagesight.extract.page.elements import Rows
from pagesight.extract.text.safe import is_safe_address

Span = tuple[int, int]  # the first block, and one past the last

MOST_INSIDE = 6  # elements in a short link
_MOST_CHARS = 40  # of its text
_FEWEST_SHOWING = 3  # items, or more, that show an image which is no photo of any; by hand
# The text of a link in Markdown: it may hold one in brackets, but no image.
LINK = r"(?<!(?<!\\)!)\[((?:\\.|[^\[\]\\]|(?<!!)\[[^\[\]]{0,80}\]){3,300})\]\("
_links = re.compile(LINK).finditer
_escaped = re.compile(r"\\(.)|\*").sub
_marks = re.compile(r"\\.|!?\[|\]\(?|[)\s]").finditer


is_leading_on = re.compile(
    r"\W*(?:(?:read|view|see|learn|show|find out)"
    r" (?:on|(?:the )?(?:(?:full|whole|rest|this|more)\s?){1,2})"
    r"|(?:(?:read|view|see|show) )?(?:the )?(?:full |whole )(?:story|article|post|entry)"
    r"|(?:read|view|see) (?:the )?(?:story|article|post|entry|details?)|more|continue(?: reading)?"
    r"|weiter ?lesen|mehr(?: lesen| erfahren)?|lire (?:la suite|plus)|en savoir plus"
    r"|leer más|ver más|leia mais|saiba mais|leggi tutto|continua(?: a leggere)?"
    r"|lees (?:meer|verder)|czytaj (?:dalej|więcej)|läs mer|les mer|devamını oku"
    r"|читать (?:далее|дальше|полностью)|подробнее|阅读全文|查看详情|続きを読む)"
    r"(?: (?:story|article|post|about .{1,40}))?"
    r"(?:\s?[(»›→>.…].{0,30})?",
    re.I,
).fullmatch

# What sends an item to friends, to a network or a calendar, or shows where it is; not its page.
_shares = re.compile(
    r"facebook\.com/(?:sharer?|dialog)|(?:twitter|//x)\.com/(?:intent|share|home\?)"
    r"|vk(?:ontakte)?\.(?:com|ru)/share|linkedin\.com/share|pinterest\.[a-z.]{2,6}/pin/create"
    r"|reddit\.com/submit|plus\.google\.com/share|whatsapp\.com/send|//wa\.me/|//t\.me/share"
    r"|maps\.(?:google|apple)\.|google\.[a-z.]{2,6}/maps|goo\.gl/maps|bing\.com/maps|openstreetmap\.org"
    r"|\.ics(?:[?#]|$)|^webcal:|calendar\.google\.com|[?&]m=ic(?:&|$)"
    r"|/(?:share(?:url)?|tell[_-]?a[_-]?friend|addthis)(?:[/.?]|$)|[?&]share=|^mailto:\?",
    re.I,
).search
_is_portrait = re.compile(
    r"avatars?(?:store)?(?![a-z])|(?<![a-z])ava(?![a-z])|favicon|userpic|/users?/|//graph\.facebook\.com/"
    r"|profile[_-]?(?:ima?ge?s?|photos?|pic)"
    r"|(?:author|user)[_-]?(?:ima?ge?s?|photo|pic)",
    re.I,
).search
# Signs beside a text, not photos of anything.
_is_sign = re.compile(
    r"(?:[/_-]|post)icons?/|/avw\.php\?|/entry-button/|(?<![a-z])icon\d*[_-]|(?:^|/)(?:folder|arrow|bullet|right|left|new|sale|hit|hot|pin|sticky)(?![a-z])[^/]*\.(?:gif|png)$"
    r"|/imageset/|/misc/forum-|/images/(?:topic|post)/\w{1,16}\.(?:gif|png)$|status-?icon|_post(?:_locked|_sticky)?\.(?:gif|png)$"
    r"|(?:^|/)(?:forum|topic|thread|sub_?forum|announce|sticky|hot)_?(?:un)?(?:read|new|old|locked)[^/]*\.(?:gif|png|svg)$"
    r"|info\w{0,4}\.gif$|spacer|pixel\.|/1px\.|blank\.|(?:^|/)(?:woocommerce-)?place-?holder|/(?:trans(?:parent)?|loading(?:[_-]\w+)?)\.\w+$"
    r"|(?:^|/)(?:stars?|rate|rating)[_-]?\d[\d._-]*[a-z]{0,8}\.\w{3,4}$|/ratings?/[^/]*$"
    r"|(?:^|/)(?:plus|minus)[_-]?sign[^/]*$|(?:^|/)(?:play|video|pdf|docx?|xlsx?|rss|print)[_-]?(?:button|btn|icon)[^/]*$"
    r"|/smil(?:ies|eys?)/|(?:^|/)btn_|/read_?more|(?:no)?newposts?|share[_-]buttons?|(?:^|/)(?:e?mail|facebook|twitter)\.(?:gif|png|svg)$",
    re.I,
).search
_is_badge = re.compile(
    r"badge|icon|logo|sprite|emoji|(?<![a-z])(?:label|ribbon)(?![a-z])|/flags?/|rating|stars?\b|spacer|pixel|place-?holder|blank\."
    r"|/(?:heart|cart|wish-?list|e?mail)\.\w+$",
    re.I,
).search
_GROUNDS = ("data-setbg", "data-bg", "data-background", "data-background-image", "data-bg-image")
_ground_in = re.compile(
    r"background(?:-image)?\s{0,9}:[^;()]{0,99}url\(\s{0,9}"
    r"(?:'([^'\"]{1,999})'|\"([^'\"]{1,999})\"|([^'\"()\s]{1,999}))",
    re.I,
).search
# A sign beside the text: a photo is in the middle, or all over.
_is_at_side = re.compile(r"no-repeat\s{1,9}(?:left|right)\b", re.I).search
_unescaped = re.compile(r"\\(?=\W)").sub
_called_portrait = re.compile(
    r"(?<![a-z])(?:gr)?avatars?(?![a-z])|user-?pic|(?:author|user|profile)-(?:ima?ge?|photo|pic)"
).search
_is_few_pixels = re.compile(r"\s*(?:[12]?\d|3[0-2])(?:px)?\s*").fullmatch  # of a sign; by hand


def link_in(block: Block) -> str:
    """Return the address of the block's first link that is none to share it by, or ""."""
    return _first_address(block.markdown)


def link_named(block: Block, name: str) -> str:
    """Return the address of the link in the block whose text is the name or ends it after a
    stroke or a dash, else of the first.
    """
    links = {link_text(match[1]): match.start() for match in _links(block.markdown)}
    ends = (name, *(name.rpartition(mark)[2] for mark in (" / ", " — ")))
    at = next((links[end] for end in ends if end in links), 0)
    return _first_address(block.markdown[at:])


def link_texts(block: Block) -> list[str]:
    """Return the texts of the links in a block."""
    matches = _links(block.markdown) if "](" in block.markdown else ()
    return [" ".join(link_text(each[1]).split()) for each in matches]


def leading_on(item: Sequence[Block]) -> str:
    """Return the address of the link that says "Read more" or the like, if the first of the item is
    in a text; else "".
    """
    first = next((block for block in item if block.link_chars), None)
    if not first or 2 * first.link_chars > len(first.text):
        return ""
    leading = (block for block in item if any(map(is_leading_on, link_texts(block))))
    return next((link_named(b, next(filter(is_leading_on, link_texts(b)))) for b in leading), "")


def is_mostly_link(block: Block) -> bool:
    """Return whether most of a block is a link."""
    return 2 * block.link_chars > len(block.text)


def link_text(markdown: str) -> str:
    """Return the text of a link in Markdown, without emphasis and escapes.

    >>> link_text("*Locks*: \\\\[Catalogue\\\\] 5\\\\* (1918)")
    'Locks: [Catalogue] 5* (1918)'
    """
    return _escaped(r"\1", markdown)


def _first_address(markdown: str) -> str:
    addresses = (_bare(target) for opening, _, target in _targets(markdown) if opening == "[")
    return next((each for each in addresses if each and not _shares(each)), "")


def _is_ornament(address: str) -> bool:
    """Return whether an image behind an element is a frame or a sign, and no photo."""
    return address.lower().endswith((".gif", ".svg")) or bool(_is_badge(address))


def image_of(blocks: Sequence[Block], url: str, signs: frozenset[str] = frozenset()) -> str:
    """Return the address of the item's photo: that in the link to it, else the first; or "".

    Portraits of authors, icons and arrows are none, nor are `signs` and what is linked to share an
    item; badges and logos are if there is nothing else.
    """
    shown = (pair for block in blocks for pair in _images(block.markdown))
    candidates = (
        (image, link) for image, link in shown if image not in signs and not _shares(link)
    )
    pictures = [pair for pair in candidates if not _is_sign(pair[0])]
    photos = [pair for pair in pictures if not _is_portrait(pair[0]) and not _is_badge(pair[0])]
    leading = [address for address, link in photos if link and link == url]
    others = [address for address, _ in (*photos, *pictures) if not _is_portrait(address)]
    return next(iter((*leading, *others)), "")


def showing(document: Document, blocks: Sequence[Block], *, is_by: bool) -> Sequence[Block]:
    """Return the blocks without those whose images are all drawn as small as signs, or, of an item
    that is by somebody, are called portraits by a class.
    """
    images, small, portraits = document.once(_images_before)
    none = small + portraits if is_by else small
    spans = [(block.element, document.elements.end[block.element]) for block in blocks]
    return [
        block
        for block, (start, end) in zip(blocks, spans, strict=True)
        if images[start] == images[end] or none[end] - none[start] < images[end] - images[start]
    ]


def _images_before(document: Document) -> tuple[Rows, Rows, Rows]:
    """Return how many images come before each element, how many of them are drawn as small as
    signs, and how many others are called portraits.
    """
    elements = document.elements
    is_image = elements.tag == CODE["img"]
    sides = [*elements.values("width"), *elements.values("height")]
    large = {row for row, size in sides if not _is_few_pixels(size)}
    is_small = np.zeros(len(elements), np.bool_)
    is_small[[row for row, _ in sides if row not in large]] = True
    called = is_image & ~is_small & elements.called(_called_portrait)
    counts = (np.append(0, np.cumsum(each)) for each in (is_image, is_image & is_small, called))
    images, small, portraits = counts
    return images, small, portraits


def repeated_images(items: Sequence[Sequence[Block]]) -> frozenset[str]:
    """Return the addresses of the images that most items show, if some of these show another or
    they are drawings: the sign of a thread without news.

    A drawing that two show is a sign: of what readers think of it.
    """
    shown = [{image for block in item for image, _ in _images(block.markdown)} for item in items]
    counts = Counter(image for images in shown for image in images)
    least = max(_FEWEST_SHOWING, len(items) / 2)
    repeated = frozenset(
        image for image, count in counts.items() if count > (1 if image.endswith(".svg") else least)
    )
    has_others = any(images - repeated for images in shown)
    return repeated if has_others else frozenset(filter(_is_ornament, repeated))


def _images(markdown: str) -> list[tuple[str, str]]:
    """Return the address of each image, and of the link around it or ""."""
    images: list[tuple[str, str]] = []
    starts: list[int] = []
    for opening, start, target in _targets(markdown) if "![" in markdown else ():
        address = _bare(target)
        if opening == "![":
            images.append((address, ""))
            starts.append(start)
            continue
        for at in range(bisect_left(starts, start), len(images)):
            images[at] = (images[at][0], images[at][1] or address)
    return [(address, link) for address, link in images if address]


def _bare(target: str) -> str:
    """Return the address that a link of Markdown states; "" if it is none, as code may show."""
    address = target.replace("%28", "(").replace("%29", ")")  # encoded for Markdown alone
    return address if is_safe_address(address) else ""


def _targets(markdown: str) -> Iterator[tuple[str, int, str]]:
    """Yield the bracket that opens each link or image, where it stands, and its address."""
    opened: list[re.Match[str]] = []
    opening: re.Match[str] | None = None  # of the link whose address is being read,
    begin = 0  # and where that begins
    for mark in _marks(markdown) if "](" in markdown else ():
        if mark[0].startswith("\\"):
            continue
        if mark[0].endswith("["):
            opened.append(mark)
        elif mark[0].startswith("]"):
            closed = opened.pop() if opened else None
            if mark[0] == "](" and not opening:
                opening, begin = closed, mark.end()
        else:
            if opening and mark[0] == ")" and mark.start() > begin:
                yield opening[0], opening.start(), markdown[begin : mark.start()]
            opening = None


def short_links(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the row and the text of the links that are as short as those of a pager or an icon."""
    elements, texts = document.elements, document.texts
    rows = np.flatnonzero(elements.tag == ANCHOR)
    rows = rows[elements.end[rows] - rows <= MOST_INSIDE]
    bounds = (each[rows].tolist() for each in document.text_bounds)
    for row, start, end in zip(rows.tolist(), *bounds, strict=True):
        if end - start <= 2 * MOST_INSIDE:
            text = " ".join(" ".join(texts.strings[start:end]).split())
            if len(text) <= _MOST_CHARS:
                yield row, text


def wordless_links(document: Document, spans: Sequence[Span]) -> list[str]:
    """Return for each span of blocks the address of the first link without text around it, or "".

    Such is laid over the whole of a card, or shows an icon. It must be in an element that holds no
    blocks but these, and its address no other span's.
    """
    rows, targets = [], []
    for row, text in short_links(document):
        reference = (document.elements.own(row).get("href") or "").strip()
        if not text and reference and not (reference.startswith("#") or _shares(reference)):
            rows.append(row)
            targets.append(document.origin.addresses.absolute(reference))
    inside = [within(document, span, rows) for span in spans]
    addresses = [next(filter(None, targets[own]), "") for own in inside]
    counts = Counter(addresses)
    return [address if counts[address] == 1 else "" for address in addresses]


def grounds(document: Document) -> tuple[list[int], list[str]]:
    """Return the rows of the elements with an image behind them, and the addresses of those.

    A style states it, or an attribute whose value a script makes the style.
    """
    elements, absolute = document.elements, document.origin.addresses.absolute
    stated = (pair for name in _GROUNDS for pair in elements.values(name))
    shown = ((row, style) for row, style in elements.values("style") if not _is_at_side(style))
    styles = ((row, _ground_in(style)) for row, style in shown)
    styled = ((row, _unescaped("", match[match.lastindex or 0])) for row, match in styles if match)
    all_grounds = sorted((row, absolute(address.strip())) for row, address in (*stated, *styled))
    photos = [pair for pair in all_grounds if pair[1] and not _is_ornament(pair[1])]
    return [row for row, _ in photos], [address for _, address in photos]


def ground_of(document: Document, span: Span) -> str:
    """Return the address of the first image behind an element of an item, or ""."""
    rows, addresses = document.once(grounds)
    return next(iter(addresses[within(document, span, rows)] if rows else ()), "")


def within(document: Document, span: Span, rows: Sequence[int]) -> slice:
    """Return which of the rows are in the outermost element of the first block and no others."""
    tree, (start, end) = document.once(block_features).tree, span
    box, around = -1, int(tree.leaf[start])
    while around != box and start <= tree.start[around] and tree.end[around] <= end:
        box, around = around, int(tree.parent[around])
    if box < 0:
        return slice(0, 0)
    row = int(tree.row[box])
    return slice(bisect_left(rows, row), bisect_left(rows, int(document.elements.end[row])))

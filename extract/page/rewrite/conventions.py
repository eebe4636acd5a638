"""Conventions of pages: lists by roles, who is quoted, ruby, wikis' links, LaTeXML's papers.

Each function works on a new tree and returns whether it changed it.
"""

import re
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.rewrite.footnotes import move_note

_PLAIN = frozenset({"div", "span", "section", "p"})
# Classes of MediaWiki, https://www.mediawiki.org/wiki/Manual:Interface/IDs_and_classes; since its
# version 1.43 the link to edit stands beside the heading, not in it.
_CLASSES = frozenset(
    {"mw-editsection", "editsection", "mw-cite-backlink", "navbox", "mw-jump-link", "catlinks"}
    | {"noprint", "printfooter"}
)
# In one pass: each of them is a part of another class, too.
_OF_WIKI = f"//*[{' or '.join(f'contains(@class, {name!r})' for name in _CLASSES)}]"
# Seen where one points at them, or in narrow windows alone: texts of tooltips, types of what code
# names (https://twoslash.netlify.app/), and the signs that open margin notes in Tufte CSS.
POINTED_AT = ("tooltiptext", "tooltip-text", "twoslash-popup", "margin-toggle")
_LEVELS = frozenset("123456")
_MOST_OF_EMOJI = 12  # characters: a family, a flag
_ICONS = ("svg", "i", "span")
_MOST_OF_LABEL = 30  # characters of an icon's name; by hand
_MOST_IN_CELL = 8  # elements of an icon's cell: more are no icon
_TABLE_ROLES = {
    "rowgroup": "tbody",
    "row": "tr",
    "cell": "td",
    "gridcell": "td",
    "columnheader": "th",
    "rowheader": "th",
}
_BY_CLASS = "//*[contains(concat(' ', normalize-space(@class), ' '), ' {} ')]"
_OF_INFOBOXES = {"pi-data": "tr", "pi-data-label": "th", "pi-data-value": "td"}
_EQUATIONS = "|".join(
    _BY_CLASS.format(name) for name in ("ltx_equation", "ltx_equationgroup", "ltx_eqn_table")
)
_CLASSES_AROUND = "concat(../@class, ' ', ../../@class, ' ', ../../../@class)"
_IN_BYLINES = (
    f"//a[@href][contains({_CLASSES_AROUND}, 'byline') or contains({_CLASSES_AROUND}, 'author')"
    " or (ancestor::blockquote and contains(@href, 'tweet'))]"
    "[not(.//a)]"  # else a text would be read as often as links are around it
)
_acts = re.compile(
    r"(?:e-?mail|contact|message|write to) (?:the )?(?:author|writer|reporter|editor|me|us|him|her)"
    r"|follow(?: (?:me|us|him|her|the author))?(?: on \w+)?|send (?:an )?e-?mail|e-?mail"
    r"|(?:click (?:here )?to )?tweet(?: (?:this|that|it|the quote))?!?",
    re.I,
).fullmatch
_is_quoted = re.compile(r"\s*[\"'«»‹›„“”‚‘’「『]").match
# Of the first text in such a link, which may stand in several elements or lines.
begins_byline_action = re.compile(
    r"\s*(?:e-?mail|contact|message|write|follow|send|tweet)\b", re.I
).match
_BETWEEN = " |·•/–-,\n\t"  # what parts the links of a byline
_style = re.compile(r"\\(?:display|text)style\s*").sub
_label = re.compile(r"\(?(\w[\w.]*)\)?").fullmatch
# Faces in letters, for which boards show pictures.
_is_emoticon = re.compile(r"[:;=8][-'^o]?[()\[\]DPpOoSsXx|/\\*3]|[xX]D|<3").fullmatch


def rewrite_lists(tree: HtmlElement) -> bool:
    """Make `ul` and `li` of elements without a meaning whose roles are `list` and `listitem`."""
    rewrote = False
    for outer in _plain_of_role(tree, "list"):
        items = [child for child in outer if child.get("role") == "listitem"]
        if items and all(item.tag in _PLAIN for item in items):
            outer.tag, rewrote = "ul", True
            for item in items:
                item.tag = "li"
    return rewrote


def rewrite_tables(tree: HtmlElement) -> bool:
    """Make a table of elements without a meaning whose roles are `table`, `row` and `cell`."""
    rewrote = False
    for outer in tree.xpath("//*[@role='table' or @role='grid']"):
        parts = [part for part in outer.iterdescendants() if part.get("role") in _TABLE_ROLES]
        rows = sum(part.get("role") == "row" for part in parts)
        if outer.tag not in _PLAIN or any(part.tag not in _PLAIN for part in parts) or rows < 2:
            continue
        outer.tag, rewrote = "table", True
        for part in parts:
            part.tag = _TABLE_ROLES[part.get("role")]
    return rewrote


def end_in_feet(tree: HtmlElement) -> bool:
    """Put the foot of a table, which HTML 4 wanted before the body, where it is shown."""
    feet = [foot for foot in tree.iter("tfoot") if foot.getnext() is not None]
    for foot in feet:
        foot.getparent().append(foot)
    return bool(feet)


def is_emoji(alt: str) -> bool:
    """Return whether what stands for a picture is signs alone, as programs draw them.

    >>> is_emoji("❄️"), is_emoji("Snow ❄"), is_emoji("»"), is_emoji(":-D")
    (True, False, False, True)
    """
    if len(alt) > _MOST_OF_EMOJI:
        return False
    if alt.isascii():
        return _is_emoticon(alt) is not None
    return max(alt) >= "\u2190" and not any(map(str.isalnum, alt))


def write_emojis(tree: HtmlElement) -> bool:
    """Write the pictures of emojis as what they stand for."""
    drawn = [image for image in tree.iter("img") if is_emoji(image.get("alt") or "")]
    for image in drawn:
        image.tag, image.text = "span", image.get("alt")
    return bool(drawn)


def label_icons(tree: HtmlElement) -> bool:
    """Write in cells that hold an icon alone what it is called: "Yes", "Included"."""
    labelled = False
    for icon in list(tree.iter(*_ICONS)):
        label = _icon_label(icon)
        cell = next((each for each in islice(icon.iterancestors(), 3) if each.tag == "td"), None)
        if label and cell is not None and _is_blank(cell):
            text = cell.makeelement("span")
            text.text, labelled = label, True
            icon.addprevious(text)
    return labelled


def _icon_label(icon: HtmlElement) -> str:
    """Return what an icon is called, in few words; "" if it is none."""
    own = next(icon.iter("title"), None) if icon.tag == "svg" else None
    stated = icon.get("aria-label") or (own.text if own is not None else "") or ""
    return stated.strip() if len(stated) <= _MOST_OF_LABEL else ""


def _is_blank(cell: HtmlElement) -> bool:
    """Return whether a cell has few elements and no text but that of pictures."""
    inside = list(islice(cell.iterdescendants(etree.Element), _MOST_IN_CELL + 1))
    around = (cell, *inside)
    texts = [each.text for each in around if each.tag != "title"] + [each.tail for each in inside]
    return len(inside) <= _MOST_IN_CELL and not any(text and text.strip() for text in texts)


def rewrite_headings(tree: HtmlElement) -> bool:
    """Make headings of elements without a meaning whose role is `heading` with a level.

    The title of an item in a link or a cell stays that: its list is no row of sections.
    """
    rewrote = False
    for element in _plain_of_role(tree, "heading"):
        level = element.get("aria-level")
        if level in _LEVELS and next(element.iterancestors("a", "td"), None) is None:
            element.tag, rewrote = f"h{level}", True
    return rewrote


def _plain_of_role(tree: HtmlElement, role: str) -> list[HtmlElement]:
    """Return the elements without a meaning that have a role, in a third of XPath's time."""
    return [element for element in tree.iter(*_PLAIN) if element.get("role") == role]


def part_citations(tree: HtmlElement) -> bool:
    """Make a line of its own of the `cite` that a quotation begins with: "Ann wrote:"."""
    leading = [cite for cite in tree.iter("cite") if _begins_quotation(cite)]
    for cite in leading:
        cite.tag = "div"
    return bool(leading)


def _begins_quotation(cite: HtmlElement) -> bool:
    begins = cite.getprevious() is None and not (cite.getparent().text or "").strip()
    is_followed = bool((cite.tail or "").strip())
    return begins and is_followed and next(cite.iterancestors("blockquote"), None) is not None


def mark_quotations(tree: HtmlElement) -> bool:
    """Write the marks that browsers put around a `q`, unless the page has its own."""
    bare = [each for each in tree.iter("q") if not _is_quoted("".join(islice(each.itertext(), 3)))]
    for each in bare:
        around = each.getparent()
        opening, closing = "‘’" if around is not None and around.tag == "q" else "“”"
        each.text = f"{opening}{each.text or ''}"
        if len(each):
            each[-1].tail = f"{each[-1].tail or ''}{closing}"
        else:
            each.text += closing
    return bool(bare)


def drop_readings(tree: HtmlElement) -> bool:
    """Drop the readings beside words in ruby, unless the page sets them in brackets (`rp`).

    They would be one word with what they are the reading of.
    """
    bare = [ruby for ruby in tree.iter("ruby") if next(ruby.iter("rp"), None) is None]
    for ruby in bare:
        for reading in list(ruby.iter("rt", "rtc")):
            reading.drop_tree()
    return bool(bare)


def drop_wiki_links(tree: HtmlElement) -> bool:
    """Drop links to edit sections and back from notes, and boxes of links to other articles."""
    likely = tree.xpath(_OF_WIKI)
    dropped = [each for each in likely if not _CLASSES.isdisjoint(each.get("class").split())]
    for element in dropped:
        if element.getparent() is not None:
            element.drop_tree()
    return bool(dropped)


def drop_tooltips(tree: HtmlElement) -> bool:
    """Drop texts of tooltips, and the signs that open margin notes."""
    named = " or ".join(f"contains(@class, {name!r})" for name in POINTED_AT)
    tooltips = tree.xpath(
        f"//*[self::label or self::span or self::div][{named}] | //span[@role='tooltip']"
    )
    for element in tooltips:
        if element.getparent() is not None:
            if element.tag == "label":  # a note that stands apart follows it
                element.tail = f" {element.tail or ''}"
            element.drop_tree()
    return bool(tooltips)


def rewrite_galleries(tree: HtmlElement) -> bool:
    """Make figures of lists whose terms are pictures, and captions of what defines them.

    WordPress writes its galleries so.
    """
    rewrote = False
    for gallery in tree.iter("dl"):
        terms, captions = gallery.findall("dt"), gallery.findall("dd")
        if len(terms) == 1 >= len(captions) and _is_picture(terms[0]):
            gallery.tag, terms[0].tag, rewrote = "figure", "div", True
            for caption in captions:
                caption.tag = "figcaption"
    return rewrote


def _is_picture(term: HtmlElement) -> bool:
    return next(term.iter("img"), None) is not None and not "".join(term.itertext()).strip()


def drop_byline_actions(tree: HtmlElement) -> bool:
    """Drop links of bylines that say what one can do ("Email the author"), and no name.

    And those of quotations that send them to others.
    """
    links = [
        link for link in tree.xpath(_IN_BYLINES) if _acts(" ".join(link.text_content().split()))
    ]
    for link in links:
        before, around = link.getprevious(), link.getparent()
        if before is None:
            around.text = (around.text or "").rstrip(_BETWEEN)
        else:
            before.tail = (before.tail or "").rstrip(_BETWEEN)
        link.drop_tree()
    return bool(links)


def rewrite_infoboxes(tree: HtmlElement) -> bool:
    """Make tables of MediaWiki's portable infoboxes, a row of each label and its value."""
    boxes = tree.xpath(_BY_CLASS.format("portable-infobox"))
    for box in boxes:
        box.tag = "table"
        for name, tag in _OF_INFOBOXES.items():
            for part in box.xpath("." + _BY_CLASS.format(name)):
                part.tag = tag
    return bool(boxes)


def rewrite_latexml(tree: HtmlElement) -> bool:
    """Make formulas of tables of equations, footnotes of notes; set tags apart from their text."""
    for table in tree.xpath(_EQUATIONS):
        if table.tag == "table" and table.getparent() is not None:
            _rewrite_equations(table)
    for note in tree.xpath(_BY_CLASS.format("ltx_role_footnote")):
        _rewrite_note(note)
    for tag in tree.xpath(_BY_CLASS.format("ltx_tag")):
        if not "".join(tag.itertext()).endswith(" ") and not (tag.tail or "").startswith(" "):
            tag.tail = f" {tag.tail or ''}"
    return True


def _rewrite_equations(table: HtmlElement) -> None:
    """Make of each row of a table of equations a formula on a line of its own."""
    formulas = []
    for row in list(table.iter("tr")):
        maths = [
            each for each in row.iter("math") if next(each.iterancestors("math"), None) is None
        ]
        written = " ".join(filter(None, map(_latex, maths)))
        if written:
            numbers = row.xpath("." + _BY_CLASS.format("ltx_tag_equation"))
            number = "".join(numbers[0].itertext()) if numbers else ""
            formulas.append(_formula(table, written, number))
    if formulas:
        for child in list(table):
            table.remove(child)
        table.tag = "div"
        table.extend(formulas)


def _latex(formula: HtmlElement) -> str:
    return _style("", formula.get("alttext") or "").strip()


def _formula(table: HtmlElement, written: str, number: str) -> HtmlElement:
    label = _label(number.strip())
    around = table.makeelement("div")
    block = etree.SubElement(around, "math", {"display": "block"})
    annotation = etree.SubElement(block, "annotation", {"encoding": "application/x-tex"})
    annotation.text = rf"{written} \tag{{{label[1]}}}" if label else written
    return around


def _rewrite_note(note: HtmlElement) -> None:
    """Move a note that stands in a line behind its paragraph, and leave a reference to it."""
    content = next(iter(note.xpath("." + _BY_CLASS.format("ltx_note_content"))), None)
    marks = note.xpath("." + _BY_CLASS.format("ltx_note_mark"))
    label = "".join(marks[0].itertext()).strip() if marks else ""
    if content is None or not label.isalnum():
        return
    for mark in (*marks, *content.xpath("." + _BY_CLASS.format("ltx_tag_note"))):
        mark.drop_tree()
    move_note(note, content, label)

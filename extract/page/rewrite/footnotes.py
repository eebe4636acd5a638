"""Rewrite footnotes of several kinds as one: `a href="#fn-1"`, and `li id="fn-1"` for the note.

A note is known by its reference: a link to it that it links back to, the types of HTMLBook, its
name, the number that both say, or a raised number in the text that a paragraph at the end begins
with. Links may give the page's address, too.
"""

import re
from collections.abc import Mapping
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.inline.inline import leads_back, note_label

_BLOCKS = frozenset({"p", "div", "li", "aside", "section", "dd"})
_is_number = re.compile(r"[\[(*※]?(\d{1,3})[\])]?").fullmatch
_is_bare = re.compile(r"[\s\[\](){}.:]*").fullmatch
_names_note = re.compile(r"(?:foot|side|end|margin)-?note|noteref", re.I).search
_own_number = re.compile(r"^\s*(?:[\[(]?\d{1,3}[\])]?)?[.:]?\s+").sub
_ends_in_word = re.compile(r"(?:[^\W\d_]{3}|[.,;:!?…)\"”»'’])\s*$").search
_RAISED = frozenset({"sup", "span", "strong", "b"})
# https://edwardtufte.github.io/tufte-css/ and https://github.com/distillpub/template
_SIDE_NOTES = "//p//span[@class='sidenote' or @class='marginnote'][not(.//span)]|//p//d-footnote"
_MOST_LABEL = 6  # characters of a number in brackets
_MOST_BACK = 50  # links of a note that are looked at
_MOST_REFERENCES = 2000  # of a page


def move_note(note: HtmlElement, content: HtmlElement, label: str) -> None:
    """Put a note that stands in a line behind its paragraph, and leave a reference to it."""
    paragraph = next(note.iterancestors("p", "div", "section", "li"), None)
    if paragraph is None:
        return
    item = note.makeelement("li", {"id": f"fn-{label}"})
    item.text = content.text
    item.extend(list(content))
    for child in list(note):
        note.remove(child)
    note.text = None
    note.attrib.clear()
    etree.SubElement(note, "a", {"href": f"#fn-{label}"}).text = label
    last = paragraph
    while (after := last.getnext()) is not None and (after.get("id") or "").startswith("fn-"):
        last = after
    last.addnext(item)


def rewrite_side_notes(tree: HtmlElement) -> bool:
    """Make footnotes of the notes that Tufte CSS and Distill set in a text, without their signs.

    Return whether there are any.
    """
    number = 0
    for note in tree.xpath(_SIDE_NOTES)[:_MOST_REFERENCES]:
        while (before := note.getprevious()) is not None and before.tag in ("label", "input"):
            before.drop_tree()
        texts = (note.getparent().text,) if before is None else (*before.itertext(), before.tail)
        if any(text and text.strip() for text in texts):
            number += 1
            move_note(note, note, str(number))
            note.tag = "span"
    return number > 0


def rewrite_footnotes(tree: HtmlElement) -> bool:
    """Rewrite the footnotes that are found by their links, and those that only raise numbers.

    Return whether there are any.
    """
    rewrote = False
    links = (link for link in tree.iter("a") if _place(link))
    inside = [*islice(links, _MOST_REFERENCES)]
    by_id = _by_id(tree) if any(map(_number_of, inside)) else {}
    for link in inside if by_id else ():
        if link.getparent() is None:  # a link back from a note, dropped with it
            continue
        note, label = _note_of(by_id.get(_place(link))), _number_of(link)
        if note is not None and label and note.tag in _BLOCKS:
            rewrote = _rewrite_linked(link, note, label[1]) or rewrote
    return _rewrite_raised(tree) or rewrote


def _place(link: HtmlElement) -> str:
    """Return the id that a link leads to, here or on another page."""
    return str((link.get("href") or "").partition("#")[2])


def _number_of(link: HtmlElement) -> "re.Match[str] | None":
    """Return the number that a link says, if it says no more."""
    return _is_number("".join(link.itertext()).strip())


def _by_id(tree: HtmlElement) -> Mapping[str, HtmlElement]:
    """Return what links within a page lead to."""
    named = {element.get("name"): element for element in tree.iter("a")}
    return named | {element.get("id"): element for element in tree.xpath("descendant::*[@id]")}


def _note_of(target: HtmlElement | None) -> HtmlElement | None:
    """Return the note that a reference leads to: the block that begins with its own number."""
    if target is None or target.tag not in ("a", "span", "sup"):
        return target
    around = target.getparent()
    while around is not None and around.tag not in _BLOCKS:
        around = around.getparent()
    begins = around is not None and "".join(around.itertext()).lstrip()[:_MOST_LABEL]
    return around if begins and begins.startswith("".join(target.itertext()).strip()) else None


def _rewrite_linked(link: HtmlElement, note: HtmlElement, label: str) -> bool:
    """Rewrite a reference and its note, if the note leads back or their types say what they are."""
    around = link.getparent()
    beside = (each.getprevious() for each in (link, around))
    outer = around.getparent() if around.tag in _RAISED else None
    around_link = (each for each in (*beside, outer) if each is not None)
    near = (link, around, *link.iterchildren(), *around_link)
    names = {each.get(name) for each in near for name in ("id", "name")} - {None}
    is_known = link.get("href")[0] == "#" and bool(note_label(_place(link)))  # by its name
    places = [(each, _place(each)) for each in islice(note.iter("a"), _MOST_BACK)]
    back = [
        each for each, place in places if place in names or (not is_known and leads_back(place))
    ]
    is_stated = link.get("data-type") == "noteref" or note.get("data-type") == "footnote"
    is_stated = is_stated or "noteref" in (link.get("role") or link.get("epub:type") or "")
    is_stated = is_stated or _names_note(note.get("class") or "") is not None
    is_stated = is_stated or _is_numbered(link, note, label)
    is_stated = is_stated or bool(link.get("href")[0] != "#" and note_label(_place(link)))
    if not back and not is_stated:
        return False
    for each in back:
        _drop_with_empty(each, note)
    link.set("href", f"#fn-{label}")
    if note.tag != "li":
        note.text = _own_number("", note.text or "")
        first = None if note.text.strip() else next(note.iterchildren(etree.Element), None)
        own = None if first is None else _number_of(first)
        if first is not None and ((own and own[1] == label) or _is_point(first)):
            first.drop_tree()
    note.tag = "li"
    note.set("id", f"fn-{label}")
    return True


def _is_numbered(link: HtmlElement, note: HtmlElement, label: str) -> bool:
    """Return whether a reference behind a word leads to a paragraph that begins with its number."""
    reference = link.getparent() if link.getparent().tag in ("sup", "span") else link
    before = reference.getprevious()
    text = reference.getparent().text if before is None else before.tail
    begins = re.match(rf"\s*{label}[.:)]?\s+\S", note.text or "")
    return note.tag == "p" and begins is not None and bool(_ends_in_word(text or ""))


def _is_point(element: HtmlElement) -> bool:
    """Return whether an element has a point or brackets, and no more."""
    text = "".join(element.itertext()).strip()
    return bool(text) and _is_bare(text) is not None


def _drop_with_empty(link: HtmlElement, note: HtmlElement) -> None:
    """Drop a link back, with what is raised around it where that holds nothing but brackets."""
    around = link.getparent()
    link.drop_tree()
    while around is not note and around.tag in _RAISED and _is_bare("".join(around.itertext())):
        around, dropped = around.getparent(), around
        dropped.drop_tree()


def _rewrite_raised(tree: HtmlElement) -> bool:
    """Rewrite notes that begin with the raised numbers that words before them have."""
    numbers = [sup for sup in tree.iter("sup") if not len(sup) and _label(sup).isdecimal()]
    notes = {sup: _label(sup) for sup in numbers if _begins_note(sup)}
    labels = list(notes.values())
    if not labels or labels != [str(number + 1) for number in range(len(labels))]:
        return False
    first = numbers.index(next(iter(notes)))
    references: dict[str, HtmlElement] = {}
    for sup in numbers[:first]:
        if _follows_word(sup):
            references.setdefault(_label(sup), sup)
    if not set(labels) <= set(references):
        return False
    for label in labels:
        reference = references[label]
        reference.text = None
        etree.SubElement(reference, "a", {"href": f"#fn-{label}"}).text = label
    for paragraph in dict.fromkeys(sup.getparent() for sup in notes):
        _split(paragraph, notes)
    return True


def _label(sup: HtmlElement) -> str:
    return (sup.text or "").strip()


def _begins_note(sup: HtmlElement) -> bool:
    """Return whether a raised number begins a paragraph, or a line in one, and text follows it."""
    before, paragraph = sup.getprevious(), sup.getparent()
    begins = not (paragraph.text or "").strip() if before is None else _ends_line(before)
    return begins and paragraph.tag in _BLOCKS and bool((sup.tail or "").strip())


def _ends_line(element: HtmlElement) -> bool:
    return element.tag == "br" and not (element.tail or "").strip()


def _follows_word(sup: HtmlElement) -> bool:
    """Return whether a raised number follows a word or its full stop, and is no power of a unit."""
    before = sup.getprevious()
    text = sup.getparent().text if before is None else before.tail
    return bool(_ends_in_word(text or ""))


def _split(paragraph: HtmlElement, notes: Mapping[HtmlElement, str]) -> None:
    """Make an item of each note in a paragraph, behind it."""
    at, item = paragraph, None
    for child in list(paragraph):
        if child in notes:
            item = paragraph.makeelement("li", {"id": f"fn-{notes[child]}"})
            item.text = child.tail
            at.addnext(item)
            at = item
            paragraph.remove(child)
        elif item is not None and _ends_line(child) and child.getnext() in notes:
            paragraph.remove(child)
        elif item is not None:
            item.append(child)
    if not "".join(paragraph.itertext()).strip():
        paragraph.drop_tree()

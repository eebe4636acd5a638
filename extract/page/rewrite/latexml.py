"""Rewrite what LaTeXML makes of papers: equations in tables, notes in lines, tags of lists."""

import re

from lxml import etree
from lxml.html import HtmlElement

_BY_CLASS = "//*[contains(concat(' ', normalize-space(@class), ' '), ' {} ')]"
_EQUATIONS = "|".join(
    _BY_CLASS.format(name) for name in ("ltx_equation", "ltx_equationgroup", "ltx_eqn_table")
)
_style = re.compile(r"\\(?:display|text)style\s*").sub
_label = re.compile(r"\(?(\w[\w.]*)\)?").fullmatch


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
    paragraph = next(note.iterancestors("p", "div", "section", "li"), None)
    marks = note.xpath("." + _BY_CLASS.format("ltx_note_mark"))
    label = "".join(marks[0].itertext()).strip() if marks else ""
    if content is None or paragraph is None or not label.isalnum():
        return
    for mark in (*marks, *content.xpath("." + _BY_CLASS.format("ltx_tag_note"))):
        mark.drop_tree()
    content.tag = "li"
    content.attrib.clear()
    content.set("id", f"fn-{label}")
    content.tail = None
    for child in list(note):
        note.remove(child)
    note.text = None
    reference = etree.SubElement(note, "a", {"href": f"#fn-{label}"})
    reference.text = label
    last = paragraph
    while (after := last.getnext()) is not None and (after.get("id") or "").startswith("fn-"):
        last = after
    last.addnext(content)

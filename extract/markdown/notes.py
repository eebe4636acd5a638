"""Footnotes by the names of their elements: those of GitHub, Pandoc, Wikipedia, Word and others."""

import re

_names_note = re.compile(
    r"(?:user-content-|sd)?_?(?:fn|ftn|edn|footnote|endnote|cite_note|note)[-:_]?"
    r"(?!ref)([\w-]*\d|(?<=:)[\w-]+)(?:sym)?"
).fullmatch
leads_back = re.compile(
    r"(?:user-content-)?_?(?:fn|ftn|edn|footnote|endnote|cite|note)[-_]?ref[\w:.-]*|sdfootnote\d+anc"
).fullmatch


def note_label(name: str) -> str:
    """Return the label of the footnote that has that id; "" if it is none.

    >>> note_label("fn:1"), note_label("cite_note-Smith-3"), note_label("fnref1"), note_label("top")
    ('1', 'Smith-3', '', '')
    """
    found = _names_note(name)
    return found[1].strip("-") if found else ""

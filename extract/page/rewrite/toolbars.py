"""Drop the toolbars of code: what copies it, the name of its language, which is kept, and tabs.

They stand beside its `pre` or in it.
"""

import re
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.dom import HEADING_TAGS

LANGUAGES = ("data-lang", "data-language")  # attributes of `pre` and of what is around it
_MOST_CHARS = 60  # of a toolbar
_MOST_TEXTS = 8  # of a part inside a `pre`, which is a word or two
_MOST_BESIDE = 4  # elements on each side of a `pre`
_LEVELS_ABOVE = 3  # from a row of tabs to that of its panels, from `pre` to its parts
_LEVELS_OF_TOOLBAR = 4  # from `pre` to the element that its toolbar stands in
_NO_TOOLBAR = (*HEADING_TAGS, "p", "ul", "ol", "table", "pre", "img", "figcaption")
_says_action = re.compile(
    r"(?:copy|copied!?|copy code|copy to clipboard|try(?: it)?(?: yourself| online)?|run(?: code)?"
    r"|edit|(?:toggle )?(?:word )?wrap"
    r"|select all|expand|collapse|raw|view raw|download|open in [\w ]+|play|explain|show more"
    r"|kopieren|alles auswählen|copier(?: le code)?|tout sélectionner|copiar(?: código)?"
    r"|seleccionar todo|selecionar tudo|copia|kopiëren|kopiuj|zaznacz wszystko|копировать"
    r"|выделить всё|скопировать|复制(?:代码)?|複製|コピー|全选|복사)[\s!.…]*",
    re.I,
).fullmatch
_names_language = re.compile(
    r"(?:^|[\s_-])(?:lang(?:uage)?(?:-?(?:id|name|label|tag|badge))?|code-?(?:lang|label|type))"
    r"(?:$|[\s_])",
    re.I,
).search
_leads_to_file = re.compile(r"(?:view )?raw", re.I).fullmatch  # so what is beside it names it
_says_code = re.compile(r"(?:code|quelltext|código|codice|kod|код|代码)?\s*[:：]?", re.I).fullmatch
# Classes of rows of tabs that have no role: of MkDocs, VitePress.
ROWS_OF_TABS = ("tabbed-labels", "code-group")
_TABS = (
    "//*[@role='tablist' or contains(@class, 'tabbed-labels')]"
    " | //*[contains(@class, 'code-group')]/*[label]"
)
_OF_PANELS = ("tabbed-block", "tab-pane", "tabpanel", "language-")  # in classes
_MOST_OF_TAB = 40  # characters; by hand
# Bounds, so that rows beside each other or in each other are not all read by each; by hand.
_MOST_IN_ROW = 200  # elements of a row of tabs, and of panels behind it
_DEEPEST_CODE = 20  # elements between a panel and its code
_is_language = re.compile(r"[\w+#.-]{1,20}").fullmatch


def head_panels(tree: HtmlElement) -> bool:
    """Write the name of each tab at the head of its panel, for tabs of code, in place of their row.

    All panels are shown then. Return whether there are any.
    """
    levels = (islice(pre.iterancestors(), _DEEPEST_CODE) for pre in tree.iter("pre"))
    with_code = {above for chain in levels for above in chain}
    changed = False
    for row in tree.xpath(_TABS):
        inside = [*islice(row.iterdescendants(), _MOST_IN_ROW)]
        tabs = [each for each in inside if each.get("role") == "tab"]
        tabs = tabs or [each for each in inside if each.tag == "label"]
        panels = _panels(row, len(tabs))
        if with_code.isdisjoint(panels):
            continue
        names = [_said(tab, _MOST_TEXTS) for tab in tabs]
        if all(names) and max(map(len, names)) <= _MOST_OF_TAB:
            for name, panel in zip(names, panels, strict=True):
                _head(panel, name)
            row.drop_tree()
            changed = True
    return changed


def _said(element: HtmlElement, most: int | None = None) -> str:
    """Return the text of an element, of its first texts if so many at most are to be read."""
    return " ".join("".join(islice(element.itertext(), most)).split())


def _panels(row: HtmlElement, count: int) -> list[HtmlElement]:
    """Return the panels behind a row of tabs, as many as these; none if there are others."""
    for place in (row, *islice(row.iterancestors(), _LEVELS_ABOVE - 1)):
        near = islice(place.itersiblings(), _MOST_IN_ROW)
        behind = [each for each in near if isinstance(each.tag, str)]
        for group in (behind, *(islice(each, _MOST_IN_ROW) for each in behind[:1])):
            panels = [each for each in group if _is_panel(each)]
            if len(panels) == count > 1:
                return panels
    return []


def _is_panel(element: HtmlElement) -> bool:
    names = element.get("class") or ""
    return element.get("role") == "tabpanel" or any(each in names for each in _OF_PANELS)


def _head(panel: HtmlElement, name: str) -> None:
    """Write a name before all else in a panel, and show it."""
    line = panel.makeelement("p")
    etree.SubElement(line, "strong").text = name
    line.tail, panel.text = panel.text, None
    panel.insert(0, line)
    for hiding in ("hidden", "aria-hidden", "style"):
        panel.attrib.pop(hiding, None)


def drop_toolbars(tree: HtmlElement) -> bool:
    """Drop what toolbars beside code say; a language that only they name is kept as attribute.

    Return whether there are any.
    """
    changed = []
    for pre in list(tree.iter("pre")):
        element = pre
        for _ in range(_LEVELS_OF_TOOLBAR):
            if element.getparent() is None or element.tag in ("article", "main", "body"):
                break
            for near in (element.itersiblings(preceding=True), element.itersiblings()):
                for beside in [*islice(near, _MOST_BESIDE)]:
                    if _may_be_toolbar(beside):
                        changed.append(_clear(beside, pre))
                    if beside.getparent() is not None:  # no toolbar: nor is one behind it
                        break
            if len(list(islice(element.getparent().iter("pre"), 2))) > 1:
                break
            element = element.getparent()
    return any(changed)


def drop_labels(pre: HtmlElement) -> bool:
    """Drop what stands in a `pre` beside its code: the language's name, buttons."""
    level, parts, dropped = list(pre), list[HtmlElement](), False
    for _ in range(_LEVELS_ABOVE):
        parts += level
        level = [child for each in level if each.tag != "code" for child in each]
    code = next((part for part in parts if part.tag == "code"), None)
    if code is None:
        return False
    stated = (code.get("class") or "").lower().split()
    badges = [*islice(code.iterdescendants("div"), _MOST_BESIDE)]
    for part in (*parts, *badges):
        label = _said(part, _MOST_TEXTS)
        is_stated = part not in badges and f"language-{label.lower()}" in stated
        named = is_stated or _names_language(part.get("class") or "")
        names = named and _is_language(label)
        is_action = part.tag in ("a", "button") and _says_action(label)
        if not (names or is_action) or next(part.iter("code"), None) is not None:
            continue
        if names and not pre.get(LANGUAGES[1]) and not pre.get(LANGUAGES[0]):
            pre.set(LANGUAGES[1], label)
        part.drop_tree()
        dropped = True
    return dropped


def _may_be_toolbar(element: HtmlElement) -> bool:
    text = _said(element)
    if not isinstance(element.tag, str) or len(text) > _MOST_CHARS:
        return False
    return element.tag == "p" or next(element.iter(*_NO_TOOLBAR), None) is None


def _clear(toolbar: HtmlElement, pre: HtmlElement) -> bool:
    """Drop the parts of a toolbar, and all of it if nothing else is left.

    Return whether there is any, of which the `pre` may have got its language too.
    """
    dropped, is_of_file = False, False
    for part in [toolbar, *toolbar.iterdescendants()]:
        label = _said(part)
        is_of_file |= part.tag == "a" and _leads_to_file(label) is not None
        is_control = (
            part.tag in ("button", "a") or part.get("role") == "button" or _names_copying(part)
        )
        names = _names_language(part.get("class") or "") and _is_language(label)
        if names and not pre.get(LANGUAGES[1]) and not pre.get(LANGUAGES[0]):
            pre.set(LANGUAGES[1], label)
        if names or (label and is_control and _says_action(label)):
            dropped = True
            if part is toolbar:
                break
            if part.getparent() is not None:
                part.drop_tree()
    left = "".join(toolbar.itertext()).strip()
    if dropped and (is_of_file or _says_code(left) or _says_action(left) or _is_language(left)):
        toolbar.drop_tree()
    return dropped


def _names_copying(part: HtmlElement) -> bool:
    names = f"{part.get('class')} {part.get('slot')}".lower()
    return any(each in names for each in ("copy", "clipboard", "btn", "action"))

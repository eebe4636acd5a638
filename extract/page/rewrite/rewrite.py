"""Walk a page with what it writes in forms of its own rewritten into plain HTML.

What a page holds as a document of its own, in a shadow root or a frame, is opened before it is
walked, and what it embeds made links: both are found by their tags alone. The walk shows what may
call for a step more: most pages call for none, and are walked once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.errors import ParseError
from pagesight.extract.page.budget import Budget
from pagesight.extract.page.dom import CODE, HEADING_TAGS, parse
from pagesight.extract.page.elements import Elements, tag_mask
from pagesight.extract.page.inline.formulas import (
    PICTURED_AT,
    STATED_IN,
    has_formulas,
    put_back_formulas,
)
from pagesight.extract.page.rewrite.code_blocks import (
    mark_code,
    names_code,
    names_gutter,
    rewrite_code,
    rewrite_gutters,
    states_space,
    states_unselectable,
)
from pagesight.extract.page.rewrite.conventions import (
    POINTED_AT,
    begins_byline_action,
    drop_byline_actions,
    drop_readings,
    drop_tooltips,
    drop_wiki_links,
    end_in_feet,
    is_emoji,
    label_icons,
    mark_quotations,
    part_citations,
    rewrite_galleries,
    rewrite_headings,
    rewrite_infoboxes,
    rewrite_latexml,
    rewrite_lists,
    rewrite_tables,
    write_emojis,
)
from pagesight.extract.page.rewrite.data_text import add_data_text
from pagesight.extract.page.rewrite.embeds import has_embeds, rewrite_embeds, rewrite_players
from pagesight.extract.page.rewrite.footnotes import rewrite_footnotes, rewrite_side_notes
from pagesight.extract.page.rewrite.set_lines import (
    part_admonitions,
    rename_as_shown,
    rewrite_enumerations,
    rewrite_word_lists,
)
from pagesight.extract.page.rewrite.toolbars import ROWS_OF_TABS, head_panels
from pagesight.extract.page.walk import Texts, renamed, walk

_is_inline_code = tag_mask("code", "tt")
_are_paragraphs = tag_mask("p", *HEADING_TAGS)

_NEAR = 6  # elements around a text: a link in a byline, and what may be in the link
_MOST_FRAMES = 20  # of a page: each is parsed
# One is in all names that `names_code` finds, and that `names_gutter` does.
_OF_CODE = ("code", "snippet", "syntax", "prettyprint", "hljs", "cm-content")
_OF_GUTTER = ("gutter", "line", "blob-num", "ln-numbers", "lnt", "gl", "crayon")


def open_shadow_roots(tree: HtmlElement) -> None:
    """Put each shadow root in the place of its template, with the host's children in its slots.

    As browsers show it (HTML standard, 4.12.4 and DOM standard, 4.2.2): what has no slot is not
    shown, and a slot that gets nothing shows what it holds.
    """
    for template in list(tree.iter("template")):
        is_shown = template.getparent() is not None  # else a root opened before has no slot for it
        if is_shown and not {"shadowrootmode", "shadowroot"}.isdisjoint(template.keys()):
            _fill_slots(template)
            template.tag = "div"
            template.attrib.clear()


def _fill_slots(template: HtmlElement) -> None:
    host = template.getparent()
    texts = [host.text or "", template.tail or ""]
    host.text = template.tail = None
    light: dict[str, list[HtmlElement]] = {}
    for child in [each for each in host if each is not template]:
        light.setdefault(child.get("slot") or "", []).append(child)
        host.remove(child)
    text = "".join(texts)
    for slot in [each for each in template.iter("slot") if _root_of(each) is template]:
        assigned = light.pop(slot.get("name") or "", [])
        own_text = "" if slot.get("name") else text
        if assigned or own_text.strip():
            for fallback in list(slot):
                slot.remove(fallback)
            slot.text = own_text
            slot.extend(assigned)
            text = "" if own_text else text


def _root_of(slot: HtmlElement) -> HtmlElement | None:
    """Return the shadow root that a slot is of, which may be one in another."""
    return next(slot.iterancestors("template"), None)


def open_frames(tree: HtmlElement) -> None:
    """Put the documents that frames hold as text (`srcdoc`) in the place of the frames."""
    frames = [each for each in tree.iter("iframe") if each.get("srcdoc") is not None]
    for frame in frames[:_MOST_FRAMES]:
        try:
            inner = parse(frame.attrib.pop("srcdoc"))
        except ParseError:
            continue
        body = inner.find("body")
        if body is not None and "".join(body.itertext()).strip():
            frame.tag = "div"
            frame.text = body.text
            frame.extend(list(body))


@dataclass(frozen=True)
class _Walked:
    """The tables of a walk, and what in them calls for a step."""

    elements: Elements
    texts: Texts
    _joined: dict[str, str] = field(default_factory=dict, repr=False)  # values by attribute

    @cached_property
    def skipped(self) -> Mapping[str, Sequence[HtmlElement]]:
        """Return the skipped elements by tag, in order."""
        by_tag = defaultdict[str, list[HtmlElement]](list)
        for element, *_ in self.texts.passed:
            by_tag[element.tag].append(element)
        return by_tag

    @cached_property
    def tags(self) -> frozenset[str]:
        """Return the tags of the page, skipped ones too."""
        names = np.array(self.elements.names, object)
        met = names[np.flatnonzero(np.bincount(self.elements.tag))]
        return frozenset([*met, *self.skipped])

    @property
    def styles(self) -> Iterable[str]:
        """Return the style attributes in small letters."""
        return map(str.lower, self.elements.styles.values())

    def has_tag(self, *tags: str) -> bool:
        return not self.tags.isdisjoint(tags)

    def has_class(self, *parts: str) -> bool:
        """Return whether a class has one of some parts in its name."""
        return any(part in self.elements.class_names for part in parts)

    def has_class_like(self, is_like: Callable[[str], object], *parts: str) -> bool:
        """Return whether a function finds a class that has one of some parts in its name."""
        return bool(self.elements.with_class(is_like, *parts))

    @cached_property
    def has_gutters(self) -> bool:
        """Return whether a table may be code with its lines numbered."""
        return self.has_tag("table") and (
            self.has("data-line-number")
            or self.has_class_like(names_gutter, *_OF_GUTTER)
            or (self.says("style", "user-select") and any(map(states_unselectable, self.styles)))
        )

    @cached_property
    def has_unmarked_code(self) -> bool:
        """Return whether names or styles may say of other elements than `pre` that they are code.

        Or that they keep their lines.
        """
        return (
            self.has_tag("xmp", "listing", "plaintext")
            or self.has_class_like(names_code, *_OF_CODE)
            or self.has("data-lang", "data-language")
            or self.has_lines_of_code
            or self.has_code_among_blocks
            or self.has_class("fragment")
            or (self.says("style", "white-space") and any(map(states_space, self.styles)))
        )

    @property
    def has_lines_of_code(self) -> bool:
        """Return whether a `br` parts what `code` or `tt` holds."""
        elements = self.elements
        in_code = _is_inline_code(elements.tag[elements.parent])
        return bool((in_code & (elements.tag == CODE["br"])).any())

    @property
    def has_code_among_blocks(self) -> bool:
        """Return whether `code` or `tt` stands where paragraphs or headings do."""
        elements = self.elements
        holds = np.zeros(len(elements), np.bool_)
        holds[elements.parent[_are_paragraphs(elements.tag)]] = True
        return bool(holds[elements.parent[_is_inline_code(elements.tag)]].any())

    def has(self, *attributes: str) -> bool:
        return not self.elements.by_attribute.keys().isdisjoint(attributes)

    def says(self, attribute: str, *parts: str) -> bool:
        """Return whether a value of an attribute has one of some parts in it."""
        if attribute not in self._joined:
            values = self.elements.by_attribute.get(attribute, ((), ()))[1]
            self._joined[attribute] = "\n".join(values).lower()
        return any(part in self._joined[attribute] for part in parts)


def _has_code(page: _Walked) -> bool:
    return page.has_tag("pre") or page.has_gutters or page.has_unmarked_code


def _has_tabs_of_code(page: _Walked) -> bool:
    tabs = page.says("role", "tablist") or page.has_class(*ROWS_OF_TABS)
    return tabs and page.has_tag("pre")


def _has_galleries(page: _Walked) -> bool:
    elements = page.elements
    images = np.flatnonzero(elements.tag == CODE["img"])
    around = elements.parent[images], elements.parent[elements.parent[images]]
    return bool(np.any(elements.tag[np.concatenate(around)] == CODE["dt"]))


def _has_footnotes(page: _Walked) -> bool:
    return (
        page.has_tag("sup")
        or page.has_class("footnote", "ftn")
        or page.says("href", "note", "#fn", "#_ftn", "#ftn", "#ntr")
        or page.says("id", "footnote")
        or "[1]" in page.texts.strings
    )


def _has_side_notes(page: _Walked) -> bool:
    return page.has_class("sidenote", "marginnote") or page.has_tag("d-footnote")


def _has_byline_actions(page: _Walked) -> bool:
    """Return whether a text near elements of bylines, or of quotations, may say what one can do."""
    if page.has_tag("blockquote") and page.says("href", "tweet"):
        return True
    if not page.has_class("byline", "author"):
        return False
    holder = page.texts.holder
    linked = page.elements.linked[holder]
    link_texts = zip(compress(page.texts.strings, linked), holder[linked].tolist(), strict=True)
    acting = (row for text, row in link_texts if begins_byline_action(text))
    classes = (
        "".join(page.elements.classes[at] for at in page.elements.chain(row)[-_NEAR:])
        for row in acting
    )
    return any("byline" in each or "author" in each for each in classes)


def _has_icons_in_cells(page: _Walked) -> bool:
    return page.has_tag("td") and (page.has_tag("svg") or page.has("aria-label"))


def _has_formulas(page: _Walked) -> bool:
    scripts = (each for skipped, *_ in page.texts.passed for each in skipped.iter("script"))
    named = has_formulas(page.tags, scripts, page.elements.class_names)
    return named or page.has(*STATED_IN) or page.says("src", *PICTURED_AT)


_Steps = Sequence[tuple[Callable[[_Walked], bool], Callable[[HtmlElement], bool]]]
_REWRITING: _Steps = (
    (lambda page: has_embeds(page.elements, page.elements.class_names), rewrite_embeds),
    (lambda page: page.has_class("mw-", "editsection"), drop_wiki_links),
    (_has_side_notes, rewrite_side_notes),
    (lambda page: page.has_class(*POINTED_AT) or page.says("role", "tooltip"), drop_tooltips),
    (_has_byline_actions, drop_byline_actions),
    (lambda page: page.has_tag("rt"), drop_readings),
    (lambda page: page.has_tag("q"), mark_quotations),
    (lambda page: page.has_class("ltx_"), rewrite_latexml),
    (lambda page: page.has_gutters, rewrite_gutters),
    (lambda page: page.has_unmarked_code, mark_code),
    (_has_tabs_of_code, head_panels),
    (_has_code, rewrite_code),
    (_has_icons_in_cells, label_icons),
    (lambda page: any(is_emoji(alt) for _, alt in page.elements.values("alt")), write_emojis),
    (lambda page: page.has_tag("tfoot"), end_in_feet),
    (lambda page: page.says("style", "mso-list", "times new roman"), rewrite_word_lists),
    (lambda page: page.has_class("admonitionblock"), part_admonitions),
    (lambda page: page.has_tag("td", "dl"), rewrite_enumerations),
    (_has_footnotes, rewrite_footnotes),
    (_has_formulas, put_back_formulas),
)
_RENAMING: _Steps = (
    (lambda page: page.says("role", "listitem"), rewrite_lists),
    (lambda page: page.says("role", "row"), rewrite_tables),
    (lambda page: page.has("aria-level"), rewrite_headings),
    (_has_galleries, rewrite_galleries),
    (lambda page: page.has_class("portable-infobox"), rewrite_infoboxes),
    (lambda page: page.has_tag("cite"), part_citations),
)


def walk_rewritten(
    tree: HtmlElement, skipped: frozenset[str], budget: Budget
) -> tuple[Elements, Texts, tuple[str, ...]]:
    """Walk a new tree as `walk` does, all that calls for it rewritten; return warnings too."""
    if "template" not in skipped:
        open_shadow_roots(tree)
    open_frames(tree)
    rewrite_players(tree)
    page = _Walked(*walk(tree, skipped, budget))
    linked = page.elements.linked[page.texts.holder].tolist()
    warning = add_data_text(tree, page.texts.strings, linked)
    if warning:
        rewrite_players(tree)
        page = _Walked(*walk(tree, skipped, budget))
    is_rewritten, is_renamed = _take(_REWRITING, tree, page), _take(_RENAMING, tree, page)
    is_renamed |= rename_as_shown(page.elements, page.texts.passed)
    elements, texts = walk(tree, skipped, budget) if is_rewritten else (page.elements, page.texts)
    if is_renamed and not is_rewritten:
        elements = renamed(elements, skipped)
    return elements, texts, (warning,) if warning else ()


def _take(steps: _Steps, tree: HtmlElement, page: _Walked) -> bool:
    """Take the steps that a page calls for; return whether any changed it."""
    changed = [step(tree) for calls_for, step in steps if calls_for(page)]
    return any(changed)

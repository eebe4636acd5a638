"""Walk a page with what it writes in forms of its own rewritten into plain HTML.

The first walk shows what may call for a step: most pages call for none, and are walked once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.budget import Budget
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.inline.formulas import has_formulas, put_back_formulas
from pagesight.extract.page.rewrite.code_blocks import names_code, names_gutter, rewrite_code
from pagesight.extract.page.rewrite.code_toolbars import drop_toolbars
from pagesight.extract.page.rewrite.conventions import (
    drop_readings,
    drop_wiki_links,
    part_citations,
    rewrite_latexml,
    rewrite_lists,
    rewrite_tables,
)
from pagesight.extract.page.rewrite.data_text import add_data_text
from pagesight.extract.page.rewrite.embeds import has_embeds, rewrite_embeds
from pagesight.extract.page.rewrite.footnotes import rewrite_footnotes
from pagesight.extract.page.rewrite.inner_documents import open_frames, open_shadow_roots
from pagesight.extract.page.walk import Texts, walk


@dataclass(frozen=True)
class _Walked:
    """The tables of a walk, and what in them calls for a step."""

    elements: Elements
    texts: Texts

    @cached_property
    def tags(self) -> frozenset[str]:
        """Return the tags of the page, skipped ones too."""
        names = np.array(self.elements.names, object)
        met = names[np.flatnonzero(np.bincount(self.elements.tag))]
        return frozenset([*met, *(element.tag for element, *_ in self.texts.passed)])

    @cached_property
    def classes(self) -> str:
        return "\n".join(self.elements.by_attribute.get("class", ((), ()))[1]).lower()

    def has_tag(self, *tags: str) -> bool:
        return not self.tags.isdisjoint(tags)

    def has_class(self, *parts: str) -> bool:
        """Return whether a class has one of some parts in its name."""
        return any(part in self.classes for part in parts)

    def has(self, *attributes: str) -> bool:
        return not self.elements.by_attribute.keys().isdisjoint(attributes)

    def says(self, attribute: str, *parts: str) -> bool:
        """Return whether a value of an attribute has one of some parts in it."""
        values = "\n".join(self.elements.by_attribute.get(attribute, ((), ()))[1]).lower()
        return any(part in values for part in parts)


# One is in all names that `names_code` finds: they are looked for first, which costs less.
_NAMES_OF_CODE = ("code", "snippet", "syntax", "prettyprint", "hljs", "cm-content")


def _has_code(page: _Walked) -> bool:
    return (
        page.has_tag("pre", "code", "xmp", "listing", "plaintext")
        or (page.has_class(*_NAMES_OF_CODE) and names_code(page.classes) is not None)
        or (page.has_tag("table") and names_gutter(page.classes) is not None)
        or page.has("data-lang", "data-language", "data-line-number")
        or page.says("style", "white-space")
    )


def _has_footnotes(page: _Walked) -> bool:
    return (
        page.has_tag("sup")
        or page.has_class("footnote", "ftn")
        or page.says("href", "#fn", "#footnote", "#_ftn")
        or page.says("id", "footnote")
    )


def _rewrite_code(tree: HtmlElement) -> bool:
    found = rewrite_code(tree)
    drop_toolbars(tree)
    return found


_Steps = Sequence[tuple[Callable[[_Walked], bool], Callable[[HtmlElement], bool]]]
# What is inside other documents is rewritten as well.
_OPENING: _Steps = (
    (lambda page: page.has("shadowrootmode", "shadowroot"), open_shadow_roots),
    (lambda page: page.has_tag("iframe"), open_frames),
)
_REWRITING: _Steps = (
    (lambda page: has_embeds(page.elements, page.texts, page.classes), rewrite_embeds),
    (lambda page: page.has_class("mw-", "editsection"), drop_wiki_links),
    (lambda page: page.has_tag("rt"), drop_readings),
    (lambda page: page.has_class("ltx_"), rewrite_latexml),
    (_has_code, _rewrite_code),
    (_has_footnotes, rewrite_footnotes),
    (lambda page: page.says("role", "listitem"), rewrite_lists),
    (lambda page: page.says("role", "row"), rewrite_tables),
    (lambda page: page.has_tag("cite"), part_citations),
    (lambda page: has_formulas(page.elements, page.texts), put_back_formulas),
)


def walk_rewritten(
    tree: HtmlElement, skipped: frozenset[str], budget: Budget
) -> tuple[Elements, Texts, tuple[str, ...]]:
    """Walk a new tree as `walk` does, all that calls for it rewritten; return warnings too."""
    elements, texts = walk(tree, skipped, budget)
    unlinked = compress(texts.strings, ~elements.linked[texts.holder])
    warning = add_data_text(tree, unlinked)
    opened = _take(_OPENING, tree, _Walked(elements, texts))
    if warning or opened:
        elements, texts = walk(tree, skipped, budget)
    if _take(_REWRITING, tree, _Walked(elements, texts)):
        elements, texts = walk(tree, skipped, budget)
    return elements, texts, (warning,) if warning else ()


def _take(steps: _Steps, tree: HtmlElement, page: _Walked) -> bool:
    """Take the steps that a page calls for; return whether any changed it."""
    changed = [step(tree) for calls_for, step in steps if calls_for(page)]
    return any(changed)

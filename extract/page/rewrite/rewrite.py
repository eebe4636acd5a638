"""Rewrite what a page writes in a form of its own into plain HTML, before it is walked.

Each step works on a new tree that nobody else has, and is skipped where nothing in the page calls
for it: looking for that costs a fraction of the steps, which pass over all elements.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.page.rewrite.code_blocks import names_code, names_gutter, rewrite_code
from pagesight.extract.page.rewrite.code_toolbars import drop_toolbars
from pagesight.extract.page.rewrite.data_text import add_data_text
from pagesight.extract.page.rewrite.embeds import may_embed, rewrite_embeds
from pagesight.extract.page.rewrite.footnotes import rewrite_footnotes
from pagesight.extract.page.rewrite.inner_documents import open_frames, open_shadow_roots
from pagesight.extract.page.rewrite.latexml import rewrite_latexml
from pagesight.extract.page.rewrite.lists import part_citations, rewrite_lists
from pagesight.extract.page.rewrite.ruby import drop_readings
from pagesight.extract.page.rewrite.wiki import drop_wiki_links

# One is in all names that `names_code` finds: they are looked for first, which costs less.
_NAMES_OF_CODE = ("code", "snippet", "syntax", "prettyprint", "hljs", "cm-content")
_keeps_space = re.compile(rb"style\s*=\s*[\"'][^\"'<>]*white-space").search
_states_item = re.compile(rb"role=[\"']?listitem").search
_classes = etree.XPath("//@class", smart_strings=False)


@dataclass(frozen=True, slots=True)
class _Signs:
    """What calls for the steps: the tags, the classes in small letters, the HTML in small letters.

    Words are looked for in bytes: searching those is twice as fast as searching text.
    """

    tags: frozenset[str]
    classes: str
    html: bytes

    def has_tag(self, *tags: str) -> bool:
        return not self.tags.isdisjoint(tags)

    def has_class(self, *parts: str) -> bool:
        """Return whether a class has one of some parts in its name."""
        return any(part in self.classes for part in parts)

    def has_word(self, *words: bytes) -> bool:
        return any(word in self.html for word in words)


def _signs(tree: HtmlElement, html: bytes) -> _Signs:
    tags = frozenset({element.tag for element in tree.iter(etree.Element)})
    return _Signs(tags, "\n".join(_classes(tree)).lower(), html)


def _has_code(signs: _Signs) -> bool:
    return (
        signs.has_tag("pre", "code", "xmp", "listing", "plaintext")
        or (signs.has_class(*_NAMES_OF_CODE) and names_code(signs.classes) is not None)
        or (signs.has_tag("table") and names_gutter(signs.classes) is not None)
        or signs.has_word(b"data-lang", b"data-line")
        or (signs.has_word(b"white-space") and _keeps_space(signs.html) is not None)
    )


def _has_embeds(signs: _Signs) -> bool:
    return (
        any(map(may_embed, signs.tags))
        or signs.has_class("embed", "tweet")
        or signs.has_word(b"data-video", b"data-y")
    )


_Step = Callable[[HtmlElement], str | None]
_Steps = tuple[tuple[Callable[[_Signs], bool], tuple[_Step, ...]], ...]
# What brings more elements to the page.
_OPENING: _Steps = (
    (lambda signs: signs.has_tag("script"), (add_data_text,)),
    (lambda signs: signs.has_tag("template"), (open_shadow_roots,)),
    (lambda signs: signs.has_tag("iframe") and signs.has_word(b"srcdoc"), (open_frames,)),
)
_REWRITING: _Steps = (
    (_has_embeds, (rewrite_embeds,)),
    (lambda signs: signs.has_class("mw-", "editsection"), (drop_wiki_links,)),
    (lambda signs: signs.has_tag("rt"), (drop_readings,)),
    (lambda signs: signs.has_class("ltx_"), (rewrite_latexml,)),
    (_has_code, (rewrite_code, drop_toolbars)),
    (
        lambda signs: signs.has_tag("sup") or signs.has_word(b"footnote", b"#fn"),
        (rewrite_footnotes,),
    ),
    (lambda signs: _states_item(signs.html) is not None, (rewrite_lists,)),
    (lambda signs: signs.has_tag("cite"), (part_citations,)),
)


def rewrite(tree: HtmlElement, html: bytes) -> tuple[str, ...]:
    """Rewrite a new tree, made of `html` in UTF-8, by all steps called for; return warnings."""
    small = html.lower()
    signs = _signs(tree, small)
    opening = _called_for(_OPENING, signs)
    warnings = [step(tree) for step in opening]
    if any(warnings) or opening not in ([], [add_data_text]):
        signs = _signs(tree, small)
    warnings += [step(tree) for step in _called_for(_REWRITING, signs)]
    return tuple(filter(None, warnings))


def _called_for(steps: _Steps, signs: _Signs) -> list[_Step]:
    return [step for calls_for, called in steps if calls_for(signs) for step in called]

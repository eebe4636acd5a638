"""Rewrite what a page writes in a form of its own into plain HTML, before it is walked.

Each step works on a new tree that nobody else has, and is skipped where the page's HTML has none of
the words that it looks for.
"""

from collections.abc import Callable

from lxml.html import HtmlElement

from pagesight.extract.page.rewrite.code_blocks import rewrite_code
from pagesight.extract.page.rewrite.code_toolbars import drop_toolbars
from pagesight.extract.page.rewrite.data_text import add_data_text
from pagesight.extract.page.rewrite.embeds import rewrite_embeds
from pagesight.extract.page.rewrite.footnotes import rewrite_footnotes
from pagesight.extract.page.rewrite.inner_documents import open_frames, open_shadow_roots
from pagesight.extract.page.rewrite.latexml import rewrite_latexml
from pagesight.extract.page.rewrite.lists import part_citations, rewrite_lists
from pagesight.extract.page.rewrite.ruby import drop_readings
from pagesight.extract.page.rewrite.wiki import drop_wiki_links

# In order: what is inside other documents is rewritten as well.
_STEPS: tuple[tuple[tuple[str, ...], Callable[[HtmlElement], str | None]], ...] = (
    (("__", "articlebody", "application/json"), add_data_text),
    (("shadowroot",), open_shadow_roots),
    (("srcdoc",), open_frames),
    (("embed", "<iframe", "<video", "<audio", "youtube", "tweet", "<amp-"), rewrite_embeds),
    (("mw-", "editsection"), drop_wiki_links),
    (("<rt",), drop_readings),
    (("ltx_",), rewrite_latexml),
    (("code", "<pre", "<xmp", "white-space"), rewrite_code),
    (("<pre", "code"), drop_toolbars),
    (("<sup", "footnote", "#fn"), rewrite_footnotes),
    (("listitem",), rewrite_lists),
    (("<cite",), part_citations),
)


def rewrite(tree: HtmlElement, html: str) -> tuple[str, ...]:
    """Rewrite a new tree, made of `html`, by all steps that concern it; return warnings."""
    small = html.lower()
    steps = [step for words, step in _STEPS if any(word in small for word in words)]
    return tuple(filter(None, [step(tree) for step in steps]))

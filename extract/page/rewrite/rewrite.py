"""Rewrite what a page writes in a form of its own into plain HTML, before it is walked.

Each step works on a new tree that nobody else has, and is skipped where the page's HTML has none of
the words that it looks for.
"""

import re
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
_STEPS: tuple[tuple[tuple[bytes, ...], Callable[[HtmlElement], str | None]], ...] = (
    ((b"__", b"articlebody", b"application/json"), add_data_text),
    ((b"shadowroot",), open_shadow_roots),
    ((b"srcdoc",), open_frames),
    ((b"embed", b"<iframe", b"<video", b"<audio", b"youtube", b"tweet", b"<amp-"), rewrite_embeds),
    ((b"mw-", b"editsection"), drop_wiki_links),
    ((b"<rt",), drop_readings),
    ((b"ltx_",), rewrite_latexml),
    ((b"code", b"<pre", b"<xmp", b"white-space"), rewrite_code),
    ((b"<pre", b"code"), drop_toolbars),
    ((b"<sup", b"footnote", b"#fn"), rewrite_footnotes),
    ((b'role="listitem', b"role='listitem", b"role=listitem"), rewrite_lists),
    ((b"<cite",), part_citations),
)
# All words that begin a tag are looked for at once: each by itself would read the whole page again.
_TAGS = [word for words, _ in _STEPS for word in words if word.startswith(b"<")]
_find_tags = re.compile(b"|".join(map(re.escape, _TAGS))).findall


def rewrite(tree: HtmlElement, html: bytes) -> tuple[str, ...]:
    """Rewrite a new tree, made of `html` in UTF-8, by all steps that concern it; return warnings.

    Words are looked for in bytes: searching those is twice as fast as searching text.
    """
    small = html.lower()
    tags = set(_find_tags(small))
    steps = [
        step
        for words, step in _STEPS
        if any(word in (tags if word.startswith(b"<") else small) for word in words)
    ]
    return tuple(filter(None, [step(tree) for step in steps]))

"""Read the style sheets embedded in a page, as far as hiding text needs it.

What is not understood (pseudo-classes, sibling combinators, nested rules, unknown media) is left
out. A general parser, tinycss2, takes 20 ms a page of WCXB for what takes 2 ms here.
"""

import re
from collections.abc import Iterator
from itertools import chain

from lxml.html import HtmlElement

from pagesight.extract.css_values import pixels
from pagesight.extract.hiding_styles import properties_of, said_of
from pagesight.extract.style_rules import Rule, rule_of

_MOST_CHARS = 2_000_000  # of style sheets that are read; the largest of WCXB dev have 0.9 million
_MOST_RULES = 20_000
_MOST_SELECTORS = 1_000  # of one rule
_WIDTH = 1280  # CSS px: the viewport that pages are rendered in

_without_comments = re.compile(r"/\*.*?(?:\*/|\Z)", re.S).sub
# Strings with a character in them that would be taken for the sheet's own.
_without_strings = re.compile(r'"[^"\n{};,]*[{};,][^"\n]*"' r"|'[^'\n{};,]*[{};,][^'\n]*'").sub
_chunks = re.compile(r"([^{}]*)([{}])").finditer
_may_hide = re.compile(
    r"none|hidden|collapse|opacity|size\s*:\s*[01.]|-\d{3}|-\d+(?:em|rem|v[wh])|clip|scale"
    r"|(?<![-\w])color", re.I
).search  # fmt: skip
_media_features = re.compile(r"\(\s*([\w-]+)\s*(?::\s*([^)]*))?\)").findall


def embedded_rules(tree: HtmlElement) -> tuple[Rule, ...]:
    """Return the rules of the page's `style` elements that hide text, or show it again."""
    blocks = list(_blocks("\n".join(_sheets(tree))))
    hiding = (said_of(body) for _, body in blocks if _may_hide(body))
    ways = {way for says in hiding for way, each in says.items() if each.hides}
    speaks = re.compile("|".join(sorted(set(chain(*map(properties_of, ways)))))).search
    rules: list[Rule] = []
    for prelude, body in blocks if ways else ():
        says = said_of(body, ways) if speaks(body) else {}
        selectors = prelude.split(",")[:_MOST_SELECTORS] if says else ()
        read = (rule_of(selector.strip(), says, len(rules)) for selector in selectors)
        rules += [rule for rule in read if rule is not None]
        if len(rules) > _MOST_RULES:
            break
    return tuple(rules)


def _sheets(tree: HtmlElement) -> Iterator[str]:
    """Yield the texts of the sheets that apply; not those for browsers without scripts."""
    left = _MOST_CHARS
    for style in tree.iter("style"):
        inert = style.xpath("boolean(ancestor::noscript | ancestor::template)")
        if left > 0 and not inert and _applies(style.get("media") or ""):
            text = style.text_content()[:left]
            left -= len(text)
            yield text


def _blocks(sheets: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and declarations of the rules that apply on a screen."""
    text = _without_strings('""', _without_comments(" ", sheets))
    applies = [True]
    prelude = None
    for chunk in _chunks(text + "}"):  # a brace at the end keeps the search linear
        before, brace = chunk[1], chunk[2]
        if brace == "{":
            applies.append(applies[-1] and prelude is None and _at_rule_applies(before))
            prelude = None if "@" in before else before.rpartition(";")[2]
            continue
        if prelude is not None and applies[-1]:
            yield prelude, before
        prelude = None
        if len(applies) > 1:
            applies.pop()


def _at_rule_applies(before: str) -> bool:
    """Tell whether what a brace opens applies: an at-rule of conditions, or a rule."""
    at_rule = before.rpartition(";")[2].strip().lower()
    if at_rule.startswith("@media"):
        return _applies(at_rule[6:])
    return not at_rule.startswith("@") or at_rule.startswith(("@supports", "@layer"))


def _applies(media: str) -> bool:
    """Tell whether a list of media queries has one that the screen of a desktop meets.

    >>> _applies(""), _applies("print"), _applies("screen and (max-width: 600px)")
    (True, False, False)
    """
    return any(_meets(query.strip()) for query in media.lower().split(","))


def _meets(query: str) -> bool:
    features = [_has(name, value) for name, value in _media_features(query)]
    kind = query.partition("(")[0].replace("only ", "").removesuffix("and ").strip()
    if kind.startswith("not "):
        return kind[4:] in ("print", "speech") and not features
    return kind in ("", "all", "screen") and all(features)


def _has(name: str, value: str) -> bool:
    if name in ("min-width", "max-width"):
        size = pixels(value)
        return size is not None and (size <= _WIDTH if name == "min-width" else size >= _WIDTH)
    return (name, value.strip()) in (("orientation", "landscape"), ("hover", "hover"))

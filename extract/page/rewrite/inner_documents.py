"""Open what a page holds as a document of its own: shadow roots, frames with their HTML in them."""

from collections.abc import Iterable

from lxml.html import HtmlElement

from pagesight.extract.errors import ParseError
from pagesight.extract.page.dom import parse

_MOST_FRAMES = 20  # of a page: each is parsed
_ROOTS = "//template[@shadowrootmode or @shadowroot]"


def open_shadow_roots(tree: HtmlElement) -> bool:
    """Put each shadow root in the place of its template, with the host's children in its slots.

    As browsers show it (HTML standard, 4.12.4 and DOM standard, 4.2.2): what has no slot is not
    shown, and a slot that gets nothing shows what it holds.
    """
    roots = tree.xpath(_ROOTS)
    for template in roots:
        _fill_slots(template)
        template.tag = "div"
        template.attrib.clear()
    return bool(roots)


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


def has_documents(frames: Iterable[HtmlElement]) -> bool:
    """Return whether one of some frames holds a document as text."""
    return any(frame.get("srcdoc") is not None for frame in frames)


def open_frames(tree: HtmlElement) -> bool:
    """Put the documents that frames hold as text (`srcdoc`) in the place of the frames."""
    frames = [each for each in tree.iter("iframe") if has_documents((each,))][:_MOST_FRAMES]
    for frame in frames:
        try:
            inner = parse(frame.attrib.pop("srcdoc"))
        except ParseError:
            continue
        body = inner.find("body")
        if body is not None and "".join(body.itertext()).strip():
            frame.tag = "div"
            frame.text = body.text
            frame.extend(list(body))
    return bool(frames)

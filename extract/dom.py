"""The DOM: HTML text in, an lxml tree out that nobody changes."""

from lxml import etree, html

from pagesight.extract.errors import ParseError

# Subtrees that hold no text a reader sees.
SKIPPED_TAGS = frozenset(
    {"script", "style", "head", "title", "svg", "math", "iframe", "object", "embed", "canvas",
     "audio", "video", "select", "option", "button", "input", "textarea", "datalist", "meter",
     "progress", "map", "area", "link", "meta", "base", "param", "source", "track"}
)  # fmt: skip


def parse(html_text: str) -> html.HtmlElement:
    """Return the `html` element of the page. Broken markup is mended as libxml2 does.

    Raises ParseError if nothing in the text is an element or text.
    """
    # Bytes, since lxml refuses text that carries an XML encoding declaration.
    parser = html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        return html.document_fromstring(html_text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise ParseError(f"no HTML in the {len(html_text)} characters given: {error}") from error

"""Markdown as HTML that loads nothing: pictures are links."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagesight.app.output.formats import renderer

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

_LINK = {"target": "_blank", "rel": "noopener noreferrer nofollow"}


def markdown_html(markdown: str) -> str:
    """Return our Markdown as HTML, its pictures as links that open elsewhere, as all links do.

    >>> markdown_html("![a bell](https://a.example/bell.png)").count("<img")
    0
    """
    parser = renderer()
    parser.add_render_rule("image", _image)
    parser.add_render_rule("link_open", _link)
    return str(parser.render(markdown))


def _link(
    self: "RendererHTML", tokens: "Sequence[Token]", at: int, options: "OptionsDict", env: "EnvType"
) -> str:
    for name, value in _LINK.items():
        tokens[at].attrSet(name, value)
    return self.renderToken(tokens, at, options, env)


def _image(
    self: "RendererHTML", tokens: "Sequence[Token]", at: int, options: "OptionsDict", env: "EnvType"
) -> str:
    from markdown_it.common.utils import escapeHtml

    image = tokens[at]
    words = self.renderInlineAsText(image.children or [], options, env)
    shown = f'<span class="ps-image">{escapeHtml(words or "picture")}</span>'
    opened = sum({"link_open": 1, "link_close": -1}.get(each.type, 0) for each in tokens[:at])
    address = str(image.attrGet("src") or "")
    if opened or not address.startswith(("http://", "https://")):
        return shown
    rest = " ".join(f'{name}="{value}"' for name, value in _LINK.items())
    return f'<a href="{escapeHtml(address)}" {rest}>{shown}</a>'

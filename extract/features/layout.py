"""How each block looks: columns out of the layout that a browser computed.

A page's own usual text is the measure: the style, the ground and the column of most of its
unlinked words. Blocks whose text was not laid out are NaN in all columns but `look_shown`, those
of a page without a layout in all. No shipped model reads them: beside the columns of the HTML they
gain nothing (docs/labelers.md has the figures, tests/studies/extract/ablate_layout.py makes them).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.columns import hashed, numbered
from pagesight.extract.features.text import Column
from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Flags, Rows
from pagesight.render.page import LaidOutNode

LAYOUT_COLUMNS = (
    "look_shown",  # 1 laid out, visible and on the page; 0 not
    "look_left",  # of the box that holds the text, in page widths; so is the next
    "look_width",
    "look_down",  # the text's own top in page widths: a window of 4:3 ends at .75
    "look_place",  # the same in page heights
    "look_font",  # size, by that of the usual text
    "look_weight",  # hundreds above that of the usual text
    "look_contrast",  # of text and ground, by that of the usual text
    "look_style_share",  # of the page's unlinked text in the same size, weight and colour
    "look_ground_share",  # on the same ground
    "look_edge_share",  # in boxes of the same left edge
    "look_column_overlap",  # share of the box in the main column
    "look_column_offset",  # how far its middle is to the right of the main column's, page widths
    "look_level",  # boxes of the same width and top: cards in a row
    "look_alike",  # boxes of the same width, with text of the same size
    "look_pinned",  # 2 in a fixed box, 1 in a sticky one
)
_FEW = 0.05  # weight of a character that is in a link
_GRID = 4.0  # pixels by which edges that count as the same may differ
_STEPS_BACK = 64  # boxes looked at for the one around a text
_WHITE = (255.0, 255.0, 255.0)
_LIGHT = np.array([0.2126, 0.7152, 0.0722])  # of red, green, blue: WCAG 2, relative luminance
_numbers = re.compile(r"\d+(?:\.\d+)?").findall

Boxes = NDArray[np.float64]  # (boxes, 4): left, top, right, bottom


@dataclass(frozen=True, slots=True)
class _Texts:
    """The blocks that were laid out, (texts,) each."""

    block: Rows
    node: Rows  # with the longest text of the block
    own: Boxes  # around all its text
    outer: Boxes  # of the nearest block-level element
    weight: Column  # characters, those in links little


def layout_columns(document: Document) -> NDArray[np.float32]:
    """Return the columns of LAYOUT_COLUMNS of a page with blocks, (columns, blocks)."""
    found = np.full((len(LAYOUT_COLUMNS), len(document.cuts.texts)), np.nan, np.float32)
    layout = document.page.layout
    if layout is None or not layout.nodes:
        return found
    found[0] = 0
    if not len(document.laid_out.block):
        return found
    nodes = layout.nodes
    boxes = np.array([(n.box.x, n.box.y, n.box.width, n.box.height) for n in nodes], np.float64)
    boxes[:, 2:] += boxes[:, :2]
    texts = _texts(document, nodes, boxes)
    width = max(float(boxes[0, 2] - boxes[0, 0]), 1.0)
    height = max(float(layout.page_height), 1.0)
    columns = {
        **_places(texts, width, height),
        **_shown(texts, nodes, width),
        **_looks(texts, nodes, boxes),
        **_alignment(texts, nodes),
    }
    found[:, texts.block] = [columns[name] for name in LAYOUT_COLUMNS]
    return found


def _texts(document: Document, nodes: tuple[LaidOutNode, ...], boxes: Boxes) -> _Texts:
    pairs = document.laid_out
    starts = np.flatnonzero(np.diff(pairs.block, prepend=-1))
    block, at = pairs.block[starts], boxes[pairs.node]
    own = np.column_stack([
        np.minimum.reduceat(at[:, 0], starts), np.minimum.reduceat(at[:, 1], starts),
        np.maximum.reduceat(at[:, 2], starts), np.maximum.reduceat(at[:, 3], starts),
    ])  # fmt: skip
    length = np.array([len(nodes[number].text or "") for number in pairs.node.tolist()])
    order = np.lexsort((-length, pairs.block))
    node = pairs.node[order[starts]]
    counts = document.text_counts
    linked = counts.link_chars[block]
    around = _around(node, boxes, np.array([_is_block(each) for each in nodes]))
    outer = np.where((around >= 0)[:, None], boxes[around], own)
    return _Texts(block, node, own, outer, counts.chars[block] - (1 - _FEW) * linked + _FEW)


def _is_block(node: LaidOutNode) -> bool:
    return node.text is None and not node.style.display.startswith(("inline", "contents"))


def _around(node: Rows, boxes: Boxes, flags: Flags) -> Rows:
    """Return the last flagged box before each text that its middle lies in; -1 if none is near."""
    flagged = np.flatnonzero(flags)
    middle = (boxes[node, :2] + boxes[node, 2:]) / 2
    found = np.full(len(node), -1, np.int64)
    last = np.searchsorted(flagged, node) - 1
    open_ = np.arange(len(node))
    for step in range(_STEPS_BACK):
        open_ = open_[last[open_] >= step]
        if not len(open_):
            break
        at = flagged[last[open_] - step]
        inside = (boxes[at, :2] <= middle[open_]) & (middle[open_] <= boxes[at, 2:])
        holds = inside.all(axis=1)
        found[open_[holds]] = at[holds]
        open_ = open_[~holds]
    return found


def _places(texts: _Texts, width: float, height: float) -> dict[str, Column]:
    left, _, right, _ = texts.outer.T
    column = texts.outer[_usual(_cells(texts.outer[:, [0, 2]]), texts.weight)]
    inside = np.minimum(right, column[2]) - np.maximum(left, column[0])
    return {
        "look_left": left / width,
        "look_width": (right - left) / width,
        "look_down": texts.own[:, 1] / width,
        "look_place": texts.own[:, 1] / height,
        "look_column_overlap": np.maximum(inside, 0) / np.maximum(right - left, 1),
        "look_column_offset": (left + right - column[0] - column[2]) / 2 / width,
    }


def _shown(texts: _Texts, nodes: tuple[LaidOutNode, ...], width: float) -> dict[str, Column]:
    left, top, right, bottom = texts.own.T
    visible = np.array([nodes[number].style.visible for number in texts.node.tolist()])
    on_page = (right > 0) & (bottom > 0) & (left < width) & (right > left) & (bottom > top)
    return {"look_shown": (visible & on_page).astype(np.float64)}


def _looks(texts: _Texts, nodes: tuple[LaidOutNode, ...], boxes: Boxes) -> dict[str, Column]:
    """Return how the text is set, on which ground, and whether it stays as the page moves."""
    styles = [nodes[number].style for number in texts.node.tolist()]
    size = np.maximum([style.font_size for style in styles], 1.0)
    weight = np.array([style.font_weight for style in styles], np.float64)
    painted = np.array([node.text is None and _paint(node.style.background)[3] > 0.5
                        for node in nodes])  # fmt: skip
    under = _around(texts.node, boxes, painted).tolist()
    grounds = [_paint(nodes[at].style.background)[:3] if at >= 0 else _WHITE for at in under]
    colours = [_paint(style.color)[:3] for style in styles]
    contrast = _contrast(np.array(colours), np.array(grounds))
    look = _kinds(size, weight, *np.transpose(colours))
    usual = _usual(look, texts.weight)
    pins = {"fixed": 2.0, "sticky": 1.0}
    pin = np.array([node.text is None and node.style.position in pins for node in nodes])
    held = _around(texts.node, boxes, pin).tolist()
    return {
        "look_font": size / size[usual],
        "look_weight": (weight - weight[usual]) / 100,
        "look_contrast": contrast / contrast[usual],
        "look_style_share": _share(look, texts.weight),
        "look_ground_share": _share(_kinds(*np.transpose(grounds)), texts.weight),
        "look_pinned": np.array(
            [pins[nodes[at].style.position] if at >= 0 else 0.0 for at in held]
        ),
    }


def _alignment(texts: _Texts, nodes: tuple[LaidOutNode, ...]) -> dict[str, Column]:
    left, top, right, _ = texts.outer.T
    edge = _cells(left[:, None])
    size = _cells((right - left)[:, None])
    font = np.array([nodes[number].style.font_size for number in texts.node.tolist()])
    level = _kinds(size, np.round(top / _GRID))
    alike = _kinds(size, font)
    return {
        "look_edge_share": _share(edge, texts.weight),
        "look_level": np.bincount(level)[level].astype(np.float64),
        "look_alike": np.bincount(alike)[alike].astype(np.float64),
    }


def _cells(edges: Column) -> Rows:
    """Return the number of each different row of pixels, on a coarse grid, (rows,)."""
    return _kinds(*np.round(edges / _GRID).T)


def _kinds(*columns: Column | Rows) -> Rows:
    """Return the number of each different combination of the columns' values, (rows,)."""
    keys = [np.round(np.asarray(column) * 16).astype(np.int64) for column in columns]
    return numbered(hashed(*keys))


def _usual(kind: Rows, weight: Column) -> int:
    """Return the first text of the kind that has most weight."""
    return int(np.argmax(np.bincount(kind, weight)[kind]))


def _share(kind: Rows, weight: Column) -> Column:
    """Return the share of the weight in texts of each one's kind."""
    return np.asarray((np.bincount(kind, weight) / weight.sum())[kind])


def _contrast(colours: Column, grounds: Column) -> Column:
    """Return the contrast ratio of WCAG 2, 1 to 21, of colours (texts, 3)."""
    one, other = _luminance(colours), _luminance(grounds)
    return np.asarray((np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05))


def _luminance(colours: Column) -> Column:
    share = np.clip(colours / 255, 0, 1)
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ _LIGHT)


@lru_cache(maxsize=1024)
def _paint(css: str) -> tuple[float, float, float, float]:
    """Return red, green, blue, 0 to 255, and alpha; black of none where it is no colour.

    >>> _paint("rgba(0, 10, 20, 0.5)"), _paint("rgb(1, 2, 3)"), _paint("")
    ((0.0, 10.0, 20.0, 0.5), (1.0, 2.0, 3.0, 1.0), (0.0, 0.0, 0.0, 0.0))
    """
    found = [float(number) for number in _numbers(css)] if css.startswith("rgb") else []
    if len(found) not in (3, 4):
        return 0.0, 0.0, 0.0, 0.0
    red, green, blue, alpha = [*found, 1.0][:4]
    return red, green, blue, alpha

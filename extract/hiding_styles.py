"""Which declarations of CSS hide the text of an element, and which show it again."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from pagesight.extract.css_values import (
    INVISIBLE_OPACITY,
    WHITE,
    are_alike,
    colour,
    is_transparent,
    number,
    pixels,
)

Declarations = Mapping[str, tuple[bool, str]]  # property -> (important, value in lower case)

_MOVES = ("transition", "animation", "will-change", "transform", "-webkit-transform")
_LEAST_FONT = 2.0  # CSS px: smaller letters cannot be read
_FAR = 400.0  # CSS px outside the page: what slides in is nearer or moved by a transform
_shifts = re.compile(r"(?<=[(,])\s*-[\d.]+(?:px|r?em|pt|vw|vh)").findall
_corners = re.compile(r"(?<=[(,\s])[\d.-]+(?:px|r?em|%)?(?=[\s,)])").findall
_scales_to_nothing = re.compile(r"(?:scale[xy]?\(\s*|^)0?\.?0*(?=[\s,)]|$)").match
_is_clipped_away = re.compile(r"inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0(?:px|%|\b)").match


@dataclass(frozen=True, slots=True)
class Said:
    """What a declaration block says of one way of hiding."""

    hides: bool
    important: bool = False


def declarations(body: str) -> Declarations:
    """Return the declarations of a block, the last of each property unless one is important.

    >>> declarations("Display:NONE !important; display: block")
    {'display': (True, 'none')}
    """
    found: dict[str, tuple[bool, str]] = {}
    for declaration in body.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            value, _, flag = value.partition("!")
            name, important = name.strip(), "important" in flag
            if important or not found.get(name, (False,))[0]:
                found[name] = important, value.strip()
    return found


def said_of(body: str, ways: Collection[str] = ()) -> Mapping[str, Said]:
    """Return what a declaration block says of each way of hiding, or of some of them.

    >>> [way for way, said in said_of("opacity: 0; font-size: 12px").items() if said.hides]
    ['opacity']
    """
    declared = declarations(body)
    found = {}
    for way in ways or _WAYS:
        properties, hides = _WAYS[way]
        own = [declared[name] for name in properties if name in declared]
        if own:
            found[way] = Said(hides(declared), any(important for important, _ in own))
    return found


def properties_of(way: str) -> tuple[str, ...]:
    """Return the properties that speak of a way of hiding."""
    return _WAYS[way][0]


def _of(declared: Declarations, *names: str) -> list[str]:
    return [declared[name][1] for name in names if name in declared]


def _display(declared: Declarations) -> bool:
    return "none" in _of(declared, "display") or "hidden" in _of(declared, "content-visibility")


def _visibility(declared: Declarations) -> bool:
    return declared["visibility"][1] in ("hidden", "collapse")


def _opacity(declared: Declarations) -> bool:
    """Tell whether opacity hides, unless it is the beginning of an animation."""
    opacity = number(declared["opacity"][1])
    moves = any(name in declared for name in _MOVES)
    return opacity is not None and opacity <= INVISIBLE_OPACITY and not moves


def _font(declared: Declarations) -> bool:
    size = pixels(declared["font-size"][1]) if "font-size" in declared else None
    return size is not None and size < _LEAST_FONT


def _offscreen(declared: Declarations) -> bool:
    moves = ["text-indent", "margin-left", "margin-top"]
    if {"absolute", "fixed", "relative"}.intersection(_of(declared, "position")):
        moves += ["left", "top", "right", "bottom"]
    shifts = [pixels(value) for value in _of(declared, *moves)]
    shifts += [pixels(shift) for shift in _shifts(" ".join(_of(declared, "transform")))]
    return any(shift is not None and shift <= -_FAR for shift in shifts)


def _clip(declared: Declarations) -> bool:
    corners = _corners(" ".join(_of(declared, "clip")))
    if corners and all(size is not None and abs(size) <= 1 for size in map(pixels, corners)):
        return True
    return any(_is_clipped_away(value) for value in _of(declared, "clip-path"))


def _size(declared: Declarations) -> bool:
    """Tell whether no room is left: scaled to nothing, or cut by a box of nothing."""
    if any(map(_scales_to_nothing, _of(declared, "transform", "scale", "zoom"))):
        return True
    cuts = {"hidden", "clip"}.intersection(_of(declared, "overflow", "overflow-x", "overflow-y"))
    sizes = map(pixels, _of(declared, "width", "height", "max-width", "max-height"))
    return bool(cuts) and any(size is not None and size <= 1 for size in sizes)


def _white(declared: Declarations) -> bool:
    """Tell whether the text is white, or nearly, and the block names no ground for it."""
    ink = colour(declared["color"][1])
    named = _of(declared, "background-color", "background", "background-image", "text-shadow")
    return not named and are_alike(ink, WHITE)


def _colour(declared: Declarations) -> bool:
    """Tell whether the text is transparent, or of the colour that the block gives its ground."""
    clips = _of(declared, "background-clip", "-webkit-background-clip", "text-shadow")
    if clips or "color" not in declared:
        return False
    ink = colour(declared["color"][1])
    grounds = [colour(value) for value in _of(declared, "background-color", "background")]
    return is_transparent(ink) or (bool(grounds) and are_alike(ink, grounds[-1]))


_WAYS: Mapping[str, tuple[tuple[str, ...], Callable[[Declarations], bool]]] = {
    "display": (("display", "content-visibility"), _display),
    "visibility": (("visibility",), _visibility),
    "opacity": (("opacity",), _opacity),
    "font": (("font-size", "font"), _font),
    "offscreen": (
        ("text-indent", "margin-left", "margin-top", "position", "left", "top", "transform"),
        _offscreen,
    ),
    "clip": (("clip", "clip-path"), _clip),
    "size": (("width", "height", "max-width", "max-height", "overflow", "transform"), _size),
    "colour": (("color", "background", "background-color"), _colour),
    "white": (("color",), _white),
}

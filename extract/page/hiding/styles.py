"""Tell which declarations of CSS hide the text of an element, and which show it again.

Lengths and colours are read as far as that needs it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

INVISIBLE_OPACITY = 0.05  # by hand: nobody reads what is fainter
_ALIKE = 12  # difference of each of red, green and blue, of 255, that nobody sees

_UNITS = {"": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "vw": 12.8, "vh": 9.6,
          "ex": 8.0, "ch": 8.0, "cm": 37.8, "mm": 3.78, "in": 96.0, "%": 12.8}  # fmt: skip
_length = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(px|r?em|pt|vw|vh|ex|ch|cm|mm|in|%|)").fullmatch
_hex = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])").match
_rgb = re.compile(r"rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)[\s,/]*([\d.]*)(%?)\s*\)").match
_NAMES = {"white": (255, 255, 255, 1.0), "black": (0, 0, 0, 1.0), "transparent": (0, 0, 0, 0.0),
          "snow": (255, 250, 250, 1.0), "whitesmoke": (245, 245, 245, 1.0)}  # fmt: skip

WHITE = (255.0, 255.0, 255.0, 1.0)
Colour = tuple[float, float, float, float]  # red, green, blue of 255, and opacity
Pattern = re.Pattern[bytes]
Declarations = Mapping[str, tuple[bool, str]]  # property -> (important, value in lower case)
_MOVES = ("transition", "animation", "will-change", "transform", "-webkit-transform")
_LEAST_FONT = 2.0  # CSS px: smaller letters cannot be read
_FAR = 400.0  # CSS px outside the page: what slides in is nearer or moved by a transform
_shifts = re.compile(r"(?<=[(,])\s*-[\d.]+(?:px|r?em|pt|vw|vh)").findall
_corners = re.compile(r"(?<=[(,\s])[\d.-]+(?:px|r?em|%)?(?=[\s,)])").findall
_scales_to_nothing = re.compile(r"(?:scale[xy]?\(\s*|^)0?\.?0*(?=[\s,)]|$)").match
_is_clipped_away = re.compile(r"inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0(?:px|%|\b)").match


def pixels(value: str) -> float | None:
    """Return a CSS length in px, with 16 px to the em; None for what is no length.

    >>> pixels("-99em"), pixels("0"), pixels("auto")
    (-1584.0, 0.0, None)
    """
    length = _length(value.strip())
    return float(length[1]) * _UNITS[length[2]] if length else None


def number(value: str) -> float | None:
    """Return the number of an opacity."""
    match = _length(value)
    return float(match[1]) / (100 if match[2] == "%" else 1) if match else None


def colour(value: str) -> Colour | None:
    """Return the colour that a value begins with; None if it is none that is understood.

    >>> colour("#fff url(a.png)"), colour("rgb(0 0 0 / 50%)"), colour("var(--ink)")
    (None, (0.0, 0.0, 0.0, 0.5), None)
    """
    if "url(" in value or "gradient(" in value:
        return None
    if match := _rgb(value):
        red, green, blue = map(float, match.groups()[:3])
        opacity = float(match[4] or 1) / (100 if match[5] else 1)
        return red, green, blue, opacity
    if match := _hex(value):
        digits = match[1] if len(match[1]) > 4 else "".join(2 * digit for digit in match[1])
        values = [int(digits[at : at + 2], 16) for at in range(0, len(digits) // 2 * 2, 2)]
        red, green, blue, opacity = [*values, 255.0][:4]
        return red, green, blue, opacity / 255
    return _NAMES.get(value.split(" ", 1)[0])


def is_transparent(ink: Colour | None) -> bool:
    """Return whether text of that colour cannot be seen on any ground."""
    return ink is not None and ink[3] <= INVISIBLE_OPACITY


def are_alike(ink: Colour | None, ground: Colour | None) -> bool:
    """Return whether text of one colour cannot be seen on the other."""
    if ink is None or ground is None or ground[3] < 1:
        return False
    return all(abs(one - other) < _ALIKE for one, other in zip(ink[:3], ground[:3], strict=True))


@dataclass(frozen=True, slots=True)
class StyleEffect:
    """What a declaration block says of one method of hiding."""

    hides: bool
    important: bool = False


def declarations(body: str) -> Declarations:
    """Return the declarations of a block, the last of each property unless one is important.

    >>> declarations("Display:NONE !important; display: block")
    {'display': (True, 'none')}
    """
    declared: dict[str, tuple[bool, str]] = {}
    for declaration in body.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            value, _, flag = value.partition("!")
            name, important = name.strip(), "important" in flag
            if important or not declared.get(name, (False,))[0]:
                declared[name] = important, value.strip()
    return declared


def style_effects(body: str, methods: Iterable[str]) -> Mapping[str, StyleEffect]:
    """Return what a declaration block says of some methods of hiding.

    >>> said = style_effects("opacity: 0; font-size: 12px", HIDING_METHODS)
    >>> [method for method, own in said.items() if own.hides]
    ['opacity']
    """
    declared = declarations(body)
    spoken = {method for name in declared for method in _METHODS_OF.get(name, ())}
    effects = {}
    for method in spoken.intersection(methods):
        properties, hides, _ = HIDING_METHODS[method]
        important = any(declared[name][0] for name in properties if name in declared)
        effects[method] = StyleEffect(hides(declared), important)
    return effects


def _of(declared: Declarations, *names: str) -> list[str]:
    return [declared[name][1] for name in names if name in declared]


def _display(declared: Declarations) -> bool:
    return "none" in _of(declared, "display") or "hidden" in _of(declared, "content-visibility")


def _visibility(declared: Declarations) -> bool:
    return declared["visibility"][1] in ("hidden", "collapse")


def _opacity(declared: Declarations) -> bool:
    """Return whether opacity hides, unless it is the beginning of an animation."""
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
    """Return whether no room is left: scaled to nothing, or cut by a box of nothing."""
    if any(map(_scales_to_nothing, _of(declared, "transform", "scale", "zoom"))):
        return True
    cuts = {"hidden", "clip"}.intersection(_of(declared, "overflow", "overflow-x", "overflow-y"))
    sizes = map(pixels, _of(declared, "width", "height", "max-width", "max-height"))
    return bool(cuts) and any(size is not None and size <= 1 for size in sizes)


def _white(declared: Declarations) -> bool:
    """Return whether the text is white, or nearly, and the block names no ground for it."""
    ink = colour(declared["color"][1])
    named = _of(declared, "background-color", "background", "background-image", "text-shadow")
    return not named and are_alike(ink, WHITE)


def _colour(declared: Declarations) -> bool:
    """Return whether the text is transparent, or of the colour that the block gives its ground."""
    clips = _of(declared, "background-clip", "-webkit-background-clip", "text-shadow")
    if clips or "color" not in declared:
        return False
    ink = colour(declared["color"][1])
    grounds = [colour(value) for value in _of(declared, "background-color", "background")]
    return is_transparent(ink) or (bool(grounds) and are_alike(ink, grounds[-1]))


# Each method: the properties that speak of it, whether declarations hide by it, and what those of
# style sheets that do look like, so that the others are never read.
HIDING_METHODS: Mapping[
    str, tuple[tuple[str, ...], Callable[[Declarations], bool], tuple[str, ...]]
] = {
    "display": (
        ("display", "content-visibility"),
        _display,
        (r"display\s*:\s*none", r"content-visibility\s*:\s*hidden"),
    ),
    "visibility": (("visibility",), _visibility, (r"visibility\s*:\s*(?:hidden|collapse)",)),
    "opacity": (("opacity",), _opacity, (r"opacity\s*:\s*(?:[+-]|\d?%|0?\.0|0(?!\.[1-9]))",)),
    "font": (
        ("font-size", "font"),
        _font,
        (
            r"font-size\s*:\s*0*(?:[+-]|\.[01]|\.2\d*(?:ex|ch)|\.[2-5]\d*mm"
            r"|(?<=0)(?:\.(?!\d)|(?![.\d]))|[01]?(?:\.\d*)?(?:p[xt]|\s*[;!}])"
            r"|(?:1?\d)?(?:\.\d*)?%)",
        ),
    ),
    "offscreen": (
        ("text-indent", "margin-left", "margin-top", "position", "left", "top", "transform"),
        _offscreen,
        (r"-(?:[4-9]\d\d|\d{4}|\d\d[\d.]*(?:r?em|v[wh]|%|pt|[cm]m|in|ex|ch))",),
    ),
    "clip": (("clip", "clip-path"), _clip, (r"clip\s*:\s*r", r"clip-path\s*:\s*[ice]")),
    "size": (
        ("width", "height", "max-width", "max-height", "overflow", "transform"),
        _size,
        (
            r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)",
            r"scale(?:[xy]?\(|\s*:)\s*(?:0|\.0)",
            r"zoom\s*:\s*(?:0|\.0)",
        ),
    ),
    "colour": (
        ("color", "background", "background-color"),
        _colour,
        (
            r"color(?<![\w-]color)\s*:\s*(?:transparent|#(?:[\da-f]{3}0|[\da-f]{6}0[\da-f])(?![\da-f])"
            r"|rgba?\([^(){};]*[,/\s](?:\.?0|[0-5]\.?\d*%)[\d.]*%?\s*\))",
            r"background(?:-color)?\s*:\s*[#rwbs]",
        ),
    ),
    "white": (
        ("color",),
        _white,
        (r"color(?<![\w-]color)\s*:\s*(?:#f|rgba?\(\s*0*2[456]|white|snow)",),
    ),
}


_METHODS_OF: dict[str, list[str]] = {}  # by property
for _way, (_properties, *_) in HIDING_METHODS.items():
    for _property in _properties:
        _METHODS_OF.setdefault(_property, []).append(_way)


_HIDING = {
    method: [re.compile(each.encode("ascii")) for each in HIDING_METHODS[method][2]]
    for method in HIDING_METHODS
}
_SPEAKING = {name: re.compile(rf"{name}\s*:".encode("ascii")) for name in _METHODS_OF}


def hiding_patterns(methods: Iterable[str]) -> Sequence[Pattern]:
    """Return what declarations in small letters that hide by these methods look like."""
    return [pattern for method in methods for pattern in _HIDING[method]]


def speaking_patterns(methods: Iterable[str]) -> Sequence[Pattern]:
    """Return what declarations that speak of these methods look like."""
    names = {
        name
        for method in HIDING_METHODS.keys() & set(methods)
        for name in HIDING_METHODS[method][0]
    }
    return [_SPEAKING[name] for name in sorted(names)]

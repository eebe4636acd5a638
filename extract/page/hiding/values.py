"""Lengths and colours of CSS."""

import re

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


def pixels(value: str) -> float | None:
    """Return a CSS length in px, with 16 px to the em; None for what is no length.

    >>> pixels("-99em"), pixels("0"), pixels("auto")
    (-1584.0, 0.0, None)
    """
    found = _length(value.strip())
    return float(found[1]) * _UNITS[found[2]] if found else None


def number(value: str) -> float | None:
    """Return the number of an opacity."""
    found = _length(value)
    return float(found[1]) / (100 if found[2] == "%" else 1) if found else None


def colour(value: str) -> Colour | None:
    """Return the colour that a value begins with; None if it is none that is understood.

    >>> colour("#fff url(a.png)"), colour("rgb(0 0 0 / 50%)"), colour("var(--ink)")
    (None, (0.0, 0.0, 0.0, 0.5), None)
    """
    if "url(" in value or "gradient(" in value:
        return None
    if found := _rgb(value):
        red, green, blue = map(float, found.groups()[:3])
        opacity = float(found[4] or 1) / (100 if found[5] else 1)
        return red, green, blue, opacity
    if found := _hex(value):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
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

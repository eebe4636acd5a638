"""Numbers of a page's links: what they say and what they look like."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pagesight.extract.page.elements import Rows
from pagesight.vision.html.counts.contents import Contents

_STAYS = ("#", "mailto:", "tel:", "javascript:")
_TEXT_CHARS = 40  # of a link's text; by hand
_NAME_CHARS = 3  # more than an arrow, a number or a mark


@dataclass(frozen=True, slots=True)
class Links:
    """Links with an address: their elements, and where they lead, as written."""

    rows: Rows
    targets: tuple[str, ...]

    @property
    def leading(self) -> tuple[str, ...]:
        """Return where links to other pages lead."""
        return tuple(target for target in self.targets if not target.startswith(_STAYS))


def links_of(page: Contents) -> Links:
    """Return the page's links."""
    rows, addresses = page.rows("a"), dict(page.elements.values("href"))
    targets = [addresses.get(row, "").strip() for row in rows.tolist()]
    kept = [number for number, target in enumerate(targets) if target]
    return Links(rows[kept], tuple(targets[number] for number in kept))


def link_numbers(page: Contents, links: Links) -> Mapping[str, float]:
    """Return where links lead and what they say."""
    rows, targets = links.rows, links.targets
    texts = Counter([text.lower() for text in page.texts(rows, _TEXT_CHARS)])
    del texts[""]
    has_picture = page.holds("img")[rows]
    has_name = page.chars[rows] > _NAME_CHARS
    pictured: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for target, picture, name in zip(targets, has_picture.tolist(), has_name.tolist(), strict=True):
        if not target.startswith(_STAYS):
            pictured[target] += picture
            named[target] += name
    numbers = {
        "distinct": len(set(targets)),
        "anchors": sum(target[0] == "#" and len(target) > 1 for target in targets),
        "fragments": sum("#" in target[1:] for target in targets),
        "queries": sum("?" in target for target in targets),
        "outside": sum("//" in target for target in targets),
        "mail": sum(target.startswith(("mailto:", "tel:")) for target in targets),
        "pictures": int(has_picture.sum()),
        "digits": sum(count for text, count in texts.items() if text.isdigit()),
        "most_repeated": max(texts.values(), default=0),
        "repeated": sum(count >= 3 for count in texts.values()),
        "long": sum(count for text, count in texts.items() if len(text) > 30),
        "cards": sum(pictured[to] > 0 and named[to] > 0 for to in pictured),
        "twice": sum(pictured[to] + named[to] > 1 for to in pictured),
    }
    return {f"link:{name}": math.log1p(value) for name, value in numbers.items()}

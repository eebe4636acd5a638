"""Numbers of a page's links and of its own address, and how its title agrees with them."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from pagesight.extract.page.elements import Rows
from pagesight.extract.text.tokens import tokens
from pagesight.vision.html.counts.texts import Contents

_find_words = re.compile(r"[A-Za-z]+").findall
_has_number = re.compile(r"\d{4,}").search
_is_index = re.compile(r"(index|home|default)\b").match
_without_repository = re.compile(r"^/[^/]+/[^/]+/blob/[^/]+").sub
# Host and path of targets that need no joining step by step, which is slow: nearly all.
_plain_target = re.compile(
    r"(?:(?:https?:)?//([^/?#\[\]]+))?([^?#:\[\]]*)(?:[?#].*)?", re.I | re.S
).fullmatch
_KINDS_OF_HOST = (
    "forum", "community", "shop", "store", "docs", "blog", "news", "support", "wiki", "discuss",
    "talk", "help", "learn", "developer",
)  # fmt: skip
_STAYS = ("#", "mailto:", "tel:", "javascript:")
_TEXT_CHARS = 40  # of a link's text; by hand
_NAME_CHARS = 3  # more than an arrow, a number or a mark


def known_address(url: str) -> SplitResult | None:
    """Return the parts of an address that says where a page stands on the web, else None.

    None is the answer for no address, a broken one, a local file's, and one of a host that cannot
    exist (`.invalid`, RFC 2606), which saved pages are replayed at.

    >>> known_address("https://pagesight.invalid/shop.html"), known_address("file:///a.html")
    (None, None)
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return None
    on_the_web = parts.scheme in ("http", "https") and host
    return parts if on_the_web and not f".{host}".endswith(".invalid") else None


def address_tokens(url: str) -> Counter[str]:
    """Return the words of host and path, and the names of the query's parameters.

    A host that only one site has is no token: a vocabulary takes what several groups share.
    """
    parts = known_address(url)
    return Counter(_tokens(parts) if parts else ())


def address_numbers(url: str, title: Set[str], targets: Sequence[str]) -> Mapping[str, float]:
    """Return how the address agrees with the title's words, and how the links lie to it."""
    parts = known_address(url)
    if parts is None:
        return {}
    slug = set(tokens(_last_step(parts.path)))
    agreement = {"slug:in_title": len(slug & title) / max(1, len(slug))} if title else {}
    return {"slug:words": len(slug), **agreement, **_target_numbers(parts, targets)}


def _tokens(parts: SplitResult) -> Iterator[str]:
    host = parts.hostname or ""
    for part in host.split(".")[:-1]:
        yield from (f"host={word}" for word in {part, *_find_words(part)})
    yield from (f"in={site_type}" for site_type in _KINDS_OF_HOST if site_type in host)
    path = _without_repository("", unquote(parts.path)).lower()
    steps = _steps(path)
    yield f"depth={min(len(steps), 6)}"
    for number, step in enumerate(reversed(steps)):
        words = _find_words(step)
        place = "last" if number == 0 else "above"
        yield from (f"{place}={word}" for word in words[:12])
        yield f"{place}:words={min(len(words), 6)}"
        if _has_number(step):
            yield f"{place}:number"
    yield from (f"?{name.split('=')[0]}" for name in parts.query.lower().split("&") if name)


def _target_numbers(parts: SplitResult, targets: Sequence[str]) -> Mapping[str, float]:
    """Return how the targets lie to the address: beside it, below it, in few folders."""
    path, steps = parts.path, _steps(parts.path)
    folder, below = path.rpartition("/")[0] + "/", path.rstrip("/") + "/"
    joined = list(joined_targets(parts, targets))
    inside = [to for host, to in joined if host == parts.netloc]
    split = list(map(_steps, inside))
    folders = Counter("/".join(to[:-1]) for to in split)
    deeper = sum(to.startswith(below) and to != path for to in inside)
    beside = sum(len(to) == len(steps) and to[:-1] == steps[:-1] for to in split)
    count = max(1, len(joined))
    return {
        "to:inside": len(inside) / count,
        "to:folder": sum(to.startswith(folder) for to in inside) / count,
        "to:deeper": deeper / count,
        "to:deeper_count": math.log1p(deeper),
        "to:beside": beside / count,
        "to:beside_count": math.log1p(beside),
        "to:top_folder": math.log1p(max(folders.values(), default=0)),
        "to:folders": math.log1p(len(folders)),
        "to:root": float(not steps),
        "to:depth": len(steps),
        "to:index": float(bool(steps) and bool(_is_index(steps[-1]))),
    }


def joined_targets(parts: SplitResult, targets: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield host and path of each target as the page at that address means it."""
    url, folder = parts.geturl(), parts.path.rpartition("/")[0] + "/"
    for target in targets:
        plain = None if "/." in target or target[:1] == "." else _plain_target(target)
        host, path = (plain[1], plain[2]) if plain else (None, "")
        if host or path[:1] == "/":
            yield host or parts.netloc, path
        elif path:
            yield parts.netloc, folder + path
        else:
            try:
                joined = urlsplit(urljoin(url, target))
            except ValueError:
                continue
            yield joined.netloc, joined.path


def _last_step(path: str) -> str:
    """Return the words of the path's last step."""
    return re.sub(r"\.\w{2,5}$|[-_+]", " ", path.rstrip("/").rpartition("/")[2])


def _steps(path: str) -> list[str]:
    return [step for step in path.split("/") if step]


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

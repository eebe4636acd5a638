"""Measure events and jobs as pages show them: python item_fields.py CORPUS ...

Pages whose markup states one Event or JobPosting are their own gold once it is taken out, as are
those with `extra.item` (a JSON-LD object; of pages without markup, by eye). Right are names, places
and organizers that share two thirds of their words with the gold, days that are the same, times of
the day and sums likewise. Of all other pages it counts on how many a thing is found that is not
there; `--found` prints them.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from zlib import crc32

from recipe_fields import without_markup

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.metadata.entities.entity import Entity, entity_of
from pagesight.extract.metadata.entities.job import employment_in
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import tokens
from pagesight.render.page import Page

KINDS = ("Event", "JobPosting")
_day = re.compile(r"\d{4}-\d\d-\d\d").match
_SHARED = 2 / 3  # of the words of both


def words(entity: Entity, name: str) -> Counter[str]:
    """Return the words of a field, of a place in it those of its name and address."""
    texts = [*entity.texts(name)]
    for thing in entity.entities(name):
        texts += thing.texts("address")
        texts += [text for each in thing.entities("address") for part in each.fields
                  for text in each.texts(part)]  # fmt: skip
    return Counter(dict.fromkeys(tokens(" ".join(texts)), 1))


def share_words(found: Entity, gold: Entity, name: str) -> bool:
    """Return whether enough words of the shorter are in the other."""
    own, wanted = words(found, name), words(gold, name)
    shared = (own & wanted).total()
    return shared > 0 and shared >= _SHARED * min(own.total(), wanted.total())


def same_day(found: Entity, gold: Entity, name: str) -> bool:
    """Return whether two fields begin with the same day."""
    own, wanted = (_day(each.text(name)) for each in (found, gold))
    return own is not None and wanted is not None and own[0] == wanted[0]


def same_time(found: Entity, gold: Entity, name: str) -> bool:
    """Return whether two fields have the same day, and time of the day."""
    return same_day(found, gold, name) and found.text(name)[11:16] == gold.text(name)[11:16]


def same_kind(found: Entity, gold: Entity, name: str) -> bool:
    """Return whether two say one kind of employment at least."""
    kinds = ({kind for text in each.texts(name) for kind in (text, *employment_in(text))}
             for each in (found, gold))  # fmt: skip
    return bool(set.intersection(*kinds))


def same_sum(found: Entity, gold: Entity, name: str) -> bool:
    """Return whether one of the sums in both is the same."""
    own, wanted = (set(_sums(each, name)) for each in (found, gold))
    return bool(own & wanted)


def _sums(entity: Entity, name: str) -> Iterator[float]:
    for thing in entity.entities(name):
        for part in ("price", "value", "minValue", "maxValue"):
            yield from (float(text) for text in thing.texts(part) if _is_number(text))
        yield from _sums(thing, "value")


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d+(?:\.\d+)?", text) is not None


RIGHT: Mapping[str, Callable[[Entity, Entity, str], bool]] = {
    "name": share_words, "title": share_words, "location": share_words, "jobLocation": share_words,
    "organizer": share_words, "hiringOrganization": share_words, "description": share_words,
    "startDate": same_day, "endDate": same_day, "datePosted": same_day, "validThrough": same_day,
    "employmentType": same_kind, "offers": same_sum, "baseSalary": same_sum,
}  # fmt: skip


def things_of(page: Page) -> list[Entity]:
    """Return the events and jobs of a page."""
    try:
        found = entities(read(page))
    except ParseError:
        return []
    return [each for each in found if each.type.endswith(KINDS)]


def gold_of(page: LabelledPage) -> Entity | None:
    """Return the one event or job that a page states, or that its gold has; None of other pages."""
    item = page.extra.get("item")
    if isinstance(item, Mapping):
        return entity_of(item, {})
    if not any(kind in page.page.html for kind in KINDS):  # nearly all pages
        return None
    stated = [each for each in map(_stated, things_of(page.page)) if each.fields]
    return stated[0] if len(stated) == 1 else None


def _stated(thing: Entity) -> Entity:
    """Return what the markup states of a thing."""
    fields = {
        name: thing.fields[name] for name, source in thing.sources.items() if source != "page"
    }
    return Entity(thing.type, fields)


def scores(found: Entity | None, gold: Entity) -> Iterator[tuple[str, float]]:
    """Yield each field that the gold has, and whether it is right."""
    shown = found or Entity(gold.type, {})
    yield "found", float(found is not None)
    for name, is_right in RIGHT.items():
        if name in gold.fields and not (is_right is same_day and not _day(gold.text(name))):
            yield name, float(is_right(shown, gold, name))
            if is_right is same_day and gold.text(name)[11:16] not in ("", "00:00"):
                yield f"{name}, time", float(same_time(shown, gold, name))


def main() -> None:
    """Print the share right of each field by half of the sites, and what is found without gold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--found", action="store_true", help="Print what is found without gold.")
    parser.add_argument("--misses", action="store_true", help="Print what is wrong or missing.")
    arguments = parser.parse_args()
    right: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    others: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for page in load(*arguments.corpora):
        gold = gold_of(page)
        bare = replace(page.page, html=without_markup(page.page.html))
        shown = [each for each in things_of(bare) if "page" in each.sources.values()]
        if gold is None:
            others[page.genre or "unknown"] += 1
            false[page.genre or "unknown"] += bool(shown)
            if shown and arguments.found:
                print(page.id, page.page.url, shown[0].type, shown[0].text("name"))
            continue
        kind = next(each for each in KINDS if gold.type.endswith(each))
        own = next((each for each in shown if each.type == kind), None)
        half = crc32(page.site.encode()) % 2
        for name, score in scores(own, gold):
            right[kind, name, half].append(score)
            if arguments.misses and not score:
                print(page.id, name, gold.fields.get(name.split(",")[0]),
                      own.fields.get(name.split(",")[0]) if own else None, sep=" | ")  # fmt: skip
    for kind, name, half in sorted(right, key=lambda key: (key[0], key[1] != "found", *key[1:])):
        values = right[kind, name, half]
        print(f"{kind:10} {name:18} half {half}: {sum(values) / len(values):.3f} of {len(values)}")
    for genre, count in sorted(others.items()):
        print(f"no such thing: {genre:14} {false[genre]} of {count} pages have one")


if __name__ == "__main__":
    main()

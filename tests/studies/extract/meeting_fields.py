"""Print the share of public meetings whose date and place are right, by city.

    python meeting_fields.py meetings.parquet

Of the gold records that a record of `auto` matches: it leads to the same address, or its text has
the words of the title. A date counts where the page shows it, and so does a place, which is right
if an attribute of the record says all of its words.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pagesight
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.records.record import Record
from pagesight.extract.text.tokens import tokens


def matching(gold: Mapping[str, Any], records: Sequence[Record]) -> Record | None:
    """Return the first record that is of the gold's meeting; None if there is none.

    Of those with the words of its title, one that has its date as the page spells it too.
    """
    address, words = str(gold.get("url") or ""), set(tokens(str(gold["title"])))
    spelt = set(tokens(str(dict(gold["attributes"]).get("date_text") or "")))
    found = [each for each in records if address and each.url == address]
    said = [each for each in records if words and words <= set(tokens(each.text))]
    both = [each for each in said if spelt <= set(tokens(each.text))]
    return next(iter((*found, *both, *said)), None)


def scores(page: LabelledPage) -> Iterator[tuple[str, bool]]:
    """Yield each fact of the page's meetings that is seen, and whether it is right."""
    unused = list(pagesight.extract_html(page.page.html, page.page.url).extraction.records)
    for gold in page.records or ():
        facts = dict[str, Any](gold["attributes"])  # type: ignore[call-overload]
        record = matching(gold, unused)
        yield "found", record is not None
        if record is None:
            continue
        unused.remove(record)
        if facts.get("date_seen"):
            yield "date", record.date == str(gold["date"])[:10]
        if facts.get("location_seen") and facts.get("location"):
            place = set(tokens(str(facts["location"])))
            yield "place", any(place <= set(tokens(text)) for text in record.attributes.values())


def main() -> None:
    """Print the shares by city, and those of all meetings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    found: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for page in load(parser.parse_args().corpus):
        for name, right in scores(page):
            for city in (page.site, "all"):
                found[city][name].append(right)
    print("| meetings of | found | date | place |\n|---|---|---|---|")
    for city, facts in sorted(found.items(), key=lambda item: item[0] != "all"):
        own = (facts[name] for name in ("found", "date", "place"))
        shares = (f"{sum(of) / len(of):.3f} of {len(of)}" if of else "" for of in own)
        print(f"| {city} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()

"""Print how right the records of public meetings are, by city: F1, dates, places.

    python meeting_fields.py meetings.parquet

F1 is that of `evaluate --task records`, of pages whose gold has all of their meetings and of those
whose gold has a part; "without" is the share of pages without records. Dates and places are those
of the gold records that a record of `auto` matches: it leads to the same address, or its text has
the words of the title. A date counts where the page shows it, and so does a place, which is right
if an attribute of the record says all of its words.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pagesight
from pagesight.app.evaluate.content.records import score_page
from pagesight.app.evaluate.systems.processes import PageRun
from pagesight.app.evaluate.systems.system import Output
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.records.record import Record
from pagesight.extract.text.tokens import tokens


def matching(gold: Mapping[str, Any], records: Sequence[Record]) -> Record | None:
    """Return the first record that is of the gold's meeting; None if there is none.

    Of those with its address, or with the words of its title, one that has its date as the page
    spells it too: meetings of years may have one title, and those without papers one address.
    """
    address, words = str(gold.get("url") or ""), set(tokens(str(gold["title"])))
    spelt = set(tokens(str(dict(gold["attributes"]).get("date_text") or "")))
    found = [each for each in records if address and each.url == address]
    said = [each for each in records if words and words <= set(tokens(each.text))]
    dated = [each for each in (*found, *said) if spelt and spelt <= set(tokens(each.text))]
    return next(iter((*dated, *found, *said)), None)


def scores(page: LabelledPage) -> Iterator[tuple[str, float]]:
    """Yield the F1 of the page's records, and for each fact that is seen whether it is right."""
    unused = list(pagesight.extract_html(page.page.html, page.page.url).extraction.records)
    items = tuple({"title": each.title, "url": each.url, "text": each.text} for each in unused)
    run = PageRun(page.id, "auto", Output("", records=items))
    kind = "part" if page.extra.get("subset") else "whole"
    yield f"F1 of {kind} pages", score_page(run, page).f1
    yield f"without, {kind} pages", not unused
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
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for page in load(parser.parse_args().corpus):
        for name, right in scores(page):
            for city in (page.id.split("/")[0], "all"):
                found[city][name].append(right)
    for city, facts in found.items():
        shares = (f"{name} {sum(own) / len(own):.3f} of {len(own)}" for name, own in facts.items())
        print(f"{city:12} {', '.join(shares)}")


if __name__ == "__main__":
    main()

"""Compare what `auto` returns for the pages of a corpus with what another version returned.

python tests/studies/extract/unchanged.py CORPUS --out results.jsonl [--against before.jsonl]

Every text, Markdown, record and fact of a page is compared byte for byte; pages that differ are
named with the parts that do.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from pagesight.app.config import Options
from pagesight.app.pipeline import Pipeline
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.records.record import Record


def record_row(record: Record) -> Mapping[str, object]:
    """Return what is known of a record, without the blocks that it was made from."""
    fields = (name for name in Record.__slots__ if name != "blocks")
    return {name: str(getattr(record, name)) for name in fields}


def row(pipeline: Pipeline, page: LabelledPage) -> Mapping[str, object]:
    """Return all that is known of a page."""
    result = pipeline.extract_page(page.page)
    found = result.extraction
    product = found.product
    return {
        "id": page.id,
        "genre": str(result.genre),
        "text": found.text,
        "markdown": found.markdown,
        "records": [record_row(record) for record in found.records],
        "metadata": asdict(found.metadata),
        "product": asdict(product) if product else None,
        "pagination": asdict(found.pagination),
    }


def differing(
    now: Mapping[str, object], before: Mapping[str, Mapping[str, object]]
) -> Iterator[str]:
    """Yield the parts of a page that differ."""
    was = before.get(str(now["id"]), {})
    yield from (part for part in now if now[part] != was.get(part))


def main() -> None:
    """Print the pages that differ, and how many."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--pages", type=int, default=300)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--against", type=Path)
    given = arguments.parse_args()
    pipeline = Pipeline(Options(render=False))
    pages = islice(load(given.corpus), given.pages)
    written = [json.dumps(row(pipeline, page)) for page in pages]
    given.out.write_text("".join(f"{each}\n" for each in written), encoding="utf-8")
    if given.against is None:
        return
    lines = given.against.read_text("utf-8").splitlines()
    before = {each["id"]: each for each in map(json.loads, lines)}
    rows = list(map(json.loads, written))  # as they are read: tuples have become lists
    changed = {str(each["id"]): list(differing(each, before)) for each in rows}
    for name, parts in changed.items():
        if parts:
            print(f"{name}: {', '.join(parts)}")
    print(f"{sum(map(bool, changed.values()))} of {len(rows)} pages differ")


if __name__ == "__main__":
    main()

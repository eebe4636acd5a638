"""Count what a person misses in the output of `auto`, by checkout: images, prices, empty headings.

    python count_faults.py run wcxb_dev.parquet feeds.parquet --out new.jsonl
    PYTHONPATH=old python OLD_CHECKOUT/count_faults.py run ... --out old.jsonl
    python count_faults.py table wcxb_dev.parquet ... --runs old.jsonl new.jsonl

`run` keeps the Markdown and the text of each page (HTML alone, no browser); `table` counts, for all
runs by this checkout's reading of the page, and keeps the counts beside the table with `--json`.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from fault_counts import COUNTERS, Counts, Output, Wanted

from pagesight.app.config import Options
from pagesight.app.output.formats import written
from pagesight.app.pipeline import Pipeline
from pagesight.datasets.load import load
from pagesight.extract.errors import ParseError


def run(corpora: Sequence[Path], out: Path, every: int) -> None:
    """Write what this checkout makes of the pages, one JSON object a line."""
    pipeline = Pipeline(Options(render=False, by="html"))
    with out.open("w", encoding="utf-8") as lines:
        for page in islice(load(*corpora), 0, None, every):
            try:
                result = pipeline.extract_page(page.page)
            except ParseError:
                continue
            shown = {name: written(result, name) for name in ("markdown", "text")}
            lines.write(json.dumps({"id": page.id, **shown}) + "\n")


def table(corpora: Sequence[Path], runs: Sequence[Path]) -> Mapping[str, Mapping[str, Counts]]:
    """Return the counts by corpus and run."""
    outputs = {}
    for path in runs:
        rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        outputs[path.stem] = {row["id"]: Output(row["markdown"], row["text"]) for row in rows}
    found: dict[str, dict[str, Counts]] = {}
    for corpus in corpora:
        counts = found[corpus.stem] = {name: Counter() for name in outputs}
        for page in load(corpus):
            if page.text and all(page.id in own for own in outputs.values()):
                wanted = Wanted(page)
                for name, own in outputs.items():
                    for count in COUNTERS:
                        count(wanted, own[page.id], counts[name])
    return found


def print_table(counts: Mapping[str, Mapping[str, Counts]]) -> None:
    """Print a column a corpus and run, a row a count."""
    columns = {
        f"{corpus}, {name}": own for corpus, runs in counts.items() for name, own in runs.items()
    }
    print(f"| count | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for row in dict.fromkeys(name for own in columns.values() for name in own):
        print(f"| {row} | {' | '.join(str(own[row]) for own in columns.values())} |")


def main() -> None:
    """Run the extractor, or print the table of runs."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("task", choices=("run", "table"))
    arguments.add_argument("corpora", type=Path, nargs="+")
    arguments.add_argument("--out", type=Path, help="of a run")
    arguments.add_argument("--every", type=int, default=1, help="run on each Nth page alone")
    arguments.add_argument("--runs", type=Path, nargs="+", help="for the table")
    arguments.add_argument("--json", type=Path, help="keep the counts of the table")
    options = arguments.parse_args()
    if options.task == "run":
        run(options.corpora, options.out, options.every)
        return
    counts = table(options.corpora, options.runs)
    print_table(counts)
    if options.json:
        options.json.write_text(json.dumps(counts, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

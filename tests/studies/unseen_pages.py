"""Write the pages of corpora whose sites no model of `auto` learned from.

    python tests/studies/unseen_pages.py DATA OUT dragnet.parquet ...

The corpora are found by their names within DATA, where all that the models learned from lies too;
what they learned from is said by the cards of the weights. A page whose site is not known has its
id for one, and is left out.
"""

import argparse
import sys
from pathlib import Path

import pyarrow.parquet as pq
from registered_run import OF_AUTO, ROOT

from pagesight.app.evaluate.run import corpora_of
from pagesight.datasets.load import load
from pagesight.extract.training.sight import SightOptions, drawn_pages


def learned_sites(data: Path) -> set[str]:
    """Return the sites of the pages in `data` from which a model of `auto` learned.

    All sites of a corpus, but for those from which `sight` alone drew a part.
    """
    options = SightOptions()
    sight, *rest = OF_AUTO
    others = set[str]().union(*(corpora_of(ROOT / weights) for weights in rest))
    drawn = corpora_of(ROOT / sight) - others - {*options.home}
    found: set[str] = set()
    for path in sorted(data.rglob("*.parquet")):
        pages = list(load(path))
        found |= {page.site for page in pages if page.source in others | {*options.home}}
        found |= {
            page.site
            for name in drawn
            for page in drawn_pages([page for page in pages if page.source == name], options)
        }
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("corpora", nargs="+")
    asked = arguments.parse_args()
    learned = learned_sites(asked.data)
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.corpora:
        (path,) = asked.data.rglob(name)
        kept = [page.site not in learned and page.site != page.id for page in load(path)]
        pq.write_table(pq.read_table(path).filter(kept), asked.out / name, compression="zstd")
        print(f"{name}: {sum(kept)} of {len(kept)} pages", file=sys.stderr)


if __name__ == "__main__":
    main()

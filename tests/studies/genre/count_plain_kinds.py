"""How often the plain kinds of "other" pages are right, by the file names that the pages had.

python count_plain_kinds.py genre/*.parquet

Prints, for each kind, how many pages are called so, how many of them have a name that says so, and
how many pages of such a name there are. Names are in `extra.evidence` and in the address.
"""

import argparse
import re
from collections import Counter
from pathlib import Path

from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.page.document import read
from pagesight.vision.html.features import html_features
from pagesight.vision.html.model import plain_kinds

_NAMES = {
    "error page": re.compile(r"\b(4\d\d|50\d|error|not-?found)\b", re.I),
    "login": re.compile(
        r"(log-?_?in|sign-?_?(in|up)|register|account|password|lock-?screen)", re.I
    ),
}


def named(kind: str, page: LabelledPage) -> bool:
    """Return whether the page's file name says that it is of that kind."""
    name = _NAMES.get(kind)
    last = page.page.url.rstrip("/").rsplit("/", 2)[-2:]
    return bool(name and name.search(" ".join([str(page.extra.get("evidence")), *last])))


SIGHT = load_sight()


def main() -> None:
    """Print a line a kind, of the pages whose true genre is "other" and of the rest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    called: Counter[tuple[str, str]] = Counter()
    for page in load(*parser.parse_args().corpus):
        if not page.genre:
            continue
        genre = "other" if page.genre is Genre.OTHER else "another genre"
        for kind in plain_kinds(html_features(read(page.page), SIGHT).tokens):
            called[kind, f"called, {genre}"] += 1
            called[kind, "called and named so"] += named(kind, page)
        for kind in _NAMES:
            called[kind, f"named so, {genre}"] += named(kind, page)
    for (kind, what), count in sorted(called.items()):
        print(f"{kind:<12} {what:<24} {count}")


if __name__ == "__main__":
    main()

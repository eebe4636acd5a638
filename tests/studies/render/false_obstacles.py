"""Count the pages of corpora that are taken for challenges or walls of consent, and name them.

    python tests/studies/render/false_obstacles.py ../shared/data/genre/wave4.parquet [...]

The pages of a corpus are pages: nearly all that is found here is found wrongly.
"""

import argparse
from pathlib import Path

import pyarrow.parquet as pq

from pagesight.render.obstacles import challenge, is_consent_wall
from pagesight.render.sources.charset import decode_html
from pagesight.render.sources.plain_text import plain_text


def main() -> None:
    """Print a line a page that is taken for what it is not, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="+")
    pages = found = 0
    for corpus in parser.parse_args().corpora:
        for batch in pq.ParquetFile(corpus).iter_batches(64, columns=["id", "html"]):
            for row in batch.to_pylist():
                html = decode_html(row["html"])
                blocked = challenge(html)
                wall = is_consent_wall(html, "https://a.example/", "https://a.example/")
                pages += 1
                if blocked or wall:
                    found += 1
                    print(row["id"], blocked or "a consent wall", plain_text(html)[:150], sep=": ")
    print(f"{found} of {pages} pages")


if __name__ == "__main__":
    main()

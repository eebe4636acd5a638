"""Render the pages of a folder of sites by two versions, and print what text is lost or gained.

    git worktree add /tmp/before/pagesight 9e50c06
    python tests/studies/render/text_kept.py --sites ../shared/data/sites --before /tmp/before

Of each page the words are compared that its HTML holds outside scripts and styles, and those of its
layout. Where the sites have fewer pages than asked for, the first are read again in a phone's
window.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from lxml import html as lxml_html
from reader import Asked, answers

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from bench_render import served

_UNREAD = "//script | //style | //noscript | //template | //comment()"
_PHONE = {"width": 390, "height": 844}


def main() -> None:
    """Render all pages by both versions in turns, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path, required=True)
    parser.add_argument("--before", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--deadline", type=float, default=30.0)
    given = parser.parse_args()
    lost, gained, seconds = Counter[str](), Counter[str](), {"before": [0.0], "now": [0.0]}
    with served(given.sites) as addresses:
        pages: list[Asked] = [{"url": address} for address in addresses]
        pages = [*pages, *({**page, **_PHONE} for page in pages)][: given.pages]
        before, now = (answers(pages, each, given.deadline) for each in (given.before, None))
        for page in pages:
            old, new = next(before), next(now)
            seconds["before"].append(old["seconds"])
            seconds["now"].append(new["seconds"])
            gone, come = compare(page, old, new)
            lost += gone
            gained += come
    for name, each in seconds.items():
        print(f"{name}: {len(pages)} pages, median {sorted(each)[len(each) // 2]:.2f} s")
    print("words lost:", dict(lost), "gained:", dict(gained))


def compare(page: Asked, old: Asked, new: Asked) -> tuple[Counter[str], Counter[str]]:
    """Return how many words were lost and gained, by part; print those of the page."""
    lost, gained = Counter[str](), Counter[str]()
    for part in ("html", "layout"):
        was, now = (Counter(words(each.get(part, ""), part)) for each in (old, new))
        gone, come = was - now, now - was
        lost[part], gained[part] = gone.total(), come.total()
        if gone or come:
            size = "phone" if "width" in page else "wide"
            where = f"{urlsplit(page['url']).path} {size} {part}"
            sample = f"lost {' '.join([*gone][:12])}; gained {' '.join([*come][:12])}"
            print(
                f"{where}: -{gone.total()} +{come.total()} of {was.total()}: {sample}", flush=True
            )
    return lost, gained


def words(text: str, part: str) -> list[str]:
    """Return the words, of HTML those outside what no visitor reads."""
    if part == "layout" or not text:
        return text.split()
    tree = lxml_html.fromstring(text)
    for element in tree.xpath(_UNREAD):
        element.drop_tree()
    return " ".join(tree.itertext()).split()


if __name__ == "__main__":
    main()

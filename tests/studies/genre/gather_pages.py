r"""Make a corpus without labels by hand: pages of public sites, rendered, their genre by `html`.

python gather_pages.py repositories.txt MIRRORS held_sites.sha1 OUT.parquet --minutes 40

A line of `repositories.txt` names a repository that holds a built site, and its commit. MIRRORS
has a git directory of each, OWNER+NAME/repo, bare or of a clone. A site is written to a folder,
served on a loopback port, and up to six of its pages, of as many folders as it has, are rendered
with our renderer at their own address on GitHub Pages. Left out are sites whose name is among the
SHA-1 sums of those kept back, and pages of which some style sheet is not at hand, or that come out
blank, unstyled, covered or broken.

A genre is set where the shipped `html` model is sure enough; `extra.html` has its probabilities.
"""

import argparse
import hashlib
import json
import re
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

import pyarrow as pa

from pagesight.datasets.convert import corpus_row, write_corpus
from pagesight.extract.page.document import read
from pagesight.render.browser.pool import BackgroundBrowsers
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import page_fault
from pagesight.vision.predict import load_classifier
from pagesight.vision.prediction import Prediction
from pagesight.vision.screenshot.preprocess import decoded, page_warnings, stored_picture

PAGES = 6  # of a site: many sites teach more than many pages
SURE = 0.9  # of `html`, for a genre to be set
_SOURCE = "pseudo"
_OPTIONS = RenderOptions(allow_private=True, deadline=15, settle=3, scroll=0, max_scrolls=4)
_LEAST = 1_500  # bytes of HTML: what is less redirects, or proves who owns the site
_MOST = 600_000
_LONGEST = 200  # characters of a path
_UNWANTED = re.compile(
    r"(^|/)(node_modules|bower_components|vendor|tests?|coverage|\.[^/]+)/", re.I
)
_UNBUILT = re.compile(r"^---\s|\{\{|\{%|<\?php|<%")  # templates yet to be filled in
_ELSEWHERE = re.compile(r"fonts?[.-]|awesome|icons?|animate|wow", re.I)  # little changes without
_sheets = re.compile(r"<link\b[^>]*\bstylesheet\b[^>]*>", re.I)
_address = re.compile(r"""\bhref\s*=\s*["']?([^"'\s>]+)""", re.I)
_BUILT_BY_SCRIPT = "cdn.tailwindcss.com"


@dataclass(frozen=True, slots=True)
class Site:
    """A repository at a commit."""

    name: str  # OWNER/NAME
    commit: str

    @property
    def address(self) -> str:
        """The site's address on GitHub Pages, with a slash at its end."""
        owner, name = self.name.lower().split("/")
        host = f"https://{owner}.github.io/"
        return host if name == f"{owner}.github.io" else f"{host}{self.name.split('/')[1]}/"


def sites_in(listing: Path, held: Path) -> Iterator[Site]:
    """Yield the sites of the list that are not kept back."""
    kept_back = set(held.read_text().split())
    for line in listing.read_text().splitlines():
        name, commit = line.split()
        if hashlib.sha1(name.lower().encode()).hexdigest() not in kept_back:
            yield Site(name, commit)


def write_site(site: Site, mirrors: Path, folder: Path) -> Path:
    """Write the site's files into the folder; return the one that its front page lies in.

    Files that the mirror lacks (large ones) are left out.
    """
    mirror = mirrors / site.name.replace("/", "+") / "repo"
    git = ("git", "--git-dir", str(mirror / ".git" if (mirror / ".git").exists() else mirror))
    listing = subprocess.run(
        (*git, "ls-tree", "-r", "-z", site.commit), capture_output=True, check=True
    )
    with subprocess.Popen(
        (*git, "cat-file", "--batch"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as contents:
        for entry in filter(None, listing.stdout.decode("utf-8", "replace").split("\0")):
            about, path = entry.split("\t", 1)
            mode, _, name = about.split()
            if mode.startswith("100") and ".." not in path.split("/") and len(path) < _LONGEST:
                body = _content(contents, name)
                if body is not None:
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_bytes(body)
    fronts = [page.parent for page in folder.rglob("index.html")]
    return min(fronts, key=lambda front: (len(front.parts), str(front)), default=folder)


def _content(contents: "subprocess.Popen[bytes]", name: str) -> bytes | None:
    """Return the content of the object of that name, by `git cat-file --batch`."""
    assert contents.stdin
    assert contents.stdout
    contents.stdin.write(f"{name}\n".encode())
    contents.stdin.flush()
    header = contents.stdout.readline().split()
    if header[-1] == b"missing":
        return None
    return contents.stdout.read(int(header[-1]) + 1)[:-1]


def chosen_pages(root: Path) -> Iterator[str]:
    """Yield paths below the root, the front page first, then from each folder in turn."""
    paths = [
        page.relative_to(root).as_posix()
        for page in sorted((*root.rglob("*.html"), *root.rglob("*.htm")))
    ]
    left = sorted(
        (path for path in paths if not _UNWANTED.search(path)),
        key=lambda path: (path != "index.html", hashlib.sha256(path.encode()).digest()),
    )
    taken: Counter[str] = Counter()
    while left:
        path = min(left, key=lambda each: taken[_kind(each)])
        left.remove(path)
        if is_whole(root, path):
            taken[_kind(path)] += 1
            yield path


def _kind(path: str) -> str:
    """Return what pages of one kind share: the folder, or the first word of the name at the top."""
    first, _, rest = path.partition("/")
    return first if rest else re.split(r"[^a-z]", first.lower())[0]


def is_whole(root: Path, path: str) -> bool:
    """Return whether the page is HTML to look at, and its style sheets are at hand."""
    if not _LEAST <= (root / path).stat().st_size <= _MOST:
        return False
    html = (root / path).read_text("utf-8", errors="replace")
    if _UNBUILT.search(html[:5_000]) or _BUILT_BY_SCRIPT in html:
        return False
    sheets = [found[1] for sheet in _sheets.findall(html) if (found := _address.search(sheet))]
    own = [urljoin(f"http://own/{path}", sheet) for sheet in sheets]
    missing = [
        sheet
        for sheet in own
        if urlsplit(sheet).netloc != "own"
        or not (root / unquote(urlsplit(sheet).path).lstrip("/")).is_file()
    ]
    return (len(missing) < len(own) or "<style" in html) and all(map(_ELSEWHERE.search, missing))


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serve the folder on a loopback port; give its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def rows_of(site: Site, mirrors: Path, browsers: BackgroundBrowsers) -> Iterator[pa.Table]:
    """Yield a row for each page of the site that shows what it is."""
    classifier = load_classifier("html")
    with tempfile.TemporaryDirectory() as folder:
        root = write_site(site, mirrors, Path(folder))
        with served(root) as base:
            found = 0
            for path in chosen_pages(root):
                if found == PAGES:
                    return
                try:
                    capture = browsers.render(base + quote(path)).result()
                except RenderError:
                    continue
                picture = capture.page.screenshot
                if not picture or page_fault(capture):
                    continue
                if page_warnings(capture.page, decoded(picture)):
                    continue
                found += 1
                address = site.address + path.removesuffix("index.html")
                html = capture.page.html.replace(base, site.address)
                page = replace(capture.page, url=address, html=html, layout=None)
                yield _row(site, path, address, html, stored_picture(picture),
                           classifier.predict(read(page)))  # fmt: skip


def _row(
    site: Site, path: str, address: str, html: str, picture: bytes, by_html: Prediction
) -> pa.Table:
    shares = {str(genre): round(share, 4) for genre, share in by_html.probabilities.items()}
    columns = {
        "id": f"{site.name}/{path}",
        "url": address,
        "site": site.name,
        "source": _SOURCE,
        "license": "none stated",
        "html": html.encode("utf-8", errors="replace"),
        "screenshot": picture,
        "genre": str(by_html.genre) if by_html.confidence >= SURE else None,
        "extra": json.dumps({"html": shares, "charset": "utf-8", "commit": site.commit}),
    }
    return corpus_row(columns, site.name)


def gathered(sites: Sequence[Site], mirrors: Path, minutes: float) -> Iterator[pa.Table]:
    """Yield the rows of the sites in order, for so long."""
    end = time.monotonic() + 60 * minutes
    with BackgroundBrowsers(options=_OPTIONS) as browsers:
        for number, site in enumerate(sites, start=1):
            if time.monotonic() > end:
                print(f"time is up: {number - 1} of {len(sites)} sites")
                return
            rows = list(rows_of(site, mirrors, browsers))
            print(f"{number}/{len(sites)} {site.name}: {len(rows)}", flush=True)
            yield from rows


def main() -> None:
    """Write the corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("listing", type=Path)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("held", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=600)
    arguments = parser.parse_args()
    sites = list(sites_in(arguments.listing, arguments.held))
    pages = write_corpus(gathered(sites, arguments.mirrors, arguments.minutes), arguments.out)
    print(f"{pages} pages in {arguments.out}")


if __name__ == "__main__":
    main()

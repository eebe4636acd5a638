r"""Make a corpus of pages of public sites, rendered, with the genres that a reader gave them.

python gather_pages.py repositories.txt MIRRORS held_sites.sha1 OUT.parquet --labels labels.txt

A line of `repositories.txt` names a repository that holds a built site, and its commit; one of
`labels.txt` a repository, the path of a page below its front page's folder, and the page's genre.
MIRRORS has a git directory of each repository, OWNER+NAME/repo, bare or of a clone. A site is
written to a folder, served on a loopback port, and its labelled pages are rendered with our
renderer at their own address on GitHub Pages; `lang` is what a page states. Left out are sites
whose name, or a host that their files call their own, is among the SHA-1 sums of those kept back,
and pages that come out blank, unstyled, covered or broken.

Without `--labels` the pages are those that a reader may label: up to six of a site, of as many
folders as it has, less those of which some style sheet is not at hand. They have no genre.
"""

import argparse
import hashlib
import re
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

import pyarrow as pa

from pagesight.datasets.convert import corpus_row, write_corpus
from pagesight.datasets.schema import Genre
from pagesight.render.browser.pool import BackgroundBrowsers
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Page, page_fault
from pagesight.render.sources.address import own_address
from pagesight.vision.screenshot.preprocess import decoded, page_warnings, stored_picture

PAGES = 6  # of a site, to label: many sites teach more than many pages
_SOURCE = "gathered"
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
_language = re.compile(r"""<html\b[^>]*\blang\s*=\s*["']?([a-z]{2,3})\b""", re.I)
_MOST_ASKED = 200  # pages that are asked whose they are
_mirrored_from = re.compile(r"<!-- Mirrored from ([^/\s]{1,100})")  # as HTTrack writes it
_BUILT_BY_SCRIPT = "cdn.tailwindcss.com"
_LICENCES = {  # licence -> words of its text
    "MIT": "Permission is hereby granted, free of charge, to any person",
    "Apache-2.0": "Apache License Version 2.0",
    "GPL-3.0": "GNU GENERAL PUBLIC LICENSE Version 3",
    "GPL-2.0": "GNU GENERAL PUBLIC LICENSE Version 2",
    "AGPL-3.0": "GNU AFFERO GENERAL PUBLIC LICENSE Version 3",
    "BSD-3-Clause": "Neither the name of",
    "CC0-1.0": "CC0 1.0 Universal",
    "CC-BY-SA-4.0": "Attribution-ShareAlike 4.0 International",
    "CC-BY-4.0": "Attribution 4.0 International",
    "Unlicense": "This is free and unencumbered software",
}


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


def sites_in(listing: Path, kept_back: Set[str]) -> Iterator[Site]:
    """Yield the sites of the list whose names are not among the sums of those kept back."""
    for line in listing.read_text().splitlines():
        name, commit = line.split()
        if _sum_of(name) not in kept_back:
            yield Site(name, commit)


def _sum_of(name: str) -> str:
    return hashlib.sha1(name.lower().removeprefix("www.").encode()).hexdigest()


def hosts_of(folder: Path) -> Iterator[str]:
    """Yield the hosts that the files of a site call its own: a mirror's are those of its source."""
    yield from (name.read_text("utf-8", errors="replace").strip() for name in folder.glob("CNAME"))
    pages = (page for page in folder.rglob("*.htm*") if page.is_file())
    for page in islice(pages, _MOST_ASKED):
        html = page.read_text("utf-8", errors="replace")
        yield from _mirrored_from.findall(html)
        if page.stem == "index":
            yield urlsplit(own_address(html)).hostname or ""


def genres_in(labels: Path) -> dict[str, dict[str, Genre]]:
    """Return the genres of the labelled pages, by path, of each site by name."""
    genres: dict[str, dict[str, Genre]] = {}
    for line in labels.read_text().splitlines():
        name, page = line.split(" ", 1)
        path, genre = page.rsplit(" ", 1)
        genres.setdefault(name, {})[path] = Genre(genre)
    return genres


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
        for page in (*root.rglob("*.html"), *root.rglob("*.htm"))
        if page.is_file()
    ]
    kinds: dict[str, list[str]] = {}
    for path in sorted(
        (path for path in paths if not _UNWANTED.search(path)),
        key=lambda path: (path != "index.html", hashlib.sha256(path.encode()).digest()),
    ):
        kinds.setdefault(_kind(path), []).append(path)
    left = deque(map(iter, kinds.values()))
    while left:
        kind = left.popleft()
        for path in kind:
            if is_whole(root, path):
                yield path
                left.append(kind)
                break


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


def rows_of(
    site: Site,
    mirrors: Path,
    browsers: BackgroundBrowsers,
    kept_back: Set[str],
    genres: Mapping[str, Genre] | None = None,
) -> Iterator[pa.Table]:
    """Yield a row for each page of the site that shows what it is; none of one kept back.

    The pages are those of the genres by path, or else some that may be labelled.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = write_site(site, mirrors, Path(folder))
        if not kept_back.isdisjoint(map(_sum_of, hosts_of(Path(folder)))):
            return
        terms = licence_in(Path(folder))
        with served(root) as base:
            paths = chosen_pages(root) if genres is None else genres
            whole = filter(None, (_rendered(base + quote(path), path, browsers) for path in paths))
            for path, page in islice(whole, PAGES if genres is None else None):
                address = site.address + path.removesuffix("index.html")
                assert page.screenshot
                columns = {
                    "id": f"{site.name}/{path}",
                    "url": address,
                    "site": site.name,
                    "lang": stated[1].lower() if (stated := _language.search(page.html)) else "",
                    "source": _SOURCE,
                    "license": terms,
                    "html": page.html.replace(base, site.address).encode("utf-8", "replace"),
                    "screenshot": stored_picture(page.screenshot),
                    "genre": str(genres[path]) if genres else None,
                    "extra": {"charset": "utf-8", "commit": site.commit, "path": path},
                }
                yield corpus_row(columns, site.name)


def _rendered(address: str, path: str, browsers: BackgroundBrowsers) -> tuple[str, Page] | None:
    """Return the path and the page as rendered, or None if there is nothing to judge it by."""
    try:
        capture = browsers.render(address).result()
    except RenderError:
        return None
    picture = capture.page.screenshot
    if not picture or page_fault(capture) or page_warnings(capture.page, decoded(picture)):
        return None
    return path, capture.page


def licence_in(folder: Path) -> str:
    """Return the licence that the repository's own file states, if it is a usual one."""
    files = sorted(folder.glob("LICEN[CS]E*"))
    text = files[0].read_text("utf-8", errors="replace") if files and files[0].is_file() else ""
    named = (name for name, words in _LICENCES.items() if words in " ".join(text.split()))
    return next(named, "none stated")


def gathered(
    sites: Sequence[Site],
    mirrors: Path,
    kept_back: Set[str] = frozenset(),
    genres: Mapping[str, Mapping[str, Genre]] | None = None,
) -> Iterator[pa.Table]:
    """Yield the rows of the sites in order: of labelled pages, or else of some to label."""
    with BackgroundBrowsers(options=_OPTIONS) as browsers:
        for number, site in enumerate(sites, start=1):
            labelled = None if genres is None else genres.get(site.name, {})
            rows = list(rows_of(site, mirrors, browsers, kept_back, labelled))
            print(f"{number}/{len(sites)} {site.name}: {len(rows)}", flush=True)
            yield from rows


def main() -> None:
    """Write the corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("listing", type=Path)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("held", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--labels", type=Path)
    arguments = parser.parse_args()
    kept_back = frozenset(arguments.held.read_text().split())
    sites = list(sites_in(arguments.listing, kept_back))
    genres = genres_in(arguments.labels) if arguments.labels else None
    pages = write_corpus(gathered(sites, arguments.mirrors, kept_back, genres), arguments.out)
    print(f"{pages} pages in {arguments.out}")


if __name__ == "__main__":
    main()

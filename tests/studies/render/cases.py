"""Print what comes of each page of a server of failing pages: text found, seconds, fault, warnings.

    python tests/studies/render/cases.py ../shared/cases/service/server.py [--only /iframe ...]

The server is started here, on the ports that it names itself. Of each page the share of the wanted
texts is printed that its HTML holds, with a browser and without, and how long it took.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, page_fault
from pagesight.render.read_source import read_source
from pagesight.render.sources.plain_text import plain_text

HOST = "http://127.0.0.1:8700"
# Path -> the mark of its six paragraphs, or "=" and the texts wanted; with "!" an error is right.
BROWSER = {
    "/scripthang": "ZSCR", "/emptyself": "ZEMS", "/removeroot": "ZRR", "/iframe": "ZFRS",
    "/srcdoc": "ZSRCD", "/frameset": "ZFRS", "/objecthtml": "ZFRS", "/shadowopen": "ZSHO",
    "/shadowclosed": "ZSHC", "/shadowdecl": "ZSHD",
    "/innerscroll": "=" + ",".join(f"ZLAZYS{number}." for number in range(12)),
    "/lazyio": "=" + ",".join(f"ZLIOP{number}." for number in range(9)),
    "/jsdelay": "ZMETA", "/metarefresh": "ZMETA", "/metarefresh3": "ZMETA",
    "/consentwall": "!", "/replaceloop": "!", "/longpoll": "ZLP", "/dlclick": "ZDLC",
    "/lencut": "ZLEN", "/chunkcut": "=ZCUT0.", "/fonthang": "ZFONT", "/csshang": "ZCSS",
    "/xhtmlbroken": "ZXHB", "/xhtml": "ZXHT", "/docopen": "ZWRITTEN", "/nodes": "ZNODE",
    "/hugedoc": "=ZBIG", "/quotedcs": "=Fähre,Bürgermeister", "/noncs": "=Fähre,Bürgermeister",
    "/sse": "ZSSE", "/ws": "ZWS", "/video": "ZVID", "/reveal": "ZREV", "/loop": "ZLOOP",
}  # fmt: skip
RESPONSES = {
    "/spaceheader": "ZSPH", "/badheader": "ZBADH", "/noreason": "ZNOR", "/utf8reason": "ZUREA",
    "/foldheader": "ZFOLD", "/nul_header": "ZNULH", "/status999": "Z999", "/hugeheaders": "ZHUGE",
    "/giganticheaders": "!", "/http10": "ZH10", "/lfonly": "ZLF", "/lenshort": "=ZSHORT0.",
    "/twolen": "ZTWO", "/lenandchunk": "ZBOTH", "/info103": "Z103", "/gz": "ZGZ", "/gz2": "ZGZTWO",
    "/xgz": "ZXGZ", "/gzlie": "ZLIE", "/gzundeclared": "ZUND", "/gztrunc": "=ZGTR0.",
    "/gzmulti": "ZGMU", "/gztrail": "ZGTL", "/rawdeflate": "ZRDF", "/zdeflate": "ZZDF",
    "/encidentity": "ZIDE", "/encutf8": "ZEUT", "/encnone": "ZENO", "/ctnone": "ZCTN",
    "/ctbad": "ZCTB", "/ctmultiple": "ZCTM", "/ctupper": "ZCTU", "/cookiegate": "ZCOOK",
    "/cookieloop": "!", "/meta16": "=Fähre,Bürgermeister", "/bom16": "=Fähre,Bürgermeister",
    "/bom8": "=Fähre,Bürgermeister", "/latemeta": "=Fähre,Bürgermeister",
    "/./gz": "ZGZ", "/x/../gz": "ZGZ", "/auth401": "!", "/plain": "=ZPLAIN",
}  # fmt: skip


def main() -> None:
    """Try the pages one after the other."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("server", type=Path)
    arguments.add_argument("--only", nargs="*", default=())
    arguments.add_argument("--deadline", type=float, default=30.0)
    given = arguments.parse_args()
    options = RenderOptions(deadline=given.deadline, allow_private=True)
    with running(given.server):
        asyncio.run(compare(options, tuple(given.only)))


@contextmanager
def running(script: Path) -> Iterator[None]:
    """Run the server of failing pages to the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, str(script.resolve())], cwd=folder)
        try:
            for _ in range(100):
                try:
                    urlopen(f"{HOST}/gz", timeout=5).read()
                    break
                except URLError:
                    time.sleep(0.1)
            yield
        finally:
            server.kill()
            server.wait()


async def compare(options: RenderOptions, only: tuple[str, ...]) -> None:
    """Print a row a page: with a browser, then without one."""
    print("| path | browser | s | fault or warnings | HTML alone | fault or warnings |")
    print("|---|---|---|---|---|---|")
    async with BrowserPool(options=options) as pool:
        for path, wanted in (BROWSER | RESPONSES).items():
            if only and path not in only:
                continue
            started = time.monotonic()
            try:
                shown = row(await pool.render(HOST + path), wanted)
            except RenderError as error:
                shown = failed(error, wanted)
            seconds = time.monotonic() - started
            alone = ("-", "")
            if path in RESPONSES or path in ("/quotedcs", "/noncs"):
                alone = await asyncio.to_thread(read_alone, HOST + path, options, wanted)
            cells = (path, shown[0], f"{seconds:.1f}", shown[1], *alone)
            print("|", " | ".join(cells), "|", flush=True)


def read_alone(url: str, options: RenderOptions, wanted: str) -> tuple[str, str]:
    """Return the row of a page that is read without a browser."""
    try:
        return row(read_source(url, options), wanted)
    except RenderError as error:
        return failed(error, wanted)


def row(capture: Capture, wanted: str) -> tuple[str, str]:
    """Return how much of what was wanted is there, and what was said of it."""
    fault = page_fault(capture)
    said = "; ".join(filter(None, (f"FAULT {fault}" if fault else "", *capture.warnings)))
    if wanted == "!":
        return ("ok" if fault else "no error"), said[:150]
    marks = wanted[1:].split(",") if wanted[0] == "=" else [f"{wanted}{n}." for n in range(6)]
    text = plain_text(capture.page.html)
    found = sum(mark in text for mark in marks)
    return f"{found}/{len(marks)}", said[:150]


def failed(error: RenderError, wanted: str) -> tuple[str, str]:
    """Return the row of a page that gave an error."""
    kind = error.kind
    return ("ok" if wanted == "!" else "error"), f"{kind}: {str(error).replace(HOST, '')}"[:150]


if __name__ == "__main__":
    main()

"""Print what comes of each page of a server of failing pages, before a change and after it.

    git worktree add /tmp/before/pagesight 9e50c06
    python tests/studies/render/cases.py ../shared/cases/service/server.py --before /tmp/before

The server is started here, on the ports that it names itself. Of each page the share of the wanted
texts is printed that its HTML holds, rendered and without a browser, how long that took, and the
fault, the error or the warnings. Without `--before` only this version is tried.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from reader import Asked, answers

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


CASES = BROWSER | RESPONSES
_MOST_SAID = 90  # characters of warnings in a row


def main() -> None:
    """Try the pages, one after the other, and print a row each."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("server", type=Path)
    arguments.add_argument("--before", type=Path, help="folder that holds an earlier pagesight")
    arguments.add_argument("--only", nargs="*", default=())
    arguments.add_argument("--deadline", type=float, default=30.0)
    given = arguments.parse_args()
    folders = {"before": given.before, "after": None} if given.before else {"after": None}
    wanted = {path: texts for path, texts in CASES.items() if path in given.only or not given.only}
    asked = [{"url": HOST + path, "rendered": how == "rendered"} for path, how in rows(wanted)]
    with running(given.server):
        found = {name: answers(asked, folders[name], given.deadline) for name in folders}
        heads = [f"{name}, s | {name}: fault or warnings" for name in found]
        print("| page | how |", " | ".join(heads), "|")
        print("|---" * (2 + 2 * len(heads)) + "|")
        good = dict.fromkeys(found, 0)
        for path, how in rows(wanted):
            cells = []
            for name, coming in found.items():
                answer = next(coming)
                count = result(answer, wanted[path])
                good[name] += is_good(count)
                cells += [f"{count}, {answer['seconds']:.1f}", said(answer)]
            print(f"| `{path}` | {how} |", " | ".join(cells), "|", flush=True)
    total = len(asked)
    print("\n" + "; ".join(f"{name}: {good[name]} of {total} right" for name in good))


def rows(wanted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the page and the way of each row."""
    for path in wanted:
        yield path, "rendered"
        if path in RESPONSES or path in ("/quotedcs", "/noncs"):
            yield path, "HTML"


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


def result(answer: Asked, wanted: str) -> str:
    """Return how much of what was wanted is there."""
    if "error" in answer or wanted == "!":
        fault = answer.get("error") or answer.get("fault")
        return ("right" if fault else "no error") if wanted == "!" else "error"
    marks = wanted[1:].split(",") if wanted[0] == "=" else [f"{wanted}{n}." for n in range(6)]
    text = plain_text(answer["html"])
    return f"{sum(mark in text for mark in marks)}/{len(marks)}"


def is_good(count: str) -> bool:
    """Return whether all of it is."""
    found, _, all_of_it = count.partition("/")
    return count == "right" or found == all_of_it


def said(answer: Asked) -> str:
    """Return the error, or the fault and the warnings, cut to fit a row."""
    words = answer.get("error") or "; ".join(filter(None, (answer["fault"], *answer["warnings"])))
    return words.replace(HOST, "").replace("|", "/")[:_MOST_SAID]


if __name__ == "__main__":
    main()

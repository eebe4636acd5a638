"""What hostile pages cost at two sizes: `auto` from the HTML alone beside Trafilatura.

python tests/bench/bench_hostile.py [--case NAME ...] [--quick] [--rival-limit 60]

A line a case: processor seconds and peak memory (MiB above that of the loaded program), for size N
and for 2N, and the ratio of the times: 2 is linear, 4 quadratic. Each figure comes from a process
of its own, forked from one in which all is loaded. `auto` is genre, extraction, records, metadata,
Markdown and the JSON that holds them; beside it stands what it warned of. `--quick` takes tenths of
the sizes. Limits of size hold; the deadline only if `--deadline` gives one.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

_System = Callable[[str], Sequence[str]]  # HTML in, warnings out
_Figures = tuple[float, float, Sequence[str]]  # seconds, MiB, warnings

_URL = "https://example.org/a/b"
_WORDS = "Some words of a plain sentence that says little, and then a comma or two. "
_SMALL = "<html><body><h1>A page</h1><ul>" + "<li><a href=/x>an item</a> text" * 9
_OUR_LIMIT = 900.0  # seconds


def _numbered(part: str) -> Callable[[int], str]:
    return lambda n: "".join(part.replace("#", str(i)) for i in range(n))


def _of_megabytes(part: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda n: before + part * (n * 1_000_000 // len(part)) + after


def _table(attributes: str = "", cells: int = 50) -> Callable[[int], str]:
    return lambda n: (
        "<table>"
        + "".join(
            "<tr>" + "".join(f"<td{attributes}>r{row} c{cell}" for cell in range(cells)) + "</tr>"
            for row in range(n)
        )
        + "</table>"
    )


def _nested(opening: str, text: str = "x ") -> Callable[[int], str]:
    return lambda n: (opening + text) * n


def _letters(number: int) -> str:
    """Return the number in letters: words of class names are without digits."""
    return "".join(chr(97 + int(digit)) for digit in str(number))


def _ld(inner: str) -> str:
    return f'<script type="application/ld+json">{inner}</script><p>{_WORDS}</p>'


def _ld_items(n: int) -> str:
    item = '{"@type":"Thing","@id":"#%d","name":"a name","author":{"@id":"#%d"},"text":"%s"}'
    return _ld("[" + ",".join(item % (i, i + 1, _WORDS) for i in range(n * 7000)) + "]")


_CARD = (
    "<div class='card c#'><h3><a href=/item/#>Title of item #</a></h3><img src=/i#.jpg alt='a b'>"
    f"<p>{_WORDS}</p><span class=price>$1#.00</span></div>"
)

# A page of size N, and N.
CASES: Mapping[str, tuple[Callable[[int], str], int]] = {
    "attributes of one element": (lambda n: f"<p {_numbered('a#=b ')(n)}>{_WORDS}</p>", 50_000),
    "classes of one element": (lambda n: f"<p class='{_numbered('c# ')(n)}'>{_WORDS}</p>", 100_000),
    "one class name, MB": (lambda n: f"<p class={'a-B' * (n * 333_333)}>{_WORDS}</p>", 5),
    "one link address, MB": (lambda n: f"<p>{_WORDS}<a href=/{'a/b' * (n * 333_333)}>x</a>", 5),
    "one data attribute, MB": (lambda n: f"<p data-x='{'a-b' * (n * 333_333)}'>{_WORDS}</p>", 5),
    "links": (_numbered("<a href=/x/#>link number #</a> "), 100_000),
    "links in items": (_numbered("<li><a href=/x/#>link number #</a></li>"), 50_000),
    "paragraphs, MB": (_of_megabytes(f"<p>{_WORDS * 4}</p>"), 10),
    "short paragraphs": (_numbered("<p>word #</p>"), 100_000),
    "table of 50 columns": (_table(), 2_000),
    "table with spans": (_table(" colspan=3 rowspan=3", 20), 2_000),
    "tables": (_numbered("<table><tr><td>a<td>b #<tr><td>c<td>d</table>"), 10_000),
    "nested div": (_nested("<div>"), 10_000),
    "nested span": (_nested("<span>"), 10_000),
    "nested lists": (_nested("<ul><li>"), 10_000),
    "nested tables": (_nested("<table><tr><td>"), 10_000),
    "nested quotations": (_nested("<blockquote>"), 10_000),
    "nested custom elements": (_nested("<x-y>"), 10_000),
    "one text, MB": (_of_megabytes(_WORDS, "<p>"), 5),
    "one word, MB": (_of_megabytes("wordwordword", "<p>"), 5),
    "one pre, lines": (lambda n: "<pre>" + _numbered("line # of code\n")(n), 200_000),
    "list items": (lambda n: "<ul>" + _numbered("<li>item number #")(n), 50_000),
    "numbered items": (lambda n: "<ol>" + _numbered("<li>item number #")(n), 50_000),
    "definitions": (lambda n: "<dl>" + _numbered("<dt>term #<dd>what it is")(n), 50_000),
    "images": (_numbered("<img src=/i/#.jpg alt='picture #'>"), 100_000),
    "headings": (_numbered("<h2>Heading number #</h2><p>and a text</p>"), 50_000),
    "bold in one block": (lambda n: "<p>" + _numbered("<b>bold #</b> text ")(n), 100_000),
    "links in one block": (lambda n: "<p>" + _numbered("<a href=/#>a #</a>, ")(n), 100_000),
    "br in one block": (lambda n: "<p>" + _numbered("line #<br>")(n), 100_000),
    "br run": (lambda n: "<p>a" + "<br>" * n + "b", 200_000),
    "cards": (_numbered(_CARD), 10_000),
    "options": (lambda n: "<form><select>" + _numbered("<option>choice #")(n), 100_000),
    "inputs": (lambda n: "<form>" + _numbered("<input name=n# placeholder='p #'>")(n), 50_000),
    "JSON-LD, MB": (_ld_items, 1),
    "JSON-LD of one text, MB": (lambda n: _ld(json.dumps({"text": "a b" * n * 333_333})), 5),
    "deep JSON-LD": (lambda n: _ld('{"a":' * n + "1" + "}" * n), 100_000),
    "broken JSON-LD, MB": (lambda n: _ld('{"@type":[' * n * 100_000), 5),
    "meta elements": (_numbered("<meta name=n# content='content #'>"), 50_000),
    "authors": (_numbered("<meta name=author content='Ann Lee #'>"), 50_000),
    "comments": (lambda n: _numbered("<!-- comment # -->")(n) + f"<p>{_WORDS}", 100_000),
    "entities": (lambda n: "<p>" + "&amp;&lt;&eacute;&#8364; " * n, 100_000),
    "marks of Markdown": (lambda n: "<p>" + "*a_ [b] `c` #d\\ | <e> " * n, 50_000),
    "CJK text, MB": (lambda n: "<p>漢字仮名交じり文。</p>" * (n * 30_000), 5),
    "unclosed tags": (lambda n: "<div><b><i><p><a href=x>word" * n, 5_000),
    "unclosed paragraphs": (lambda n: "<p>word and word" * n, 100_000),
    "end tags": (lambda n: f"<p>{_WORDS}" + "</div></b>" * n, 200_000),
    "script, MB": (_of_megabytes("var a = '<p>b</p>';", "<script>", "</script><p>x"), 10),
    "style, MB": (_of_megabytes(".a > b { color: red }", "<style>", "</style><p>x"), 10),
    "opening brackets": (lambda n: "<p>" + "<" * n, 1_000_000),
    "groups": (_numbered("<p class=c#x><a href=/>w</a></p>" * 3), 20_000),
    "dates and bylines": (
        _numbered("<p class=author>By Ann Lee<time>May 3, 2020</time></p>"),
        30_000,
    ),
    "classes above blocks": (
        lambda n: f"<div class='{_numbered('ab# ')(n)}'>" + _numbered("<p>word #</p>")(n),
        10_000,
    ),
    "classes of each of 200 above blocks": (
        lambda n: (
            "".join(
                f"<div class='{' '.join(_letters(100 * depth + i) for i in range(50))}'>"
                for depth in range(200)
            )
            + _numbered("<p>word #</p>")(n)
        ),
        10_000,
    ),
    "blocks 200 deep": (lambda n: "<div>" * 200 + _numbered("<p>word #</p>")(n), 20_000),
    "styles that hide": (
        lambda n: (
            f"<style>{_numbered('.c#{display:none}')(n)}</style>"
            + _numbered("<p class='c# d'>word #</p>")(n)
        ),
        10_000,
    ),
    "microdata": (_numbered("<b itemprop=author>Ann Lee</b>"), 50_000),
}


def _measured(run: _System, case: str, size: int, answer: Connection) -> None:
    """Send what the page of that size takes in this process: seconds, MiB, and warnings."""
    page = CASES[case][0](size)
    before, start = _peak_mib(), time.process_time()
    warnings = run(page)
    answer.send((time.process_time() - start, _peak_mib() - before, warnings))


def _auto(seconds: float) -> _System:
    from pagesight.app.config import Options
    from pagesight.app.output.formats import written
    from pagesight.app.pipeline import Pipeline
    from pagesight.extract.page.budget import Limits
    from pagesight.render.page import Page

    pipeline = Pipeline(Options(render=False, limits=Limits(seconds=seconds)))

    def run(html: str) -> Sequence[str]:
        result = pipeline.extract_page(Page(_URL, html))
        written(result, "json")
        return result.warnings

    return run


def _trafilatura(html: str) -> Sequence[str]:
    from trafilatura import extract

    extract(html, url=_URL)
    return ()


def _peak_mib() -> float:
    """Return the most memory this process has held (not by getrusage, which outlives exec)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) / 1024


def _figures(run: _System, case: str, size: int, limit: float) -> _Figures | None:
    """Return what a process of its own finds; None if it takes longer than the limit, or dies."""
    context = multiprocessing.get_context("fork")  # with what is loaded
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_measured, args=(run, case, size, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(limit) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def _row(case: str, size: int, systems: Mapping[str, tuple[_System, float]]) -> str:
    """Return the table's line of a case."""
    cells = [case, f"{size:,} / {2 * size:,}"]
    for run, limit in systems.values():
        small = _figures(run, case, size, limit)
        large = _figures(run, case, 2 * size, limit) if small else None
        found = (small, large)
        cells.append(" / ".join(f"{f[0]:.2f}" if f else f"> {limit:.0f}" for f in found))
        cells.append(f"{large[0] / small[0]:.1f}" if small and large else "")
        cells.append(" / ".join(f"{f[1]:.0f}" if f else "" for f in found))
        cells.append("; ".join(large[2]) if large else "")
    return "| " + " | ".join(cells[:-1]) + " |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", action="append", choices=tuple(CASES), default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rival-limit", type=float, default=60.0)
    parser.add_argument("--deadline", type=float, default=inf, help="of auto, in seconds")
    arguments = parser.parse_args()
    systems = {
        "auto": (_auto(arguments.deadline), _OUR_LIMIT),
        "trafilatura": (_trafilatura, arguments.rival_limit),
    }
    for run, _ in systems.values():
        run(_SMALL)
    print("| case | N / 2N | auto, s | ratio | MiB | warnings | Trafilatura, s | ratio | MiB |")
    print("|---" * 9 + "|")
    for case in arguments.case or CASES:
        size = max(1, CASES[case][1] // (10 if arguments.quick else 1))
        print(_row(case, size, systems), flush=True)


if __name__ == "__main__":
    main()

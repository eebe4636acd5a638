"""Markup made to be slow: for four times the page nothing takes much more than four times."""

import time
import tracemalloc
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial

import pytest

from pagesight.extract.features.table import block_features
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.markdown.tables import tables_of
from pagesight.extract.markdown.write import to_markdown
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.metadata.product.read import product
from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.controls import controls
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.paging.pagination import pagination
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.registry import extractor
from pagesight.render.page import Page
from pagesight.vision.html.features import html_features

_URL = "https://example.org/a/b"
_FLOOR = 0.02  # seconds; shorter times are noise
_GROWTH = 8.0  # at most so many times as long, for four times the page: 16 if it were quadratic
_TRIES = 4  # another program may have had the processor's caches


def _item(text: str) -> str:
    return f"<li><b>some title</b><p>{text}</p></li>" * 3


def _letters(number: int) -> str:
    """Return the number in letters: class names are alike but for their digits."""
    return "".join(chr(97 + int(digit)) for digit in str(number))


def _script(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script><p>x</p>'


# What is repeated, and how often at first.
_TEXTS: Mapping[str, tuple[Callable[[str], str], str, int]] = {
    "brackets in items": (_item, "[", 4000),
    "images in a bracket in items": (lambda text: _item("[" + text), "![a](b)", 30),
    "images begun in items": (_item, "![", 4000),
    "digits in items": (_item, "1 ", 2000),
    "digits": (str, "1", 6000),
    "sums of money in items": (_item, "under $5 or so ", 2000),
    "bars in the title": (lambda text: f"<title>{text}</title>x", "| ", 2500),
    "at signs for an author": (lambda text: f"<meta name=author content='{text}x'>x", "@", 6000),
    "dashes for an author": (lambda text: f"<meta name=author content='{text}x'>x", "-", 6000),
    "spaces after JSON-LD": (lambda text: _script(f"{{}}-->{text}x"), " ", 6000),
    "types without an end": (_script, '"@type":[', 6000),
    "a type of many types": (lambda text: _script(f'{{"@type":"{text}\\n"}}'), "Software", 800),
    "spaces in a type": (lambda text: _script(f'"@type":{text}x'), " ", 6000),
    "stars in bold code": (lambda text: f"<h2><b><code>{text}</code></b> x</h2>", "x*****y", 400),
    "comments in an attribute": (lambda text: f"<p id='{text}'>x</p>", "<!--", 6000),
}

# A page of n parts, and n at first.
_SHAPES: Mapping[str, tuple[Callable[[int], str], int]] = {
    name: (lambda n, write=write, unit=unit: write(unit * n), n)  # type: ignore[misc]
    for name, (write, unit, n) in _TEXTS.items()
} | {
    "texts in deep elements": (lambda n: "<p>a " + "<span>" * n + "x <b>y</b> " * n, 400),
    "items in deep forms": (lambda n: "<b>" * n + "<li>x</li>" * n, 400),
    "rows never closed": (lambda n: "<table>" + "<tr><td><font>x<td><font>y" * n, 150),
    "small elements": (lambda n: "<p><a href=/x>word</a> and more</p>" * n, 400),
    "links in links": (lambda n: "<h1><a href=/><div>x" * n, 120),
    "headings in headings": (lambda n: "<h1><div>some words " * n, 250),
    "headings beside a long title": (
        lambda n: f"<title>{'word ' * n}</title>" + "<h1>x y</h1>" * n,
        800,
    ),
    "links under a long base": (
        lambda n: (
            f"<base href='http://a/{'b/' * 5 * n}'>"
            + "".join(f"<a href=x{i}>y</a>" for i in range(n))
        ),
        600,
    ),
    "bylines in bylines": (lambda n: "<div class=author>1x " * n, 250),
    "bylines at the bottom": (lambda n: "<div>" * n + "<div class=author>1x</div>" * n, 450),
    "microdata in microdata": (lambda n: "<div itemprop=author>{{x " * n, 450),
    "authors": (lambda n: "<meta name=author content=x>" * n + "x", 5000),
    "three like siblings in one of them": (
        lambda n: ("<div>a</div>" * 2 + "<div>" + "words " * 20) * n,
        200,
    ),
    "groups between groups": (
        lambda n: "".join(f"<p class={_letters(i)}><a href=/>w</a></p>" for i in range(n)) * 3,
        400,
    ),
    "groups in navigation": (
        lambda n: "<nav>" * n + "".join(f"<p class={_letters(i)}>word" for i in range(n)) * 3,
        60,
    ),
    "rows of tabs": (
        lambda n: "<pre>x</pre>" + "<div role=tablist><i role=tab>a</i><i role=tab>b</i></div>" * n,
        400,
    ),
    "rows of tabs in each other": (
        lambda n: "<pre>x</pre>" + "<div role=tablist>" * 200 + "<i role=tab>a</i>" * n,
        400,
    ),
    "headings of ingredients": (lambda n: "<div>Ingredients</div><b>x</b>" * n, 400),
    "items in named lists": (
        lambda n: "<p>Ingredients</p>" + "<div class=ingredients>" * 200 + "<li>salt" * n,
        400,
    ),
    "names of a recipe": (
        lambda n: (
            f"<title>{'word ' * n}</title><h2>Ingredients</h2><ul><li>2 peas<li>3 leeks</ul>"
            "<h2>Method</h2><ol><li>Wash the peas and the leeks.<li>Boil it all for an hour.</ol>"
            + "".join(f"<b class=recipe-name>Soup {i}</b>" for i in range(n))
        ),
        600,
    ),
    "fields for mail in deep elements": (
        lambda n: f"<p>{'word ' * 999}" + "<b>" * n + "<i>a<input type=email></i>" * n,
        450,
    ),
    "formulas in lines": (
        lambda n: "<script src=/mathjax.js></script><p>" + "a \\(x\\)<br>" * n,
        400,
    ),
    "formulas in elements": (
        lambda n: "<script src=/mathjax.js></script>" + "<div>a \\(x\\)" * n,
        200,
    ),
    "numbered tables in tables": (lambda n: "<table><tr><td>(1)<td>some words of it" * n, 120),
    "words for screen readers": (lambda n: "<p>a " + "<i class=sr-only>words</i>" * n, 400),
    "cards": (lambda n: "<ul>" + "<li class=card><a href=/x>a title</a> 5" * n, 400),
    "links without text between items": (
        lambda n: ("<h3>title</h3><p>some words of it</p>" + "<a href=/x></a>" * 20) * n,
        800,
    ),
    "icons in items": (
        lambda n: (
            ("<li><h3><a href=/x>title</a></h3>" + "<i class='fa fa-user'></i> some words" * 20) * n
        ),
        100,
    ),
    "attributes of one element": (
        lambda n: f"<p {''.join(f'a{i}=b ' for i in range(n))}>x</p>",
        6000,
    ),
    "class names above blocks": (
        lambda n: (
            f"<div class='{' '.join(f'a{_letters(i)}' for i in range(n))}'>"
            + "<p>some word</p>" * n
        ),
        500,
    ),
    "numbers of pages": (
        lambda n: "".join(f"<td class=pagination><a href=?p={i}>{i % 900}</a>" for i in range(n)),
        400,
    ),
    "words like roles": (
        lambda n: f"<a href=x>{'page ' * n}</a>" + "<a href=y>next page </a>" * n,
        400,
    ),
    "ratings and labels": (
        lambda n: "<ul>" + "<li><a href=/x>a title</a><p>label: 4.5 out of 5 <p>b:" * n,
        200,
    ),
    "class names above links": (
        lambda n: (
            f"<div class='{' '.join(f'a{_letters(i)}' for i in range(n))}'>"
            + "<a href=/x>1</a> " * n
        ),
        1500,
    ),
    "posts": (
        lambda n: "".join(
            f"<li><a class=username href=/u/{k % 9}>{'ABCDEFGHI'[k % 9]}nn</a> "
            f"<time datetime={k // 336 + 2010}-{k // 28 % 12 + 1:02}-{k % 28 + 1:02}>then</time>"
            f"<div class=content>What was said in post {k} of all of them.</div>"
            for k in range(n)
        ),
        150,
    ),
    "table in table": (lambda n: "<table><tr><td>x" * n, 60),
    "previews of images": (
        lambda n: "<div>" * n + "</div><noscript><img src=a></noscript>" * n,
        200,
    ),
    "texts that announce": (lambda n: "<div><p>some words:</p><div>x</div>" * n, 120),
    "lists in lists": (lambda n: "<ul><li>a<li>b<li>x" * n, 100),
}

SIGHT = load_sight()
_BYTES_A_BLOCK = 5000  # of a labeler: 253 columns, once in each precision
_EXTRACTORS = ("article", "listview", "goce-article", "goce-listview", "sight")
_TASKS: Mapping[str, Callable[[Document], object]] = {
    "reading": lambda document: read(document.page),
    "features": block_features,
    "metadata": metadata,
    "product": product,
    "entities": entities,
    "genre features": partial(html_features, sight=SIGHT),
    "controls": controls,
    "pagination": pagination,
    "records": lambda document: Listing(document, document.cuts.unseen).records,
    "Markdown": lambda document: to_markdown(document.blocks),
    "tables": lambda document: tables_of(document.blocks),
    "Markdown of a thread": lambda document: Thread(document).markdown_of(document.blocks),
} | {name: lambda document, name=name: _extractor(name)(document) for name in _EXTRACTORS}  # type: ignore[misc]

_extractor = cache(extractor)


@lru_cache(maxsize=4)
def _document(shape: str, times: int) -> Document:
    write, n = _SHAPES[shape]
    return read(Page(_URL, write(times * n)))


@cache
def _load(task: str) -> None:
    """Do the task once: what is loaded then is no part of its time."""
    _TASKS[task](read(Page(_URL, "<p>x</p>")))


def _seconds(task: str, document: Document) -> float:
    """Return the processor time that the task takes, whatever else the machine does."""
    start = time.process_time()
    _TASKS[task](document)
    return time.process_time() - start


@pytest.mark.parametrize("task", _TASKS)
@pytest.mark.parametrize("shape", _SHAPES)
def test_time_grows_with_the_page_and_not_faster(shape: str, task: str) -> None:
    small, large = _document(shape, 1), _document(shape, 4)
    _load(task)
    short, long = float("inf"), float("inf")
    for _ in range(_TRIES):
        short, long = min(short, _seconds(task, small)), min(long, _seconds(task, large))
        if long <= _GROWTH * max(short, _FLOOR):
            return
    pytest.fail(f"{task}: {short:.3f} s for a page of {shape}, {long:.3f} s for four times of it")


@pytest.mark.parametrize("shape", ["three like siblings in one of them", "headings in headings"])
def test_counting_takes_memory_as_the_page_does(shape: str) -> None:
    write, n = _SHAPES[shape]
    document = read(Page(_URL, write(4 * n)))
    html_features(document, SIGHT)
    tracemalloc.start()
    try:
        html_features(document, SIGHT)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    judging = _BYTES_A_BLOCK * len(document.blocks)  # what is kept of it is counted too
    assert peak < 150 * len(document.page.html) + judging


@pytest.mark.parametrize("name", ["article", "sight"])
def test_judging_a_block_takes_little_memory(name: str) -> None:
    document = read(Page(_URL, "<p>a word</p>" * 4000))
    _load(name)
    tracemalloc.start()
    try:
        _TASKS[name](document)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4000 * _BYTES_A_BLOCK

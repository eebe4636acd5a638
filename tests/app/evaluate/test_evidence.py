"""Genre classifiers asked with less evidence than a page gives, or with a false address."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pagesight.app.errors import EvaluationError
from pagesight.app.evaluate.genre.evaluate import evaluate_genre
from pagesight.app.evaluate.options import EVIDENCE, EvaluateOptions, Watcher, article_addresses
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.page.document import read
from pagesight.extract.page.head import PageHead
from pagesight.render.page import Page

from ..conftest import CorpusMaker, Run

TITLES = ("Minister resigns after long debate", "Rain &amp; floods in the north again", "Ну и ну")


def article(number: int, title: str) -> LabelledPage:
    html = f"<title>{title}</title><p class=lead id='top'>The class is a story</p>" * 5
    page = Page(f"https://site{number}.example/", html)
    return LabelledPage(f"p{number}", page, site=f"site{number}", genre=Genre.ARTICLE)


PAGES = [article(number, title) for number, title in enumerate(TITLES)]


def test_a_false_address_is_made_of_the_title_of_another_sites_article() -> None:
    steps = [urlsplit(url).path.split("/")[-1] for url in article_addresses(PAGES)]
    slugs = ["minister-resigns-after-long-debate", "rain-floods-in-the-north-again"]
    assert steps[:2] == slugs[::-1]
    assert steps[2] in slugs
    assert article_addresses(PAGES[::-1]) == article_addresses(PAGES)[::-1]


def test_without_an_article_of_another_site_there_is_no_false_address() -> None:
    with pytest.raises(EvaluationError, match="no article of another site than that of page p0"):
        article_addresses(PAGES[:1])


def test_names_are_taken_however_they_are_quoted() -> None:
    (changed,) = EVIDENCE["no-names"](PAGES[:1])
    assert changed.page.html.startswith("<title>Minister resigns after long debate</title><p>The ")
    assert "The class is a story" in changed.page.html


STRUCTURED = """<head><title>Soup</title><meta content=product property='og:type'>
<script type='application/ld+json'>{"@type": "Recipe"}</script></head>
<body><main itemscope itemtype="https://schema.org/Recipe"><p itemprop='step'>Stir.</main>"""


def page_head_of(html: str) -> PageHead:
    return read(Page("", html)).head


def with_evidence(name: str) -> str:
    (changed,) = EVIDENCE[name]([replace(PAGES[0], page=Page("", STRUCTURED))])
    return changed.page.html


def test_what_a_page_says_of_itself_to_machines_is_taken() -> None:
    assert with_evidence("no-structured") == (
        "<head><title>Soup</title>\n</head>\n<body><main><p>Stir.</main>"
    )


def test_any_page_calls_itself_an_article() -> None:
    head = page_head_of(with_evidence("article-structured"))
    assert set(head.types) == {"website", "webpage", "article", "person"}
    assert ("og:type", "article") in head.metas
    assert '"headline": "Soup"' in head.json_ld[0]
    assert "Recipe" not in with_evidence("article-structured")


@pytest.mark.parametrize("folds", [0, 2])
def test_every_system_is_asked_once_for_each_evidence(folds: int, tmp_path: Path) -> None:
    forum = "<ul>" + "<li><b>Ann</b> wrote: yes!</li>" * 9
    pages = [article(number, f"Story of day number {number}") for number in range(6)]
    pages += [
        replace(page, id=f"f{page.id}", site=f"f{page.site}", genre=Genre.FORUM,
                page=Page(f"https://f{page.site}.example/", forum))
        for page in pages
    ]  # fmt: skip
    options = EvaluateOptions(
        corpora=(),
        out=tmp_path,
        task="genre",
        systems=("goce-svm",),
        folds=folds,
        evidence=("given", "no-address"),
    )
    measured = evaluate_genre(pages, options, Watcher())
    assert list(measured.systems) == ["goce-svm", "goce-svm, no-address"]
    given, hidden = measured.systems.values()
    assert given["confusion"] == hidden["confusion"], "the eleven numbers know no address"
    assert len(list(measured.predictions)) == 24


def test_unknown_evidence_is_an_error_that_lists_the_known(
    make_corpus: CorpusMaker, pagesight: Run, tmp_path: Path
) -> None:
    corpus = make_corpus([{"genre": "article"}])
    asked = ("evaluate", "--corpus", corpus, "--task", "genre", "--out", tmp_path / "out")
    code, _, err = pagesight(*asked, "--inputs", "smell")
    assert code != 0
    assert "no evidence named smell; there are given, no-address, article-address, no-names" in (
        " ".join(err.split())
    )

"""Metadata: which of the things that a page says of itself is believed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagesight.extract.errors import ParseError
from pagesight.extract.metadata.read import Metadata, metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page

URL = "https://www.thelantern.org/news/2024/tea.html"


def of(head: str, body: str = "<p>x</p>", attributes: str = "") -> Metadata:
    html = f"<html {attributes}><head>{head}</head><body>{body}</body></html>"
    return metadata(read(Page(URL, html)))


def json_ld(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


ARTICLE = {
    "@type": "NewsArticle",
    "headline": "Tea &amp; rain",
    "author": [{"@type": "Person", "name": "Ann Lee"}, {"name": "Bo Ek"}],
    "datePublished": "2024-02-01T10:30:00Z",
    "publisher": {"@type": "Organization", "name": "The Lantern"},
    "description": "On tea.",
    "image": [{"url": "/tea.jpg"}],
    "inLanguage": "en-GB",
}


def test_an_article_in_json_ld_gives_every_field() -> None:
    assert of(json_ld(ARTICLE)) == Metadata(
        title="Tea & rain",
        author="Ann Lee, Bo Ek",
        date="2024-02-01T10:30:00+00:00",
        language="en",
        site_name="The Lantern",
        description="On tea.",
        image="https://www.thelantern.org/tea.jpg",
    )


def test_open_graph_and_links_give_every_field() -> None:
    head = """
        <title>Tea | The Lantern</title><link rel=canonical href="/tea">
        <meta property="og:title" content="Tea"><meta name=author content="Ann Lee">
        <meta property="article:published_time" content="2024-02-01">
        <meta property="og:site_name" content="The Lantern">
        <meta property="og:description" content="On  tea.">
        <meta property="og:image" content="t.jpg">
    """
    assert of(head, attributes="lang=de-AT") == Metadata(
        title="Tea",
        author="Ann Lee",
        date="2024-02-01",
        language="de",
        site_name="The Lantern",
        description="On tea.",
        canonical_url="https://www.thelantern.org/tea",
        image="https://www.thelantern.org/news/2024/t.jpg",
    )


def test_a_page_that_says_nothing_has_empty_metadata() -> None:
    assert metadata(read(Page("", "<p>x"))) == Metadata()


@pytest.mark.parametrize(
    "script",
    [
        json.dumps({"@graph": [{"@type": "WebPage"}, ARTICLE]}),
        json.dumps([{"@type": "BreadcrumbList"}, [ARTICLE]]),
        json.dumps({"@type": "WebPage", "mainEntity": ARTICLE}),
        "<!-- " + json.dumps(ARTICLE) + " -->",
        "//<![CDATA[\n" + json.dumps(ARTICLE) + "\n//]]>",
        json.dumps(ARTICLE)[:-1] + ",}",
        json.dumps(ARTICLE) + "\n}",
        '{"@type": "WebSite"},\n' + json.dumps(ARTICLE),
        json.dumps(ARTICLE).replace("On tea.", "On\ntea.") + ";",
        json.dumps(
            {"@graph": [{**ARTICLE, "author": {"@id": "#a"}},
                        {"@id": "#a", "@type": "Person", "name": "Ann Lee, Bo Ek"}]}
        ),
    ],
)  # fmt: skip
def test_json_ld_is_found_wherever_it_nests_and_mended(script: str) -> None:
    found = of(f'<script type="application/ld+json">{script}</script>')
    assert (found.author, found.description) == ("Ann Lee, Bo Ek", "On tea.")


@pytest.mark.parametrize("script", ["", "{", "[" * 100_000, "null", "[1, [2]]", '{"@type": 3}'])
def test_json_ld_that_cannot_be_read_is_passed_over(script: str) -> None:
    head = f'<script type="application/ld+json">{script}</script><title>Tea</title>'
    assert of(head) == Metadata(title="Tea")


def test_items_of_a_list_and_comments_do_not_speak_for_the_page() -> None:
    value = {
        "@type": "CollectionPage",
        "itemListElement": [ARTICLE],
        "comment": {"@type": "Article", "author": "Ed"},
    }
    found = of(json_ld(value))
    assert (found.title, found.author, found.site_name) == ("", "", "")


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Best Tea 2024 | Shop</title>", "<h1>Best tea, 2024</h1>", "Best tea, 2024"),
        ("<title>Tea - The Lantern</title>", "<h1>The Lantern</h1>", "Tea"),
        ("<title>Tea for two people | Some Site</title>", "", "Tea for two people"),
        ("<title>A - B</title>", "", "A - B"),
        ("<title>The Lantern: on tea</title>", "<h1><a href=/>The Lantern: on</a></h1>",
         "The Lantern: on tea"),
        ("<title>Tea for two - The Lantern</title>", "<h1>Slow down. Breathe.</h1>", "Tea for two"),
        ("<title>Brew tea for two at home</title>", "<h1>Tea for two, and how we drink it</h1>",
         "Tea for two, and how we drink it"),
        ("", "<h1>Tea</h1>", "Tea"),
        ("<title>Tea.pour()</title>", "<h1>Tea<wbr>.<b>pour</b>()</h1>", "Tea.pour()"),
        ("<title>Tea cup</title>", "<h1><span>Tea</span><span>cup</span></h1>", "Tea cup"),
        ("<title>Tea</title>", "<h1></h1><svg><title>Icon</title></svg>", "Tea"),
    ],
)  # fmt: skip
def test_title_is_the_heading_that_agrees_with_the_titles_without_the_site(
    head: str, body: str, title: str
) -> None:
    assert of(head, body).title == title


@pytest.mark.parametrize(
    ("head", "body", "author"),
    [
        ("<meta name=author content='Ann Lee'>", "<p class=byline>By Bo Ek</p>", "Ann Lee"),
        ("<meta name=author content=alee7>", "<p class=byline>By Bo Ek</p>", "Bo Ek"),
        ("<meta name=author content=alee7>", "", "alee7"),
        ("<meta name=author content='https://a.org/u/1'>", "", ""),
        ("", "<a rel=author href=/ann>Ann Lee</a>", "Ann Lee"),
        ("", "<p itemprop=author itemscope><b itemprop=name>Ann Lee</b>, 5 posts</p>", "Ann Lee"),
        ("", "<div class=post-author>Written by: Ann Lee | May 3, 2020</div>", "Ann Lee"),
        ("", "<div class=author><span>By</span><a>Ann Lee</a><i>May 3</i></div>", "Ann Lee"),
        ("", "<div class=comment><b class=author>Bo Ek</b></div>", ""),
        ("", "<h1>Tea</h1><p>March 15, 2022 · 3 min read · By Ann Lee</p>", "Ann Lee"),
        ("", "<h1>Tea</h1><p>Von Ann Lee</p><p class=autor-uthor>Von Ann Lee</p>", "Ann Lee"),
        ("", "<h1>Tea</h1><p>By price</p><p>By Category</p>", ""),
        ("<meta name=twitter:data1 content='3 minutes'>", "", ""),
        ("", "<p class=author>Dylan Bailey, MS, RD</p>", "Dylan Bailey, MS, RD"),
    ],
)  # fmt: skip
def test_author_is_a_name_that_is_stated_or_else_shown(head: str, body: str, author: str) -> None:
    assert of(head, body).author == author


@pytest.mark.parametrize(
    ("head", "body", "date"),
    [
        (json_ld({"@type": "Article", "datePublished": "Feb 08, 2022"}), "", "2022-02-08"),
        (json_ld({"@type": "Article", "datePublished": "12/20/2023 20:41:43"}), "", "2023-12-20"),
        ("<meta name=date content='2024-02-01T10:30:00+0100'>", "", "2024-02-01T10:30:00+01:00"),
        ("<meta name=date content='2024-02-01 10:30'>", "", "2024-02-01T10:30:00"),
        ("<meta name=date content='January 1, 1970'>", "", ""),
        ("<meta name=date content='1 May 2100'>", "", ""),
        ("<meta name=dc.date content=soon><meta name=pubdate content=20240201>", "", "2024-02-01"),
        ("", "<time itemprop=datePublished datetime='2024-02-01'>then</time>", "2024-02-01"),
        ("", "<h1>Tea</h1><p>Updated 3rd March 2021 | 5 min</p>", "2021-03-03"),
        ("", "<h1>Tea</h1><p>Ann, Sept. 3, 2021</p>", "2021-09-03"),
    ],
)
def test_date_is_the_day_of_publication_in_iso_8601(head: str, body: str, date: str) -> None:
    assert of(head, body).date == date


@pytest.mark.parametrize(
    ("head", "attributes", "language"),
    [
        ("", "lang=pt-BR", "pt"),
        ("", "xml:lang=fr", "fr"),
        ("<meta property=og:locale content=ja_JP>", "", "ja"),
        ("<meta http-equiv=Content-Language content='ko, en'>", "lang=''", "ko"),
        ("", "lang='{{lang}}'", ""),
    ],
)
def test_language_is_the_code_that_the_page_declares(
    head: str, attributes: str, language: str
) -> None:
    assert of(head, attributes=attributes).language == language


def test_reading_metadata_leaves_the_tree_alone() -> None:
    from lxml import etree

    document = read(Page(URL, "<title>Tea</title><p class=date>on 3 May 2020</p><nav>x</nav>"))
    before = etree.tostring(document.tree)
    metadata(document)
    assert etree.tostring(document.tree) == before


pieces = st.sampled_from(
    ["<title>", "</title>", "<h1>", "</h1>", "<p class=author>", "</p>",
     "<meta name=author content='", "<time pubdate datetime='", "'>",
     "<script type=application/ld+json>", "</script>", "by Ann",
     '{"@type": "Article", "author": ', '"headline": ', "[", "]", "}", '"a"', ",", "2024-13-45",
     "Feb 30, 2021", " | ", " - ", "<link rel=canonical href='http://[", "\x00", "<base href='//["]
)  # fmt: skip


@given(st.lists(pieces, max_size=30).map("".join))
@settings(max_examples=100, deadline=None)
def test_no_page_is_too_broken(html: str) -> None:
    try:
        document = read(Page("https://a.org", html))
    except ParseError:
        return
    assert isinstance(metadata(document), Metadata)


def test_half_a_character_in_json_ld_is_left_out() -> None:
    script = r'{"@type": "Article", "headline": "Good \ud83d", "author": "Zo\u00eb \ud83d\ude00"}'
    found = of(f'<script type="application/ld+json">{script}</script>')
    assert (found.title, found.author) == ("Good", "Zoë 😀")


def test_the_name_of_an_application_is_not_that_of_its_site() -> None:
    head = '<meta name="application-name" content="lantern-app">'
    assert (
        of(head + json_ld({"@type": "WebSite", "name": "The Lantern"})).site_name == "The Lantern"
    )

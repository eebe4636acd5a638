"""What the sight labeler reads of a page made by hand."""

import numpy as np
import pytest

from pagesight.extract.labelers.sight_features import Features, features
from pagesight.extract.labelers.sight_features_elements import elements
from pagesight.extract.labelers.sight_features_tree import rungs
from pagesight.extract.labelers.sight_features_words import BINS, class_bags, text_bags
from pagesight.extract.parse.document import Document, read
from pagesight.render.page import Page

STORY = "The river rose again on Tuesday night, and the lower town is under water; nobody was hurt."
HTML = f"""<html><head><title>The river rose - Daily</title>
<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{STORY}"}}</script>
</head><body>
<nav class="siteNav main-menu"><ul><li><a href="/">Home</a></li><li><a href="/a">About us</a></li>
<li><a href="/c">Contact</a></li></ul></nav>
<article id="post"><h1>The river rose</h1><p>{STORY}</p><p>{STORY.upper()}</p></article>
<footer><p>© 2020</p></footer></body></html>"""


@pytest.fixture(scope="module")
def document() -> Document:
    return read(Page("https://daily.example/2020/river", HTML))


@pytest.fixture(scope="module")
def page(document: Document) -> Features:
    return features(document)


# Blocks: Home, About us, Contact, heading, story, story in capitals, copyright.
@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("words", (1, 2, 1, 3, 17, 17, 1)),
        ("links", (1, 1, 1, 0, 0, 0, 0)),
        ("ends", (0, 0, 0, 0, 1, 1, 0)),
        ("heading", (0, 0, 0, 1, 0, 0, 0)),
        ("under", (0, 0, 0, 0, 1, 1, 1)),
        ("up_to_nav", (3, 3, 3, 30, 30, 30, 30)),
        ("up_to_article", (30, 30, 30, 1, 1, 1, 30)),
        ("near_count", (3, 3, 3, -1, -1, -1, -1)),
        ("rung0_blocks", (3, 3, 3, 3, 3, 3, 7)),
        ("in_structured", (-1, -1, -1, -1, 1, 1, -1)),
        ("since_h1", (-3, -2, -1, 0, 1, 2, 3)),
        ("since_title", (-3, -2, -1, 0, 1, 2, 3)),
        ("page_is_article", (1,) * 7),
        ("page_path_steps", (2,) * 7),
        ("core80_distance", (-3, -2, -1, 0, 0, 0, 1)),
    ],
)
def test_columns_of_a_small_page(page: Features, column: str, values: tuple[float, ...]) -> None:
    found = page.columns[column].tolist()
    if column.startswith("up_to_nav"):
        found, values = found[3:], values[3:]
    assert found == pytest.approx(values)


def test_every_column_has_a_finite_number_a_block(page: Features, document: Document) -> None:
    assert page.matrix.shape == (len(document.blocks), len(page.columns))
    assert np.isfinite(page.matrix).all()


@pytest.mark.parametrize(
    "html",
    [
        "x",
        "<p>一二三四五六七八九十。</p>",
        "<img src='a.png'>",
        "<ul>" + "<li>a</li>" * 500 + "</ul>",
        "<div>" * 600 + "deep" + "</div>" * 600,
        "<p>\ud800</p>",
        "<script type='application/ld+json'>{broken</script><p>text</p>",
        "<h1></h1><h2>One</h2>",
    ],
)
def test_odd_pages_have_finite_features(html: str) -> None:
    document = read(Page("", html))
    page = features(document)
    assert np.isfinite(page.matrix).all()
    assert list(page.columns) == list(features(read(Page("", HTML))).columns)


def test_a_malformed_address_is_no_obstacle() -> None:
    page = features(read(Page("http://[broken/one/two", "<p>text</p>")))
    assert page.columns["page_path_steps"].tolist() == [2]


def test_scripts_without_spaces_count_words_too() -> None:
    (counted,) = features(read(Page("", "<p>河水昨晚再次上涨，下城区被水淹没。</p>"))).columns[
        "words"
    ]
    assert counted == 7.5


def test_elements_cover_runs_of_blocks(document: Document) -> None:
    tree = elements(document.blocks)
    article = tree.tags.index("article")
    assert (tree.start[article], tree.end[article]) == (3, 6)
    assert tree.names[tree.tags.index("nav")] == ("site", "nav", "main", "menu")
    assert tree.sums(np.ones(7))[0] == 7


def test_containers_above_a_block_grow_wider(document: Document) -> None:
    tree = elements(document.blocks)
    sizes = np.stack([tree.end[at] - tree.start[at] for at in rungs(tree)])
    assert (np.diff(sizes, axis=0) >= 0).all()
    assert (sizes[-1] == 7).all()


def test_like_blocks_have_the_same_class_words(page: Features) -> None:
    rows, bins = class_bags(page.tree)
    words = [set(bins[rows == row].tolist()) for row in range(7)]
    assert words[0] == words[1]
    assert words[0] != words[4]
    assert bins.max() < BINS


def test_text_words_tell_what_a_block_says_and_stands_under(document: Document) -> None:
    rows, bins = text_bags(document.blocks)
    words = [set(bins[rows == row].tolist()) for row in range(7)]
    assert words[4] & words[5]  # the same words in capitals, under the same heading
    assert len(words[0] & words[4]) <= 1

"""An extractor made of a labeler: what its labels keep, and which records they leave."""

import numpy as np
import pytest

from pagesight.datasets.schema import Genre
from pagesight.extract.labelers.extractor import LabelerExtractor, Labels, keep
from pagesight.extract.page.document import Document, read
from pagesight.extract.records.record import NO_RECORDS, RecordSearch
from pagesight.render.page import Page

_STORIES = "".join(
    f"<li><a href=/story/{number}>Story number {number} of the week</a><p>It is told in some words"
    " that say what it is about, and who told it.</p></li>"
    for number in range(3)
)
# Of too few links to be the page's list against what the labels say.
_OFFERS = "".join(
    f"<div class=tile><h4>{'<a href=/offer>' * (number % 3 > 0)}Offer number {number}</a></h4><p>It"
    " is praised in many more words than a story needs, and that is what gives it away.</p>"
    "<p>Only while stocks last, and not for long.</p></div>"
    for number in range(9)
)
_PAGE = f"<body><h1>Stories</h1><ul>{_STORIES}</ul><section>{_OFFERS}</section></body>"


class StoriesFirst:
    """Says that all before the offers is content, and that they are so with a probability."""

    name = "stories-first"

    def __init__(self, of_offers: float) -> None:
        self._of_offers = of_offers

    def label(self, document: Document) -> Labels:
        texts = [block.text for block in document.blocks]
        begin = next(at for at, text in enumerate(texts) if text.startswith("Offer"))
        shares = np.where(np.arange(len(texts)) < begin, 0.9, self._of_offers)
        return Labels(document.blocks, shares)


@pytest.mark.parametrize(("of_offers", "title"), [(0.02, "Story"), (0.9, "Offer")])
def test_records_are_made_of_what_may_be_content(of_offers: float, title: str) -> None:
    document = read(Page("https://a.example/", _PAGE))
    found = LabelerExtractor(StoriesFirst(of_offers), records="items")(document)
    assert found.records[-1].title.startswith(title)


@pytest.mark.parametrize("product", [True, False])
def test_of_a_page_where_nothing_is_likely_a_products_title_is_kept(product: bool) -> None:
    menu = "".join(f"<li><a href=/{n}>A part of the shop with number {n}</a>" for n in range(40))
    page = f"<body><ul>{menu}</ul><h1>A case for four lamps</h1><p>Ask our people.</p></body>"
    document = read(Page("https://a.example/", page))
    shares = [0.15 if block.tag == "h1" else 0.001 for block in document.blocks]
    labels = Labels(document.blocks, np.array(shares))
    found = keep(document, "few", labels, 0.0, records=RecordSearch(product=product))
    assert [block.text for block in found.blocks] == ["A case for four lamps"] * product


@pytest.mark.parametrize(("called", "is_kept"), [("shop_attributes", True), ("reviews", False)])
def test_the_facts_of_a_product_are_likelier_than_a_labeler_says(
    called: str, is_kept: bool
) -> None:
    text = f"<p>{'It is cooked for three days and dried for nine months. ' * 9}</p>"
    facts = f"<table class={called}><tr><th>Weight<td>200 g<tr><th>Origin<td>Aleppo</table>"
    document = read(Page("https://a.example/", f"<h1>Soap</h1>{text}{facts}"))
    shares = [0.9 if block.tag in ("h1", "p") else 0.2 for block in document.blocks]
    labels = Labels(document.blocks, np.array(shares))
    found = keep(document, "few", labels, 0.0, records=RecordSearch(product=True))
    assert ("200 g" in found.text) is is_kept


def test_hidden_text_however_likely_does_not_keep_what_is_shown_out() -> None:
    menu = "".join(f"<li><a href=/{n}>A part of the shop with number {n}</a>" for n in range(40))
    hidden = "<p hidden>Cookies help us to count visits to the pages of this site.</p>" * 9
    page = f"<body><ul>{menu}</ul>{hidden}<h1>A lamp</h1><p>12 W</p></body>"
    document = read(Page("https://a.example/", page))
    shares = {"h1": 0.03, "p": 0.03, "li": 0.001}
    likely = [0.1 if block.unseen else shares[block.tag] for block in document.blocks]
    labels = Labels(document.blocks, np.array(likely))
    found = keep(document, "few", labels, 0.0, records=RecordSearch(product=True))
    assert [block.text for block in found.blocks] == ["A lamp", "12 W"]


@pytest.mark.parametrize("sentences", [4, 20])
def test_a_page_with_sentences_enough_for_an_article_is_not_empty(sentences: int) -> None:
    menu = "".join(f"<li><a href=/{n}>A part of the site with number {n}</a>" for n in range(40))
    said = "<p>The river rose again on Tuesday night, and the lower town is under water."
    document = read(Page("https://a.example/", f"<body><ul>{menu}</ul>{said * sentences}</body>"))
    shares = [0.05 if block.tag == "p" else 0.001 for block in document.blocks]
    labels = Labels(document.blocks, np.array(shares))
    found = keep(document, "few", labels, 0.0, records=NO_RECORDS)
    assert len(found.blocks) == (sentences if sentences > 4 else 0)


def test_the_lists_of_a_shown_recipe_are_likelier_than_a_labeler_says() -> None:
    lists = "<li>2 cups of peas<li>1 onion</ul><h2>Instructions</h2><ol><li>Chop the onion.<li>Boil"
    others = "<ul><li>Tea for four<li>Salt for two</ul>"
    page = f"<h1>Pea soup</h1><h2>Ingredients</h2><ul>{lists} all.</ol><h2>Related</h2>{others}"
    document = read(Page("https://a.example/", f"<body>{page}<p>It keeps for a week.</p></body>"))
    shares = [0.2 if block.tag == "li" else 0.9 for block in document.blocks]
    found = keep(
        document, "few", Labels(document.blocks, np.array(shares)), 0.0, records=NO_RECORDS
    )
    assert [block.text for block in found.blocks if block.tag == "li"] == [
        "2 cups of peas",
        "1 onion",
        "Chop the onion.",
        "Boil all.",
    ]


def test_tables_around_posts_bring_in_none_of_what_is_beside_them() -> None:
    said = [
        "Hold it at the top for twenty minutes.",
        "It was the bisque.",
        "Thanks, it worked well.",
    ]
    posts = "".join(
        f"<table class=post><tr><td><a class=author href=/user/{n}>potter{n}</a>"
        f" <time datetime=2024-05-0{n}>May {n}, 2024</time> parent</td></tr>"
        f"<tr><td class=body>{text}</td></tr></table>"
        for n, text in enumerate(said, start=1)
    )
    document = read(Page("https://a.example/t/1", f"<h1>Pinholes</h1><div>{posts}</div>"))
    shares = [0.9 if block.text in said else 0.3 for block in document.blocks]
    labels = Labels(document.blocks, np.array(shares))
    found = keep(document, "few", labels, 0.0, records=RecordSearch("posts-or-items"))
    assert [block.text for block in found.blocks] == said


def test_comments_under_a_recipe_that_is_called_a_list_are_no_thread() -> None:
    lines = ["200 g peas", "1 tbsp oil", "2 leeks", "Fry the leeks in the oil.", "Boil the peas."]
    listed = "".join(f"<li>{line}" for line in lines[:3])
    recipe = f"<h2>Ingredients</h2><ul>{listed}</ul><h2>Method</h2><p>{lines[3]}<p>{lines[4]}</p>"
    comments = "".join(
        f"<div class=post><a class=author href=/user/{n}>potter{n}</a>"
        f" <time datetime=2024-05-0{n}>May {n}, 2024</time><p>We had it on day {n}.</p></div>"
        for n in range(1, 5)
    )
    document = read(Page("https://a.example/soup", f"<h1>Pea soup</h1>{recipe}{comments}"))
    shares = [0.3 if block.text in lines else 0.7 for block in document.blocks]
    labels = Labels(document.blocks, np.array(shares))
    search = RecordSearch("items", genres={Genre.LISTING: 0.6, Genre.FORUM: 0.3})
    kept = [block.text for block in keep(document, "few", labels, 0.0, records=search).blocks]
    assert [text for text in kept if text in lines] == lines


@pytest.mark.parametrize(("words", "kept"), [(30, False), (10, True)])
def test_comments_stay_where_there_is_next_to_nothing_else(words: int, kept: bool) -> None:
    text = " ".join(["It came on a lorry,", *["and then the next"] * (words // 4), "day too."])
    comment = "<div class=comment><p>I had one like it, and it was mended with glue.</p></div>"
    page = f"<body><p>{text}</p><section id=comments>{3 * comment}</section></body>"
    document = read(Page("https://a.example/", page))
    labels = Labels(document.blocks, np.array([0.9, 0.8, 0.8, 0.8]))
    found = keep(document, "few", labels, 0.0, records=NO_RECORDS)
    assert ("mended with glue" in found.text) is kept


def test_what_is_called_a_comment_amid_a_text_is_no_readers() -> None:
    said = "It came on a lorry, and then the next one came, and so it went on until the evening."
    page = f"<body><p>{said}</p><div class=expert-comment><p>{said}</p></div><p>{said}</p></body>"
    document = read(Page("https://a.example/", page))
    labels = Labels(document.blocks, np.array([0.9, 0.9, 0.9]))
    assert len(keep(document, "few", labels, 0.0, records=NO_RECORDS).blocks) == 3


@pytest.mark.parametrize(("article", "kept"), [(0.1, 2), (0.9, 0)])
def test_a_page_of_comments_alone_is_a_thread_unless_it_is_an_article(
    article: float, kept: int
) -> None:
    said = [
        "The caret is gone after a paste, and does not come back until the window is resized.",
        "It is drawn in the rectangle that was there before, and nobody sees it behind the text.",
    ]
    comments = "".join(
        f"<div class=bug_comment><a class=author href=/user/{n}>ann{n}</a>"
        f" <time datetime=2024-05-0{n}>May {n}, 2024</time><pre>{text}</pre></div>"
        for n, text in enumerate(said, start=1)
    )
    document = read(Page("https://a.example/7", f"<h1>Caret vanishes</h1><td>New{comments}"))
    shares = [0.2 if block.text in said else 0.5 for block in document.blocks]
    search = RecordSearch("none", genres={Genre.ARTICLE: article})
    found = keep(document, "few", Labels(document.blocks, np.array(shares)), 0.0, records=search)
    assert sum(block.text in said for block in found.blocks) == kept


def test_lists_of_other_stories_stay_on_a_page_that_is_a_list() -> None:
    cards = "".join(
        f"<article><h2><a href=/{n}>The {name} is back</a></h2><p>It was away for a year, and"
        f" nobody had missed it until the day on which it came back, which was a {name}.</p>"
        f"<time datetime=2024-05-0{n}>May {n}, 2024</time></article>"
        for n, name in enumerate(("heron", "otter", "stork", "crane"), start=1)
    )
    links = "".join(f"<li><a href=/x{n}>Story number {n}</a></li>" for n in range(4))
    page = f"<body><main>{cards}<h3>Latest news</h3><ul>{links}</ul></main></body>"
    document = read(Page("https://a.example/", page))
    labels = Labels(document.blocks, np.full(len(document.blocks), 0.9))
    genres = {Genre.LISTING: 1.0}
    found = keep(document, "few", labels, 0.0, records=RecordSearch("items", genres=genres))
    assert "Story number 2" in found.text


def test_the_text_of_a_list_names_every_item_that_its_records_do() -> None:
    jobs = "".join(
        f"<li><h3><a href=/job/{n}>Keeper of lighthouse {n}</a></h3><p>Full time, on an island that"
        f" has {n} goats, and a boat once a week.</p></li>"
        for n in range(9)
    )
    document = read(Page("https://a.example/", f"<body><main><ul>{jobs}</ul></main></body>"))
    shares = [0.001 if block.tag == "h3" else 0.9 for block in document.blocks]
    search = RecordSearch("items", genres={Genre.LISTING: 1.0})
    found = keep(document, "few", Labels(document.blocks, np.array(shares)), 0.0, records=search)
    assert len(found.records) == 9
    assert all(record.title in found.text for record in found.records)

"""What a record says of its item: its title, summary, author and photo."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.fields.authors import author_of
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_NAMES = ("Dried fruit", "Salt and pepper", "Herbs of the garden")
_ABOUT = "All about it, in some words that say what it is."


def _records(card: str) -> tuple[Record, ...]:
    """Return the records of a page of three cards, each written by the template."""
    cards = "".join(f"<li>{card.format(at, name)}</li>" for at, name in enumerate(_NAMES))
    document = read(Page("https://shop.example/", f"<body><h1>Shop</h1><ul>{cards}</ul></body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


@pytest.mark.parametrize(
    "card",
    [
        "<a href=/{0}><span class=title>{1}</span> <span class=products>{0} products</span></a>",
        "<a href=/{0}><b class=product_name>{1}</b> <b>{0}99.00</b></a>",
    ],
    ids=["how many it holds", "what it costs"],
)
def test_a_title_is_what_is_called_so_without_what_stands_beside_it(card: str) -> None:
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_a_heading_that_counts_by_its_class_is_a_title_still() -> None:
    card = "<h2 class=title-not-count><a href=/{0}>{1}</a></h2><h4>1{0} Items</h4><p>Open</p>"
    assert [record.title for record in _records(card)] == [*_NAMES]


@pytest.mark.parametrize(
    "line",
    [
        "By Admin | Style, Fashion and Couples | {0} comments | Read on to the end",
        "Closed, 1{0} comments. Most recent by Ann Lee in February 2008, General Discussion",
    ],
    ids=["who wrote it", "who wrote last"],
)
def test_a_line_that_says_who_wrote_is_no_summary(line: str) -> None:
    summaries = [each.summary for each in _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{line}")]
    assert summaries == [""] * 3


def test_a_sentence_that_begins_as_a_line_of_the_author_would_is_a_summary() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>By looking closely, you see that number {0} is old"
    assert all(record.summary.startswith("By looking") for record in _records(card))


def test_what_dialogs_show_of_goods_is_no_item() -> None:
    goods = "".join(
        f"<div class=product><h3><a href=/{at}>{name}</a></h3><p>${at}5.00</div>"
        for at, name in enumerate(_NAMES, 1)
    )
    kinds = ("products-filter", "product-view", "product-cart")
    dialogs = "".join(
        f"<div class='modal {kind}'><h3><a href=/{kind}>Your {kind}</a></h3>"
        f"<p>{_ABOUT} $30.00</div>"
        for kind in kinds
    )
    html = f"<body><h1>Shop</h1><div class=goods>{goods}</div>{dialogs}</body>"
    document = read(Page("https://shop.example/", html))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [*_NAMES]


@pytest.mark.parametrize(
    "line",
    [
        "Posted by {} at 9:30 AM | 12 comments | Labels: cakes, more cakes and the last of them",
        "Monday, 24 Jun 2019 by {}",
        "July 29, 2017 by {} 98 comments",
        "3 May 2019 | by {}",
        "April 19, 2011 by {} View Comments",
        "by {} » Sat Jan 26, 2019 10:48 pm",
    ],
)
def test_an_author_stands_in_a_byline_beside_a_date_or_a_time(line: str) -> None:
    (block,) = read(Page("https://a.example/", f"<p>{line.format('Ann Lee')}</p>")).blocks
    assert author_of([block], {}) == "Ann Lee"


@pytest.mark.parametrize("name", ["Axl | varmik", "Zaz64K", "jeff a"])
def test_the_name_before_the_date_of_a_forum_is_whole(name: str) -> None:
    (block,) = read(Page("https://a.example/", f"<p>by {name} » Sat Jan 26, 2019 10:48 pm")).blocks
    assert author_of([block], {}) == name


@pytest.mark.parametrize(
    "line", ["<p>Ann Lee</p><p>Petak, 19 May 202{0}</p>", "<p>Ann Lee - 19 May 202{0}</p>"]
)
def test_a_name_before_the_date_of_things_with_a_photo_is_their_authors(line: str) -> None:
    title = "<h3><a href=/{0}>{1}</a></h3>"
    assert {each.author for each in _records(f"<img src=/{{0}}.jpg>{title}{line}")} == {"Ann Lee"}
    assert {each.author for each in _records(title + line)} == {""}


@pytest.mark.parametrize(
    "name", ["Paper Model", "City Council Meeting", "The end of it", "News"], ids=str.lower
)
def test_few_names_and_what_is_none_are_no_authors(name: str) -> None:
    is_few = name == "Paper Model"
    card = (
        "<h3><a href=/{0}>{1}</a></h3><img src=/{0}.jpg><p>" + name * (not is_few) + " 3 May 2020"
    )
    records = _records(card + ("<!--{0}-->" if not is_few else ""))
    assert {record.author for record in records} == {""}


@pytest.mark.parametrize(
    "ground", ["data-setbg=/{0}.jpg", "style='color: red; background-image: url(/{0}.jpg)'"]
)
def test_the_photo_of_an_item_may_be_behind_an_element(ground: str) -> None:
    records = _records(f"<div class=pic {ground}></div><h3><a href=/{{0}}>{{1}}</a></h3><p>$1{{0}}")
    assert [record.image for record in records] == [
        f"https://shop.example/{at}.jpg" for at in range(3)
    ]


def test_a_sign_behind_an_element_at_its_side_is_no_photo() -> None:
    style = "background: transparent url(/ok{0}.png) no-repeat right center"
    records = _records(f"<p style='{style}'><a href=/{{0}}>{{1}}</a></p><p>$1{{0}}")
    assert {record.image for record in records} == {""}


def test_a_name_and_a_number_are_no_title() -> None:
    card = "<p><a href=/all>Threads - 36{0}</a></p><p><a href=/{0}>{1}</a></p><p>$9.00</p>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_a_dated_title_above_a_byline_is_the_title() -> None:
    card = "<p><a href=/{0}>Report of 1{0} May 2005</a><br>by Ann Lee » Sat Sep 10, 2005 10:0{0} pm"
    assert [record.title for record in _records(card)] == [
        f"Report of 1{at} May 2005" for at in range(3)
    ]


def test_a_column_of_authors_may_say_when_too() -> None:
    assert author_of([], {"Автор": "Света\n20 фев. 2010 21:10"}) == "Света"


def test_the_title_of_a_card_of_two_headings_is_the_longer_one_that_is_a_link() -> None:
    records = _records("<h2>Kitchen {0}</h2><h3><a href=/{0}>{1} in a winter of snow</a></h3><p>So")
    assert [record.title for record in records] == [
        f"{name} in a winter of snow" for name in _NAMES
    ]


def test_a_note_in_brackets_is_no_title() -> None:
    rows = "".join(
        f"<tr><td>{month} 2016:<td><a href=/{month}/a.html>[ Thread ]</a> "
        f"<a href=/{month}/author.html>[ Author ]</a><td><a href=/{month}.gz>[ Text {at} KB ]</a>"
        for at, month in enumerate(("April", "May", "June", "July"), 10)
    )
    html = f"<body><table><tr><td>Archive<td>View by:<td>Download{rows}</table></body>"
    document = read(Page("https://list.example/", html))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [
        "April 2016:",
        "May 2016:",
        "June 2016:",
        "July 2016:",
    ]
    assert {record.author for record in found} == {""}


def test_a_photo_may_be_in_a_block_with_a_button() -> None:
    card = (
        "<div><img src=/{0}.jpg><a href='' class=btn>Add to cart</a></div><h5>{1}</h5><p>${0}5.00"
    )
    images = [record.image for record in _records(card)]
    assert images == [f"https://shop.example/{at}.jpg" for at in range(3)]


def test_a_card_that_shows_its_item_as_in_a_grid_and_as_in_a_list_is_one_record() -> None:
    view = "<div class={2}><p>Our own</p><h4><a href=/{0}>{1}</a></h4><p>${0}5.00</p>{3}</div>"
    card = "".join(
        view.replace("{2}", kind).replace("{3}", more)
        for kind, more in (("grid", ""), ("list", "<p>Fresh from the garden of {0}</p>"))
    )
    records = _records(f"<div class=card>{card}</div>")
    assert [record.title for record in records] == [*_NAMES]


def test_filters_beside_goods_are_no_items() -> None:
    goods = "".join(
        f"<div class=card><h3><a href=/{at}>{name}</a></h3><p>${at}5.00</div>"
        for at, name in enumerate(_NAMES, 1)
    )
    filters = "".join(
        f"<div class=choice><h4>By {kind}</h4><p>Choose one of many <a href=#>Clear</a></div>"
        for kind in ("colour of it", "size in inches", "maker of it")
    )
    html = f"<body><h1>Shop</h1><div>{filters}</div><div>{goods}</div></body>"
    document = read(Page("https://shop.example/", html))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [*_NAMES]


@pytest.mark.parametrize("family", ["fa fa", "icofont"])
def test_what_stands_after_a_sign_of_somebody_or_of_a_place_is_so(family: str) -> None:
    card = (
        f"<h3><a href=/{{0}}>{{1}}</a></h3><ul><li><i class='{family}-user'></i>"
        f"<a href=#>Ann Lee {{0}}</a><li><i class='{family}-map-marker-alt'></i> Town {{0}} "
        f"<i class='{family}-clock'></i> Now</ul>"
    )
    records = _records(card)
    assert [record.author for record in records] == [f"Ann Lee {at}" for at in range(3)]
    places = [record.attributes["location"] for record in records]
    assert places == [f"Town {at}" for at in range(3)]


def test_a_day_after_the_element_that_names_an_item_is_no_part_of_its_title() -> None:
    card = "<a href=/{0}><span class=artist>{1}</span> <span>Monday 1{0}th April</span><br>Hall</a>"
    assert [record.title for record in _records(card)] == [*_NAMES]


@pytest.mark.parametrize(
    "image",
    [
        "<p><img class=avatar__photo src=/by{0}.png></p>",
        "<img width=16 height=16px src=/{0}.png>",
        "<img width=16 src=/{0}.png>",
    ],
    ids=["a portrait of who wrote it", "drawn as small as a sign", "as narrow as one"],
)
def test_what_is_no_photo_of_an_item_is_not_its_image(image: str) -> None:
    card = f"{image}<h3><a href=/{{0}}>{{1}}</a></h3><p>by <a href=/u/{{0}}>Ann Lee</a></p>"
    assert {record.image for record in _records(card)} == {""}


def test_items_that_say_how_one_is_employed_are_jobs() -> None:
    records = _records(
        "<h3><a href=/{0}>{1}</a></h3><p>Company {0}</p><p>Full Time {0} hours ago</p>"
    )
    assert [record.type for record in records] == ["job"] * 3
    assert {record.attributes["employmentType"] for record in records} == {"Full Time"}


@pytest.mark.parametrize(
    "card",
    [
        "<a href=/{0}><h3>{1}</h3><p>Sleepers go from {0} on.</p></a>",
        "<h3><a href=/{0}>{1}</a></h3><p>Sleepers go from {0} on. <a href=/{0}>Read on</a></p>",
        "<p><a href=/{0}>{1}</a><br>Sleepers go from {0} on.</p>",
    ],
    ids=["within the link of the card", "before a link that leads on", "below the title"],
)
def test_a_summary_is_a_sentence_of_the_item(card: str) -> None:
    summaries = [record.summary for record in _records(card)]
    assert summaries == [f"Sleepers go from {at} on." for at in range(3)]


def test_a_day_without_its_year_before_a_link_is_no_part_of_the_title() -> None:
    titles = [record.title for record in _records("<p>Mar 1{0} <a href=/{0}>{1}</a></p>")]
    assert titles == [*_NAMES]


def test_what_the_label_of_a_title_says_is_the_title() -> None:
    card = "<p><a href=/{0}>arXiv 26.{0}</a></p><p>Title: {1}</p><p>Subject: Text</p>"
    titles = [record.title for record in _records(card)]
    assert titles == [*_NAMES]


def test_the_heading_of_a_release_is_its_title() -> None:
    titles = [
        record.title
        for record in _records("<h2>v1.{0}.0</h2><p>2026-01-0{0}</p><ul><li>A fix of it</ul>")
    ]
    assert titles == [f"v1.{at}.0" for at in range(3)]


def test_a_link_over_a_card_that_only_names_it_to_who_cannot_see_leads_to_it() -> None:
    hides = "position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden"
    card = (
        f"<a href=/job/{{0}}><span style='{hides}'>{{1}}</span></a><h3>{{1}}</h3>"
        "<h4><a href=/company/{0}>Company {0}</a></h4>"
    )
    assert _records(card)[1].url == "https://shop.example/job/1"


@pytest.mark.parametrize(
    ("card", "author"),
    [
        ("<div class=byline>via <a class=u-author href=/~u{0}>u{0}</a> 3 hours ago</div>", "u0"),
        ("<div class=meta>By <span class=userName>Ann{0}</span></div>", "Ann0"),
    ],
)
def test_an_author_is_the_innermost_that_a_class_calls_so(card: str, author: str) -> None:
    assert _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{card}")[0].author == author


def test_the_second_line_of_a_cell_is_the_author_where_the_column_says_so() -> None:
    assert author_of([], {"Thread / Thread Starter": "Which bike\nann7"}) == "ann7"


def test_a_wrapper_of_company_and_place_is_neither() -> None:
    card = (
        "<h3><a href=/{0}>{1}</a></h3><div class=company_location>"
        "<span class=companyName>Holm {0}</span><div class=companyLocation>Oslo {0}</div></div>"
    )
    said = _records(card)[0].attributes
    assert (said["hiringOrganization"], said["location"]) == ("Holm 0", "Oslo 0")


def test_the_item_itself_is_no_category() -> None:
    card = "<div class=category-general><h3><a href=/{0}>{1}</a></h3><p>4 replies</p></div>"
    assert "category" not in _records(card)[0].attributes


def test_a_day_in_full_that_an_age_is_titled_with_is_the_date() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><span title='2026-03-0{0}T08:11:00'>3 hours ago</span>"
    assert _records(card)[1].date == "2026-03-01"


def test_an_item_of_several_days_is_an_event_with_an_end() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>1{0} March - 4 June 2026</p>"
    show = _records(card)[2]
    assert (show.date, show.attributes["endDate"], show.type) == (
        "2026-03-12",
        "2026-06-04",
        "event",
    )


def test_a_column_that_says_the_same_of_all_holds_no_titles() -> None:
    rows = "".join(
        f"<tr><td>Kernel</td><td><a href=/{at}>{name}</a></td><td>open</td></tr>"
        for at, name in enumerate(_NAMES)
    )
    head = "<tr><th>Product</th><th>Summary</th><th>Status</th></tr>"
    document = read(Page("https://a.org/", f"<body><table>{head}{rows}</table></body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in records] == [*_NAMES]


def test_a_category_within_the_link_is_no_part_of_the_title() -> None:
    card = "<a href=/{0}><strong class=rubrique>Culture</strong> {1}</a> <time>1{0}:05</time>"
    assert [record.title for record in _records(card)] == [*_NAMES]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("<p>冬はライ麦か小麦か、粉の違いを確かめた {0}。", "冬は"),
        ("<p>3月の卒業式で、研究室の学生{0}名が受賞しました。 […]", "3月の"),
    ],
    ids=["a sentence", "one that is cut short"],
)
def test_a_summary_may_be_of_a_script_without_spaces(said: str, told: str) -> None:
    found = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{said}</p>")
    assert all(record.summary.startswith(told) for record in found)


def test_the_term_that_is_called_a_product_names_it_and_that_of_its_brand_does_not() -> None:
    card = """<a href=/{0}><dl><dt>Brand Name</dt><dd>Brown {0}</dd><dt>Product Name</dt>
<dd>{1}</dd><dt>Price</dt><dd>$108MSRP: $120</dd></dl></a>"""
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_when_something_was_posted_is_no_title() -> None:
    card = "<h3><b>Mar 1{0}, 2026</b> — Posted Mar {0}, 2026 9:00 AM</h3><p><a href=/{0}>{1}</a>"
    found = _records(card)
    assert [record.title for record in found] == [*_NAMES]
    assert [record.date for record in found] == ["2026-03-10", "2026-03-11", "2026-03-12"]


def test_a_name_in_a_line_of_parts_with_the_date_is_the_author() -> None:
    card = """<h3><a href=/{0}>{1}</a></h3><p>{1}, and how they were made in the old days of the
town.</p><p>March {0}1, 2026 · 3 min · Ann Lee"""
    assert {record.author for record in _records(card)} == {"Ann Lee"}


def test_an_author_has_no_office() -> None:
    card = (
        """<h3><a href=/{0}>{1}</a></h3><div class=author>
<a href=/people>Ann Lee</a> <small>Maintainer</small></div><p>"""
        + _ABOUT
    )
    assert {record.author for record in _records(card)} == {"Ann Lee"}


def test_what_a_company_says_it_is_like_is_none_of_its_name() -> None:
    card = """<a href=/job/{0}><h3>{1}</h3><div class=company><strong>Birch & Co</strong>
<span class=tagline>We hire</span></div><div class=job-type>Full time</div></a>"""
    said = [record.attributes["hiringOrganization"] for record in _records(card)]
    assert said == ["Birch & Co"] * 3


def test_an_item_that_leads_to_a_job_is_of_the_company_that_it_links() -> None:
    card = "<h3><a href=/jobs/view/{0}>{1}</a></h3><h4><a href=/company/{0}>Birch & Co</a></h4>Oslo"
    said = [record.attributes["hiringOrganization"] for record in _records(card)]
    assert said == ["Birch & Co"] * 3


def test_a_kind_of_employment_is_no_category_and_says_that_an_item_is_a_job() -> None:
    card = """<h2>{1}</h2><ul><li>@ Holm {0}</li><li><i class="x-icon x-maps-and-flags"></i>
Oslo {0}</li></ul><p class=categories>Temporary</p>"""
    said = [record.attributes for record in _records(card)]
    assert said == [
        {
            "location": f"Oslo {at}",
            "employmentType": "Temporary",
            "hiringOrganization": f"Holm {at}",
        }
        for at in range(3)
    ]


def test_a_place_does_not_end_in_the_comma_before_its_state() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p><span class=city>Oslo {0}, </span><i>NO</i></p>"
    said = [record.attributes["location"] for record in _records(card)]
    assert said == [f"Oslo {at}" for at in range(3)]


def test_what_adds_an_item_to_a_calendar_is_not_its_address() -> None:
    card = """<td>{1}</td><td>4/{0}2/2026</td><td><a href="View.ashx?M=IC&ID={0}"><img src=ical.gif>
</a></td><td><a href=Detail.aspx?ID={0}>Meeting details</a></td>"""
    rows = "".join(f"<tr>{card.format(at, name)}" for at, name in enumerate(_NAMES, 1))
    document = read(Page("https://city.example/", f"<body><table>{rows}</table></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [each.url for each in found] == [
        f"https://city.example/Detail.aspx?ID={at}" for at in (1, 2, 3)
    ]


def test_a_title_that_leads_to_a_job_at_a_company_is_no_company() -> None:
    card = "<a href=/companies/birch/jobs/{0}>{1} at Birch is hiring</a><p>{0} days ago</p>"
    assert not any("hiringOrganization" in each.attributes for each in _records(card))


def test_items_that_all_begin_with_one_link_lead_each_to_its_own() -> None:
    card = """<a href=/bread>Bread news</a><p>{1} in some words that say what it is.</p>
<a href=/bread/{0}><time datetime=2026-03-1{0}T10:00>10:00</time></a>"""
    assert [record.url for record in _records(card)] == [
        f"https://shop.example/bread/{at}" for at in range(3)
    ]


def test_an_element_of_its_own_name_may_state_the_time() -> None:
    card = """<h3><a href=/{0}>{1}</a></h3><p>Updated
<relative-time datetime=2026-01-1{0}T12:00:00Z>on Mar 3</relative-time></p>"""
    assert [record.date for record in _records(card)] == ["2026-01-10", "2026-01-11", "2026-01-12"]


def test_a_year_may_be_that_of_the_address_and_is_none_of_a_link_above() -> None:
    body = "".join(
        f"<li><h4><a href=/news/2026/03/{name[:4]}>{name}</a></h4><p>on Mar 0{at}</p></li>"
        for at, name in enumerate(_NAMES, 1)
    )
    page = f"<body><h3><a href=/report>Report of 2025</a></h3><ul>{body}</ul></body>"
    document = read(Page("https://news.example/", page))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == ["2026-03-01", "2026-03-02", "2026-03-03"]


def test_a_title_that_begins_with_its_category_is_kept_whole() -> None:
    card = "<a class=category href=/salt>{2}</a><h3><a href=/{0}>{1}</a></h3><p>" + _ABOUT
    cards = "".join(
        f"<li>{card.format(at, name, name.split()[0])}</li>" for at, name in enumerate(_NAMES)
    )
    document = read(Page("https://shop.example/", f"<body><ul>{cards}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [*_NAMES]


def test_a_summary_may_be_in_the_link_beside_the_title() -> None:
    card = """<h2>{1}</h2><a href=/{0}><h3>{1}</h3><div>{1} that makes long, unwieldy lists
much shorter than they were before.</div></a>"""
    assert all(record.summary.startswith(record.title) for record in _records(card))


def test_a_line_of_a_label_is_no_summary() -> None:
    card = (
        "<p><a href=/{0}>{1}</a></p><p>Subjects: the {0} ways of taste, and of smell (cs.{0})</p>"
    )
    assert [record.summary for record in _records(card)] == [""] * 3


def test_what_is_labelled_as_the_author_is_a_name_alone() -> None:
    card = f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{_ABOUT}</p><p>Door: Ann Lee Lees verder</p>"
    assert {record.attributes["Door"] for record in _records(card)} == {"Ann Lee"}


def test_a_date_that_a_sentence_of_one_item_says_is_none() -> None:
    told = ", which will be shown at the fair of the town on 26 April 2026 and not before"
    cards = "".join(
        f"<li><h3><a href=/{at}>Text {at} of many</a></h3><p>{_ABOUT}{told * (at == 2)}</p></li>"
        for at in range(5)
    )
    document = read(Page("https://a.example/", f"<body><ul>{cards}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert {record.date for record in found} == {""}


def test_an_entry_of_a_planet_leads_to_itself_and_not_to_who_wrote_it() -> None:
    card = """<h3><a href=/blog>Ann Lee</a> — <a href=/e/{0}>{1}</a></h3><p>{1}, in some words that
say what it is.</p>"""
    assert [record.url for record in _records(card)] == [
        f"https://shop.example/e/{at}" for at in range(3)
    ]


def test_a_sign_of_a_person_stands_before_the_author() -> None:
    card = (
        "<h3><a href=/{0}>{1}</a></h3><p><span>📅 1{0}/03/2026</span> | <span>👤 Ann Lee</span></p>"
    )
    assert {record.author for record in _records(card)} == {"Ann Lee"}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("submitted by Ann Lee on Mon, 22 Feb 99", "Ann Lee"),
        ("Posted by Ann Lee Tuesday, April 9, 2019", "Ann Lee"),
        ("<a href=/ical/java-one-u98zvjm6>Mar 17-19 26</a>", ""),
    ],
    ids=[
        "before a day of the week",
        "before a date",
        "an address that ends in letters and figures",
    ],
)
def test_who_wrote_is_a_name_alone(line: str, name: str) -> None:
    found = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{{1}}: {_ABOUT}</p><p>{line}</p>")
    assert {record.author for record in found} == {name}


def test_what_stands_after_a_label_in_a_link_is_the_title_where_nothing_else_is() -> None:
    card = "<p><a href=/{0}>On Sale: {1}</a></p><p>$49.00 $24.50</p>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_a_label_in_a_heading_is_a_part_of_the_title() -> None:
    card = "<h2><a href=/{0}>React: {1}</a></h2><p>All about it.</p>"
    found = _records(card)
    assert [record.title for record in found] == [f"React: {name}" for name in _NAMES]
    assert not any(record.attributes for record in found)


def test_a_heading_that_is_a_link_in_several_lines_is_one_title() -> None:
    found = _records("<h3><a href=/{0}>{1}<br>in the market</a></h3><p>All about it.</p>")
    assert found[0].title == "Dried fruit in the market"


@pytest.mark.parametrize(
    "rating",
    ["<a href=#r>4.{0}<br>13 Reviews</a>", "<p>4.{0}</p><p>(13)</p>"],
    ids=["in one block", "in two"],
)
def test_a_number_beside_how_many_rated_is_a_rating(rating: str) -> None:
    card = f"<a href=/{{0}}><img src=/i{{0}}.jpg></a><a href=/{{0}}>{{1}}</a>{rating}<p>$9.00</p>"
    assert [record.rating for record in _records(card)] == ["4.0", "4.1", "4.2"]


def test_a_line_of_stars_is_no_summary_and_says_how_many_rated() -> None:
    card = "<a href=/{0}>{1}</a><p>$9.00</p><p>31 4.5 out of 5 Stars. 31 reviews</p>"
    record = _records(card)[0]
    assert (record.summary, record.rating, record.attributes["reviews"]) == ("", "4.5/5", "31")


def test_names_parted_by_commas_wrote_it_together() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>by Ann Lee, Bo Mann and Jan van Eyck</p>"
    assert {record.author for record in _records(card)} == {"Ann Lee, Bo Mann, Jan van Eyck"}


def test_a_company_is_told_by_its_form_among_jobs() -> None:
    card = "<h3><a href=/jobs/{0}>{1}</a></h3><p>1{0}d</p><p>Holm Stones Ltd</p><p>Full-time</p>"
    found = _records(card)
    assert {record.attributes["hiringOrganization"] for record in found} == {"Holm Stones Ltd"}


def test_what_follows_a_label_in_a_link_is_the_title_with_it_if_it_is_long() -> None:
    card = (
        "<p><a href=/{0}>GNW: {1} and other things of the week</a></p>"
        "<p>GNW is back with things to talk about, and there are a lot of them this week.</p>"
    )
    assert [record.title for record in _records(card)] == [
        f"GNW: {name} and other things of the week" for name in _NAMES
    ]


def test_tags_before_a_title_are_none() -> None:
    card = "<p>1{0}.06.2015 [<a href=/t/p>python</a>, <a href=/t/d>django</a>] <a href=/{0}>{1}</a>"
    found = _records(card)
    assert [(record.title, record.url[-1]) for record in found] == [
        (name, str(at)) for at, name in enumerate(_NAMES)
    ]


def test_a_rating_of_ten_stands_above_how_many_gave_it() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><b>8.{0}</b><div>Very good</div><div>1,034 reviews</div>"
    assert [record.rating for record in _records(card)] == ["8.0", "8.1", "8.2"]


def test_the_average_of_ratings_is_one() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>4.20 avg rating — 5,530,647 ratings</p>"
    assert {record.rating for record in _records(card)} == {"4.20"}


def test_the_number_of_a_case_is_its_title_without_the_label() -> None:
    card = "<p><a href=/{0}>Item No: {1} 25-4</a></p><p>$5.00</p>"
    assert [record.title for record in _records(card)] == [f"{name} 25-4" for name in _NAMES]


def test_how_many_a_category_holds_is_no_part_of_its_title() -> None:
    card = "<a href=/{0}><img src=/i{0}.jpg><h2>{1} <mark>(1{0})</mark></h2></a>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_a_link_with_a_line_after_it_is_the_title_rather_than_tags_below() -> None:
    card = (
        "<img src=/i{0}.png><div><a href=/{0}>{1}</a> Clean up your library in a minute</div>"
        "<span><a href=/t/a>iOS</a> • <a href=/t/b{0}>Music and sound</a></span><b>{0}3</b>"
    )
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_who_wrote_it_together_may_stand_before_a_date() -> None:
    card = (
        "<h3><a href=/{0}>{1}</a></h3><p>All about it.</p><p><a href=/author/ann>Ann Lee</a> &amp; "
        "<a href=/author/bo>Bo Mann</a> · 3 March 2026</p>"
    )
    assert {record.author for record in _records(card)} == {"Ann Lee, Bo Mann"}


def test_a_link_to_share_by_leads_to_nobody() -> None:
    card = (
        "<h3><a href=/{0}>{1}</a></h3><p><a href='https://www.facebook.com/sharer.php?u=/{0}'>face"
        "</a></p><p>3 May 2026</p>"
    )
    assert {record.author for record in _records(card)} == {""}


def test_what_a_marked_link_of_a_card_says_first_is_its_title_though_the_town_is_longer() -> None:
    jobs = [("Backend Engineer", "Berlin, Germany"), ("Analyst", "Rotterdam"), ("Cook", "Vienna")]
    cards = "".join(
        f"<li><a href=/jobs/{at}><p class=a>{job}</p><p class=b>{town}</p></a>"
        for at, (job, town) in enumerate(jobs)
    )
    document = read(Page("https://a.example/", f"<body><ul>{cards}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [job for job, _ in jobs]


def test_a_heading_that_numbers_goods_is_no_title() -> None:
    card = (
        "<a href=/{0}><span>{1} of stone</span><br><span>Maker: Holm</span>"
        "<h3>Item Number: HX-2{0}</h3><span class=category-price>Price: $1{0}.00</span></a>"
    )
    found = _records(card)
    assert [record.title for record in found] == [f"{name} of stone" for name in _NAMES]
    assert {record.attributes.get("category") for record in found} == {None}


def test_a_sign_at_the_beginning_is_no_part_of_a_title() -> None:
    card = "<a href=/{0}>· {1} for the winter</a>"
    assert [record.title for record in _records(card)] == [
        f"{name} for the winter" for name in _NAMES
    ]


def test_a_month_before_a_link_is_no_part_of_a_title() -> None:
    card = "<p>Jun 201{0} <a href=/{0}>{1} for the winter</a></p>"
    assert [record.title for record in _records(card)] == [
        f"{name} for the winter" for name in _NAMES
    ]


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("<p>by <a href=/a>Lee, Ann</a><br>Published 199{0}</p>", "Lee, Ann"),
        ("<p>Authors: <a href=/a>Ann Lee</a>, <a href=/b>Bo Mann</a></p>", "Ann Lee, Bo Mann"),
        ("<p>2 May 202{0} - <a href=/cache?u={0}&user=x>Cached page</a></p>", ""),
    ],
    ids=[
        "the family's name first",
        "several after a label",
        "a link that leads elsewhere each time",
    ],
)
def test_who_wrote_is_named_in_full(line: str, author: str) -> None:
    found = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{{1}}: {_ABOUT}</p>{line}")
    assert {record.author for record in found} == {author}


def test_what_is_called_two_things_is_the_last_of_its_class_names() -> None:
    card = (
        "<a href=/{0}><h5>{1}</h5><span class='sort-by-location posting-category location'>"
        "Berlin {0}</span></a>"
    )
    assert [record.attributes.get("location") for record in _records(card)] == [
        f"Berlin {at}" for at in range(3)
    ]


def test_a_rating_is_no_telephone_number() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p>€{0}5.00</p><p>4.90476190{0} / 5.0</p>"
    found = _records(card)
    assert [record.rating for record in found] == [f"4.90476190{at}/5" for at in range(3)]
    assert {"telephone" in record.attributes for record in found} == {False}


def test_what_a_buyer_said_dates_no_goods() -> None:
    card = (
        "<h3><a href=/{0}>{1}</a></h3><p>€{0}5.00</p><p>Rated 4.{0} out of 5 stars</p>"
        f"<p>{_ABOUT} I have had it for a year.</p><p>Greta, 2026-02-1{{0}}</p>"
    )
    assert {(record.date, record.type) for record in _records(card)} == {("", "product")}


@pytest.mark.parametrize(
    "heading", ["<a href=/{0}>{1}</a> / By: Ann Lee", "{1} | by Ann Lee"], ids=["a link", "a text"]
)
def test_who_wrote_it_is_no_part_of_a_title(heading: str) -> None:
    found = _records(f"<h4>{heading}</h4><p>{{1}}: {_ABOUT}</p><p>3 May 202{{0}}</p>")
    assert [record.title for record in found] == [*_NAMES]


def test_a_day_before_a_text_is_no_part_of_the_summary() -> None:
    found = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>1{{0}}-05-2026<br>{{1}}: {_ABOUT}</p>")
    assert [record.summary for record in found] == [f"{name}: {_ABOUT}" for name in _NAMES]


def test_the_label_of_a_heart_is_no_summary() -> None:
    name = "{1} of the north for winter days"
    card = f"<p>Add {name} to your Loves.</p><h2><a href=/{{0}}>Ann {name}</a></h2><p>${{0}}9</p>"
    assert {record.summary for record in _records(card)} == {""}


def test_a_reviewer_wrote_the_review_and_not_what_is_called_a_name() -> None:
    card = (
        f"<div class=fn>The Mill</div><div class='name reviewer'>Ann {{0}}</div><h3>{{1}}</h3>"
        f"<p>{{1}}: {_ABOUT}</p>"
    )
    assert {record.author for record in _records(card)} == {"Ann 0", "Ann 1", "Ann 2"}


def test_a_map_is_no_address_of_an_item() -> None:
    card = (
        "<p>{1} at the hall, 4 Mill Lane <a href='https://maps.google.com/?q={0}'>map it</a></p>"
        "<p>1{0} May 2026</p><p><a href=/agenda/{0}>Agenda</a></p>"
    )
    assert [record.url for record in _records(card)] == [
        f"https://shop.example/agenda/{at}" for at in range(3)
    ]


def test_a_day_that_a_short_line_says_is_of_the_year_and_month_in_the_address() -> None:
    said = f"{_ABOUT} " * 5
    line = "<p>by Ann Lee - Dec 1{0}</p>"
    card = f"<h3><a href=/2015/12/{{0}}>{{1}}</a></h3><p>{{1}}: {said}</p>{line}"
    assert [record.date for record in _records(card)] == [f"2015-12-1{at}" for at in range(3)]


def test_files_before_a_title_in_one_line_are_no_part_of_it() -> None:
    card = (
        "<p><a href=/{0}.pdf>pdf</a> <a href=/{0}.bib>bib</a> <a href=/{0}>{1} of the north</a><br>"
        "<a href=/people/ann>Ann Lee</a> | <a href=/people/bo>Bo Mann</a></p>"
    )
    found = _records(card)
    assert [record.title for record in found] == [f"{name} of the north" for name in _NAMES]
    assert {record.author for record in found} == {"Ann Lee, Bo Mann"}


def test_a_long_title_is_read_whole_and_without_the_day_beside_it() -> None:
    more = "of the commission for the roads of the county, the harbour and all of its bridges"
    title = f"<span class=title>{{1}} v. members {more}, and others</span>"
    card = f"<a href=/{{0}}><h2><span>Mar 1{{0}}, 2026</span> {title}</h2></a>"
    found = _records(f"{card}<p>{{1}}: {_ABOUT}</p>")
    assert [record.title for record in found] == [
        f"{name} v. members {more}, and others" for name in _NAMES
    ]


@pytest.mark.parametrize(
    ("stars", "rating"),
    [
        ("<div role=img aria-label='Rated 4.{0} out of 5 stars'><svg></svg></div>", "4.{0}/5"),
        ("<span class=card-rating><svg></svg> 4.{0}</span>", "4.{0}"),
        ("<div role=img aria-label='Slide {0} of 5'><svg></svg></div>", ""),
    ],
    ids=["a label of stars", "an element called so", "a label that counts"],
)
def test_stars_without_a_scale_rate_by_their_label_or_name(stars: str, rating: str) -> None:
    found = _records(f"{stars}<h3><a href=/{{0}}>{{1}}</a></h3><p>${{0}}9</p>")
    assert [record.rating for record in found] == [rating.format(at) for at in range(3)]


def test_letters_with_invisible_signs_between_them_are_no_summary() -> None:
    said = "\u2063".join("S7ponsored by whom we would not say in so many letters 1a2b3c.")
    card = f"<h3><a href=/{{0}}>{{1}}</a></h3><p>${{0}}9</p><div>{{1}} {said}</div>"
    assert {record.summary for record in _records(card)} == {""}


def test_when_an_offer_ends_is_no_summary() -> None:
    ends = "<p>The offer ends on Mar 1{0} at 5:59 AM GMT+2</p>"
    card = f"<h3><a href=/{{0}}>{{1}}</a></h3><p>${{0}}9</p>{ends}"
    assert {record.summary for record in _records(card)} == {""}


def test_who_wrote_is_named_in_the_line_below_a_long_title() -> None:
    more = "of the north and of all that grows there in the winter"
    card = f"<p><a href=/{{0}}>{{1}} {more}</a><br>1{{0}}/5/2026 by Reverend Lee</p>"
    assert {record.author for record in _records(card)} == {"Reverend Lee"}


def test_of_two_titles_in_one_another_the_inner_one_is_the_title() -> None:
    name = "{1} of the north, and of all that grows there in the winter and is eaten"
    inner = f"<span class=product-name>{name}</span>"
    card = f"<h3 class=item-title>{inner} <span>No. 1{{0}} of the garden</span></h3>"
    found = _records(f"<a href=/{{0}}>{card}</a><p>{{1}}: {_ABOUT}</p>")
    assert [record.title for record in found] == [name.format(0, each) for each in _NAMES]


def test_a_heading_that_is_a_version_and_its_day_is_the_title() -> None:
    card = "<h2>v1.{0}.0 <small>2026-01-1{0}</small></h2><ul><li>A fix of it for all</ul>"
    assert _records(card)[1].title == "v1.1.0 2026-01-11"


def test_dots_between_a_name_and_its_price_are_no_part_of_what_is_said() -> None:
    dish = "<p><span class=name>Cod</span><span>......</span>1{0}.50</p><p>Peas and mint</p>"
    assert {record.title for record in _records(f"{dish}<a href=/{{0}}>more</a>")} == {"Cod"}


def test_an_artist_is_who_made_a_thing() -> None:
    card = "<dl><dt>Title<dd><a href=/{0}>{1}</a><dt>Artist<dd>Ann Moss</dl>"
    assert {record.author for record in _records(card)} == {"Ann Moss"}


def test_what_is_counted_in_one_line_is_each_told() -> None:
    found = _records("<h3><a href=/{0}>{1}</a></h3><p>{0} beds · 1 bath, Old Town</p><p>$9</p>")
    assert [dict(each.attributes) for each in found][1] == {"beds": "1", "baths": "1"}


def test_an_address_is_called_so_in_other_languages() -> None:
    found = _records("<h3><a href=/{0}>{1}</a></h3><p class=adres>ul. Lipowa 3</p>")
    assert {record.attributes["address"] for record in found} == {"ul. Lipowa 3"}


def test_what_stands_in_the_lines_below_a_title_tells_how_to_reach_it() -> None:
    card = "<p><b class='fn org'>{1} Ltd</b><br>Tel: (217) 555-010{0}<br><a href=/{0}>Site</a></p>"
    found = _records(card)
    assert found[1].attributes["telephone"] == "(217) 555-0101"
    assert {record.author for record in found} == {""}


def test_a_sum_under_a_head_of_pay_is_a_salary_and_no_price() -> None:
    rows = "".join(
        f"<tr><td><a href=/{at}>{name}</a><td>£2{at},000<td>1{at}/03/2026"
        for at, name in enumerate(("Cook", "Nurse", "Driver"))
    )
    table = f"<table><tr><th>Title<th>Salary<th>Until</tr>{rows}</table>"
    document = read(Page("https://work.example/", f"<body>{table}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert (found[0].price, found[0].attributes["baseSalary"]) == ("", "£20,000")


def test_what_a_job_pays_is_no_price() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><p class=company>Elm Foods<p>£2{0},000 a year<p>Full-time"
    found = _records(card)[0]
    assert (found.price, found.attributes["baseSalary"]) == ("", "£20,000")


def test_a_first_line_in_bold_is_the_title_and_no_link_below_it() -> None:
    card = "<p><b>{1} Ltd</b><br>1{0} High Street<br><a href=/{0}>Site</a></p>"
    assert [record.title for record in _records(card)] == [f"{name} Ltd" for name in _NAMES]


def test_a_link_after_a_day_or_a_price_is_the_title_and_not_the_sentence_below() -> None:
    dated = "<p>2016.03.1{0} <a href=/{0}>药物{0}要记牢</a></p><p>春天来了又到了第{0}个季节。</p>"
    assert _records(dated)[0].title == "药物0要记牢"
    priced = "<p><a href=/{0}>$3{0}</a> Feb 1{0} <a href=/{0}>{1}</a> $3{0} (Town)</p>"
    assert [record.title for record in _records(priced)] == [*_NAMES]


@pytest.mark.parametrize("day", ["Sa.", "10 сен, Пт", "Sunday, Apr 5"])
def test_a_day_without_its_year_is_no_title(day: str) -> None:
    card = f"<a href=/{{0}}></a><div>{day}</div><div>{{1}}</div>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_what_a_class_calls_a_preview_is_no_review() -> None:
    kind = "<div class=preview-kind>Drama of 11{0} minutes, for all ages</div>"
    card = f"<a href=/{{0}}><div class=preview-title>{{1}}</div>{kind}</a>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_the_address_of_a_machine_is_no_telephone_number() -> None:
    assert "telephone" not in _records("<h3>{1}</h3><p>94.135.192.7{0}</p>")[0].attributes


def test_a_price_may_stand_in_two_elements() -> None:
    card = "<h3><a href=/{0}>{1}</a></h3><div><b><div>36,80{0}</div></b><div>元/月</div></div>"
    assert _records(card)[1].price == "36,801 元"


def test_papers_below_a_name_are_no_title() -> None:
    card = "<p>{1} Ltd</p><p><a href=/a{0}>AD</a> <a href=/c{0}>CD</a> <a href=/d{0}>HD</a></p>"
    assert [record.title for record in _records(card)] == [f"{name} Ltd" for name in _NAMES]


def test_an_address_is_the_title_where_all_else_is_said_of_all() -> None:
    card = "<p><a href=/{0}>https://{0}.example/</a></p><p>Archived webpage</p>"
    assert [record.title for record in _records(card)] == [
        f"https://{n}.example/" for n in range(3)
    ]


def test_a_day_above_items_is_of_the_year_of_the_page() -> None:
    days = "".join(
        f"<h3>Tuesday, {day} May</h3><ul>"
        + "".join(f"<li><a href=/{day}-{n}>Film {n} of {day}</a><p>8 pm</p></li>" for n in range(3))
        + "</ul>"
        for day in (5, 12)
    )
    page = Page("https://cinema.example/", f"<title>Films of 2026</title><body>{days}</body>")
    document = read(page)
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in records] == ["2026-05-05"] * 3 + ["2026-05-12"] * 3


def test_a_heading_may_say_a_day_after_other_words() -> None:
    cases = "".join(f"<tr><td>{n}:00 AM<td>Doe v. Roe {n}<td>Room {n}" for n in (9, 10, 11))
    heads = "<tr><th>Time<th>Case name<th>Room"
    days = "".join(
        f"<h2>Judge Lee - {day}, 2025</h2><table>{heads}{cases}</table>"
        for day in ("Tuesday, March 4", "Wednesday, March 5")
    )
    document = read(Page("https://court.example/", f"<body><h1>Calendar</h1>{days}</body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in records] == ["2025-03-04"] * 3 + ["2025-03-05"] * 3


def test_a_film_in_many_houses_is_no_place() -> None:
    houses = "".join(f"<div class=address>Mill Road 1{n}, Norvik</div>" for n in range(4))
    record = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{houses}")[0]
    assert (record.type, "address" in record.attributes) == ("item", False)


def test_a_link_to_the_page_itself_leads_to_no_item() -> None:
    card = "<h3><a href=#>{1}</a></h3><p>It is number {0} of <a href=/{0}>three of them</a>.</p>"
    assert _records("<h3><a href=#>{1}</a></h3><p>Number {0}</p>")[0].url == ""
    assert _records(card)[1].url == "https://shop.example/1"


def test_columns_of_opponents_and_of_people_name_rows_and_what_they_are_does_not() -> None:
    rows = "".join(
        f"<tr><td>home<td><a href=/c{n}>{name}</a><td><a href=/{n}>The great hall, {n}</a><td>Dir"
        for n, name in enumerate(_NAMES)
    )
    heads = "<tr><th>Side<th>Opponent<th>Venue<th>Title</tr>"
    document = read(Page("https://cup.example/", f"<body><table>{heads}{rows}</table></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [*_NAMES]


def test_labelled_lines_of_people_are_parts_of_films() -> None:
    roles = ("Director", "Directors", "Directed")
    films = "".join(
        f"<li><img src={n}.jpg><div><h3><a href=/{n}>The film {n}</a> (199{n})</h3>"
        f"<p>{roles[n % 3]}: <a href=/p{n}>Ann Lee {n}</a>, <a href=/s{n}>Bo {n}</a>"
        f"{f'<p>Writer: <a href=/q{n}>One Person {n}</a>, <a href=/r{n}>Two {n}</a>' * (n % 2)}"
        f"<p>Starring: <a href=/t{n}>One Star {n}</a>, <a href=/u{n}>Two Stars {n}</a></div></li>"
        for n in range(6)
    )
    document = read(Page("https://film.example/", f"<body><h2>Found</h2><ul>{films}</ul></body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in records] == [f"The film {n}" for n in range(6)]


def test_a_line_of_tags_may_say_when_an_item_was_posted() -> None:
    meta = "<footer>This entry was posted in <a href=/g rel=tag>Garden</a> and tagged"
    card = f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{_ABOUT}</p>{meta} <a href=/s rel=tag>soil</a> on"
    days = "<time datetime=2013-04-1{0}T09:14:00+00:00>April 1{0}, 2013</time></footer>"
    assert [record.date for record in _records(f"{card} {days}")] == [
        f"2013-04-1{at}" for at in range(3)
    ]


def test_days_with_dots_are_of_the_year_above_them() -> None:
    rows = "".join(
        f"<tr><th colspan=2>{year}</th></tr>"
        + "".join(f"<tr><td>12.0{n}.<td><a href=/{year}-{n}>Report {n}</a>" for n in (9, 6, 3))
        for year in (2024, 2023)
    )
    page = f"<html lang=de><body><h1>News</h1><table>{rows}</table></body></html>"
    document = read(Page("https://press.example/", page))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.date for record in found] == [
        f"{year}-0{month}-12" for year in (2024, 2023) for month in (9, 6, 3)
    ]


def test_an_address_of_mail_is_no_title() -> None:
    card = "<p>{1}</p><p>Tel. 030 1234-1{0}</p><p><a href=mailto:a{0}@b.example>a{0}@b.example</a>"
    assert [record.title for record in _records(card)] == [*_NAMES]


def test_what_a_build_calls_an_element_for_its_tests_says_what_it_is() -> None:
    card = "<h3 class=css-1f><a href=/{0}>{1}</a></h3><b class=css-9q data-testid=item-location>Ulm"
    assert [record.attributes.get("location") for record in _records(card)] == ["Ulm"] * 3


def test_who_posts_may_be_called_admin() -> None:
    byline = "<div class='author small'><a href=/user-7>admin</a>, 03-10-2021, 01:20 PM</div>"
    assert _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{byline}")[0].author == "admin"
    cell = read(Page("https://x.example/", "<body><p>Started by <a href=/u>admin</a>")).blocks
    assert author_of(cell, {"Subject / Started by": "Which bike\nStarted by admin"}) == "admin"


def test_a_day_in_bold_is_no_part_of_the_title_after_it() -> None:
    days = "".join(
        f"<li><strong>Friday {day} September</strong> {name} for all</li>"
        for day, name in zip((5, 12, 19), _NAMES, strict=True)
    )
    page = f"<body><h1>Dates</h1><h2>September 2025</h2><ul>{days}</ul></body>"
    document = read(Page("https://school.example/", page))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"{name} for all" for name in _NAMES]


_SHORT = (
    "Read gauges over Modbus, and publish what they say",
    "Counts oyster spat in photographs of settlement tiles",
    "Dashboards of buoys",
)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([f"<p class=about>{text}</p>" for text in _SHORT], _SHORT[2]),
        ([f"<p class=about>{text}</p>" for text in (*_SHORT[:2], "Updated 2 May 2026")], ""),
        (
            [f"<p class=about>{text}</p>" for text in _SHORT[:2]] + ["<p class=by>Ann of Kiel</p>"],
            "",
        ),
    ],
    ids=["short", "a day", "set otherwise"],
)
def test_a_short_text_where_others_have_their_summary_is_one(cells: list[str], said: str) -> None:
    items = "".join(
        f"<li><h3><a href=/{at}>{name}</a></h3>{cell}</li>"
        for at, (name, cell) in enumerate(zip(_NAMES, cells, strict=True))
    )
    document = read(Page("https://code.example/", f"<body><h1>Found</h1><ul>{items}</ul></body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.summary for record in records] == [*_SHORT[:2], said]


@pytest.mark.parametrize(
    "line",
    [
        "<p>March 1{0}, 2025 - 6:30 p.m.</p>",
        "<p>6,9{0} €inkl. 7 % MwSt.zzgl. Versandkosten Lieferzeit: 2–3 Werktage ab Lager</p>",
        "<p class=category>Art Exhibits National Mall Tours and Sightseeing number {0} of all</p>",
    ],
    ids=["when", "what it costs", "its category"],
)
def test_what_another_field_says_is_no_summary(line: str) -> None:
    assert [each.summary for each in _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{line}")] == [
        ""
    ] * 3


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("<p class=category>How many cases?</p>", "category", None),
        ("<p class=category>18/03/2016</p>", "category", None),
        ("<p class=location>at Walker Park</p>", "location", "Walker Park"),
    ],
    ids=["a question", "a day", "at a place"],
)
def test_what_a_class_calls_an_element_may_be_another_thing(
    line: str, name: str, said: str | None
) -> None:
    found = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3>{line}<p>{_ABOUT}</p>")
    assert [record.attributes.get(name) for record in found] == [said] * 3


_OWN = "Number {0} is as good as any, in some words that say what it is."


@pytest.mark.parametrize(
    "card",
    [
        f"<h3><a href=/{{0}}>{{1}}</a></h3><p>3:00 p.m.–6:00 p.m.<br>{_OWN}</p>",
        f"<a href=/{{0}}><h2>{{1}}</h2><h3>{_OWN}</h3></a><p>Posted on May 1{{0}}, 2014</p>",
        "<h3><a href=/{0}>{1}</a></h3><div>Question 1 comment Started by ernest<br>1:45PM Help of"
        f" all kinds</div><p>{_OWN}</p>",
    ],
    ids=["after the hours", "a subtitle", "after who began it"],
)
def test_a_summary_is_what_an_item_says_of_its_own(card: str) -> None:
    assert [record.summary for record in _records(card)] == [_OWN.format(at) for at in range(3)]


def test_links_on_a_site_that_is_called_people_name_nobody() -> None:
    more = "<a href=http://news.people.example/{0}/b>Letters</a>"
    card = f"<h3><a href=http://news.people.example/{{0}}>{{1}}</a></h3>{more}<p>{_ABOUT}"
    assert [record.author for record in _records(card)] == [""] * 3


def test_a_short_name_may_go_on_with_a_count() -> None:
    card = "<a href=/{0}>创意生活</a> (13{0}933)<p>拒绝雷同！让创意点亮生活！欢迎从事设计的人</p>"
    assert [record.title for record in _records(card)] == ["创意生活"] * 3


@pytest.mark.parametrize(
    "byline",
    [
        "<span class=autor>Ann Lee</span>",
        "<span class=name>Ann Leeさん</span>",
        "<a href=/ann>Ann-Lee</a> released this <b>3 May 2026</b>",
    ],
    ids=["called so in another language", "with an honorific", "who did what, and when"],
)
def test_an_author_is_who_is_called_or_addressed_so_or_did_it(byline: str) -> None:
    records = _records(f"<h3><a href=/{{0}}>{{1}}</a></h3><p>{byline}</p><p>{_ABOUT}</p>")
    assert {record.author[:7].replace("-", " ") for record in records} == {"Ann Lee"}


def test_the_title_of_a_person_with_mail_is_the_name_and_not_the_rank() -> None:
    card = (
        "<dl><dt>Navn</dt><dd><a href=/{0}>{1}</a></dd><dt>Titel</dt><dd>Lektor {0}</dd>"
        "<dt>Mail</dt><dd>m{0}@school.example</dd></dl>"
    )
    assert [(record.title, record.author) for record in _records(card)] == [
        (name, "") for name in _NAMES
    ]


def test_what_is_called_a_price_is_one_without_a_currency_and_a_description_however_short() -> None:
    card = "<b>{1}</b><i class=dish__price>1{0},50</i><p class=dish__desc>pane tostato</p>"
    records = _records(f"<div>{card}</div>")
    assert [each.price for each in records] == ["10,50", "11,50", "12,50"]
    assert {each.summary for each in records} == {"pane tostato"}

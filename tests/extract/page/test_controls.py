"""Buttons, labels of fields, breadcrumbs and what puts goods in a basket are no content."""

import numpy as np
import pytest

from pagesight.extract.page.controls import controls, without_controls
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_TEXT = "<p>It is made of oak, and it will outlive you and your chairs.</p>"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<button>Add to basket</button>", ["Add to basket"]),
        ("<button>Merken</button><button>Drucken</button>", ["Merken", "Drucken"]),
        ("<a href=/cart>In den Warenkorb</a>", ["In den Warenkorb"]),
        ("<div>В корзину</div><div>Купить в один клик</div>", ["В корзину", "Купить в один клик"]),
        ("<p><a href=#r>Jump to Recipe</a> <a href=/p>Print Recipe</a></p>",
         ["Jump to Recipe Print Recipe"]),
        ("<div>Ad – content continues below</div><p><a href=#x>Skip advert</a></p>",
         ["Ad – content continues below", "Skip advert"]),
        ("<div>Like <i>Be the first to like this</i></div>", ["Like Be the first to like this"]),
        ("<p>Was this page helpful?</p>", ["Was this page helpful?"]),
        ("<p>Your message has been sent. Thank you!</p><p>Your oak has been sent by rail.</p>",
         ["Your message has been sent. Thank you!"]),
        ("<p>اشتہار</p><p>Quảng cáo</p>", ["اشتہار", "Quảng cáo"]),
        (f"<div class=x_modal><h1>News</h1><p>All of it.</p><input type=email></div>{_TEXT}",
         ["News", "All of it."]),
        (f"<div><p>Paid for by our readers.</p><a href=/donate>Give</a></div>{3 * _TEXT}",
         ["Paid for by our readers.", "Give"]),
        (f"<div><p>Jetzt spenden</p><p>Unterstützen Sie uns.</p></div>{3 * _TEXT}",
         ["Jetzt spenden", "Unterstützen Sie uns."]),
        (f"<div><p>She told the town to make a donation.</p></div>{3 * _TEXT}", []),
        (f"<p>{2 * 'Oak goes on where its older sisters were cut down. '}To support us, please "
         f"<a href=/donate>consider donating</a>.</p>{3 * _TEXT}", []),
        ("<p>Jump to the recipe if you must.</p>", []),
        ("<p><a href=/s>Subscribe now</a></p><div>विज्ञापन</div>", ["Subscribe now", "विज्ञापन"]),
        ("<p><b>اقرأ أيضاً: <a href=/r>سعر السمك يرتفع</a></b></p>", ["اقرأ أيضاً: سعر السمك يرتفع"]),
        ("<p><a href=/r>यह भी पढ़ें: मेले में नाव</a></p>", ["यह भी पढ़ें: मेले में नाव"]),
        ("<p>Read more than one <a href=/r>book</a> on chairs.</p>", []),
        ("<p>Etiketler: <a href=/t/v>vapur</a>, <a href=/t/d>deniz</a></p>",
         ["Etiketler: vapur, deniz"]),
        ("<p>Topics: <a href=/t/v>ferries</a> and all who wait for them in the rain.</p>", []),
        ("<p>Реклама. ООО «Доски», erid: 2Vt</p>", ["Реклама. ООО «Доски», erid: 2Vt"]),
        ("<p>Подписывайтесь на наш канал</p>", ["Подписывайтесь на наш канал"]),
        ("<form><p>Nome<br><input></p></form>", ["Nome"]),
        ("<form><div><label for=a>E-Mail</label><input id=a></div></form>", ["E-Mail"]),
        ("<form><label>Colour <select><option>Red</select></label></form>", ["Colour"]),
        ("<button aria-expanded=false>Delivery</button>", []),
        ("<button>What does it weigh?</button>", []),
        ("<button>13 colours</button>", []),
        ("<ol class=breadcrumb><li><a href=/>Home</a><li>Chairs</ol>", ["Home", "Chairs"]),
        ("<div class=page-breadcrumbs><h2>Chairs</h2></div>", []),
        ("<nav class=pagination-nav><a href=/2><p>Rust proofing</a></nav>", ["Rust proofing"]),
        ("<div class=post-pagination_container><p>Rust proofing</div>", []),
        ("<p>RELATED: <a href=/oak>Oak chairs</a></p>", ["RELATED: Oak chairs"]),
        ("<p>Related: three chairs of oak.</p>", []),
        ("<p>No votes so far! Be the first to rate it.</p><p>Post Views: 1,024</p>",
         ["No votes so far! Be the first to rate it.", "Post Views: 1,024"]),
        ("<p>Lea también: <a href=/oak>Roble</a></p>", ["Lea también: Roble"]),
        ("<p>Fehler gefunden? Jetzt melden.</p><p>Back to top</p>",
         ["Fehler gefunden? Jetzt melden.", "Back to top"]),
        ("<p>Your email address will not be published. Name *</p><p>Back to oak it is.</p>",
         ["Your email address will not be published. Name *"]),
        ("<p>Share this post on Facebook</p><p>Share bread on a chair.</p>",
         ["Share this post on Facebook"]),
        ("<p><b>Reading time:</b> 4 minutes</p><p>Reading time is short.</p>",
         ["Reading time: 4 minutes"]),
        ("<h3><button>Delivery</button></h3>", []),
        ("<button>Sit down on it and you will not want to get up again</button>", []),
        ("<p>Buy now and pay later is a loan.</p>", []),
        ("<label>Published by</label>", []),
        (
            "<blockquote>So it is.<p><a role=button>Click to expand...</a></p></blockquote>",
            ["Click to expand..."],
        ),
        ("<p><a role=button href=/chair>Chairs for two</a></p>", []),
        ("<div role=button class=expand-control>If it wobbles</div><p>Sit down.</p>", []),
        ("<div role=button class=expand-control>Click to expand</div>", ["Click to expand"]),
        ("<div>Oak is patient. <a href=/s>Tweet this</a></div><p><a href=/s>Tweet this</a></p>",
         ["Tweet this"]),
        ("<div><p>All of it by mail.</p><form><input type=email></form></div>",
         ["All of it by mail."]),
        (f"<article><input type=email>{_TEXT}</article>", []),
        ("<div class=paywall-offer><p>Read on for 1 €.</p><a href=/login>Sign in</a></div>",
         ["Read on for 1 €.", "Sign in"]),
        ("<div class=paywall><p>Leggi tutto a 1 €.</p><a href=/abbonati>Abbonati</a></div>",
         ["Leggi tutto a 1 €.", "Abbonati"]),
        ("<p><a href=/6>« Previous Chapter</a> <a href=/8>Next Chapter »</a></p>",
         ["« Previous Chapter Next Chapter »"]),
        ("<p>00:00 / 04:31</p><p>09:00</p>", ["00:00 / 04:31"]),
        ("<b>Оставлять комментарии могут только зарегистрированные.</b>",
         ["Оставлять комментарии могут только зарегистрированные."]),
        ("<p>Nächste Seite</p><p>Capítulo siguiente</p>", ["Nächste Seite", "Capítulo siguiente"]),
        ("<div class=paywall><p>It was <a href=/oak>oak</a>.</p></div>", []),
        ("<div role=button><i></i><i></i><i></i><i></i><p>Oak chair</p></div>", []),
        ("<a href=/p><img src=/p.gif alt=Print></a> <a href=/m><img src=/m.gif alt=E-mail></a>",
         [""]),
        ("<p><a href=/p><img src=/p.gif alt='Print of a chair'></a></p>", []),
        ("<p><img src=/p.gif alt=Print></p>", []),
        ("<a href=/@ann><img src=/ann.jpg alt=Ann></a>", [""]),
        ("<div class=user-avatar><img src=/ann.jpg alt=Ann></div>", [""]),
        ("<a href=/autoren/12/ann-lee><img src=/ann.jpg alt='Ann Lee'></a>", [""]),
        ("<a href=/ann.jpg><img src=/ann.jpg alt='Ann on a chair'></a>", []),
        (3 * "<p>Oak.</p><img src=/arrow.png>", 3 * [""]),
        (3 * "<p>Oak.</p><img src=/chair.png>", []),
        ("<p>Oak.</p><img src=/corner.gif width=4 height=4><p>Oak.</p>", [""]),
        ("<p>Oak.</p><img src=/chair.png width=90 height=4><p>Oak.</p>", []),
        ("<table><tr><td>Arms<td><img src=/y.png alt=Yes width=9 height=9></table>", []),
        (2 * "<p>Oak.</p><img src=/arrow.png>", []),
        ("<details><summary>Expand description</summary>It is oak.</details>",
         ["Expand description"]),
        ("<details><summary>Show of chairs</summary>On Monday.</details>", []),
        ("<button role=tab aria-controls=t>All</button><button role=tab aria-controls=t>Oak",
         ["All", "Oak"]),
        ("<button role=tab aria-controls=t>All</button><button role=tab aria-controls=u>Oak", []),
        ("<div><h3>News</h3><p>By mail.</p><input type=email></div>", ["News", "By mail."]),
        ("<div><h3>News</h3><p>Of oak.</p><input placeholder='Your e-mail'></div>",
         ["News", "Of oak."]),
        (f"<div><p>If you value our oaks, send a gift.</p><a href=/give>Give</a></div>{3 * _TEXT}",
         ["If you value our oaks, send a gift.", "Give"]),
        ("<a href=/m>View this email in your browser</a>", ["View this email in your browser"]),
        ("<p>This entry was posted on Friday and is filed under <a href=/c>Chairs</a>.</p>",
         ["This entry was posted on Friday and is filed under Chairs."]),
        ("<p>This chair was posted on Friday.</p>", []),
        ("<p>Weiterlesen nach der Anzeige</p>", ["Weiterlesen nach der Anzeige"]),
        ("<p><b>Follow</b> <a href=/f>@OakChairs</a> on Twitter!</p><p>Like us on Facebook!</p>",
         ["Follow @OakChairs on Twitter!", "Like us on Facebook!"]),
        ("<p>Follow the grain on both sides.</p>", []),
        ("<p><b>Popular now:</b> <a href=/f>15 ferns for oak floors</a></p>",
         ["Popular now: 15 ferns for oak floors"]),
        ("<a href=/m>Get emails about this page</a>", ["Get emails about this page"]),
        ("<p>Vielen Dank! Ihr Kommentar wurde abgeschickt.</p><p>Eiche hält.</p>",
         ["Vielen Dank! Ihr Kommentar wurde abgeschickt."]),
        ("<button>" + 60 * "<p>Seat: oak.</p>", []),  # it is not closed
    ],
)  # fmt: skip
def test_controls_are_told_from_text(body: str, said: list[str]) -> None:
    document = read(Page("https://a.org/", f"<body><h1>A chair</h1>{body}{3 * _TEXT}"))
    flags = controls(document)
    assert [block.text for block in document.blocks if flags[block.order]] == said


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ("<p>Publié le 8 mai 2019 à 17h12 - Temps de lecture 4 min.</p>", False),
        ("<p>发表于 2020-04-11 | 阅读次数: 312</p>", False),
        ("<p>입력 2021.03.04 09:10 수정 2021.03.04 10:20</p>", False),
        ("<p>Posted on 3 May 2019, it came in June.</p>", True),
        ("<ul><li>Updated 3 May 2019</ul>", True),
    ],
)
def test_the_day_of_the_page_on_a_line_of_its_own_is_no_text(line: str, is_kept: bool) -> None:
    document = read(Page("https://a.org/", f"<body>{line}{_TEXT}"))
    kept = without_controls(np.ones(len(document.blocks), np.bool_), document)
    assert kept.tolist() == [is_kept, True]


def test_a_page_that_is_there_to_ask_for_money_may_do_so() -> None:
    body = f"<div><p>Paid for by our readers.</p><a href=/donate>Give</a></div>{3 * _TEXT}"
    for address, asks in (("https://quay.example/donate/", True), ("https://quay.example/", False)):
        document = read(Page(address, body))
        assert controls(document).any() != asks

"""Titles: the headline, whatever element has it, without the site's name, once."""

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_TEXT = (
    "<p>" + "The ferry leaves at nine and nobody on the quay has seen it come back. " * 4 + "</p>"
)


def _title(title: str, body: str) -> str:
    html = f"<html><head><title>{title}</title></head><body>{body}{_TEXT}</body></html>"
    return metadata(read(Page("https://site.example/a", html))).title


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("Late ferries – Quay Notes", "<h1><a href=/>Quay Notes</a></h1><h2>Late ferries</h2>",
         "Late ferries"),
        ("Late home - Quay", "<h1>Quay</h1><h2>Late home</h2>", "Late home"),
        ("Untitled document", "<h1>Late ferries</h1>", "Late ferries"),
        ("L_2023.xml", "<div class=doc-title><p>No late<p>ferries</div>", "No late ferries"),
        ("Why are ferries late? : quays", "<p><a class=title>Why are ferries late?</a> (self)",
         "Why are ferries late?"),
        ("Late ferries", "<h1><i class=sr-only>News:</i> Late ferries</h1>", "Late ferries"),
        ("(3) Late ferries - Quay", "<p><a href=/>Quay</a></p>", "Late ferries"),
        ("Late home \\ Quay", "<a href=/>Quay</a><h2>Late home</h2>", "Late home"),
        ("LATE AGAIN | Quay and Ann", "<p class=logo>Quay and Ann</p>", "LATE AGAIN"),
        ("Quay", "<h1><a href=/><img alt=Quay></a></h1><h2 class=title>Ferries are late</h2>",
         "Ferries are late"),
        ("Quay", "<a href=/>Quay</a>" + 2 * "<h2 class=title>Ferries are late</h2>", "Quay"),
        ("Late ferries - Quay and Ann",
         "<a href=/>Quay and Ann</a><h1>Late ferries - Quay and Ann</h1>", "Late ferries"),
        ("Untitled document", "<h1></h1><h2>Ferries are late again</h2>", "Ferries are late again"),
        ("Untitled document", "<h3>Ask for our news by mail:</h3>", "Untitled document"),
        ("Loading…", "<h1>Late ferries</h1>", "Late ferries"),
        ("late-ferries-2018", "<h1>Ferries are late again</h1>", "Ferries are late again"),
        ("渡船今天又晚点了两个小时_港口新闻_晚报网", "<p>渡船今天又晚点了两个小时</p>",
         "渡船今天又晚点了两个小时"),
        ("渡船晚点_港口新闻_晚报网", "<h1>渡船晚点</h1>", "渡船晚点"),
        ("渡船晚点两个小时_晚报网", "<h1>渡船</h1>", "渡船晚点两个小时_晚报网"),
        ("糖醋鲤鱼的做法_河边厨房", "<h1>糖醋鲤鱼</h1>", "糖醋鲤鱼"),
        ("howto:bilge_pump [Quay]", "<h1>Bilge pump</h1>", "Bilge pump"),
        ("Late ferries again | Local | Quay", "<td>Late ferries again<br>May 4, 2019</td>",
         "Late ferries again"),
        ("", "<svg><title>Menu</title></svg><h1>Late ferries</h1>", "Late ferries"),
        ("Index", "<p>Late ferries", "Index"),
        ("ann: Late ferries", "<h3>Late ferries</h3>", "Late ferries"),
        ("Late ferries — Quay Notes", "<p><a href=/>Quay Notes</a></p>", "Late ferries"),
        ("Quay Notes: Late ferries", "<h2>Late ferries</h2>", "Late ferries"),
        ("Late ferries · Quay Notes", "<p>Late ferries</p><footer>© 2024 Quay Notes</footer>",
         "Late ferries"),
        ("Ferry 7 is late · Issue #41 · quay/boats", "<h1>Ferry 7 is late <i>#41</i></h1>",
         "Ferry 7 is late"),
        ("Late ferries", "<h1><span>Late ferries</span><span>Late ferries</span></h1>",
         "Late ferries"),
        ("Ferries: a history", "<h1>Ferries: a history</h1><h2>a history</h2>",
         "Ferries: a history"),
        ("Ferries are late again - Quay", "<h1>Local news Ferries are late again</h1>",
         "Ferries are late again"),
        ("Ferries are late again - Quay", "<h1>Thread: <a>Ferries are late again</a></h1>",
         "Ferries are late again"),
        ("Quay :: View topic - Ferries are late", "<p><a href=/7>Ferries are late</a></p>",
         "Ferries are late"),
        ("Quay Notes &bull; View topic - Ferries are late", "", "Ferries are late"),
        ("Ann's Notes &raquo; Blog Archive &raquo; Late home", "", "Late home"),
        ("Ferries late again / Boats / Rye Forum", "<a href=/>Rye</a><h3>Ferries late again</h3>",
         "Ferries late again"),
        ("Quay | Forum - Late ferries", "<h1><a href=/>Quay | Forum</a></h1>", "Late ferries"),
        ("Ann: Ann's boats are late", "<h2>Ann’s boats are late</h2>", "Ann’s boats are late"),
        ("Late ferries -", "<p>Ferries</p>", "Late ferries"),
        ("Ferries", "<h1>Late ferries<span>.</span></h1>", "Late ferries."),
        ("Ferries are late - Quay Notes of Rye", "<p><a href=/>Quay Notes of Rye</a></p>",
         "Ferries are late"),
        ("Locks - The Ferry Book", "<h1>The Ferry Book</h1><h1>Locks</h1>", "Locks"),
        ("SPI - Boards", "<h1>Boards</h1><main><h1>Serial Interface</h1></main>",
         "Serial Interface"),
        ("Quay - Late home again", "<h1>Old</h1><h1>Quay</h1><p><a href=../index.html>Quay</a></p>",
         "Late home again"),
        ("Late - Quay Notes", "<h1><a href=.>Late</a></h1><h1>Late</h1>", "Late"),
        ("Late - Notes of Rye", "<a href=../.. class=md-logo title='Notes of Rye'></a>", "Late"),
        ("Late - Quay Notes of Rye", "<p>Quay Notes of Rye</p><main><h1>Ferries</h1></main>",
         "Late - Quay Notes of Rye"),
        ("boats.ferry — Boats", "<h1>boats.ferry<a href=#f>\uf0c1</a></h1>", "boats.ferry"),
        ("Before | After | Quay Notes", "<h1>Before | After</h1>", "Before | After"),
        ("quay:ferries [Quay Notes]", "<h1><a href=/start>Quay Notes</a></h1><h1>Ferries</h1>",
         "Ferries"),
        ("Docs - Install", "<h2>Docs</h2><h1>Install</h1>", "Install"),
        ("Quay - Rust", "<h1>Crate <i>quay</i> <button>Copy path</button></h1>", "Crate quay"),
        ("Late ferries", "<h1>Late ferries <x-menu hidden>Save for later</x-menu></h1>",
         "Late ferries"),
        ("Fer&shy;ries late", "<h1>Late fer&shy;ries</h1>", "Late ferries"),
        (" | Quay Notes", "<h1>Late ferries</h1>", "Late ferries"),
        ("Mud - Quay Talk", "<h1>Quay Talk</h1><h2>Mud</h2>", "Mud"),
        ("Mud - Quay Talk", "<header><h2>Quay Talk</h2></header><h1>Mud</h1>", "Mud"),
        ("Quay Talk - Mud", "<header><h1>Quay Talk</h1></header><h2>Mud</h2>", "Mud"),
        ("Quay Notes: Mud", "<h1><a href=/>Quay Notes</a></h1><h3>Mud</h3>", "Mud"),
    ],
)  # fmt: skip
def test_the_title_is_the_headline_without_the_site(title: str, body: str, expected: str) -> None:
    assert _title(title, body) == expected


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("<i>Question</i> Where do the ferries go?", "Where do the ferries go?"),
        ("2024 Where do the ferries go?", "2024 Where do the ferries go?"),
    ],
)
def test_a_label_before_the_headline_that_the_page_states_is_none_of_the_title(
    heading: str, expected: str
) -> None:
    stated = '{"@type": "DiscussionForumPosting", "headline": "Where do the ferries go?"}'
    script = f'<script type="application/ld+json">{stated}</script>'
    assert _title("Question - Where do the ferries go?", f"{script}<h1>{heading}</h1>") == expected


def test_a_link_to_its_own_folder_names_the_page_and_no_site() -> None:
    link = "<p><a href=./>Late ferries</a></p><h1>Late ferries</h1>"
    html = f"<html><head><title>Late ferries - Quay</title></head><body>{link}{_TEXT}</body></html>"
    assert metadata(read(Page("https://site.example/a/b/", html))).title == "Late ferries"


@pytest.mark.parametrize(
    ("end", "is_left_out"),
    [("Rope Locker Forum", True), ("Rope Locker Notes on All Ships", False), ("Boats", False)],
)
def test_a_name_that_ends_a_title_may_be_more_than_the_domain_has(
    end: str, is_left_out: bool
) -> None:
    html = f"<title>Late ferries - {end}</title><p>Ferries</p>{_TEXT}"
    found = metadata(read(Page("https://www.ropelocker.co.uk/a", html))).title
    assert found == ("Late ferries" if is_left_out else f"Late ferries - {end}")


def test_what_the_markup_calls_the_headline_is_the_title_of_a_page_called_as_its_site() -> None:
    assert _title("Quay", "<h1 itemprop=headline>Late ferries again</h1>") == "Late ferries again"

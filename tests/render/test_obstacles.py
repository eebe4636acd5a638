"""Challenges and walls of consent in place of a page, and what only looks like them."""

import pytest

from pagesight.render.obstacles import challenge, is_consent_wall, with_obstacles
from pagesight.render.page import Page, page_fault
from pagesight.render.sources.source import captured

ARTICLE = "<h1>The ferry</h1>" + "<p>It crosses the sound four times a day; the town pays. " * 40
WALL = """<title>Before you continue</title><div><h1>Before you continue to the Post</h1>
<p>We use cookies and data to deliver and maintain our services, and measure audiences.</p>
<form><button>Reject all</button><button>Accept all</button></form>
<a href=#>More options</a> <a href=/privacy>Privacy</a></div>"""
GERMAN = """<h1>Mit Werbung weiterlesen</h1><p>Besuchen Sie uns wie gewohnt mit Werbung und Cookies.
Ihre Einwilligung ist jederzeit widerrufbar, siehe die Erklärung zum Datenschutz.</p>
<button>Alle akzeptieren</button><p>Unsere Partner verarbeiten Ihre personenbezogenen Daten.</p>"""
CHALLENGES = [
    "<title>Just a moment...</title><p>Checking your browser before accessing a.example.",
    "<title>Attention Required! | Cloudflare</title><h1>Sorry</h1>",
    "<p>Enable JavaScript and cookies to continue",
    "<script>window._cf_chl_opt={}</script><p>wait",
    "<h1>Please verify you are a human</h1><div id=px-captcha></div>",
    "<p>Our systems have detected unusual traffic from your computer network.",
    "<iframe src=https://geo.captcha-delivery.com/captcha/></iframe>",
    "<title>Robot Check</title><p>Please confirm you are human by solving the puzzle.",
    "<h1>Pardon Our Interruption</h1>",
    "<p>Bitte bestätigen Sie, dass Sie kein Roboter sind.",
    "<p>Подтвердите, что вы не робот",
    '<h1>Access Denied</h1><p>You don\'t have permission to access "/" on this server.',
    "<p>Enter the characters you see below; please make sure your browser is accepting cookies.",
    "<title>Making sure you're not a bot!</title><p>Loading...",
    "<title>Vercel Security Checkpoint</title><p>We're verifying your browser",
    "<h1>You are now in line</h1><p>When it is your turn, you will have ten minutes.",
    "<p>请完成安全验证",
]
WALLS = [
    "<h1>Avant de continuer</h1><p>Nous utilisons des cookies et des données personnelles, avec "
    "votre consentement.</p><button>Tout refuser</button>",
    "<h1>Prima di continuare</h1><p>Utilizziamo cookie e dati personali con il tuo consenso.</p>"
    "<button>Accetta tutto</button>",
    "<h1>Zanim przejdziesz dalej</h1><p>Używamy plików cookie i danych za Twoją zgodą.</p>"
    "<button>Zaakceptuj</button>",
    "<h1>Devam etmeden önce</h1><p>Çerezleri ve kişisel verileri kullanıyoruz.</p>"
    "<button>Tümünü kabul et</button>",
    "<h1>Mielőtt folytatná</h1><p>Sütiket és személyes adatokat használunk.</p>"
    "<button>Összes elfogadása</button>",
    "<p>Χρησιμοποιούμε cookies και προσωπικά δεδομένα.</p><button>Αποδοχή όλων</button>",
    "<p>Мы используем файлы cookie и обрабатываем персональные данные.</p><button>Принять</button>",
    "<p>当社はCookieを使用し、個人情報を処理します。</p><button>すべて同意する</button>",
    "<h1>続行する前に</h1><p>当サイトは広告の表示のためにクッキーとデータを使用します。</p>"
    "<button>すべて同意する</button>",
    "<p>당사는 쿠키와 개인정보를 사용합니다.</p><button>모두 동의</button>",
]


@pytest.mark.parametrize("html", CHALLENGES)
def test_a_challenge_is_known(html: str) -> None:
    assert challenge(html)


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Not found</h1>",
        "<h1>Contact</h1><form><div class=g-recaptcha></div></form>",
        f"{ARTICLE}<p>Please verify you are a human before you comment.",
        f"<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>{ARTICLE}",
        "<p>It took just a moment.",
        "",
    ],
)
def test_a_page_is_no_challenge(html: str) -> None:
    assert not challenge(html)


@pytest.mark.parametrize("html", [WALL, GERMAN, *WALLS])
def test_a_wall_of_consent_is_known(html: str) -> None:
    assert is_consent_wall(html, "https://a.example/", "https://a.example/")


@pytest.mark.parametrize(
    "html",
    [
        f"{ARTICLE}<div class=banner>{WALL}</div>",
        "<h1>Opening hours</h1><p>We are open from nine to five on all days but Sunday, and on the "
        "first Sunday of the month.</p><div>We use cookies. <button>Accept</button></div>",
        "<h1>Cookie recipes</h1><p>Take flour, butter and sugar.</p>",
        f"{'<a href=/x>A kind of goods</a> ' * 30}<p>We use cookies. <button>Accept</button>",
        "<button>Accept</button>",
        "",
    ],
)
def test_a_page_with_a_notice_is_no_wall(html: str) -> None:
    assert not is_consent_wall(html, "https://a.example/", "https://a.example/")


def test_a_capture_says_what_it_has_in_place_of_the_page() -> None:
    wall = captured(Page("https://a.example/", WALL), "https://a.example/", 200)
    blocked = captured(Page("https://a.example/", CHALLENGES[0]), "https://a.example/", 200)
    page = captured(Page("https://a.example/", ARTICLE), "https://a.example/", 200)
    assert (wall.consent_wall, page_fault(wall)) == (True, "a consent wall")
    assert page_fault(blocked) == "blocked: a challenge page"
    assert (page_fault(page), page.warnings) == ("", ())
    assert with_obstacles(page) == page

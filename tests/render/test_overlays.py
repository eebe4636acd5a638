"""Overlays are said, and closed where that is asked for; what belongs to the page stays."""

import io
from dataclasses import replace
from html import escape

import pytest
from loopback import Site
from PIL import Image

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.plain_text import plain_text

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ARTICLE = "<main><h1>The ferry</h1>" + "<p>It crosses the sound four times a day. " * 60 + "</main>"
PINK = (255, 0, 254)
LAID = "position: fixed; z-index: 999; background: rgb(255, 0, 254); inset: "
ASKS = "<p>We use cookies and process personal data, with our partners."
AGREE = "<button onclick=\"document.title = 'agreed'\">Accept all</button>"
NOTICE = (
    f"<div id=notice style='{LAID} auto 0 0 0'>{ASKS}{AGREE}"
    "<button onclick=\"notice.remove(); document.title = 'refused'\">%s</button></div>"
)
FRAMED = f"<body style='background: rgb(255, 0, 254)'>{ASKS}{AGREE}<button>Reject</button>"
LETTER = "<h2>Our newsletter</h2><input type=email><button class=modal-close></button>"


@pytest.fixture(scope="module")
def closing(options: RenderOptions) -> RenderOptions:
    """The options with overlays closed."""
    return replace(options, close_overlays=True)


def pink_share(capture: Capture) -> float:
    """Return the share of the picture that has the colour of our overlays."""
    assert capture.page.screenshot is not None
    picture = Image.open(io.BytesIO(capture.page.screenshot)).convert("RGB")
    colours = picture.getcolors(picture.width * picture.height) or []
    pink = sum(number for number, colour in colours if colour == PINK)
    return pink / (picture.width * picture.height)


def page(overlay: str, style: str = "") -> bytes:
    return f"<style>{style}</style><title>ours</title>{ARTICLE}{overlay}".encode()


SHADOW = """<div id=%s></div><script>document.querySelector("#%s").attachShadow({mode: "%s"})
  .innerHTML = `%s`</script>"""
INNER = f"<div style='{LAID} 30%'>{ASKS}<button>Accept</button><button>Reject all</button></div>"


@pytest.mark.parametrize(
    "overlay",
    [
        pytest.param(NOTICE % "Reject all", id="bar"),
        pytest.param(f"<div style='{LAID} 0' class=cookies>{ASKS}{AGREE}</div>", id="no way out"),
        pytest.param(SHADOW % ("host", "host", "open", INNER), id="open shadow"),
        pytest.param(SHADOW % ("host", "host", "closed", INNER), id="closed shadow"),
        pytest.param(f"<cmp-root><template shadowrootmode=open>{INNER}</template>", id="slots"),
        pytest.param(f'<div style="{LAID} 20%"><iframe srcdoc="{escape(FRAMED)}">', id="frame"),
        pytest.param(f'<iframe id=sp_message_1 style="{LAID} 20%" src=OTHER>', id="other site"),
        pytest.param(f'<div style="{LAID} 20%"><iframe title=Consent src=OTHER>', id="framed site"),
        pytest.param(
            f"<div style='position: absolute; z-index: 1000; top: 0; background: rgb(255, 0, 254)'>"
            f"{ASKS}{AGREE}</div>",
            id="absolute",
        ),
        pytest.param(
            f"<div style='{LAID} auto; bottom: 0; position: sticky'>{ASKS}{AGREE}</div>",
            id="sticky",
        ),
    ],
)
async def test_a_notice_of_consent_is_taken_out_of_the_picture_and_the_text_stays(
    overlay: str, site: Site, other_site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages["/"] = page(overlay.replace("OTHER", other_site.url("/cmp", "localhost")))
    other_site.pages["/cmp"] = FRAMED.encode()
    shown = await pool.render(site.url(), replace(closing, close_overlays=False))
    closed = await pool.render(site.url(), closing)
    assert pink_share(shown) > 0
    assert pink_share(closed) == 0
    assert "consent notice lies on" in " ".join(shown.warnings)
    assert "consent notice was" in " ".join(closed.warnings)
    assert closed.title in ("ours", "refused")
    assert plain_text(closed.page.html).count("four times a day") == 60


@pytest.mark.parametrize(
    "label",
    [
        "Reject all", "Only necessary cookies", "Continue without accepting", "Alle ablehnen",
        "Nur notwendige Cookies", "Tout refuser", "Continuer sans accepter", "Rechazar todo",
        "Rifiuta tutto", "Rejeitar", "Alles weigeren", "Avvisa alla", "Kun nødvendige", "Hylkää",
        "Odrzuć wszystkie", "Odmítnout", "Отклонить", "拒否する", "拒绝", "모두 거부", "Close", "✕",
    ],
)  # fmt: skip
async def test_the_button_that_refuses_or_closes_is_clicked_and_named(
    label: str, site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages["/"] = page(NOTICE % label)
    capture = await pool.render(site.url(), closing)
    assert f"a consent notice was closed by its button {label!r}" in capture.warnings
    assert capture.title == "refused"


@pytest.mark.parametrize(
    "overlay",
    [
        pytest.param(f"<div style='{LAID} 20%' role=dialog>{LETTER}</div>", id="role"),
        pytest.param(
            f"<div style='position: fixed; inset: 0; background: rgba(0, 0, 0, .5)'></div>"
            f"<div style='{LAID} 20%' class=popup>{LETTER}</div>",
            id="before a veil",
        ),
        pytest.param(
            f"<dialog id=d style='background: rgb(255, 0, 254)'>{LETTER}</dialog>"
            "<script>d.showModal()</script>",
            id="dialog",
        ),
        pytest.param(
            f"<div popover id=d style='background: rgb(255, 0, 254)'>{LETTER}{LETTER}</div>"
            "<script>d.showPopover()</script>",
            id="popover",
        ),
        pytest.param(
            f"<div id=d hidden style='{LAID} 20%' role=dialog>{LETTER}</div>"
            "<script>addEventListener('scroll', () => { d.hidden = false })</script>",
            id="once scrolled",
        ),
        pytest.param(
            f"<div style='{LAID} 20%' role=dialog aria-modal=true><p>Disable your ad blocker</div>",
            id="without a button",
        ),
    ],
)
async def test_a_pop_up_is_taken_out_with_its_veil(
    overlay: str, site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages["/"] = page(overlay, "main { background: rgb(0, 200, 0) }")
    capture = await pool.render(site.url(), closing)
    assert pink_share(capture) == 0
    assert capture.page.screenshot is not None
    picture = Image.open(io.BytesIO(capture.page.screenshot)).convert("RGB")
    assert picture.getpixel((picture.width // 2, 80)) == (0, 200, 0)
    assert "was hidden" in " ".join(capture.warnings) or "was closed" in " ".join(capture.warnings)


@pytest.mark.parametrize(
    "lock",
    [
        "body { overflow: hidden; height: 100vh }",
        "html { overflow: hidden; height: 100% } body { height: 100%; overflow: hidden }",
        "body { position: fixed; inset: 0 }",
    ],
)
async def test_a_page_that_an_overlay_locked_is_seen_to_its_end(
    lock: str, site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages["/"] = page(NOTICE % "Reject", f"{lock} main {{ filter: blur(8px) }}")
    capture = await pool.render(site.url(), replace(closing, full_page=True))
    assert capture.full_page is not None
    assert Image.open(io.BytesIO(capture.full_page)).height > 1500


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(
            "<header style='position: fixed; top: 0; width: 100%; background: rgb(255, 0, 254)'>"
            "<nav><a href=/>Home</a> <a href=/n>News</a> <a href=/l>Log in</a></nav></header>",
            id="header",
        ),
        pytest.param(
            f"<nav style='{LAID} 0 auto 0 0; width: 200px'><a href=/>Home</a></nav>", id="side"
        ),
        pytest.param(
            f"<div style='{LAID} auto 10px 10px auto; width: 60px; height: 60px'>"
            "<button>Chat</button></div>",
            id="chat",
        ),
        pytest.param(
            f"<div style='{LAID} 0; z-index: 0'><h2>A photograph of the ferry</h2></div>", id="hero"
        ),
        pytest.param(
            f"<div style='{LAID} 0; overflow: auto'><article>{'<p>The whole of it. ' * 90}"
            f"<p>Subscribe to our newsletter.<button>Close</button></article></div>",
            id="application",
        ),
        pytest.param(
            f"<div role=dialog aria-modal=true style='{LAID} 0; overflow: auto'>"
            f"<h2>A post</h2>{'<p>The post of a member. ' * 200}<button>Close</button></div>",
            id="post in a dialog",
        ),
        pytest.param(
            f"<div style='{LAID} 0; overflow: auto'><h2>Cookies and privacy law</h2>"
            f"{'<p>The law of cookies asks whether one may accept. ' * 90}</div>",
            id="about consent",
        ),
    ],
)
async def test_what_belongs_to_the_page_stays_and_is_no_overlay(
    part: str, site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages["/"] = page(part)
    plain = await pool.render(site.url(), replace(closing, close_overlays=False))
    capture = await pool.render(site.url(), closing)
    assert pink_share(capture) == pytest.approx(pink_share(plain))
    assert pink_share(capture) > 0
    assert (plain.warnings, capture.warnings) == ((), ())


@pytest.mark.parametrize(
    "way", ["<a href=/away>Reject all</a>", "<form action=/away><button>Reject all</button></form>"]
)
async def test_no_button_is_clicked_that_leads_elsewhere(
    way: str, site: Site, pool: BrowserPool, closing: RenderOptions
) -> None:
    site.pages |= {"/": page(f"<div style='{LAID} 20%'>{ASKS}{way}</div>"), "/away": b"<p>away"}
    capture = await pool.render(site.url(), closing)
    assert "/away" not in site.requested
    assert "a consent notice was hidden" in capture.warnings
    assert pink_share(capture) == 0

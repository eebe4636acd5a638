"""Do what a visitor does: go to an address, scroll, click, wait for what is to appear.

Where an address gives no page, the error says why in words.
"""

import asyncio
import re
from contextlib import suppress
from math import ceil

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.browser.settle import IDLE_QUIET
from pagesight.render.errors import GuardError, NavigationError, NoPageError, RenderError
from pagesight.render.net.guard import led_from
from pagesight.render.net.network_log import NetworkLog
from pagesight.render.net.traffic import PageTraffic
from pagesight.render.sources.address import bare, is_http
from pagesight.render.sources.body import type_name

find_net_error = re.compile(r"net::(ERR_\w+)").search
# An address may have one of these words.
is_of_browser = re.compile(r" has been closed|\b(?:Page|Target) crashed").search

# The beginning of Chromium's error code -> what it means, and whether that will stay so.
_REASONS = {
    "ERR_CONNECTION": ("the connection broke off", False),
    "ERR_EMPTY_RESPONSE": ("the server closed the connection without an answer", False),
    "ERR_TOO_MANY_REDIRECTS": ("it redirects in a circle", True),
    "ERR_CERT": ("its TLS certificate is not valid", True),
    "ERR_SSL": ("TLS with the server fails", False),
    "ERR_BAD_SSL": ("TLS with the server fails", False),
    "ERR_INVALID_RESPONSE": ("the server's answer is not HTTP", True),
    "ERR_INVALID_HTTP": ("the server's answer is not HTTP", True),
    "ERR_RESPONSE_HEADERS_TOO_BIG": ("the headers of the answer are too long", True),
    "ERR_CONTENT_DECODING": ("its body is not compressed as its headers say", True),
    "ERR_UNSAFE_PORT": ("browsers do not fetch from that port", True),
    "ERR_UNSAFE_REDIRECT": ("it redirects to what is no http or https address", True),
    "ERR_INVALID_REDIRECT": ("it redirects to what is no http or https address", True),
    "ERR_UNKNOWN_URL_SCHEME": ("it redirects to what is no http or https address", True),
    # So Chromium takes status 304, and redirects to ftp:, javascript:, view-source: and their like.
    "ERR_ABORTED": ("its answer is no page, and leads to no http or https address", True),
    "ERR_INVALID_AUTH": ("it wants a user name and a password", True),
    "ERR_INTERNET_DISCONNECTED": ("there is no network", False),
}
_BOXES = 3  # scroll boxes looked into: a page has its content in one, seldom a list beside it
_STEP_PAUSE = 0.04  # seconds: two frames, enough for an intersection observer to fire
_PAUSE = 0.1  # seconds between two looks
# What buttons are called that add to a list, in the languages of most pages.
_MORE = (
    r"(?:load|show|view|see|display) (?:\d+ )?(?:more|older|next)|older posts$|more (?:results"
    r"|items|comments|posts|articles|stories|news|products|replies|reviews|answers|entries)"
    r"|(?:mehr|weitere)\b.*(?:laden|anzeigen|zeigen)|mehr$|(?:afficher|voir|charger) (?:plus|la su)"
    r"|plus d.{0,12}|(?:cargar|ver|mostrar) m[aá]s|(?:carica|mostra|vedi) (?:altr|più)"
    r"|(?:carregar|ver|mostrar) mais|meer (?:laden|tonen|weergeven)|toon meer"
    r"|(?:visa|ladda|hämta) fler|(?:vis|hent|last inn) (?:flere|mere|mer)|(?:näytä|lataa) lisää"
    r"|(?:pokaż|załaduj|wczytaj|zobacz) więcej|(?:načíst|zobrazit) (?:další|více)|daha fazla"
    r"|(?:показать|загрузить|смотреть) (?:ещё|еще|больше)|показати (?:ще|більше)"
    r"|もっと|さらに(?:表示|読)|加载更多|查看更多|显示更多|載入更多"
    r"|더 ?(?:보기|불러오기)|(?:عرض|تحميل) المزيد"
)


async def navigate(page: Page, url: str, traffic: PageTraffic, log: NetworkLog) -> None:
    """Go to `url` and return once its document begins to arrive.

    Raises GuardError or NavigationError if there is none, and Playwright's error if the browser
    is at fault.
    """
    try:
        await page.goto(url, wait_until="commit", timeout=0)
    except PlaywrightError as error:
        raise refusal(url, traffic, log) or _explained(url, error, log) or error from error
    if log.wrong_type:
        raise _no_page(url, log)


def refusal(url: str, traffic: PageTraffic, log: NetworkLog) -> RenderError | None:
    """Return why the last main document was none: its host was refused, or it is no page."""
    if log.wrong_type:
        return _no_page(url, log)
    fault = traffic.fault(log.passed[-1]) if log.passed else None
    if isinstance(fault, GuardError):
        return led_from(log.passed[-2] if log.passed[1:] else "", log.passed[-1], fault)
    if fault is None:
        return None
    return type(fault)(f"{url} gave no page: {fault}")


def check_where_it_led(url: str, led_to: str, traffic: PageTraffic, log: NetworkLog) -> None:
    """Raise why if scripts have replaced the page at `url` by what is none."""
    last = log.passed[-1]
    if led_to and (not is_http(led_to) or (log.wrong_type and bare(led_to) == last)):
        where = last if led_to.startswith("chrome-error:") else led_to
        raise refusal(url, traffic, log) or NoPageError(
            f"{url} leads on to {where[:200]}, which gave no page"
        )


def _no_page(url: str, log: NetworkLog) -> NoPageError:
    return NoPageError(
        f"{url} is {type_name(log.wrong_type) or log.wrong_type}, not a web page; "
        "only HTML, XML and plain text are rendered",
        log.status,
    )


def _explained(url: str, error: PlaywrightError, log: NetworkLog) -> NavigationError | None:
    """Return what went wrong in words; None if the browser and not the address is at fault."""
    net_error = find_net_error(error.message)
    if log.is_challenged or (not net_error and is_of_browser(error.message)):
        return None
    code = net_error[1] if net_error else error.message.partition("\n")[0]
    if "Download" in code:
        return NoPageError(f"{url} is offered as a download, not as a web page")
    if code in ("ERR_ABORTED", "ERR_HTTP_RESPONSE_CODE_FAILURE") and log.status:
        return NoPageError(f"{url} answered with status {log.status} and no page", log.status)
    for prefix, (reason, permanent) in _REASONS.items():
        if code.startswith(prefix):
            leaf = NoPageError if permanent else NavigationError
            status = 401 if code.startswith("ERR_INVALID_AUTH") else None
            return leaf(f"{url} gave no page: {reason} ({code})", status)
    return NavigationError(
        f"{url} gave no page ({net_error[1] if net_error else 'an error of the browser'})"
    )


async def scroll_through(
    world: ScriptWorld, log: NetworkLog, steps: int, growth: int, quiet: float
) -> None:
    """Scroll down at most `steps` viewports and back, and wait for what that set off.

    Lists that grow as one scrolls are followed for `growth` viewports beyond their first height.
    Each step is a call of its own: where this is cut off, nothing goes on in the page.
    """
    for box in range(1 + _BOXES):
        taken = await _scroll_box(world, log, box, steps, growth)
        if taken is None:
            break
        steps -= taken
    await to_top(world)
    idle = await world.evaluate(world.is_idle)
    await log.wait_for_quiet(min(quiet, IDLE_QUIET) if idle else quiet)


async def _scroll_box(
    world: ScriptWorld, log: NetworkLog, box: int, steps: int, growth: int
) -> int | None:
    """Return how many steps a box was scrolled down; None if there is none of that number.

    At its end it is waited for what may make it grow, as long as it does.
    """
    step, end, last_end, waited_at = 1, 0, 0, 0
    while step <= steps:
        measured = str(await world.call("scroll_step", box, step, _BOXES))
        if not measured:
            return None
        height, whole = map(int, measured.split())
        end = end or ceil(whole / max(1, height)) + growth
        if step >= end or height >= whole:
            break
        await asyncio.sleep(_STEP_PAUSE)
        if step * height < whole:
            step += 1
        elif whole != last_end:
            last_end = whole
        elif whole == waited_at or (await world.evaluate(world.is_idle) and log.quiet_for()):
            break
        else:
            waited_at = whole
            await asyncio.sleep(_PAUSE)
            await log.wait_for_quiet(IDLE_QUIET)
    return step - 1


async def to_top(world: ScriptWorld) -> bool:
    """Scroll to the top of the page and of its boxes, wherever they stand."""
    return bool(await world.call("scroll_to_top"))


async def click(world: ScriptWorld, selector: str) -> bool:
    """Click what the CSS selector names; return whether there was something to click."""
    return bool(await world.call("click", selector))


async def click_more(world: ScriptWorld) -> bool:
    """Click the button that adds to the page's list; return whether there was one."""
    return bool(await world.call("click_more", f"^(?:{_MORE})"))


async def wait_for(world: ScriptWorld, wanted: str) -> bool:
    """Return once the page shows `wanted`, which is a CSS selector or a text."""
    while True:
        with suppress(PlaywrightError):  # it goes on to another page this moment
            if await world.call("is_shown", wanted):
                return True
        await asyncio.sleep(_PAUSE)

"""Do what a visitor does: go to an address, scroll, click, wait for what is to appear.

Where an address gives no page, the error says why in words. Overlays are laid over a page and none
of it, such as notices of consent and pop-ups: one is closed by a button that refuses or closes,
never by one that agrees, and hidden where it has none.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from pagesight.render.browser.script_world import ScriptWorld, called
from pagesight.render.browser.settle import IDLE_QUIET
from pagesight.render.errors import GuardError, NavigationError, NoPageError, RenderError
from pagesight.render.net.guard import led_from
from pagesight.render.net.network_log import NetworkLog
from pagesight.render.net.traffic import PageTraffic
from pagesight.render.obstacles import CHOICE, CONSENT
from pagesight.render.sources.address import bare, is_http
from pagesight.render.sources.body import type_name

# Words by which overlays and their buttons are known, for scripts that ignore case: of the
# languages that the largest consent platforms speak (OneTrust, Cookiebot, Usercentrics).
# Names of elements, addresses of frames: those of consent platforms, and of what is laid over.
CONSENT_NAMES = (
    r"cookie|consent|gdpr|privacy-?(?:mgmt|manager|center)|onetrust|didomi|usercentrics|\bcmp\b"
    r"|-cmp|cmp-|sp_message|truste|cybot|qc-cmp|cky-|iubenda|osano|klaro|borlabs|termly|quantcast"
)
OVERLAY_NAMES = r"overlay|backdrop|modal|pop-?up|lightbox|interstitial|dialog|newsletter|curtain"
# What a pop-up asks for.
ASKS = (
    r"newsletter|subscri|sign ?up|sign in|log ?in|register|join (?:us|now|our)|e-?mail|discount"
    r"|% off|notifications?\b|ad ?block|years? (?:of age|old)|of legal age|our app|survey|feedback"
    r"|abonnieren|anmelden|registrier|benachrichtig|werbeblocker|abonne|inscri|suscri|notificac"
    r"|iscri|assin|inschrijv|aanmeld|prenumer|tilmeld|tilaa|zapisz|subskryb|přihlas|odebír"
    r"|подпис|уведомлен|рассылк|登録|メルマガ|订阅|訂閱|구독|النشرة"
)
# The beginnings of names of buttons that refuse.
REFUSE = (
    r"(?:reject|decline|deny|refuse|disagree|object|opt.?out)"
    r"|(?:accept |allow |use |only )*(?:strictly )?(?:necessary|essential|required)"
    r"(?: cookies)?(?: only)?$|only (?:accept|allow|use)|continue without|no,? thank"
    r"|i do not (?:acc|cons|agree)|do not (?:accept|consent|allow)|don['’]t (?:accept|allow)"
    r"|(?:alle )?(?:ablehnen|verweigern)|alle[sn]? (?:cookies )?ablehn|nur (?:notwendig|erforder"
    r"|essen|technisch)|(?:weiter )?ohne (?:zustimm|einwillig|akzept)|weiter ohne|nein,? danke"
    r"|(?:tout |je )?(?:refuse|rejet)|continuer sans|non,? merci|uniquement (?:les )?(?:cookies )?"
    r"(?:nécess|essen)|(?:rechaz|deneg)|s[oó]lo (?:las |cookies )?(?:necesa|esencia)|continuar sin"
    r"|no,? gracias|(?:rifiut|nega\b)|solo (?:i )?(?:cookie )?(?:necess|essenz)|continua senza"
    r"|no,? grazie|(?:rejeit|recus)|apenas (?:os )?(?:cookies )?(?:necess|essenc)|continuar sem"
    r"|não,? obrigad|(?:alles )?(?:weiger|afwijz)|alleen (?:noodz|function|essent)|nee,? bedankt"
    r"|doorgaan zonder|(?:avvis|neka|avböj|afvis)|(?:kun|endast|bare) nødv|endast nödv"
    r"|ne[ij] ta[ck]"
    r"|hylkää|kiellä|vain välttäm|odrzu|odmaw|odmów|nie zgadz|tylko (?:niezb|koniecz)|nie,? dzięk"
    r"|odmítn|odmietn|pouze (?:nezb|nutn)|len nevyh|elutas|csak a szüks|respinge|refuz|reddet"
    r"|yalnızca ger|отклон|отказ|только необ|не соглас|відхил|відмов|лише необх|απόρρ"
    r"|(?:すべて|全て)?拒否|必要な"
    r"|(?:全部|一律)?拒[绝絕]|不同意|仅必要|(?:모두 |전체 )?(?:거부|거절)|رفض|דחה|סרב"
)
# The whole names of those that close.
CLOSE = (
    r"[×✕✖⨯╳✗x]|(?:close|dismiss)(?: (?:this )?(?:dialog|modal|pop-?up|banner|window|message|notice"
    r"|overlay|cookie.*|newsletter.*))?|skip|not now|(?:maybe |remind me )?later|no"
    r"|schlie(?:ß|ss)en|später|jetzt nicht|fermer|plus tard|cerrar|ahora no|más tarde|chiudi"
    r"|più tardi|fechar|agora não|sluiten|later|niet nu|stäng|inte nu|lukk?|luk|ikke nå|sulje"
    r"|zamknij|nie teraz|zavřít|zatvoriť|bezárás|închide|kapat|закрыть|закрити|не сейчас|κλείσιμο"
    r"|閉じる|关闭|關閉|닫기|إغلاق|סגור|đóng|tutup|ปิด"
)


_REFUSES = f"^(?:{REFUSE})"
_CLOSES = f"^(?:{CLOSE})$"
_ROUNDS = 5  # of overlays that come one after the other, and what lies behind them
_FADING = 0.4  # seconds that a button's overlay is given to go


async def attend_to_overlays(world: ScriptWorld, *, close: bool) -> tuple[str, ...]:
    """Return what is laid over the page, in words, and how it was closed or hidden if asked for."""
    said: list[str] = []
    for _ in range(_ROUNDS if close else 0):
        seen = await _look(world, act=True)
        for each in seen["found"]:
            how = f"closed by its button {each['by'][:40]!r}" if each["by"] else "hidden"
            said.append(f"{each['kind']} was {how}")
        if not seen["changed"]:
            break
        await asyncio.sleep(_FADING)
    for each in (await _look(world, act=False))["found"]:
        where = f"lies on {each['share']:.0%} of the window"
        said.append(f"{each['kind']} {where}: close_overlays closes it")
    return tuple(said)


async def _look(world: ScriptWorld, *, act: bool) -> Mapping[str, Any]:
    """Return what the script finds; closed shadow trees are opened to it where it hits on some."""
    patterns = (CONSENT, CHOICE, CONSENT_NAMES, OVERLAY_NAMES, ASKS, _REFUSES, _CLOSES)
    script = called("overlays", act, *patterns)
    seen: Mapping[str, Any] = json.loads(str(await world.evaluate(script)))
    if seen["unknown"] and not seen["changed"] and await world.reveal_closed_roots():
        seen = json.loads(str(await world.evaluate(script)))
    return seen


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
    found = find_net_error(error.message)
    if not found and is_of_browser(error.message):
        return None
    code = found[1] if found else error.message.partition("\n")[0]
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
        f"{url} gave no page ({found[1] if found else 'an error of the browser'})"
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

"""Overlays: what is laid over a page and is none of it, such as notices of consent and pop-ups.

An overlay is closed by a button that refuses or closes, never by one that agrees, and hidden where
it has none.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from pagesight.render.browser.script_world import ScriptWorld, called
from pagesight.render.obstacles import CHOICE, CONSENT

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
    notes: list[str] = []
    for _ in range(_ROUNDS if close else 0):
        seen = await _look(world, act=True)
        for each in seen["found"]:
            how = f"closed by its button {each['by'][:40]!r}" if each["by"] else "hidden"
            notes.append(f"{each['kind']} was {how}")
        if not seen["changed"]:
            break
        await asyncio.sleep(_FADING)
    for each in (await _look(world, act=False))["found"]:
        where = f"lies on {each['share']:.0%} of the window"
        notes.append(f"{each['kind']} {where}: close_overlays closes it")
    return tuple(notes)


async def _look(world: ScriptWorld, *, act: bool) -> Mapping[str, Any]:
    """Return what the script finds; closed shadow trees are opened to it where it hits on some."""
    patterns = (CONSENT, CHOICE, CONSENT_NAMES, OVERLAY_NAMES, ASKS, _REFUSES, _CLOSES)
    script = called("overlays", act, *patterns)
    seen: Mapping[str, Any] = json.loads(str(await world.evaluate(script)))
    if seen["unknown"] and not seen["changed"] and await world.reveal_closed_roots():
        seen = json.loads(str(await world.evaluate(script)))
    return seen

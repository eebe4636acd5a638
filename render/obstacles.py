"""Pages that stand in place of the one asked for: challenges of bots, and walls of consent.

Both are short. What is longer is the page itself, with a notice on it.
"""

import re
from dataclasses import replace
from urllib.parse import urlsplit

from pagesight.render.page import Capture
from pagesight.render.sources.plain_text import has_text, plain_text

# Characters of text: Cloudflare's, DataDome's and Google's challenges have 50 to 700, the walls of
# Google, Yahoo and of publishers 300 to 2,000.
_MOST_CHALLENGE_CHARS, _MOST_CONSENT_CHARS = 1500, 2500
# What only a challenge has in its markup -> whose it is.
_MARKUP = (
    ("_cf_chl_opt", "Cloudflare"),
    ("cf-browser-verification", "Cloudflare"),
    ("/_incapsula_resource", "Imperva"),
    ("captcha-delivery.com", "DataDome"),
    ("px-captcha", "HUMAN"),
    ("awswafintegration", "AWS WAF"),
    ("/ddos-guard/", "DDoS-Guard"),
    ("sucuri_cloudproxy", "Sucuri"),
    ("arkoselabs.com", "Arkose Labs"),
)
_find_challenge = re.compile(
    r"checking (?:if the site connection is secure|your browser)|just a moment\s*(?:\.\.\.|…)"
    r"|verif(?:y|ying)\b.{0,30}\b(?:you are|you're|you’re|you) ?(?:a |not a )?(?:human|robot)"
    r"|(?:are you|you are|you['’]re|i['’]m|i am) (?:a human|(?:not )?a (?:ro)?bot)"
    r"|verifying your browser|security checkpoint|enter the characters you see"
    r"|permission to access .{0,120} on this server|you are (?:now )?in (?:line|the queue)"
    r"|confirm (?:that )?you(?: are|'re|’re) (?:a )?(?:human|not a robot)"
    r"|enable javascript and cookies to continue|unusual traffic|automated (?:access|requests)"
    r"|pardon our interruption|attention required! \| cloudflare|press & hold|press &amp; hold"
    r"|ddos protection by|security check (?:to access|required)|complete the (?:security|captcha)"
    r"|solve (?:the|this) captcha|access to this page has been denied|browser verification"
    r"|kein roboter|ein mensch sind|sicherheitsüberprüfung|überprüfung ihres browsers"
    r"|pas un robot|êtes humain|vérification de (?:sécurité|votre navigateur)"
    r"|no (?:eres|soy|es) un robot|eres humano|verificando (?:su|tu|seu) navegador"
    r"|non (?:sei|sono) un robot|não (?:é|sou) um robô|geen robot"
    r"|не робот|проверка (?:вашего )?браузера|nie jest(?:eś|em) robotem"
    r"|人机验证|安全验证|正在检查您的浏览器|ロボットではありません|로봇이 아닙니다",
    re.I,
).search
# Words of consent, and of the buttons that give or refuse it.
CONSENT = (
    r"cookie|consent|privacy|personal data|personalis|personaliz|before you continue|gdpr"
    r"|partners (?:store|and)|legitimate interest|data protection|your choices"
    r"|datenschutz|einwillig|zustimm|personenbezogen|bevor sie fortfahren"
    r"|vie privée|consentement|données personnelles|avant de continuer|confidentialit"
    r"|privacidad|consentimiento|datos personales|antes de continuar|privacidade"
    r"|dati personali|consenso|prima di continuare|riservatezza|toestemming|persoonsgegevens"
    r"|samtykke|samtycke|personuppgifter|evästee|souhlas|soukromí|zgod|prywatnoś"
    r"|файл(?:ы|ов) cookie|персональны|согласи|隐私|隱私|个人(?:信息|数据)|個人(?:情報|データ|資料)"
    r"|クッキー|プライバシー|쿠키|개인정보"
    r"|çerez|kişisel veri|gizlilik|\bsüti|személyes adat|adatvédel|προσωπικά δεδομένα|συγκατάθε"
    r"|απορρήτου|caracter personal|kolačić|osobni podaci|бисквитки|персональних|конфіденційн"
    r"|ملفات تعريف الارتباط|עוגיות|פרטיות|คุกกี้|quyền riêng tư|data pribadi"
)
CHOICE = (
    r"\b(?:accept|agree|allow all|reject all|i consent|got it"
    r"|akzeptier|zustimmen|einverstanden|ablehnen|accepter|refuser|aceptar|rechazar|aceitar"
    r"|accetta|rifiuta|akkoord|accepteren|godta|godkänn|godkend|acceptera|tillåt|hyväksy"
    r"|zaakceptuj|akceptuj|zgadzam|souhlasím|kabul|reddet|elfogad|elutas|respinge|prihvat|setuju)"
    r"|přijmout|принять|принимаю|согласен|прийняти|приемам|αποδοχή|απόρριψη|συμφωνώ|đồng ý"
    r"|同意|接受|許可|동의|موافق|قبول|אישור|מסכים|ยอมรับ"
)
_find_consent = re.compile(CONSENT, re.I).search
_find_choice = re.compile(CHOICE, re.I).search
_CONSENT_HOSTS = ("consent.", "guce.", "cookiewall", "privacy-gate")
_CONSENT_SHARE = 0.6  # of the text in blocks that speak of it: a wall speaks of nothing else
_MOST_LINKS = 20  # a wall has some to its terms; a page without text of its own has a menu
_find_blocks = re.compile(
    r"<(?!/?(?:b|i|em|strong|span|u|small|code|abbr|sup|sub)\b)[^<>]*>", re.I
).split
_find_links = re.compile(r"<(a|button|select|label)\b.*?</\1\s*>", re.I | re.S)
_find_title = re.compile(r"<title[^>]*>([^<]*)", re.I).search


def with_obstacles(capture: Capture) -> Capture:
    """Return the capture with what stands in place of the page, and a warning of it."""
    page = capture.page
    if has_text(page.html, max(_MOST_CHALLENGE_CHARS, _MOST_CONSENT_CHARS) + 1):
        return capture  # as nearly all pages
    if blocked := challenge(page.html):
        warning = f"{blocked} stands in place of the page"
        return replace(capture, blocked=blocked, warnings=(*capture.warnings, warning))
    if is_consent_wall(page.html, page.url, capture.requested_url):
        warning = "the page asks for consent and shows nothing else"
        return replace(capture, consent_wall=True, warnings=(*capture.warnings, warning))
    return capture


def challenge(html: str) -> str:
    """Return whose challenge the page is, "" if it is none: a CAPTCHA, a check of the browser.

    >>> challenge("<title>Just a moment...</title><p>Checking your browser")
    'a challenge page'
    """
    text = plain_text(html)
    if len(text) > _MOST_CHALLENGE_CHARS:
        return ""
    lowered = html.lower()
    for sign, owner in _MARKUP:
        if sign in lowered:
            return f"a challenge page of {owner}"
    title = _find_title(html)
    asks = _find_challenge(f"{title[1] if title else ''}\n{text}")
    return "a challenge page" if asks else ""


def is_consent_wall(html: str, url: str, requested_url: str) -> bool:
    """Return whether the page asks for consent, to cookies for instance, and shows nothing else."""
    text = plain_text(html)
    if not text or len(text) > _MOST_CONSENT_CHARS or not _find_choice(text):
        return False
    if url != requested_url and any(name in _host(url) for name in _CONSENT_HOSTS):
        return True
    body = _body(html)
    links = sum(match[1].lower() == "a" for match in _find_links.finditer(body))
    return links <= _MOST_LINKS and _consent_share(body) >= _CONSENT_SHARE


def _consent_share(body: str) -> float:
    """Return the share of the text outside links and buttons that speaks of consent."""
    blocks = [plain_text(block) for block in _find_blocks(_find_links.sub(" ", body))]
    total = sum(map(len, blocks))
    return sum(len(block) for block in blocks if _find_consent(block)) / total if total else 0.0


def _body(html: str) -> str:
    """Return the page without what no visitor reads, its markup kept."""
    unread = r"<(script|style|noscript|template|title)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)"
    return re.sub(unread, " ", html, flags=re.I | re.S)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""

"""Do on a page what was asked for: click, and wait for what is to appear."""

import asyncio
import json
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from pagesight.render.browser.script_world import ScriptWorld

_PAUSE = 0.1  # seconds between two looks
# Clicks the first element that is seen; a selector that is none clicks nothing.
_CLICK = """((selector) => {
  let found = [];
  try { found = [...document.querySelectorAll(selector)]; } catch { return false; }
  const shown = found.find((element) => element.checkVisibility());
  if (!shown) return false;
  shown.scrollIntoView({block: "center", behavior: "instant"});
  shown.click();
  return true;
})(%s)"""
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
# Clicks the last such button or link that leads nowhere else, as long as it is seen.
_CLICK_MORE = """((MORE) => {
  const named = (each) => (each.innerText || each.value || each.getAttribute("aria-label") || "")
    .trim().replace(/\\s+/g, " ");
  const stays = (each) => !each.href || /^(#|javascript:)/i.test(each.getAttribute("href"));
  const roots = [document];
  for (const root of roots) for (const each of root.querySelectorAll("*"))
    if (each.shadowRoot) roots.push(each.shadowRoot);
  const found = roots.flatMap((root) => [...root.querySelectorAll(
    "button, a, [role=button], input[type=button]")]).filter((each) =>
    !each.disabled && stays(each) && MORE.test(named(each)) && each.checkVisibility());
  const last = found.at(-1);
  if (!last) return false;
  last.scrollIntoView({block: "center", behavior: "instant"});
  last.click();
  return true;
})(new RegExp(%s, "i"))"""
# Whether an element that the selector names is seen, or else the page shows the text.
_SHOWS = """((wanted) => {
  try {
    if ([...document.querySelectorAll(wanted)].some((each) => each.checkVisibility())) return true;
  } catch {}
  return !!document.body && document.body.innerText.includes(wanted);
})(%s)"""


async def click(world: ScriptWorld, selector: str) -> bool:
    """Click what the CSS selector names; return whether there was something to click."""
    return bool(await world.evaluate(_CLICK % json.dumps(selector)))


async def click_more(world: ScriptWorld) -> bool:
    """Click the button that adds to the page's list; return whether there was one."""
    return bool(await world.evaluate(_CLICK_MORE % json.dumps(f"^(?:{_MORE})")))


async def wait_for(world: ScriptWorld, wanted: str) -> bool:
    """Return once the page shows `wanted`, which is a CSS selector or a text."""
    while True:
        with suppress(PlaywrightError):  # it goes on to another page this moment
            if await world.evaluate(_SHOWS % json.dumps(wanted)):
                return True
        await asyncio.sleep(_PAUSE)

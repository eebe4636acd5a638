"""Do on a page what a visitor does: scroll, click, and wait for what is to appear."""

import asyncio
import json
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.browser.settle import IDLE_QUIET
from pagesight.render.net.network_log import NetworkLog

# Goes down one step in the page (box 0) or in one of its largest scroll boxes, and returns how
# many steps that has; 0 where there is no such step, -1 where there is no such box.
_STEP = """((number, step) => {
  const page = document.scrollingElement || document.documentElement;
  const find = () => [...document.querySelectorAll("body *")].slice(0, 5000).filter((box) =>
    box.scrollHeight > box.clientHeight + 50 && box.clientHeight > innerHeight / 4
    && box.clientWidth > innerWidth / 4
    && /auto|scroll|overlay/.test(getComputedStyle(box).overflowY))
    .sort((one, other) => other.scrollHeight - one.scrollHeight).slice(0, BOXES);
  if (number && !globalThis.pagesightBoxes) {
    const body = document.body;
    const alone = body && body !== page && body.scrollHeight > body.clientHeight + 50;
    globalThis.pagesightBoxes = [...(alone ? [body] : []), ...find()];
  }
  const box = number ? globalThis.pagesightBoxes[number - 1] : page;
  if (!box) return number ? -1 : 0;
  const height = number ? box.clientHeight : innerHeight;
  if (number && step === 1) box.scrollIntoView({behavior: "instant"});
  if (!height || step * height >= box.scrollHeight) return 0;
  box.scrollTo({top: step * height, behavior: "instant"});
  return Math.ceil(box.scrollHeight / height);
})(%d, %d)"""
_TO_TOP = """(() => {
  for (const box of globalThis.pagesightBoxes || [])
    box.scrollTo({top: 0, left: 0, behavior: "instant"});
  scrollTo({top: 0, left: 0, behavior: "instant"});
  return true;
})()"""
_BOXES = 3  # scroll boxes looked into: a page has its content in one, seldom a list beside it
_STEP_PAUSE = 0.04  # seconds: two frames, enough for an intersection observer to fire


async def scroll_through(
    world: ScriptWorld, log: NetworkLog, steps: int, growth: int, quiet: float
) -> None:
    """Scroll down at most `steps` viewports and back, and wait for what that set off.

    Lists that grow as one scrolls are followed for `growth` viewports beyond their first height.
    Each step is a call of its own: where this is cut off, nothing goes on in the page.
    """
    for box in range(1 + _BOXES):
        taken = await _scroll_box(world, box, steps, growth)
        if taken is None:
            break
        steps -= taken
    await to_top(world)
    idle = await world.evaluate(world.is_idle)
    await log.wait_for_quiet(min(quiet, IDLE_QUIET) if idle else quiet)


async def _scroll_box(world: ScriptWorld, box: int, steps: int, growth: int) -> int | None:
    """Return how many steps a box was scrolled down; None if there is none of that number."""
    end = 0
    for step in range(1, steps + 1):
        there = int(str(await world.evaluate(_STEP.replace("BOXES", str(_BOXES)) % (box, step))))
        if there < 0:
            return None
        end = end or there + growth
        if not there or step >= end:
            return step - 1
        await asyncio.sleep(_STEP_PAUSE)
    return steps


async def to_top(world: ScriptWorld) -> bool:
    """Scroll to the top of the page and of its boxes, wherever they stand."""
    return bool(await world.evaluate(_TO_TOP))


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

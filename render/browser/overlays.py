"""Overlays: what is laid over a page and is none of it, such as notices of consent and pop-ups.

An overlay is closed by a button that refuses or closes, never by one that agrees, and hidden where
it has none.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from pagesight.render.browser.overlay_script import SCRIPT
from pagesight.render.browser.overlay_words import (
    ASKS,
    CLOSE,
    CONSENT_NAMES,
    OVERLAY_NAMES,
    REFUSE,
)
from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.obstacles import CHOICE, CONSENT

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
    patterns = (CONSENT, CHOICE, CONSENT_NAMES, OVERLAY_NAMES, ASKS, f"^(?:{REFUSE})")
    expressions = (f"new RegExp({json.dumps(each)}, 'i')" for each in (*patterns, _CLOSES))
    script = SCRIPT % ", ".join((json.dumps(act), *expressions))
    seen: Mapping[str, Any] = json.loads(str(await world.evaluate(script)))
    if seen["unknown"] and not seen["changed"] and await world.reveal_closed_roots():
        seen = json.loads(str(await world.evaluate(script)))
    return seen

"""Run our scripts in a page, in a world of their own, and know whether a timer of it is due."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

_SOON = 5000  # ms: no page is watched for longer
_EARLY = 500  # ms: what fills pages at once, rather than what goes on beside them
_KEEP_ROOT = """function () {
  (globalThis.pagesightRoots ??= new WeakMap()).set(this.host, this);
}"""


class Script(str):
    """An expression in JavaScript."""

    __slots__ = ()


def called(name: str, *arguments: object) -> Script:
    """Return a call of the function in `scripts/NAME.js`.

    Its arguments are scripts, or values that JSON has.
    """
    written = (each if isinstance(each, Script) else json.dumps(each) for each in arguments)
    return Script(f"({_function(name)})({', '.join(written)})")


@cache
def _function(name: str) -> str:
    return Path(__file__).with_name("scripts").joinpath(f"{name}.js").read_text("utf-8")


class ScriptWorld:
    """The world of our scripts in the main document of a tab, whichever that is now."""

    def __init__(self, session: CDPSession, *, javascript: bool) -> None:
        self.session = session
        self._context: int | None = None  # of the document that was asked last
        self._event = f"e{token_hex(8)}"
        self.is_idle = called("is_idle", self._event) if javascript else Script("true")
        self.awaits_early = called("awaits_early", self._event) if javascript else Script("false")

    async def watch_timers(self) -> None:
        """Begin to note the timers of all documents to come."""
        script = called("watch_timers", self._event, _SOON, _EARLY)
        await self.session.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    async def reveal_closed_roots(self) -> bool:
        """Let our scripts find the closed shadow trees of the document, by their hosts, in
        `pagesightRoots`; return whether there are any.
        """
        tree = await self.session.send("DOM.getDocument", {"depth": -1, "pierce": True})
        roots = [root["backendNodeId"] for root in _closed_roots(tree["root"])]
        for root in roots:
            named = {"backendNodeId": root, "executionContextId": self._context}
            resolved = await self.session.send("DOM.resolveNode", named)
            called = {"objectId": resolved["object"]["objectId"], "functionDeclaration": _KEEP_ROOT}
            await self.session.send("Runtime.callFunctionOn", called)
        return bool(roots)

    async def call(self, name: str, *arguments: object) -> object:
        """Return what the function in `scripts/NAME.js` returns."""
        return await self.evaluate(called(name, *arguments))

    async def evaluate(self, expression: str) -> object:
        """Return the value of `expression`; asked once more if the page changes meanwhile."""
        try:
            return await self._evaluate_once(expression)
        except PlaywrightError as error:
            if "context" not in error.message.lower():
                raise
        self._context = None
        return await self._evaluate_once(expression)

    async def _evaluate_once(self, expression: str) -> object:
        if self._context is None:
            tree = await self.session.send("Page.getFrameTree")
            frame = tree["frameTree"]["frame"]["id"]
            values = {"frameId": frame, "worldName": "pagesight"}
            world = await self.session.send("Page.createIsolatedWorld", values)
            self._context = int(world["executionContextId"])
        asked = {"expression": expression, "contextId": self._context, "returnByValue": True}
        answer = await self.session.send("Runtime.evaluate", asked)
        if "exceptionDetails" in answer:  # a string too long, a stack too deep
            raise PlaywrightError(str(answer["exceptionDetails"].get("text", "script failed")))
        return answer["result"]["value"]


def _closed_roots(top: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the closed shadow trees below a node of DevTools' DOM domain, frames left out."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        for root in node.get("shadowRoots", ()):
            if root.get("shadowRootType") == "closed":
                yield root
        waiting += [*node.get("children", ()), *node.get("shadowRoots", ())]

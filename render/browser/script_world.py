"""Run our scripts in a page, in a world of their own, and know whether a timer of it is due."""

from collections.abc import Iterator, Mapping
from secrets import token_hex
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

# Notes when each timer of a document is due. An event of a name that no page knows is answered,
# by preventing it, where none is due within that many ms: neither a variable nor a message.
# Of a document that has dropped the listener nothing is known, and it counts as busy. Another is
# answered so where one is due that was set for a moment EARLY, before the document had loaded.
_WATCH_TIMERS = """((name, SOON, EARLY) => {
  const due = new Map(), apply = Reflect.apply, now = performance.now.bind(performance);
  const FRAME = 100;
  const early = new Set();
  let frame = -FRAME, loaded = false;
  const replace = (owner, name, note) => {
    const own = owner?.[name];
    if (own) owner[name] = new Proxy(own, {apply(own, owner, values) {
      const made = apply(own, owner, values);
      note(made, values);
      return made;
    }});
  };
  const after = (milliseconds) => now() + (+milliseconds || 0);
  replace(window, "setTimeout", (id, values) => {
    due.set(id, after(values[1]) + FRAME);
    if (!loaded && !(values[1] > EARLY)) early.add(id);
  });
  replace(window, "setInterval", (id, values) =>
    due.set(id, values[1] > SOON ? after(values[1]) : Infinity));
  replace(window, "clearTimeout", (_, values) => due.delete(values[0]));
  replace(window, "clearInterval", (_, values) => due.delete(values[0]));
  replace(window, "requestAnimationFrame", () => { frame = now(); });
  replace(window.scheduler, "postTask", (_, values) =>
    due.set({}, after(values[1]?.delay) + FRAME));
  addEventListener("load", () => { loaded = true; });
  addEventListener(name + "early", (event) => {
    const moment = now();
    if ([...early].some((id) => due.get(id) - FRAME >= moment)) event.preventDefault();
  });
  addEventListener(name, (event) => {
    const moment = now();
    let busy = moment - frame < FRAME;
    for (const [id, time] of due) {
      if (time < moment) due.delete(id);
      else if (time === Infinity || time - moment < SOON) busy = true;
    }
    if (!busy) event.preventDefault();
  });
})("%s", %d, %d)"""
# Whether none of them is due in the page and its frames, those of other sites apart.
_IS_IDLE = """(() => {
  const isIdle = (view) => {
    try {
      if (view.dispatchEvent(new Event("%s", {cancelable: true}))) return false;
    } catch { return true; }
    return Array.from({length: view.length}, (_, at) => view[at]).every(isIdle);
  };
  return isIdle(window);
})()"""
# Whether one that was set early is due in the page's main document.
_AWAITS_EARLY = '!window.dispatchEvent(new Event("%searly", {cancelable: true}))'
_SOON = 5000  # ms: no page is watched for longer
_EARLY = 500  # ms: what fills pages at once, rather than what goes on beside them
_KEEP_ROOT = """function () {
  (globalThis.pagesightRoots ??= new WeakMap()).set(this.host, this);
}"""


class ScriptWorld:
    """The world of our scripts in the main document of a tab, whichever that is now."""

    def __init__(self, session: CDPSession, *, javascript: bool) -> None:
        self.session = session
        self._context: int | None = None  # of the document that was asked last
        self._event = f"e{token_hex(8)}"
        self.is_idle = _IS_IDLE % self._event if javascript else "true"  # an expression
        self.awaits_early = _AWAITS_EARLY % self._event if javascript else "false"  # as well

    async def watch_timers(self) -> None:
        """Begin to note the timers of all documents to come."""
        script = {"source": _WATCH_TIMERS % (self._event, _SOON, _EARLY)}
        await self.session.send("Page.addScriptToEvaluateOnNewDocument", script)

    async def reveal_closed_roots(self) -> bool:
        """Let our scripts find the closed shadow trees of the document, by their hosts, in
        `pagesightRoots`; return whether there are any.
        """
        tree = await self.session.send("DOM.getDocument", {"depth": -1, "pierce": True})
        roots = [root["backendNodeId"] for root in _closed_roots(tree["root"])]
        for root in roots:
            named = {"backendNodeId": root, "executionContextId": self._context}
            found = await self.session.send("DOM.resolveNode", named)
            called = {"objectId": found["object"]["objectId"], "functionDeclaration": _KEEP_ROOT}
            await self.session.send("Runtime.callFunctionOn", called)
        return bool(roots)

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

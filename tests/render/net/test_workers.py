"""Pages with workers settle, and what a worker fetches is waited for."""

import pytest
from loopback import Exchange, Site

from pagesight.render.browser.pool import BrowserPool

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SCRIPTS = {
    "/plain.js": b"postMessage('done')",
    "/fetching.js": b"fetch('/slow').then(r => r.text()).then(postMessage)",
    "/waiting.js": b"fetch('/hang'); postMessage('done')",
    "/module.js": b"import '/plain.js?1'; import('/plain.js?2')",
    "/importing.js": b"importScripts('/plain.js?1', '/plain.js?2')",
    "/nesting.js": b"new Worker('/plain.js').onmessage = () => postMessage('done')",
}
START = "<h1>Page</h1><script>%s</script>"


def slow(exchange: Exchange) -> None:
    exchange.server.closing.wait(1.0)
    exchange.answer(b"fetched by a worker")


@pytest.fixture
def site(site: Site) -> Site:
    def answering(script: bytes) -> object:
        return lambda exchange: exchange.answer(script, "text/javascript")

    site.pages = {path: answering(script) for path, script in SCRIPTS.items()}  # type: ignore[misc]
    site.pages |= {"/slow": slow, "/hang": Exchange.hang}
    return site


@pytest.mark.parametrize(
    "script",
    [
        "new Worker('/plain.js')",
        "new Worker('/module.js', {type: 'module'})",
        "new Worker('/importing.js')",
        "new Worker('/nesting.js')",
        "new Worker('/missing.js')",
        "new Worker('/plain.js').terminate()",
        "let w = new Worker('/waiting.js'); w.onmessage = () => w.terminate()",
        "new SharedWorker('/plain.js')",
        "navigator.serviceWorker.register('/plain.js')",
        "new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('/plain.js')",
        "document.write('<iframe src=/inner></iframe>')",
    ],
)
async def test_a_page_with_a_worker_settles(script: str, site: Site, pool: BrowserPool) -> None:
    site.pages["/inner"] = (START % "new Worker('/plain.js')").encode()
    site.pages["/"] = (START % script).encode()
    capture = await pool.render(site.url())
    assert not [warning for warning in capture.warnings if "still loading" in warning]
    assert capture.seconds["settle"] < pool.options.settle


async def test_what_a_worker_fetches_is_waited_for(site: Site, pool: BrowserPool) -> None:
    script = "new Worker('/fetching.js').onmessage = e => document.body.append(e.data)"
    site.pages["/"] = (START % script).encode()
    assert "fetched by a worker" in (await pool.render(site.url())).page.html

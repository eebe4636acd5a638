"""Steps of a capture that fail or are late."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, async_playwright

from pagesight.render.browser.process import find_browser, launch
from pagesight.render.browser.recovery import PageRecovery, Steps

pytestmark = [pytest.mark.browser, pytest.mark.asyncio]


@pytest_asyncio.fixture
async def session() -> AsyncIterator[CDPSession]:
    """The DevTools session of an empty page."""
    async with async_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        process = await launch(playwright, executable, "127.0.0.1:9")
        page = await process.browser.new_page()
        yield await page.context.new_cdp_session(page)
        await process.close()


async def test_an_error_of_the_browser_is_a_warning_in_plain_words(session: CDPSession) -> None:
    steps = Steps(asyncio.get_running_loop().time)
    until = steps.clock() + 20
    assert await steps.run("layout", session.send("DOMSnapshot.nosuch"), until) is None
    assert steps.warnings == ["the layout could not be read (the browser reported an error)"]


async def test_a_reading_that_silencing_the_page_ended_is_tried_again(session: CDPSession) -> None:
    steps = Steps(asyncio.get_running_loop().time)
    recovery = PageRecovery(session, steps, steps.clock() + 15)
    scripts = iter(["for (;;);", "'read'"])

    async def read() -> str:
        answer = await session.send("Runtime.evaluate", {"expression": next(scripts)})
        return str(answer["result"]["value"])

    assert await recovery.insist("dom", read) == "read"

"""Steps of a capture that fail or are late."""

import asyncio

import pytest
from playwright.async_api import async_playwright

from pagesight.render.browser.process import find_browser, launch
from pagesight.render.browser.recovery import Steps


@pytest.mark.browser
async def test_an_error_of_the_browser_is_a_warning_in_plain_words() -> None:
    async with async_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        process = await launch(playwright, executable, "127.0.0.1:9")
        session = await process.browser.new_browser_cdp_session()
        steps = Steps(asyncio.get_running_loop().time)
        until = steps.clock() + 20
        assert await steps.run("layout", session.send("DOMSnapshot.nosuch"), until) is None
        await process.close()
    assert steps.warnings == ["the layout could not be read (the browser reported an error)"]

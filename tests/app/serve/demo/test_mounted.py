"""The demo as a part of the service."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from service import Served as Service
from visitor import Served, Visit


@pytest.mark.slow
@pytest.mark.browser
def test_the_service_has_the_demo_with_its_looks(tmp_path: Path, browser: Browser) -> None:
    with Service(tmp_path, "--demo") as service:
        page = browser.new_page()
        Visit(page, Served(f"{service.url}/demo/", tmp_path)).open("?sample=forum")
        expect(page.locator(".ps-badge b")).to_have_text("forum")
        assert page.url == f"{service.url}/demo/?sample=forum"
        assert page.evaluate("getComputedStyle(document.querySelector('.ps-badge')).color") == (
            "rgb(255, 255, 255)"
        )
        page.close()

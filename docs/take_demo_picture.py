"""Make demo.png beside this file: the demo on one of its samples, with one block marked.

While `make demo` serves it: python docs/take_demo_picture.py
"""

from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from pagesight.render.browser.process import find_browser

ADDRESS = "http://127.0.0.1:7860/?sample=article"
WIDTH, HEIGHT = 1280, 980


def main() -> None:
    picture = Path(__file__).with_name("demo.png")
    with sync_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable)
        take(browser, picture)
        browser.close()
    Image.open(picture).convert("RGB").quantize(256).save(picture, optimize=True)


def take(browser: Browser, picture: Path) -> None:
    """Take the picture once the result is there and a block is marked on both sides."""
    tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    tab.goto(ADDRESS)
    tab.wait_for_selector(".ps-result[data-started]", timeout=120_000)
    tab.locator(".ps-block.is-kept").nth(4).hover()
    tab.wait_for_selector(".ps-box.is-active")
    tab.screenshot(path=picture)


if __name__ == "__main__":
    main()

"""Make demo.png beside this file: the demo, as a browser shows it after a click on a sample.

python docs/take_demo_picture.py
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from pagesight.app.config import Options
from pagesight.app.serve.demo import launch
from pagesight.render.browser.process import find_browser

PORT = 7871


def main() -> None:
    demo = launch(Options(), "127.0.0.1", PORT, block=False)
    with sync_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable)
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        tab.goto(f"http://127.0.0.1:{PORT}")
        tab.click("#sample-News")
        tab.wait_for_selector(".ps-extractor", timeout=90_000)
        tab.wait_for_timeout(2_000)  # pictures fade in
        tab.screenshot(path=Path(__file__).with_name("demo.png"), full_page=True)
        browser.close()
    demo.close()


if __name__ == "__main__":
    main()

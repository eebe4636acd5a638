"""Make demo.png beside this file: the demo on one of its samples, with one block marked.

python docs/take_demo_picture.py
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from pagesight.render.browser.process import find_browser

COMMAND = Path(sys.executable).with_name("pagesight")
PORT = 7871
WIDTH, HEIGHT = 1280, 980
SHOWN = "?sample=article"


def main() -> None:
    """Take the picture, and make it small."""
    picture = Path(__file__).with_name("demo.png")
    with served(), sync_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=executable)
        take(browser, picture)
        browser.close()
    Image.open(picture).convert("RGB").quantize(256).save(picture, optimize=True)


@contextmanager
def served() -> Iterator[None]:
    """Run the demo while the block lasts; it begins when the demo is ready."""
    with subprocess.Popen([COMMAND, "demo", "--port", str(PORT)]) as process:
        try:
            while process.poll() is None:
                with suppress(URLError), urlopen(f"http://127.0.0.1:{PORT}/readyz"):
                    break
                time.sleep(0.2)
            yield
        finally:
            process.terminate()


def take(browser: Browser, picture: Path) -> None:
    """Take the picture once the result is there and a block is marked on both sides."""
    tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    tab.goto(f"http://127.0.0.1:{PORT}/{SHOWN}")
    tab.wait_for_selector(".ps-result[data-started]", timeout=120_000)
    tab.locator(".ps-block.is-kept").nth(4).hover()  # a paragraph
    tab.wait_for_selector(".ps-box.is-active")
    tab.screenshot(path=picture)


if __name__ == "__main__":
    main()

"""Find a Chromium, start it, and end it for sure."""

import asyncio
import logging
import os
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, Playwright
from playwright.async_api import Error as PlaywrightError

from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions

# A page that opens one box after the other could be neither read nor stopped.
_NO_BOXES = "window.alert = () => {}; window.confirm = () => true; window.prompt = () => null"
logger = logging.getLogger(__name__)
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# A socket's path has 107 bytes at most, 45 of them Chromium's own: else it does not start. The
# folder of each browser's own takes 19.
_LONGEST_TMPDIR = 40
_SHORT_TMPDIR = "/tmp"
_STACK_BYTES = 64 * 2**20
_ENDING_SECONDS = 3.0  # Playwright learns of a killed browser within milliseconds
# The kernel lets users who are not root set what is nice of a session ten times a second, together.
_GIVE_WAY_SECONDS, _TRIES_TO_GIVE_WAY = 0.1, 10
# Each tab would start a renderer of its own for the popup of an address bar that nobody sees: two
# fifths of what a light page costs.
_POPUPS = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright 1.6x disables: of two lists of features Chromium reads the last alone.
_PLAYWRIGHTS = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "AimEnabled"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
ARGUMENTS = (
    f"--disable-features={','.join((*_PLAYWRIGHTS, *_POPUPS))}",
    # Playwright's own, of which Chromium reads the last list alone; and what no page declares is
    # UTF-8 where Chromium's detector knows no better: it never detects UTF-8 itself.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
    "availablePointerTypes=4,defaultTextEncodingName=UTF-8",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--mute-audio",
    "--hide-scrollbars",
    # All frames of a page in one process: one DevTools session then sees every request of it.
    "--disable-site-isolation-trials",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-shared-workers",  # their requests belong to no page: an archive could not answer
    # All goes through the proxy that the pool adds, loopback too; Chromium resolves no name.
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@contextmanager
def deep_stacks() -> Iterator[None]:
    """Let what is started in the block have deep stacks: trees of a page are walked by recursion.

    Chromium crashes on 3,000 shadow roots within one another with the usual 8 MB.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = resource.RLIM_INFINITY
    deepest = _STACK_BYTES if hard == unlimited else min(_STACK_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_STACK, (deepest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


async def new_tab(browser: Browser, options: RenderOptions, url: str) -> Page:
    """Return a blank tab in a fresh context: no storage, no downloads, no cookies but those given.

    Cookies without a domain are of the host of `url`.
    """
    context = await browser.new_context(
        viewport={"width": options.viewport.width, "height": options.viewport.height},
        device_scale_factor=options.viewport.scale,
        java_script_enabled=options.javascript,
        service_workers="block",
        accept_downloads=False,
        user_agent=options.user_agent or None,
    )
    host = urlsplit(url).hostname or ""
    await context.add_cookies(
        [
            {
                "name": each.name,
                "value": each.value,
                "domain": each.domain or host,
                "path": each.path,
            }
            for each in options.cookies
        ]
    )
    await context.add_init_script(_NO_BOXES)
    return await context.new_page()


class BrowserProcess:
    """A running Chromium and the number of captures it has made."""

    def __init__(self, browser: Browser, pid: int, folder: Path) -> None:
        self.browser = browser
        self.pid = pid
        self._folder = folder  # of its temporary files, which it leaves behind when it is killed
        self.captures = 0
        self._killed = False  # Playwright notices only later

    def usable(self, most_captures: int) -> bool:
        """Return whether the browser lives and may make another capture."""
        alive = self.browser.is_connected() and not self._killed
        return alive and self.captures < most_captures

    def kill(self) -> None:
        """End the browser and its children at once; Playwright makes it a process group leader."""
        self._killed = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    async def give_way(self, niceness: int) -> None:
        """Make the browser, and all that it starts from now on, so much nicer than this process.

        It leads a session, and Linux may share the processors among sessions before it looks at
        what is nice in each of them (sched(7), autogroups). Our own threads stay as they are: one
        that holds Python's lock while it gives way lets all others wait with it.
        """
        with suppress(ProcessLookupError, PermissionError):
            ours = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PGRP, self.pid, ours + niceness)
        session = Path(f"/proc/{self.pid}/autogroup")
        with suppress(OSError):  # another system, or one without such groups
            for _ in range(_TRIES_TO_GIVE_WAY):
                with suppress(BlockingIOError):
                    session.write_text(str(niceness), "ascii")
                    return
                await asyncio.sleep(_GIVE_WAY_SECONDS)

    async def close(self) -> None:
        """End the browser, wait until Playwright has let go of it, and remove its files."""
        self.kill()
        with suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(self.browser.close(), _ENDING_SECONDS)
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def clear(self, seconds: float) -> None:
        """Close every context; kill the browser if that takes longer than `seconds`."""
        closing = asyncio.gather(*(context.close() for context in self.browser.contexts))
        try:
            await asyncio.wait_for(closing, seconds)
        except (PlaywrightError, TimeoutError):
            await self.close()


def find_browser(
    playwrights_own: str,
    explicit: Path | None = None,
    which: Callable[[str], str | None] = shutil.which,
) -> Path | None:
    """Return the Chromium to start; None means Playwright's own.

    Raises BrowserError if there is none, or none at `explicit`.
    """
    if explicit is not None:
        if explicit.is_file():
            return explicit
        raise BrowserError(f"no browser at {explicit}; give the path of a Chromium or leave it out")
    if Path(playwrights_own).is_file():
        return None
    for name in SYSTEM_NAMES:
        path = which(name)
        if path:
            return Path(path)
    raise BrowserError(
        "no Chromium found: neither Playwright's own nor any of "
        f"{', '.join(SYSTEM_NAMES)} on PATH; run `playwright install chromium` "
        "or install your system's package (Debian: apt-get install chromium)"
    )


async def launch(playwright: Playwright, executable: Path | None, proxy: str) -> BrowserProcess:
    """Start a headless Chromium, in its sandbox wherever the system lets it.

    It reaches nothing but the proxy at the address `proxy`.

    Raises BrowserError if it does not start.
    """
    sandbox = os.geteuid() != 0  # Chromium refuses to be root in a sandbox
    if not sandbox:
        _warn_once("Chromium runs without its sandbox, as it must for root; use another user")
    try:
        return await _launch(playwright, executable, proxy, sandbox=sandbox)
    except PlaywrightError as error:
        if not sandbox or "No usable sandbox" not in error.message:
            raise _start_error(executable, error) from error
    _warn_once("Chromium runs without its sandbox: this system allows no user namespaces")
    try:
        return await _launch(playwright, executable, proxy, sandbox=False)
    except PlaywrightError as error:
        raise _start_error(executable, error) from error


@cache
def _warn_once(warning: str) -> None:
    """Log a warning once for the life of this process, however many browsers it starts."""
    logger.warning("warning: %s", warning)


def _start_error(executable: Path | None, error: PlaywrightError) -> BrowserError:
    reason = error.message.partition("\nCall log:")[0].partition("\nBrowser logs:")[0]
    return BrowserError(
        f"{executable or 'Chromium'} does not start: {reason}; try to start it by hand"
    )


async def _launch(
    playwright: Playwright, executable: Path | None, proxy: str, *, sandbox: bool
) -> BrowserProcess:
    folder = Path(mkdtemp(prefix="pagesight-", dir=environment()["TMPDIR"]))
    try:
        browser = await playwright.chromium.launch(
            executable_path=executable,
            chromium_sandbox=sandbox,
            args=[*ARGUMENTS, f"--proxy-server={proxy}"],
            env={**environment(), "TMPDIR": str(folder)},
            ignore_default_args=["--disable-popup-blocking"],
        )
    except PlaywrightError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    session = await browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    await session.detach()
    pid = next(process["id"] for process in processes if process["type"] == "browser")
    return BrowserProcess(browser, pid, folder)


def environment() -> dict[str, str]:
    """Return Chromium's environment, with a TMPDIR that its socket's path has room in."""
    usual = gettempdir()
    is_long = len(os.fsencode(usual)) > _LONGEST_TMPDIR
    return {**os.environ, "TMPDIR": _SHORT_TMPDIR if is_long else usual}

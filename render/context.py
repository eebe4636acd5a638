"""Open a tab in a browser context of its own."""

from playwright.async_api import Browser, Page, ProxySettings

from pagesight.render.options import RenderOptions

# Nothing listens there: what slips past an archive reaches nobody.
_NOWHERE = ProxySettings(server="http://127.0.0.1:9")
# A page that opens one box after the other could be neither read nor stopped.
_NO_BOXES = "window.alert = () => {}; window.confirm = () => true; window.prompt = () => null"


async def new_tab(browser: Browser, options: RenderOptions, *, offline: bool) -> Page:
    """Return a blank tab in a fresh context: no cookies, no storage, no downloads."""
    context = await browser.new_context(
        viewport={"width": options.viewport.width, "height": options.viewport.height},
        device_scale_factor=options.viewport.scale,
        java_script_enabled=options.javascript,
        service_workers="block",
        accept_downloads=False,
        proxy=_NOWHERE if offline else None,
    )
    await context.add_init_script(_NO_BOXES)
    return await context.new_page()

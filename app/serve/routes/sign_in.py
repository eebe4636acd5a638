"""The form of the demo that opens a session with a key."""

from importlib.resources import files
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pagesight.app.serve.access import COOKIE, DEMO, SECONDS, SIGN_IN, Access
from pagesight.app.serve.routes.failures import Failure

# The form has no script and loads nothing.
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
}


def sign_in_routes(access: Access) -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get(SIGN_IN)
    async def form() -> Response:
        return _form("", 200)

    @router.post(SIGN_IN)
    async def sign_in(request: Request) -> Response:
        body = await request.body()
        sent = parse_qs(body.decode("utf-8", "replace"))
        cookie = access.signed_in("".join(sent.get("key", ())).strip(), request.scope)
        if isinstance(cookie, Failure):
            wrong = cookie.status == 401
            text = "This is none of the keys." if wrong else "Too many wrong keys: wait a little."
            return _form(text, cookie.status)
        opened = RedirectResponse(f"{DEMO}/", 303)
        secure = request.url.scheme == "https"
        opened.set_cookie(
            COOKIE, cookie, SECONDS, path=DEMO, secure=secure, httponly=True, samesite="strict"
        )
        return opened

    return router


def _form(text: str, status: int) -> Response:
    page = files("pagesight.app.serve.demo").joinpath("templates", "sign_in.html")
    alert = f'<p role="alert">{text}</p>' if text else ""
    return HTMLResponse(page.read_text("utf-8").replace("{{ALERT}}", alert), status, _HEADERS)

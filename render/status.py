"""What an HTTP status says of a page."""

from http import HTTPStatus


def http_error(status: int | None) -> str:
    """Return the error that the server answered with; "" where it gave the page.

    >>> http_error(404), http_error(999), http_error(200), http_error(None)
    ('HTTP 404 Not Found', 'HTTP 999', '', '')
    """
    if status is None or status < 400:
        return ""
    return f"HTTP {status} {HTTPStatus(status).phrase if status in set(HTTPStatus) else ''}".strip()

"""Show the log to the user of a command; keep secrets out of messages."""

import logging
import re

_address = re.compile(
    r"(?P<scheme>\bhttps?://)(?P<user>[^\s/?#\"'<>]*@)?"
    r"(?P<place>[^\s?#\"'<>]*)(?P<rest>[?#][^\s\"'<>]*)?",
    re.I,
)


def log_for_users(*, verbose: bool = False) -> None:
    """Let the log say what a user can act on, or with `verbose` all that is done.

    That Chromium has no sandbox is for everybody to know. What asyncio says of calls that were
    under way when a browser was closed helps no one, nor that a browser was started again.
    """
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(message)s")
    if not verbose:
        logging.getLogger("pagesight.render.browser.process").setLevel(logging.WARNING)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def without_credentials(text: str) -> str:
    """Return the text without the users and passwords in its addresses: for who gave those.

    >>> without_credentials("https://ann:pw@a.example/b?page=1 gave no page")
    'https://a.example/b?page=1 gave no page'
    """
    return _address.sub(lambda url: f"{url['scheme']}{url['place']}{url['rest'] or ''}", text)


def without_secrets(text: str) -> str:
    """Return the text with addresses shortened to host and path: for logs of what others gave.

    >>> without_secrets("https://ann:pw@a.example/b?token=1 gave no page")
    'https://a.example/b?... gave no page'
    """
    return _address.sub(
        lambda url: f"{url['scheme']}{url['place']}{'?...' if url['rest'] else ''}", text
    )

"""Addresses in messages and logs, without what should be known to nobody who reads those."""

import re

_address = re.compile(
    r"(?P<scheme>\bhttps?://)(?P<user>[^\s/?#\"'<>]*@)?"
    r"(?P<place>[^\s?#\"'<>]*)(?P<rest>[?#][^\s\"'<>]*)?",
    re.I,
)


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

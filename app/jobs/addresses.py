"""Addresses of pages in a job: when two are of the same page, and which host is asked for them."""

from urllib.parse import urlsplit, urlunsplit

from w3lib.url import safe_url_string

from pagesight.render.sources.address import DEFAULT_PORTS


def page_key(source: str) -> str:
    """Return the address so that all its spellings are one; what is no address stays as it is.

    Parameters keep their order: servers may care. A fragment that names a page of an application
    in JavaScript ("#/cart", "#!cart") stays.

    >>> page_key("HTTP://Example.com:80/%7ecaf\u00e9?b=1&a=2#top")
    'http://example.com/~caf%C3%A9?b=1&a=2'
    >>> page_key("https://example.com"), page_key("pages/a.html")
    ('https://example.com/', 'pages/a.html')
    """
    try:
        parts = urlsplit(source.strip())
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
            return source
        port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
        user, at, _ = parts.netloc.rpartition("@")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
        place = (parts.scheme, f"{user}{at}{host}{port}", parts.path or "/", parts.query, fragment)
        return str(safe_url_string(urlunsplit(place))).replace("%7e", "~").replace("%7E", "~")
    except ValueError:  # no address after all
        return source


def host_of(source: str) -> str:
    """Return the host and port that are asked for the page; "" for what is no http(s) address.

    >>> host_of("https://Example.com/a"), host_of("a.html")
    ('example.com', '')
    """
    try:
        parts = urlsplit(source)
    except ValueError:
        return ""
    return parts.netloc.rpartition("@")[2].lower() if parts.scheme in DEFAULT_PORTS else ""

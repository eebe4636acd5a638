"""Check which addresses may be fetched: http and https on hosts of the public internet.

The one place for these checks: the browsers' proxy and plain fetches both ask `checked_addresses`,
and connect to the very addresses that it returns.
"""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from pagesight.render.errors import GuardError, NoPageError
from pagesight.render.net.special_purpose import is_metadata, is_public, parsed
from pagesight.render.options import RenderOptions

Resolve = Callable[[str], Sequence[str]]


def resolve_host(host: str) -> tuple[str, ...]:
    """Return the addresses of `host` as the system resolves them; odd notations included.

    Raises NoPageError if it has none.
    """
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NoPageError(f"the host name {host!r} does not resolve; check its spelling") from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def check_address(url: str) -> SplitResult:
    """Return the parts of `url`. Raises GuardError if it is no http(s) address with a host."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # read here, since reading it is what finds it wrong
    except ValueError as error:
        raise GuardError(f"{url[:200]} is not an address: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise GuardError(f"{url[:200]} is not an http or https address; only these are fetched")
    if not parts.hostname:
        raise GuardError(f"{url[:200]} names no host")
    return parts


def checked_addresses(
    host: str, port: int, options: RenderOptions, resolve: Resolve = resolve_host
) -> tuple[str, ...]:
    """Return the addresses of `host`, resolved once; each may be connected to on that port.

    Raises GuardError if any of them may not, NoPageError if there are none.
    """
    addresses = tuple(resolve(host))
    if not addresses:
        raise NoPageError(f"the host {host!r} has no address")
    if any(map(is_metadata, addresses)):
        raise GuardError(f"{host} is a metadata service of the cloud; these are never fetched")
    if any(_is_listed(entry, host, port, addresses) for entry in options.allow):
        return addresses
    public = all(map(is_public, addresses))
    if not public and not options.allow_private:
        raise GuardError(
            f"{host} is not on the public internet; give --allow {host} to fetch from it all the "
            "same, or --allow-private (allow_private=True) for all private and loopback addresses"
        )
    if public and port not in options.ports:
        raise GuardError(
            f"{host}:{port} is not on a port of the web; "
            f"give --allow {host}:{port} (allow=...) to fetch it"
        )
    return addresses


def led_from(source: str, url: str, error: GuardError) -> GuardError:
    """Return the error of a refused `url` with the page that led there, if one did."""
    return GuardError(f"{source} leads to {url[:200]}: {error}") if source else error


def check_entry(entry: str) -> tuple[str, int | None]:
    """Return the host or network and the port, if any, of an entry of an allow list.

    Raises GuardError if it is no such entry.

    >>> check_entry("intranet.example:8000"), check_entry("[fd00::]/8")
    (('intranet.example', 8000), ('fd00::/8', None))
    """
    try:
        parts = urlsplit(f"//{entry}")
        name, port = parts.hostname or "", parts.port
        if parts.path:
            ipaddress.ip_network(name + parts.path, strict=False)
        if not name or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError("it names no host")
    except ValueError as error:
        raise GuardError(
            f"{entry[:200]!r} in the allow list is no HOST, HOST:PORT or network such as "
            f"10.1.0.0/16: {error}"
        ) from error
    return name + parts.path, port


def _is_listed(entry: str, host: str, port: int, addresses: Sequence[str]) -> bool:
    """Return whether an entry of the allow list covers the host, or all of its addresses."""
    name, only = check_entry(entry)
    if only is not None and only != port:
        return False
    with suppress(ValueError):  # a name, no network
        network = ipaddress.ip_network(name, strict=False)
        return all(parsed(address) in network for address in addresses)
    return name == host.lower().rstrip(".")

"""Say which addresses may be fetched: http and https on hosts of the public internet."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator
from urllib.parse import SplitResult, urlsplit

from pagesight.render.errors import GuardError, NavigationError

Resolve = Callable[[str], Awaitable[tuple[str, ...]]]
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# Networks whose addresses carry an IPv4 address, and where its 32 bits begin, from the right.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052
_NAT64_LOCAL = ipaddress.ip_network("64:ff9b:1::/48")  # RFC 8215
_COMPATIBLE = ipaddress.ip_network("::/96")  # RFC 4291, 2.5.5.1, deprecated
# Global by the registry, yet a cloud's own service address (Azure's wire server).
_CLOUD_INTERNAL = frozenset({ipaddress.ip_address("168.63.129.16")})


async def resolve_host(host: str) -> tuple[str, ...]:
    """Return the addresses of `host` as the system resolves them; odd notations included.

    Raises NavigationError if it has none.
    """
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NavigationError(f"cannot resolve the host name {host!r}; check its spelling") from (
            error
        )
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Return whether `address`, and every IPv4 address it carries, is of the public internet.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return all(
        ip.is_global and not ip.is_multicast and ip not in _CLOUD_INTERNAL
        for ip in (parsed, *_embedded(parsed))
        if ip is not parsed or not _is_carrier(parsed)
    )


def _is_carrier(ip: IPAddress) -> bool:
    """Return whether the registry calls `ip` private only because its IPv4 address decides."""
    return isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped is not None or ip in _NAT64)


def _embedded(ip: IPAddress) -> Iterator[ipaddress.IPv4Address]:
    if not isinstance(ip, ipaddress.IPv6Address):
        return
    if ip.ipv4_mapped is not None:
        yield ip.ipv4_mapped
    if ip.sixtofour is not None:
        yield ip.sixtofour
    if ip.teredo is not None:
        yield from ip.teredo
    if any(ip in network for network in (_NAT64, _NAT64_LOCAL, _COMPATIBLE)):
        yield ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)


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


def check_public(host: str, addresses: Iterable[str]) -> None:
    """Raise GuardError if any of the host's addresses is not of the public internet."""
    if not all(map(is_public, addresses)):
        raise GuardError(
            f"{host} is not on the public internet; give --allow-private "
            "(allow_private=True) to fetch private and loopback addresses"
        )


class Guard:
    """Checks addresses, asking for each host once."""

    def __init__(self, *, allow_private: bool, resolve: Resolve = resolve_host) -> None:
        self._allow_private = allow_private
        self._resolve = resolve
        self._verdicts: dict[str, asyncio.Task[None]] = {}

    async def check(self, url: str) -> None:
        """Return if `url` may be fetched.

        Raises GuardError if it may not, NavigationError if its host has no address.
        """
        host = check_address(url).hostname or ""
        if self._allow_private:
            return
        if host not in self._verdicts:
            self._verdicts[host] = asyncio.ensure_future(self._check_host(host))
        await asyncio.shield(self._verdicts[host])

    async def _check_host(self, host: str) -> None:
        check_public(host, await self._resolve(host))

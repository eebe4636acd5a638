"""Say which addresses may be fetched: http and https on hosts of the public internet.

The one place for these checks: the browsers' proxy and plain fetches both ask `checked_addresses`,
and connect to the very addresses that it returns.
"""

import ipaddress
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from pagesight.render.errors import GuardError, NoPageError
from pagesight.render.options import RenderOptions

Resolve = Callable[[str], Sequence[str]]
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# Networks whose addresses carry an IPv4 address, and where its 32 bits begin, from the right.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052
_NAT64_LOCAL = ipaddress.ip_network("64:ff9b:1::/48")  # RFC 8215
_COMPATIBLE = ipaddress.ip_network("::/96")  # RFC 4291, 2.5.5.1, deprecated
# Where clouds hand out the credentials of a machine: refused even where private addresses are
# allowed. Some of them are global by the registry.
_METADATA = tuple(
    map(
        ipaddress.ip_network,
        (
            "169.254.0.0/16",  # link-local: AWS, Azure, Google, ECS, EKS
            "168.63.129.16/32",  # Azure's wire server
            "100.100.100.200/32",  # Alibaba
            "192.0.0.192/32",  # Oracle
            "fd00:ec2::/32",  # AWS
        ),
    )
)


def resolve_host(host: str) -> tuple[str, ...]:
    """Return the addresses of `host` as the system resolves them; odd notations included.

    Raises NoPageError if it has none.
    """
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NoPageError(f"the host name {host!r} does not resolve; check its spelling") from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Return whether `address`, and every IPv4 address it carries, is of the public internet.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    parsed = _parsed(address)
    return not _is_metadata(address) and all(
        ip.is_global and not ip.is_multicast
        for ip in (parsed, *_embedded(parsed))
        if ip is not parsed or not _is_carrier(parsed)
    )


def _is_metadata(address: str) -> bool:
    parsed = _parsed(address)
    return any(ip in network for ip in (parsed, *_embedded(parsed)) for network in _METADATA)


def _parsed(address: str) -> IPAddress:
    return ipaddress.ip_address(address.partition("%")[0])


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


def checked_addresses(
    host: str, port: int, options: RenderOptions, resolve: Resolve = resolve_host
) -> tuple[str, ...]:
    """Return the addresses of `host`, resolved once; each may be connected to on that port.

    Raises GuardError if any of them may not, NoPageError if there are none.
    """
    addresses = tuple(resolve(host))
    if not addresses:
        raise NoPageError(f"the host {host!r} has no address")
    if any(_is_listed(entry, host, port, addresses) for entry in options.allow):
        return addresses
    if options.allow_private and any(map(_is_metadata, addresses)):
        raise GuardError(f"{host} is a metadata service of the cloud; these are never fetched")
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
        return all(_parsed(address) in network for address in addresses)
    return name == host.lower().rstrip(".")

"""Check which addresses may be fetched: http and https on hosts of the public internet.

The one place for these checks: the browsers' proxy and plain fetches both ask `checked_addresses`,
and connect to the very addresses that it returns.
"""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from pagesight.render.errors import GuardError, NoPageError
from pagesight.render.options import RenderOptions

Resolve = Callable[[str], Sequence[str]]
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# Where an address carries an IPv4 address in its last 32 bits.
_CARRIERS = tuple(
    map(
        ipaddress.ip_network,
        ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"),
    )
)
# Of these the IPv4 address alone decides: what connects to them connects to it.
_MAPPED, _NAT64 = map(ipaddress.ip_network, ("::ffff:0:0/96", "64:ff9b::/96"))


def resolve_host(host: str) -> tuple[str, ...]:
    """Return the addresses of `host` as the system resolves them; odd notations included.

    Raises NoPageError if it has none.
    """
    try:
        entries = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise NoPageError(f"the host name {host!r} does not resolve; check its spelling") from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in entries))


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


@dataclass(frozen=True, slots=True)
class AddressBlock:
    """A row of a registry; `public` where it says "globally reachable"."""

    prefix: str
    name: str
    source: str
    public: bool = False

    @property
    def network(self) -> Network:
        """The network of the row."""
        return ipaddress.ip_network(self.prefix)


BLOCKS = (
    AddressBlock("0.0.0.0/8", "this network", "RFC 791, 3.2"),
    AddressBlock("0.0.0.0/32", "this host on this network", "RFC 1122, 3.2.1.3"),
    AddressBlock("10.0.0.0/8", "private use", "RFC 1918"),
    AddressBlock("100.64.0.0/10", "shared address space of carriers", "RFC 6598"),
    AddressBlock("127.0.0.0/8", "loopback", "RFC 1122, 3.2.1.3"),
    AddressBlock("169.254.0.0/16", "link-local", "RFC 3927"),
    AddressBlock("172.16.0.0/12", "private use", "RFC 1918"),
    AddressBlock("192.0.0.0/24", "IETF protocol assignments", "RFC 6890, 2.1"),
    AddressBlock("192.0.0.0/29", "IPv4 service continuity", "RFC 7335"),
    AddressBlock("192.0.0.8/32", "IPv4 dummy address", "RFC 7600"),
    AddressBlock("192.0.0.9/32", "Port Control Protocol anycast", "RFC 7723", public=True),
    AddressBlock("192.0.0.10/32", "TURN anycast", "RFC 8155", public=True),
    AddressBlock("192.0.0.170/32", "NAT64/DNS64 discovery", "RFC 8880"),
    AddressBlock("192.0.0.171/32", "NAT64/DNS64 discovery", "RFC 8880"),
    AddressBlock("192.0.2.0/24", "documentation (TEST-NET-1)", "RFC 5737"),
    AddressBlock("192.31.196.0/24", "AS112", "RFC 7535", public=True),
    AddressBlock("192.52.193.0/24", "AMT", "RFC 7450", public=True),
    AddressBlock("192.88.99.0/24", "6to4 relay anycast, deprecated", "RFC 7526"),
    AddressBlock("192.168.0.0/16", "private use", "RFC 1918"),
    AddressBlock("192.175.48.0/24", "direct delegation AS112", "RFC 7534", public=True),
    AddressBlock("198.18.0.0/15", "benchmarking", "RFC 2544"),
    AddressBlock("198.51.100.0/24", "documentation (TEST-NET-2)", "RFC 5737"),
    AddressBlock("203.0.113.0/24", "documentation (TEST-NET-3)", "RFC 5737"),
    AddressBlock("224.0.0.0/4", "multicast", "RFC 5771"),
    AddressBlock("240.0.0.0/4", "reserved", "RFC 1112, 4"),
    AddressBlock("255.255.255.255/32", "limited broadcast", "RFC 919, 7"),
    AddressBlock("::/0", "not global unicast", "RFC 4291, 2.4; IPv6 Address Space registry"),
    AddressBlock("2000::/3", "global unicast", "RFC 4291, 2.4", public=True),
    AddressBlock("::/128", "unspecified", "RFC 4291"),
    AddressBlock("::1/128", "loopback", "RFC 4291"),
    AddressBlock("::/96", "IPv4-compatible, deprecated", "RFC 4291, 2.5.5.1"),
    AddressBlock("::ffff:0:0/96", "IPv4-mapped", "RFC 4291, 2.5.5.2"),
    AddressBlock("::ffff:0:0:0/96", "IPv4-translated", "RFC 2765, 2.1"),
    AddressBlock("64:ff9b::/96", "IPv4-IPv6 translation", "RFC 6052", public=True),
    AddressBlock("64:ff9b:1::/48", "IPv4-IPv6 translation, local", "RFC 8215"),
    AddressBlock("100::/64", "discard only", "RFC 6666"),
    AddressBlock("100:0:0:1::/64", "dummy prefix", "RFC 9780"),
    AddressBlock("2001::/23", "IETF protocol assignments", "RFC 2928"),
    AddressBlock("2001::/32", "Teredo", "RFC 4380"),
    AddressBlock("2001:1::1/128", "Port Control Protocol anycast", "RFC 7723", public=True),
    AddressBlock("2001:1::2/128", "TURN anycast", "RFC 8155", public=True),
    AddressBlock("2001:1::3/128", "DNS-SD service registration anycast", "RFC 9665", public=True),
    AddressBlock("2001:2::/48", "benchmarking", "RFC 5180"),
    AddressBlock("2001:3::/32", "AMT", "RFC 7450", public=True),
    AddressBlock("2001:4:112::/48", "AS112", "RFC 7535", public=True),
    AddressBlock("2001:10::/28", "ORCHID, deprecated", "RFC 4843"),
    AddressBlock("2001:20::/28", "ORCHIDv2", "RFC 7343", public=True),
    AddressBlock("2001:30::/28", "drone remote identification", "RFC 9374", public=True),
    AddressBlock("2001:db8::/32", "documentation", "RFC 3849"),
    AddressBlock("2002::/16", "6to4", "RFC 3056"),
    AddressBlock("2620:4f:8000::/48", "direct delegation AS112", "RFC 7534", public=True),
    AddressBlock("3fff::/20", "documentation", "RFC 9637"),
    AddressBlock("5f00::/16", "segment routing (SRv6) identifiers", "RFC 9602"),
    AddressBlock("fc00::/7", "unique local", "RFC 4193"),
    AddressBlock("fe80::/10", "link-local", "RFC 4291"),
    AddressBlock("fec0::/10", "site-local, deprecated", "RFC 3879"),
    AddressBlock("ff00::/8", "multicast", "RFC 4291, 2.7"),
)

# Where clouds hand out the credentials of a machine: never fetched, whatever is allowed. Some are
# public by the registries.
METADATA = (
    AddressBlock("169.254.0.0/16", "link-local: AWS, Azure, Google, Oracle, ECS, EKS", "RFC 3927"),
    AddressBlock("168.63.129.16/32", "Azure's wire server", "learn.microsoft.com"),
    AddressBlock("100.100.100.200/32", "Alibaba", "alibabacloud.com"),
    AddressBlock("192.0.0.192/32", "Oracle, earlier", "docs.oracle.com"),
    AddressBlock("fe80::/10", "link-local: OpenStack's is fe80::a9fe:a9fe", "docs.openstack.org"),
    AddressBlock("fd00:ec2::/32", "AWS", "docs.aws.amazon.com"),
    AddressBlock("fd20:ce::/32", "Google: fd20:ce::254", "cloud.google.com"),
    AddressBlock("fd00:c1::/32", "Oracle: fd00:c1::a9fe:a9fe", "docs.oracle.com"),
    AddressBlock("fd00:a9fe:a9fe::/48", "Linode: fd00:a9fe:a9fe::1", "techdocs.akamai.com"),
    AddressBlock("fd00:42::42/128", "Scaleway", "scaleway.com"),
)

# From the most special to the most general: the first that holds an address decides.
_ORDERED = tuple(
    sorted(((row.network, row) for row in BLOCKS), key=lambda each: -each[0].prefixlen)
)
_METADATA = tuple(row.network for row in METADATA)


def is_public(address: str) -> bool:
    """Return whether `address`, and every IPv4 address it carries, is of the public internet.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    ip = parsed(address)
    if is_metadata(address):
        return False
    if ip in _MAPPED or ip in _NAT64:
        return all(map(_is_reachable, _embedded(ip)))
    return all(map(_is_reachable, (ip, *_embedded(ip))))


def is_metadata(address: str) -> bool:
    """Return whether `address`, or an IPv4 address it carries, may be a cloud's metadata service.

    >>> is_metadata("169.254.169.254"), is_metadata("fd20:ce::254"), is_metadata("10.0.0.1")
    (True, True, False)
    """
    ip = parsed(address)
    return any(each in network for each in (ip, *_embedded(ip)) for network in _METADATA)


def parsed(address: str) -> IPAddress:
    """Return the address, without the zone of a link-local one."""
    return ipaddress.ip_address(address.partition("%")[0])


def _is_reachable(ip: IPAddress) -> bool:
    """Return what the registries say of the address; of IPv4 outside all blocks, that it is."""
    return next((row.public for network, row in _ORDERED if ip in network), True)


def _embedded(ip: IPAddress) -> tuple[ipaddress.IPv4Address, ...]:
    """Return the IPv4 addresses that an IPv6 address carries."""
    if not isinstance(ip, ipaddress.IPv6Address):
        return ()
    if any(ip in network for network in _CARRIERS):
        return (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF),)
    if ip.teredo is not None:
        return ip.teredo
    return () if ip.sixtofour is None else (ip.sixtofour,)

"""Which addresses may be fetched."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.render.errors import GuardError, NavigationError
from pagesight.render.net.guard import Guard, is_public, resolve_host


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"],
)
def test_addresses_of_the_public_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",  # cloud metadata
        "168.63.129.16",  # Azure's wire server
        "100.64.0.1",  # carrier-grade NAT
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "::",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",  # IPv4-mapped
        "::127.0.0.1",  # IPv4-compatible
        "2002:7f00:1::",  # 6to4
        "64:ff9b::7f00:1",  # NAT64
        "64:ff9b:1::7f00:1",  # local NAT64
        "2001:0:7f00:1::",  # Teredo
    ],
)
def test_addresses_of_other_networks(address: str) -> None:
    assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_counts_the_same_however_it_is_wrapped(
    address: ipaddress.IPv4Address,
) -> None:
    assert is_public(f"::ffff:{address}") == is_public(str(address))
    assert is_public(f"64:ff9b::{address}") == is_public(str(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://localhost./",
        "http://2130706433/",  # decimal
        "http://0x7f000001/",  # hexadecimal
        "http://0177.0.0.1/",  # octal
        "http://127.1/",
        "http://0/",
        "http://[::1]/",
        "http://[::ffff:7f00:1]/",
        "http://user:password@127.0.0.1:8080/",
        "https://169.254.169.254/latest/meta-data/",
        "http://１２７.０.０.１/",  # full-width digits
    ],
)
async def test_private_addresses_are_refused_in_every_notation(url: str) -> None:
    with pytest.raises((GuardError, NavigationError)):
        await Guard(allow_private=False).check(url)


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)", "data:text/html,x",
     "chrome://version", "view-source:http://example.org", "example.org", "http://",
     "http://[::1", ""],
)  # fmt: skip
async def test_only_http_addresses_are_fetched_private_ones_allowed_or_not(url: str) -> None:
    for allow_private in (False, True):
        with pytest.raises(GuardError):
            await Guard(allow_private=allow_private).check(url)


async def test_a_name_is_refused_if_any_of_its_addresses_is_private() -> None:
    async def resolve(_: str) -> tuple[str, ...]:
        return ("93.184.216.34", "10.0.0.1")

    with pytest.raises(GuardError, match=r"intranet\.example is not on the public internet"):
        await Guard(allow_private=False, resolve=resolve).check("http://intranet.example/")


async def test_the_error_does_not_say_where_a_name_leads() -> None:
    async def resolve(_: str) -> tuple[str, ...]:
        return ("10.11.12.13",)

    with pytest.raises(GuardError) as caught:
        await Guard(allow_private=False, resolve=resolve).check("http://intranet.example/")
    assert "10.11.12.13" not in str(caught.value)


async def test_a_name_is_resolved_once() -> None:
    asked: list[str] = []

    async def resolve(host: str) -> tuple[str, ...]:
        asked.append(host)
        return ("93.184.216.34",)

    guard = Guard(allow_private=False, resolve=resolve)
    for path in ("a", "b"):
        await guard.check(f"http://public.example/{path}")
    assert asked == ["public.example"]


async def test_private_addresses_pass_where_they_are_allowed() -> None:
    await Guard(allow_private=True).check("http://127.0.0.1/")


async def test_a_name_without_address_is_a_navigation_error() -> None:
    with pytest.raises(NavigationError, match="cannot resolve"):
        await resolve_host("no-such-host.invalid")

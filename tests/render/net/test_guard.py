"""Addresses that may be fetched, and those that may not."""

import ipaddress

import pytest

from pagesight.render.errors import GuardError, NavigationError
from pagesight.render.net.guard import check_address, checked_addresses, resolve_host
from pagesight.render.options import RenderOptions


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
def test_private_addresses_are_refused_in_every_notation(url: str) -> None:
    host = check_address(url).hostname or ""
    with pytest.raises((GuardError, NavigationError)):
        checked_addresses(host, 80, RenderOptions())


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://example.org/", "javascript:alert(1)", "data:text/html,x",
     "chrome://version", "view-source:http://example.org", "example.org", "http://",
     "http://[::1", ""],
)  # fmt: skip
def test_only_http_addresses_are_fetched(url: str) -> None:
    with pytest.raises(GuardError):
        check_address(url)


def resolve(host: str) -> tuple[str, ...]:
    return {
        "public.example": ("93.184.216.34",),
        "both.example": ("93.184.216.34", "10.0.0.1"),
        "intranet.example": ("10.11.12.13",),
        "metadata.example": ("169.254.169.254",),
    }[host]


def test_a_name_is_refused_if_any_of_its_addresses_is_private() -> None:
    with pytest.raises(GuardError, match=r"both\.example is not on the public internet"):
        checked_addresses("both.example", 80, RenderOptions(), resolve)


def test_the_error_does_not_say_where_a_name_leads() -> None:
    with pytest.raises(GuardError) as caught:
        checked_addresses("intranet.example", 80, RenderOptions(), resolve)
    assert "10.11.12.13" not in str(caught.value)


def test_private_addresses_pass_where_they_are_allowed() -> None:
    lax = RenderOptions(allow_private=True)
    assert checked_addresses("intranet.example", 5432, lax, resolve) == ("10.11.12.13",)


@pytest.mark.parametrize(
    "options",
    [
        RenderOptions(),
        RenderOptions(allow_private=True),
        RenderOptions(allow=("metadata.example",)),
        RenderOptions(allow=("metadata.example:80",)),
        RenderOptions(allow=("169.254.169.254",)),
        RenderOptions(allow=("0.0.0.0/0",)),
    ],
)
def test_metadata_services_are_refused_whatever_is_allowed(options: RenderOptions) -> None:
    with pytest.raises(GuardError, match="metadata service") as caught:
        checked_addresses("metadata.example", 80, options, resolve)
    assert "--allow" not in str(caught.value)


def test_a_metadata_service_is_known_in_a_teredo_address_too() -> None:
    client = int(ipaddress.IPv4Address("169.254.169.254")) ^ 0xFFFFFFFF  # RFC 4380, 4: inverted
    teredo = ipaddress.IPv6Address(0x2001_0000 << 96 | 0x08080808 << 64 | client)
    with pytest.raises(GuardError, match="metadata service"):
        checked_addresses("a", 80, RenderOptions(allow_private=True), lambda _: (str(teredo),))


@pytest.mark.parametrize(("port", "passes"), [(443, True), (8080, True), (25, False), (22, False)])
def test_public_hosts_are_fetched_from_ports_of_the_web_alone(port: int, passes: bool) -> None:
    if passes:
        assert checked_addresses("public.example", port, RenderOptions(), resolve)
    else:
        with pytest.raises(GuardError, match=f"public.example:{port} is not on a port of the web"):
            checked_addresses("public.example", port, RenderOptions(), resolve)


@pytest.mark.parametrize(
    ("entry", "passes"),
    [
        ("intranet.example", True),
        ("intranet.example:80", True),
        ("intranet.example:81", False),
        ("other.example", False),
        ("10.11.12.13", True),
        ("10.11.12.13:80", True),
        ("10.0.0.0/8", True),
        ("10.0.0.0/16", False),
        ("[fc00::]/7", False),
    ],
)
def test_an_entry_of_the_allow_list_lets_its_hosts_pass(entry: str, passes: bool) -> None:
    options = RenderOptions(allow=(entry,))
    if passes:
        assert checked_addresses("intranet.example", 80, options, resolve) == ("10.11.12.13",)
    else:
        with pytest.raises(GuardError):
            checked_addresses("intranet.example", 80, options, resolve)


def test_an_allowed_network_covers_a_name_only_if_all_its_addresses_are_in_it() -> None:
    with pytest.raises(GuardError):
        checked_addresses("both.example", 80, RenderOptions(allow=("10.0.0.0/8",)), resolve)


def test_a_name_without_address_is_a_navigation_error() -> None:
    with pytest.raises(NavigationError, match="does not resolve"):
        resolve_host("no-such-host.invalid")

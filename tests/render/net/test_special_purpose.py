"""Addresses of the public internet, by the tables of the registries."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.render.net.guard import BLOCKS, METADATA, AddressBlock, is_metadata, is_public

# Their addresses say nothing of themselves: the IPv4 address in them decides.
DECIDED_BY_IPV4 = ("::ffff:0:0/96", "64:ff9b::/96")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.prefix)
def test_each_block_is_public_only_if_the_registry_says_so(block: AddressBlock) -> None:
    narrower = [
        other.network
        for other in BLOCKS
        if other != block
        and other.network.version == block.network.version
        and other.network.subnet_of(block.network)  # type: ignore[arg-type]
    ]
    ends = (block.network[0], block.network[-1])
    own = [str(end) for end in ends if not any(end in network for network in narrower)]
    expected = block.public and block.prefix not in DECIDED_BY_IPV4
    assert [is_public(address) for address in own] == [expected] * len(own)


@pytest.mark.parametrize("block", METADATA, ids=lambda block: block.prefix)
def test_each_metadata_block_is_known_at_both_ends(block: AddressBlock) -> None:
    for end in map(str, (block.network[0], block.network[-1])):
        assert is_metadata(end)
        assert not is_public(end)


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34",
        "8.8.8.8",
        "192.0.0.9",  # PCP anycast, inside a block that is not public
        "2606:4700::1111",
        "2001:4:112::1",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
    ],
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
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "::",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "100:0:0:1::1",
        "3fff::1",
        "5f00::1",
        "4000::1",  # assigned to nobody
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:0:127.0.0.1",
        "::ffff:0:8.8.8.8",
        "::127.0.0.1",
        "::8.8.8.8",
        "2002:7f00:1::",
        "2002:808:808::",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2001:0:7f00:1::",
    ],
)
def test_addresses_of_other_networks(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "169.254.170.2",  # ECS
        "168.63.129.16",
        "fe80::a9fe:a9fe",
        "fe80::a9fe:a9fe%eth0",
        "fd00:ec2::254",
        "fd20:ce::254",
        "::ffff:169.254.169.254",
        "::ffff:0:169.254.169.254",
        "::169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "2002:a9fe:a9fe::",
        "2001:0:a9fe:a9fe::",  # as the Teredo server
        "2001::5601:5601",  # as the Teredo client, whose bits are turned over
    ],
)
def test_metadata_services_are_known_however_their_address_is_wrapped(address: str) -> None:
    assert is_metadata(address)
    assert not is_public(address)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_counts_the_same_however_it_is_wrapped(
    address: ipaddress.IPv4Address,
) -> None:
    assert is_public(f"::ffff:{address}") == is_public(str(address))
    assert is_public(f"64:ff9b::{address}") == is_public(str(address))

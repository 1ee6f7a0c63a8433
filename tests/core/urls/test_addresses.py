"""Which addresses may be dialled."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.addresses import is_public, may_dial, read_address, read_allowed
from strandline.model.errors import ConfigError

_PRIVATE_TEXT = """
0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.0.192 192.0.2.1 192.31.196.1
192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:0:53aa:64c:0:5601:f5ff:fffe 2001:10::1 2001:20::1
2001:2::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 2620:4f:8000::1 3fff::1 5f00::1 4000::1
fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 ff0e::1
"""
_PUBLIC_TEXT = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1
192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255
::ffff:8.8.8.8 2001:200::1 2001:4860:4860::8888 2400:cb00::1 2606:4700::1111 2a00:1450::1
"""
PRIVATE, PUBLIC = _PRIVATE_TEXT.split(), _PUBLIC_TEXT.split()


def _read(text: str) -> IPv4Address | IPv6Address:
    address = read_address(text)
    assert address is not None
    return address


@pytest.mark.parametrize("text", PRIVATE)
def test_address_outside_of_the_public_internet(text: str) -> None:
    """Loopback, private, shared, special, tunnel, multicast and documentation space is refused."""
    assert not is_public(_read(text))
    assert not may_dial(_read(text), 443)


@pytest.mark.parametrize("text", PUBLIC)
def test_address_of_the_public_internet(text: str) -> None:
    """The neighbours of special blocks are public."""
    assert is_public(_read(text))


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_public_is_stricter_than_the_standard_library(address: IPv4Address | IPv6Address) -> None:
    """Nothing is public here that the standard library calls private, reserved or multicast."""
    if is_public(address):
        assert address.is_global
        assert not address.is_multicast
        assert not address.is_reserved
        assert not address.is_link_local


@given(st.ip_addresses(v=4))
def test_mapped_address_is_judged_as_what_is_dialled(inner: IPv4Address) -> None:
    """::ffff:a.b.c.d has the verdict of a.b.c.d."""
    assert is_public(_read(f"::ffff:{inner}")) == is_public(inner)


@given(
    st.ip_addresses(v=4),
    st.sampled_from([IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16"), IPv6Network("::/96")]),
)
def test_tunnels_are_never_public(inner: IPv4Address, tunnel: IPv6Network) -> None:
    """An IPv4 address inside of NAT64, 6to4 or the old compatible form opens nothing."""
    shift = 128 - tunnel.prefixlen - 32
    assert not is_public(IPv6Address(int(tunnel.network_address) | int(inner) << shift))


@pytest.mark.parametrize(
    ("port", "may"),
    [(80, True), (443, True), (8080, True), (25, False), (6667, False), (22, False)],
)
def test_port_of_another_protocol(port: int, may: bool) -> None:
    """A public mail or chat server is no place for a web request, unless it is excepted."""
    assert may_dial(_read("8.8.8.8"), port) is may
    assert may_dial(_read("8.8.8.8"), port, read_allowed([f"8.8.8.8:{port}"]))


def test_scoped_address_is_no_address() -> None:
    """fe80::1%eth0 is not read, so it cannot be dialled."""
    assert read_address("fe80::1%eth0") is None


@pytest.mark.parametrize(
    ("entry", "inside", "outside"),
    [
        ("127.0.0.1:8080", ("127.0.0.1", 8080), ("127.0.0.1", 8081)),
        ("127.0.0.1", ("127.0.0.1", 9), ("127.0.0.2", 9)),
        ("10.0.0.0/8", ("10.200.0.1", 80), ("11.0.0.0", 80)),
        ("10.0.0.0/8:80", ("10.200.0.1", 80), ("10.200.0.1", 81)),
        ("10.1.2.3/8", ("10.0.0.1", 80), ("127.0.0.1", 80)),
        ("[::1]:8080", ("::1", 8080), ("::1", 8081)),
        ("::1", ("::1", 1), ("::2", 1)),
        ("fd00::/8", ("fd12::1", 1), ("fc12::1", 1)),
        ("[fd00::/8]:443", ("fd12::1", 443), ("fd12::1", 80)),
        ("127.0.0.1", ("::ffff:127.0.0.1", 1), ("::1", 1)),
    ],
)
def test_exception(entry: str, inside: tuple[str, int], outside: tuple[str, int]) -> None:
    """An exception opens its network and its port, and nothing beside them."""
    allowed = read_allowed([entry])
    assert may_dial(_read(inside[0]), inside[1], allowed)
    if not is_public(_read(outside[0])):
        assert not may_dial(_read(outside[0]), outside[1], allowed)


def test_exception_for_nat64_opens_its_public_part() -> None:
    """A network that reaches IPv4 through NAT64 may be allowed without opening loopback."""
    allowed = read_allowed(["64:ff9b::/96"])
    assert may_dial(ip_address("64:ff9b::808:808"), 443, allowed)
    assert not may_dial(ip_address("64:ff9b::7f00:1"), 443, allowed)


@pytest.mark.parametrize(
    "entry", ["localhost", "127.0.0.1:0", "127.0.0.1:99999", "10.0.0.0/33", "[::1", ":80", "x:y:z"]
)
def test_unreadable_exception_is_named(entry: str) -> None:
    """A typo in the exceptions is a configuration fault that quotes the entry."""
    with pytest.raises(ConfigError, match="allow_private_networks") as caught:
        read_allowed([entry])
    assert repr(entry) in str(caught.value)


def test_blocks_are_whole() -> None:
    """First and last address of every special IPv4 block are refused."""
    for text in ("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "169.254.0.0/16"):
        block = IPv4Network(text)
        assert not is_public(block.network_address)
        assert not is_public(block.broadcast_address)

"""Which network addresses may be dialled: an explicit list of public space, and exceptions to it.

`ipaddress.is_global` is not enough: it is true for NAT64, 6to4 and multicast, all of which lead
to places that are not the public web. So the public space is listed here (IANA's special-purpose
registries for IPv4 and IPv6, read 2026), and everything else is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from strandline.model.errors import ConfigError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

#: Longest text that stands for what is no address.
_LONGEST_OTHER = 60

#: Unicast space; 0/8 and everything from 224/4 up is outside of it.
_PUBLIC_V4 = (int(IPv4Address("1.0.0.0")), int(IPv4Address("223.255.255.255")))
#: The only IPv6 space that IANA gives out as global unicast (RFC 4291, 2.4).
_PUBLIC_V6 = IPv6Network("2000::/3")

#: Special blocks inside the unicast space of IPv4.
_SPECIAL_V4 = tuple(
    IPv4Network(block)
    for block in (
        "10.0.0.0/8",  # private (RFC 1918)
        "100.64.0.0/10",  # carrier-grade NAT (RFC 6598); clouds put metadata services here too
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's host agent on a public-looking address
        "169.254.0.0/16",  # link-local, metadata services
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
    )
)
#: Special blocks inside 2000::/3.
_SPECIAL_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: carries an IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
#: Ports on which other protocols than HTTP live (the Fetch standard, 2.9 "bad port"): a link must
#: not make us talk to a mail or a chat server.
_OTHER_PROTOCOLS = frozenset(
    (
        *(1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95),
        *(101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161),
        *(179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563),
        *(587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060),
        *(5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052


@dataclass(frozen=True, slots=True)
class AllowedNetwork:
    """A network that may be dialled although it is not public.

    Attributes:
        port: Only on this port; None for any.
    """

    network: Network
    port: int | None = None

    def covers(self, address: Address, port: int) -> bool:
        """True when the address and the port are inside."""
        return (self.port is None or self.port == port) and address in self.network


def read_allowed(entries: Sequence[str]) -> tuple[AllowedNetwork, ...]:
    """Read `ALLOW_PRIVATE_NETWORKS`: `127.0.0.1:8080`, `10.0.0.0/8`, `[::1]:8080`, `fd00::/8`.

    Raises:
        ConfigError: An entry that is none of these.
    """
    return tuple(_read_entry(entry) for entry in entries)


def _read_entry(entry: str) -> AllowedNetwork:
    try:
        network, port = _split_port(entry.strip())
        return AllowedNetwork(ip_network(network, strict=False), _read_port(port))
    except ValueError as error:
        raise ConfigError(
            f"allow_private_networks: {entry!r} is not an address or a network ({error}).",
            subject="fetch.allow_private_networks",
            advice="Write 127.0.0.1:8080, 10.0.0.0/8 or [::1]:8080; names are not accepted.",
        ) from error


def _split_port(entry: str) -> tuple[str, str]:
    """Network and port text; the port is empty where none is given."""
    if entry.startswith("["):
        network, closed, rest = entry[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise ValueError("a bracket is missing")
        return network, rest[1:]
    if entry.count(":") == 1:
        network, _, port = entry.partition(":")
        return network, port
    return entry, ""


def _read_port(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise ValueError(f"{text!r} is no port")
    return int(text)


def read_address(text: str) -> Address | None:
    """An address as a resolver writes it; None for anything else, scoped addresses included."""
    if "%" in text:
        return None  # fe80::1%eth0: a scope is by definition not the public network
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    # ::ffff:a.b.c.d is dialled as a.b.c.d, so it is judged as that.
    return mapped if mapped is not None else address


def network_of(address: str, *, bits: int = 32, bits_v6: int = 64) -> str:
    """What stands for an address where many are one customer's, or where less is to be kept.

    Args:
        address: As a socket or a proxy tells it; what is none is given back, cut.
        bits: Of an IPv4 address that are kept.
        bits_v6: The same of IPv6; a customer of a provider has a /64.
    """
    read = read_address(address)
    if read is None:
        return address[:_LONGEST_OTHER]
    kept = bits if isinstance(read, IPv4Address) else bits_v6
    return str(read) if kept == read.max_prefixlen else str(ip_network((read, kept), strict=False))


def is_public(address: Address) -> bool:
    """True when the address belongs to the public internet."""
    if isinstance(address, IPv4Address):
        low, high = _PUBLIC_V4
        return low <= int(address) <= high and not any(address in net for net in _SPECIAL_V4)
    return address in _PUBLIC_V6 and not any(address in net for net in _SPECIAL_V6)


def may_dial(address: Address, port: int, allowed: Sequence[AllowedNetwork] = ()) -> bool:
    """True when the address is public or an network.covers it.

    An exception for NAT64 (needed on networks without IPv4) opens the public part of it only: the
    IPv4 address inside is judged as well.
    """
    if is_public(address) and port not in _OTHER_PROTOCOLS:
        return True
    if not any(network.covers(address, port) for network in allowed):
        return False
    if isinstance(address, IPv6Address) and address in _NAT64:
        inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        return may_dial(inner, port, allowed)
    return True

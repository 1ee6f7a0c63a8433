"""Who is at the other end of a connection, and what proxies in front say of it."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.requests import Request

from strandline.model.errors import ConfigError

#: How many addresses of `X-Forwarded-For` are looked at.
_MAX_HOPS = 20


def address_of(request: Request, trusted: Sequence[str]) -> str:
    """The address that asks: of the socket, or the last one that trusted proxies have not got.

    Each proxy writes the address that it saw behind those that it was told; so the first from the
    right that is none of ours was seen by one of ours, and all before it anybody can write.
    """
    peer = request.client.host if request.client is not None else ""
    if not is_trusted(peer, trusted):
        return peer
    told = ",".join(request.headers.getlist("x-forwarded-for"))[-1_000:]
    hops = [hop.strip() for hop in told.split(",") if hop.strip()][-_MAX_HOPS:]
    for hop in reversed(hops):
        if not is_address(hop):
            return peer
        if not is_trusted(hop, trusted):
            return hop
    return peer


def is_trusted(address: str, trusted: Sequence[str]) -> bool:
    """True for an address of a proxy that the settings name."""
    if not trusted or not is_address(address):
        return False
    parsed = ip_address(address)
    mapped = getattr(parsed, "ipv4_mapped", None)
    return any((mapped or parsed) in network for network in networks(tuple(trusted)))


def is_address(text: str) -> bool:
    """True for an address of numbers."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=8)
def networks(names: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks that the settings name.

    Raises:
        ConfigError: One is none.
    """
    try:
        return tuple(ip_network(name, strict=False) for name in names)
    except ValueError as error:
        raise ConfigError(
            f"TRUSTED_PROXIES names no address: {error}.",
            subject="access.trusted_proxies",
            advice="Write addresses or networks, such as 127.0.0.1 or 10.0.0.0/8.",
        ) from error

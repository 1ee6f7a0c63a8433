"""What a session of the proxy may use up, and what it tells of itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProxyLimits:
    """What a session may use up.

    Attributes:
        max_bytes: Both ways, over all connections.
        connection_bytes: Both ways, of one connection.
        lifetime_s: Of the session; every connection ends with it.
        connection_s: Of one connection.
        idle_s: Wait for the next byte of a connection.
        connect_s: Resolving and dialling.
        connections: Open at once.
    """

    max_bytes: int = 1_000_000_000
    connection_bytes: int = 1_000_000_000
    lifetime_s: float = 600.0
    connection_s: float = 600.0
    idle_s: float = 60.0
    connect_s: float = 15.0
    connections: int = 64


DEFAULT_LIMITS = ProxyLimits()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A target that the guard refused."""

    host: str
    port: int
    reason: str


@dataclass(frozen=True, slots=True)
class ProxyReport:
    """What went through a session.

    Attributes:
        refused: Requests that the guard refused.
        refusals: The first hundred of them.
        size_bytes: Carried both ways.
        is_over: True when the limit on bytes ended it.
    """

    connections: int
    refused: int
    refusals: tuple[Refusal, ...]
    size_bytes: int
    is_over: bool

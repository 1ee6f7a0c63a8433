"""How programs of others (a browser, a loader of films) are kept from the network."""

from dataclasses import dataclass
from enum import StrEnum


class Way(StrEnum):
    """The strongest first; the names are those that the starter of such programs knows.

    Attributes:
        NAMESPACE: A network of their own, in which there is the guard's proxy and nothing else.
        LANDLOCK: The kernel lets them connect to the proxy's port numbers and to no other.
        NONE: They are told to use the proxy, and nothing holds them to it.
    """

    NAMESPACE = "namespace"
    LANDLOCK = "landlock"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Held:
    """What this machine's kernel was found to do.

    Attributes:
        is_root: Programs inside run as root, to whom Chromium refuses its own sandbox.
        reasons: Why stronger ways do not hold here, each a sentence's part.
        has_namespaces: Programs inside may make namespaces of users, which that sandbox needs.
    """

    way: Way
    is_root: bool
    reasons: tuple[str, ...] = ()
    has_namespaces: bool = True

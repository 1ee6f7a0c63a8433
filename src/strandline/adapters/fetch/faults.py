"""What can go wrong below HTTP, as exceptions that never leave this package.

`exchange` turns each into a `FetchOutcome`.
"""


class Fault(Exception):
    """Root of what our own parts raise while a request is under way."""


class AddressRefused(Fault):
    """The egress guard refuses to dial; the message names host and address."""


class NameUnknown(Fault):
    """The name does not resolve."""


class TlsFailed(Fault):
    """The handshake failed: certificate, version or no TLS at all."""


class HeadersTooLarge(Fault):
    """More header bytes than allowed."""


class BodyTooLarge(Fault):
    """More body bytes than allowed, compressed or not."""


class BodyTruncated(Fault):
    """The body ended before its end."""


class BodyUnreadable(Fault):
    """The body is not in the encoding that it claims."""

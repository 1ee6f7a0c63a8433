"""Links and addresses that only we can have made: a name, and a mark under the site's secret."""

import hashlib
import hmac
import re

#: What a token is for: to leave a list or choose, to confirm, to read a private edition, to send a
#: newsletter to.
LEAVE, CONFIRM, EDITION, LETTER = "subscriber", "confirm", "edition", "letter"
#: Letters of a mark: 80 bits, in letters that no mail system folds or breaks.
_LETTERS = 16
#: Letters of an edition's id in a return path.
_EDITION_LETTERS = 12
_LETTER_TAG = re.compile(r"[+-]([a-z0-9_]{1,40}\.[a-z2-7]{16})$")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def mark(secret: bytes, purpose: str, *names: str) -> str:
    """A mark of names for one purpose; for another purpose it is another.

    Args:
        secret: Of the site, 32 bytes.
        names: Without NUL.
    """
    text = "\0".join((purpose, *names)).encode()
    digest = hmac.new(secret, text, hashlib.sha256).digest()
    return "".join(_ALPHABET[byte & 31] for byte in digest[:_LETTERS])


def is_marked(secret: bytes, given: str, purpose: str, *names: str) -> bool:
    """True where a mark is ours; takes the same time whether it is or not."""
    return hmac.compare_digest(
        given.encode("utf-8", "replace"), mark(secret, purpose, *names).encode()
    )


def return_path(secret: bytes, domain: str, digest_id: str, subscriber_id: str) -> str:
    """Where mails that cannot be delivered come back to (VERP):
    `bounce+<edition>.<subscriber>.<mark>@news.example`, its local part within 64 octets
    (RFC 5321, 4.5.3.1.1).
    """
    edition = digest_id[:_EDITION_LETTERS]
    given = mark(secret, "bounce", edition, subscriber_id)
    return f"bounce+{edition}.{subscriber_id}.{given}@{domain}"


def returned_from(secret: bytes, address: str) -> tuple[str, str] | None:
    """Beginning of the edition's id, and subscriber, of a return path; None for one not ours."""
    local = address.strip().strip("<>").rpartition("@")[0].lower()
    kind, _, rest = local.partition("+")
    parts = rest.split(".")
    if kind != "bounce" or len(parts) != 3:
        return None
    edition, subscriber_id, given = parts
    if not is_marked(secret, given, "bounce", edition, subscriber_id):
        return None
    return edition, subscriber_id


def token(secret: bytes, purpose: str, name: str) -> str:
    """What a link carries: for whom, or what, it opens something."""
    return f"{name}.{mark(secret, purpose, name)}"


def name_in(secret: bytes, purpose: str, given: str) -> str | None:
    """Whose token it is; None for one that is not ours, or for another purpose."""
    name, _, its_mark = given.partition(".")
    return name if is_marked(secret, its_mark, purpose, name) else None


def letter_address(secret: bytes, mailbox: str, source_uuid: str) -> str:
    """Where a newsletter is sent to: `letter+w_newsletter_1.<mark>@news.example`.

    Args:
        mailbox: `letter@news.example`, or a mailbox whose tagged addresses reach it too.
    """
    local, _, domain = mailbox.rpartition("@")
    return f"{local}+{token(secret, LETTER, source_uuid.lower())}@{domain}"


def letter_source(secret: bytes, address: str) -> str | None:
    """Id of the newsletter that an address is of, in lower case; None for one not ours.

    The tag may stand behind a hyphen, as some mail systems have it.
    """
    local = address.strip().strip("<>").rpartition("@")[0].lower()
    found = _LETTER_TAG.search(local)
    return name_in(secret, LETTER, found[1]) if found else None

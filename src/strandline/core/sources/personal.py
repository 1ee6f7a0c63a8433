"""What in the address of a link says who was sent it."""

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import md5, sha1, sha256
from urllib.parse import unquote, urlsplit, urlunsplit

from strandline.core.urls import identify
from strandline.core.urls.query import name_of, value_of
from strandline.model.errors import UrlError

#: Names of values that stand for a person or let somebody in.
_NAMES = re.compile(
    r"(?:.*[_-])?(?:token|jwt|auth|signature|hash|key|session|subscriber|recipient|contact|member"
    r"|user|uid|eid|email|e-?mail|mail)(?:[_-]?(?:id|key|token|hash|address))?|[er]|sid|sub|sig",
    re.IGNORECASE,
)
#: Letters and digits in a row that no person has chosen.
_RUN = re.compile(r"[A-Za-z0-9_=+%-]{20,}")
_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")
#: Words divided by hyphens: a title in an address, however long.
_SLUG = re.compile(r"(?:[a-z]{1,24}|\d{1,8})(?:[-_](?:[a-z]{1,24}|\d{1,10}))+", re.IGNORECASE)
_HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class Personal:
    """Whom a mail was sent to, as links may say it: spelled out, encoded or as a checksum."""

    spellings: tuple[str, ...]

    @classmethod
    def of(cls, addresses: Iterable[str]) -> "Personal":
        """Of the addresses that a mail is for."""
        spellings: set[str] = set()
        for address in list(addresses)[:20]:
            for one in {address, address.lower()}:
                data = one.encode("utf-8", "replace")
                spellings |= {
                    one.lower(),
                    b64encode(data).decode().rstrip("=").lower(),
                    urlsafe_b64encode(data).decode().rstrip("=").lower(),
                    md5(data, usedforsecurity=False).hexdigest(),
                    sha1(data, usedforsecurity=False).hexdigest(),
                    sha256(data).hexdigest(),
                }
        return cls(tuple(sorted(spellings)))

    def is_in(self, url: str) -> bool:
        """True where the part of an address that is no query names the recipient."""
        parts = urlsplit(url)
        return self._names(f"{parts.netloc}{parts.path}{parts.fragment}")

    def hidden(self, text: str) -> str:
        """A text without the recipient's address."""
        for spelling in self.spellings:
            if "@" in spelling:
                text = re.sub(re.escape(spelling), _HIDDEN, text, flags=re.IGNORECASE)
        return text

    def without_tokens(self, url: str) -> str | None:
        """The address without values that may stand for the recipient; None where it is no URL."""
        try:
            identify(url)
        except UrlError:
            return None
        parts = urlsplit(url)
        pieces = [
            piece
            for piece in parts.query.split("&")
            if piece and not self._is_personal(name_of(piece), value_of(piece))
        ]
        return urlunsplit(parts._replace(query="&".join(pieces)))

    def _is_personal(self, name: str, value: str) -> bool:
        return bool(_NAMES.fullmatch(name)) or self._names(value) or _is_token(value)

    def _names(self, text: str) -> bool:
        lowered = unquote(unquote(text)).lower().replace(" ", "+")
        return any(spelling in lowered for spelling in self.spellings)

    @staticmethod
    def is_opaque(url: str) -> bool:
        """True where a part of the path says nothing to a person."""
        parts = urlsplit(url)
        return any(_is_token(piece) for piece in parts.path.split("/"))


def _is_token(text: str) -> bool:
    """A long run of letters and digits together that is no title."""
    return any(
        bool(_DIGIT.search(run) and _LETTER.search(run)) and not _SLUG.fullmatch(run)
        for run in _RUN.findall(text)
    )

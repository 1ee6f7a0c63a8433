"""Addresses in a post made absolute, and which of them are the forum's own."""

import re
from dataclasses import dataclass

from strandline.core.links.found import LinkKind
from strandline.core.urls.domains import host_of, registrable_domain
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import UrlError

_ABSOLUTE = re.compile(r"https?://[^/?#\\]", re.IGNORECASE)
#: What the URL standard drops before it reads: white space around, line ends and tabs within.
_AROUND = "".join(map(chr, range(33)))
_WITHIN = str.maketrans(dict.fromkeys("\t\r\n"))
#: Paths of Discourse; a forum may live in a folder.
_TOPIC = re.compile(r"(?:/[\w-]+){0,2}/t/(?:[^/]+/)?\d+(?:/\d+)?/?$|(?:/[\w-]+){0,2}/p/\d+/?$")
_PERSON = re.compile(r"(?:/[\w-]+){0,2}/(?:u|users|g|groups)/[^/]+/?$")
_UPLOAD = re.compile(
    r"(?:^|/)(?:uploads|secure-(?:media-)?uploads)/|"
    r"(?:^|/)(?:original|optimized)/\dX/|/images/emoji/|/user_avatar/|/letter_avatar"
)
#: Where forums that are hosted keep their files (Discourse's own network).
_CDN = re.compile(r"(?:^|\.)discourse-cdn\.com$|(?:^|\.)discourse-cdn-\w+\.com$")
#: Where forums that are hosted by others keep theirs: object stores and networks before them.
_STORE = re.compile(
    r"(?:^|\.)(?:amazonaws\.com|digitaloceanspaces\.com|cloudfront\.net|b-cdn\.net|r2\.dev|"
    r"backblazeb2\.com|wasabisys\.com|linodeobjects\.com|storage\.googleapis\.com)$"
)
#: A file under the name that Discourse gives it: its checksum.
_FILE = re.compile(r"(?:^|/)(?:original|optimized)/\dX/")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post came from.

    Attributes:
        base_url: Absolute; empty where it is not known, which leaves relative links out.
        own_host: The forum's host, lower case; empty where it is not known.
    """

    base_url: str
    own_host: str

    @classmethod
    def of(cls, base_url: str, own_host: str | None) -> "Place":
        """The place of a base URL; its host is the forum's unless another is named."""
        return cls(base_url, host_of(own_host) if own_host else host_of(base_url))

    def absolute(self, written: str | None) -> str | None:
        """The http(s) URL that an attribute means; None for anything else.

        An absolute one keeps its letters; what is only a place within the page is no link.
        """
        text = (written or "").strip(_AROUND).translate(_WITHIN)
        if not text or text.startswith("#"):
            return None
        try:
            address = read_web_address(text, self.base_url or None)
        except UrlError:
            return self._without_base(text)
        return text if _ABSOLUTE.match(text) else address.with_fragment

    def _without_base(self, text: str) -> str | None:
        """`//host/path` means something without a base too."""
        if not text.startswith("//") or self.base_url:
            return None
        try:
            return read_web_address(f"https:{text}").with_fragment
        except UrlError:
            return None

    def is_own(self, url: str) -> bool:
        """True for a page of the forum itself."""
        return bool(self.own_host) and host_of(url) == self.own_host

    def is_upload(self, url: str) -> bool:
        """True for a file that the forum stores, on its own host or on its network's."""
        host = host_of(url)
        path = _path(url)
        if host == self.own_host:
            return _UPLOAD.search(path) is not None
        if _CDN.search(host) is not None:
            return True
        is_near = bool(self.own_host) and registrable_domain(url) == registrable_domain(
            f"https://{self.own_host}/"
        )
        return (is_near or _STORE.search(host) is not None) and _FILE.search(path) is not None

    def own_kind(self, url: str) -> LinkKind:
        """What one of the forum's own pages is."""
        path = _path(url)
        if _TOPIC.match(path):
            return LinkKind.INTERNAL_TOPIC
        if _UPLOAD.search(path):
            return LinkKind.ATTACHMENT
        return LinkKind.MENTION if _PERSON.match(path) else LinkKind.INTERNAL


def _path(url: str) -> str:
    return "/" + re.split(r"[?#]", url.partition("://")[2], maxsplit=1)[0].partition("/")[2]

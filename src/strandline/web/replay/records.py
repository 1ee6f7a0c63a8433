"""Which record belongs to a kept page, and where an address leads in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote_from_bytes, urldefrag

import upa_url

from strandline.core.archive.replay_css import Resolve
from strandline.model.archive import Artifact, ArtifactKind
from strandline.ports import RecordedAnswer, Store

#: Escapes of characters that browsers escape or leave, as they like.
_ESCAPED = re.compile("%(?:2[DE]|3[0-9]|4[1-9A-F]|5[0-9AEF]|6[0-9A-F]|7[0-9A-E])", re.IGNORECASE)
#: Redirects that are followed within a record.
_HOPS = 10


def record_of(store: Store, page: Artifact) -> Artifact | None:
    """The WARC of the same capture as a page, else the current one; None where there is none."""
    if page.kind is ArtifactKind.WARC:
        return page
    found = [
        item
        for item in store.artifacts(page.article_uuid, current_only=False)
        if item.kind is ArtifactKind.WARC
    ]
    same = [item for item in found if item.job_id == page.job_id]
    same.sort(key=lambda item: item.created_at != page.created_at)
    current = [a for a in store.artifacts(page.article_uuid) if a.kind is ArtifactKind.WARC]
    return next(iter([*same, *current]), None)


@dataclass(frozen=True)
class Record:
    """The answers of a record by their URL; the last answer to a URL counts."""

    answers: Sequence[RecordedAnswer]

    def find(self, url: str) -> RecordedAnswer | None:
        """The answer to a URL at the end of its redirects."""
        for _ in range(_HOPS):
            found = self._by_url.get(_plain(url))
            if found is None or not (300 <= found.status < 400 and found.location):
                return found
            url = joined(found.url, found.location)
        return None

    def page(self, url: str) -> RecordedAnswer | None:
        """The answer that is the page: that of its URL, else the first page in the record."""
        found = self.find(url)
        if found is not None:
            return found
        pages = (a for a in self.answers if a.status == 200 and "html" in a.content_type.lower())
        return next(pages, None)

    def resolver(self, base: str, encoding: str = "utf-8") -> Resolve:
        """Leads addresses of a document; links only to what says that it is a page.

        Args:
            base: What they are relative to.
            encoding: Of the document, in which browsers write what is no ASCII of a query.
        """

        def resolve(address: str, use: str) -> str | None:
            found = self.find(joined(base, _encoded(address, encoding)))
            found = found or self.find(joined(base, address))
            if found is None or found.status >= 400:
                return None
            is_page = "html" in found.content_type.lower()
            # Relative, so that the replay may live below any path.
            return str(found.number) if is_page or use not in ("page", "frame") else None

        return resolve

    @cached_property
    def _by_url(self) -> dict[str, RecordedAnswer]:
        return {_plain(answer.url): answer for answer in self.answers}


def joined(base: str, address: str) -> str:
    """An absolute address as browsers read it; empty where the two make none (`http://[`)."""
    try:
        return str(upa_url.URL(address.strip(), base).href)
    except (ValueError, RuntimeError):
        return ""


def _plain(url: str) -> str:
    """Without its fragment, as browsers spell it; what needs no escape has none."""
    spelled = urldefrag(joined(url, "") or url)[0]
    return _ESCAPED.sub(lambda found: chr(int(found[0][1:], 16)), spelled)


def _encoded(address: str, encoding: str) -> str:
    """An address with its query in the encoding of its document (HTML, 2.5.1)."""
    path, mark, rest = address.partition("?")
    if not mark or rest.isascii() or encoding == "utf-8":
        return address
    query, hash_mark, fragment = rest.partition("#")
    written = query.encode(encoding, "xmlcharrefreplace")
    safe = "".join(map(chr, range(0x21, 0x7F)))
    return f"{path}?{quote_from_bytes(written, safe)}{hash_mark}{fragment}"

"""Which record belongs to a kept page, and where an address leads in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urldefrag, urljoin

from strandline.core.archive.replay_css import Resolve
from strandline.model.archive import Artifact, ArtifactKind
from strandline.ports import RecordedAnswer, Store

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
    current = [a for a in store.artifacts(page.article_uuid) if a.kind is ArtifactKind.WARC]
    return next(iter([*same, *current]), None)


@dataclass(frozen=True)
class Record:
    """The answers of a record by their URL; the last answer to a URL counts."""

    answers: Sequence[RecordedAnswer]

    def find(self, url: str) -> RecordedAnswer | None:
        """The answer to a URL at the end of its redirects."""
        for _ in range(_HOPS):
            found = self._by_url.get(urldefrag(url)[0])
            if found is None or not (300 <= found.status < 400 and found.location):
                return found
            url = _joined(found.url, found.location)
        return None

    def page(self, url: str) -> RecordedAnswer | None:
        """The answer that is the page: that of its URL, else the first page in the record."""
        found = self.find(url)
        if found is not None:
            return found
        pages = (a for a in self.answers if a.status == 200 and "html" in a.content_type.lower())
        return next(pages, None)

    def resolver(self, base: str) -> Resolve:
        """Leads addresses of a document; links only to what says that it is a page."""

        def resolve(address: str, use: str) -> str | None:
            found = self.find(_joined(base, address))
            if found is None or found.status >= 400:
                return None
            is_page = "html" in found.content_type.lower()
            # Relative, so that the replay may live below any path.
            return str(found.number) if is_page or use not in ("page", "frame") else None

        return resolve

    @cached_property
    def _by_url(self) -> dict[str, RecordedAnswer]:
        return {urldefrag(answer.url)[0]: answer for answer in self.answers}


def _joined(base: str, address: str) -> str:
    """An absolute address; empty where the two make none (`http://[`)."""
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return ""

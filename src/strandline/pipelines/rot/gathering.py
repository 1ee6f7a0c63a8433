"""What a visit is held against: what was kept, where the host's other links lead, what it answers
where there cannot be anything.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime

from strandline.core.archive.same_page import shown_text
from strandline.core.rot.deciding import SIBLING_FOR
from strandline.core.rot.reading import SIBLING_CHARS, Seen, is_doubtful, sibling_of
from strandline.core.urls import identify
from strandline.model.archive import KEPT, Artifact, ArtifactKind
from strandline.model.articles import Article, ArticleText
from strandline.model.errors import StoreError, UrlError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, FetchResult
from strandline.model.rot import HostHealth, Sibling
from strandline.ports import Ports

#: Bytes of a page that are compared; a longer one is taken for like its start.
MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was kept of a page by our own client: visits are made by the same one."""

    sha256: str = ""
    text: ArticleText | None = None
    shown: str = ""
    kept_as: str = ""


def look(
    ports: Ports, article: Article, host: HostHealth, answer: FetchResult, now: datetime
) -> tuple[Seen, HostHealth]:
    """All that is known of an answer; asks for a sibling where that would tell more.

    Raises:
        StoreError: The database is down. An object store that fails leaves nothing to compare.
    """
    if not answer.is_ok:
        return Seen(answer), host
    kept = _kept(ports, article, now)
    is_own = _is_own(ports, article, answer.final_url)
    seen = Seen(
        answer,
        text=ports.parser.page(article.article_uuid, answer, now),
        kept=kept.text,
        shown=shown_text(answer),
        kept_shown=kept.shown,
        kept_as=kept.kept_as,
        is_same=hashlib.sha256(answer.body).hexdigest() == kept.sha256,
        is_own=is_own,
        crowd=0 if is_own else _crowd(ports, article, host, answer.final_url),
        sibling=host.sibling if _is_fresh(host.sibling, now) else None,
    )
    if not is_doubtful(seen):
        return seen, host
    host = replace(host, sibling=_ask_sibling(ports, article.article_url_final, now))
    ports.store.save_host(host)
    return replace(seen, sibling=host.sibling), host


def _is_own(ports: Ports, article: Article, url: str) -> bool:
    """True where an address is known to lead to the article."""
    try:
        key = identify(url).key
    except UrlError:
        return False
    return key == article.url_key or ports.store.find([key]).get(key) == article.article_uuid


def _crowd(ports: Ports, article: Article, host: HostHealth, target: str) -> int:
    return ports.store.led_to(host.host, target, but=article.article_uuid)


def _is_fresh(sibling: Sibling | None, now: datetime) -> bool:
    return sibling is not None and abs(now - sibling.asked_at) < SIBLING_FOR


def _ask_sibling(ports: Ports, url: str, now: datetime) -> Sibling:
    """What a host answers where there cannot be anything; nothing of use where it does not."""
    asked = sibling_of(url, ports.new_id()[:20])
    answer = ports.fetcher.fetch(FetchRequest(asked, kind=FetchKind.PAGE))
    text = shown_text(answer)[:SIBLING_CHARS] if answer.is_ok else ""
    return Sibling(now, answer.status, answer.final_url, text=text)


def _kept(ports: Ports, article: Article, now: datetime) -> _Kept:
    artifacts = ports.store.artifacts(article.article_uuid)
    raw = next((one for one in artifacts if one.kind is ArtifactKind.RAW), None)
    if raw is None or raw.capture_outcome not in KEPT or ports.blobs is None:
        return _Kept()
    if "html" not in raw.content_type:
        return _Kept(raw.sha256, kept_as=raw.content_type)
    body = _read(ports, raw)
    if not body:
        return _Kept(raw.sha256)
    told = ports.store.link_metadata([article.article_uuid]).get(article.article_uuid)
    url = (told.final_url if told else "") or article.article_url_final
    page = FetchResult(url, FetchOutcome.OK, url, 200, {"content-type": raw.content_type}, body)
    text = ports.parser.page(article.article_uuid, page, now)
    return _Kept(raw.sha256, text, shown_text(page))


def _read(ports: Ports, raw: Artifact) -> bytes:
    assert ports.blobs is not None  # noqa: S101 - asked for
    try:
        return b"".join(ports.blobs.read(raw.key, start=0, end=MOST_BYTES))
    except StoreError:
        return b""

"""Which earlier states of a page are kept: answers of its records, by their time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

from strandline.core.archive.surt import surt
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.archive import KEPT, Artifact, ArtifactKind, SearchQuery
from strandline.model.errors import BlobError, UrlError
from strandline.ports import RecordedAnswer, Replayer, Store

#: Longest URL that is asked about, characters.
LONGEST = 8_000
#: Captures of a page, newest first, and pages of a site, that are looked through.
MOST_CAPTURES, MOST_PAGES = 200, 100


@dataclass(frozen=True, slots=True)
class Held:
    """An answer that is kept.

    Attributes:
        when: Whole seconds, UTC.
        record: The WARC that it is in.
    """

    when: datetime
    record: Artifact
    answer: RecordedAnswer


class Mementos:
    """Looks up what is kept of an address.

    Args:
        store: Which records there are; those of struck pages it never tells.
        replayer: Reads them.
    """

    def __init__(self, store: Store, replayer: Replayer) -> None:
        self._store, self._replayer = store, replayer

    def of(self, url: str) -> list[Held]:
        """Answers to a URL, oldest first; where it is only another spelling, those to the page.

        Raises:
            UrlError: It is no web address.
            StoreError: Database or object store are down.
        """
        key = identify(url).key
        uuid = self._store.find([key]).get(key)
        article = self._store.articles([uuid]).get(uuid) if uuid else None
        if article is None or uuid is None:
            return []
        told = self._store.link_metadata([uuid]).get(uuid)
        answers = list(self._answers(uuid))
        for spelling in (url, article.article_url_final, told.final_url if told else ""):
            found = [held for held in answers if surt(held.answer.url) == surt(spelling)]
            if found:
                return sorted(found, key=_order)
        return []

    def below(self, url: str, match: str) -> Iterator[Held]:
        """Answers whose address begins with one, or is of a host or a domain, in order of keys.

        Args:
            match: `prefix`, `host` or `domain`.
        """
        asked = surt(url)
        host = asked.partition(")")[0]
        query = SearchQuery(domain=registrable_domain(url), is_kept=True, limit=MOST_PAGES)
        links = self._store.search(query)
        found = [held for link in links for held in self._answers(link.article_uuid)]
        starts = {"prefix": (asked,), "host": (f"{host})",), "domain": (f"{host})", f"{host},")}
        chosen = [one for one in found if surt(one.answer.url).startswith(starts[match])]
        yield from sorted(chosen, key=lambda held: (surt(held.answer.url), *_order(held)))

    def _answers(self, article_uuid: str) -> Iterator[Held]:
        for record in self._records(article_uuid):
            try:
                answers = self._replayer.answers(record.key)
            except BlobError as error:
                if error.is_passing:
                    raise
                continue  # somebody removed it
            for answer in answers:
                if answer.recorded_at is not None and 200 <= answer.status < 400:
                    when = answer.recorded_at.astimezone(UTC).replace(microsecond=0)
                    yield Held(when, record, answer)

    def _records(self, article_uuid: str) -> Sequence[Artifact]:
        found = [
            one
            for one in self._store.artifacts(article_uuid, current_only=False)
            if one.kind is ArtifactKind.WARC and one.capture_outcome in KEPT
        ]
        found.sort(key=lambda one: (one.created_at, one.artifact_id), reverse=True)
        return found[:MOST_CAPTURES]


def asked_url(raw: str) -> str:
    """The address in a path, as it was meant: with its scheme, both slashes, decoded once.

    Raises:
        UrlError: It is none, or longer than anything that is kept.
    """
    text = raw if ":/" in raw[:9] else unquote(raw)
    if "://" not in text[:9]:
        scheme, colon, rest = text.partition(":/")
        text = f"{scheme}://{rest}" if colon and scheme in ("http", "https") else f"http://{text}"
    if len(text) > LONGEST:
        raise UrlError("The address is too long.", subject=text[:200])
    try:
        has_host = bool(urlsplit(text).hostname)
    except ValueError:
        has_host = False
    if not has_host or not text.isprintable():
        raise UrlError("That is no web address.", subject=text[:200])
    return text


def _order(held: Held) -> tuple[datetime, int, int]:
    return held.when, held.record.artifact_id, held.answer.number

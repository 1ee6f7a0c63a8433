"""Which earlier states of a page are kept: answers of its records, by their time."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from urllib.parse import unquote, urlsplit

from strandline.core.archive.memento import whole_second
from strandline.core.archive.surt import surt
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.archive import KEPT, Artifact, ArtifactKind, SearchQuery
from strandline.model.errors import BlobError, Busy, UrlError
from strandline.ports import RecordedAnswer, Replayer, Store

#: Longest URL that is asked about, characters.
LONGEST = 8_000
#: Records that are read for one question: of a page, of a site's newest pages; newest first. Each
#: is a pass over the whole of it; both fit among the tables that the replayer keeps.
MOST_CAPTURES, MOST_BELOW = 40, 20
#: Questions that read records at once.
_AT_ONCE = 2


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
        self._free = threading.BoundedSemaphore(_AT_ONCE)

    def of(self, url: str) -> list[Held]:
        """Answers to a URL, oldest first; where it is only another spelling, those to the page.

        Raises:
            UrlError: It is no web address.
            StoreError: Database or object store are down.
            Busy: Others read records now.
        """
        key = identify(url).key
        uuid = self._store.find([key]).get(key)
        article = self._store.articles([uuid]).get(uuid) if uuid else None
        if article is None or uuid is None:
            return []
        told = self._store.link_metadata([uuid]).get(uuid)
        with self._turn():
            answers = [one for record in self._records(uuid) for one in self._answers(record)]
        for spelling in (url, article.article_url_final, told.final_url if told else ""):
            found = [held for held in answers if surt(held.answer.url) == surt(spelling)]
            if found:
                return sorted(found, key=_order)
        return []

    def below(
        self, url: str, match: str, is_wanted: Callable[[Held], bool], limit: int
    ) -> list[Held]:
        """Answers whose address begins with one, or is of a host or a domain, in order of keys.

        Records of the newest pages are read until there are enough answers.

        Args:
            match: `prefix`, `host` or `domain`.

        Raises:
            UrlError: It is no web address.
            StoreError: Database or object store are down.
            Busy: Others read records now.
        """
        asked = surt(url)
        host = asked.partition(")")[0]
        query = SearchQuery(domain=registrable_domain(url), is_kept=True, limit=MOST_BELOW)
        starts = {"prefix": (asked,), "host": (f"{host})",), "domain": (f"{host})", f"{host},")}
        with self._turn():
            links = self._store.search(query)
            records = (one for link in links for one in self._records(link.article_uuid))
            answers = (
                one for record in islice(records, MOST_BELOW) for one in self._answers(record)
            )
            chosen = (
                one
                for one in answers
                if surt(one.answer.url).startswith(starts[match]) and is_wanted(one)
            )
            found = list(islice(chosen, limit))
        return sorted(found, key=lambda held: (surt(held.answer.url), *_order(held)))

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._free.acquire(blocking=False):
            raise Busy("Others read records just now.", advice="Ask again in a few seconds.")
        try:
            yield
        finally:
            self._free.release()

    def _answers(self, record: Artifact) -> Iterator[Held]:
        try:
            answers = self._replayer.answers(record.key)
        except BlobError as error:
            if error.is_passing:
                raise
            return  # somebody removed it
        for answer in answers:
            if answer.recorded_at is not None and 200 <= answer.status < 400:
                yield Held(whole_second(answer.recorded_at), record, answer)

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

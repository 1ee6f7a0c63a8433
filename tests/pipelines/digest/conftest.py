"""A press: a real store with sources and articles, real rules, and a scripted way out."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.core.digest.classify import RuleClassifier
from strandline.core.imports import read_export
from strandline.core.sources.kinds import read_listing
from strandline.core.urls import article_uuid, identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, ArticleText, IngestBatch, Mention
from strandline.model.delivery import Incoming
from strandline.model.digests import Digest, SearchHit
from strandline.model.entries import Listing
from strandline.model.fetching import FetchResult
from strandline.model.readers import Reader, ReaderSettings
from strandline.model.sources import Source
from strandline.pipelines.digest import run_digest
from strandline.ports import Ports, Store
from strandline.settings import Settings
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_source,
    a_text,
    an_answer,
    an_article,
)
from strandline.testing.fakes import FrozenClock, ScriptedFetcher, ScriptedSearch

#: Asks for a text that no other article has.
OWN = "its own"


class DirectParser:
    """The real readers, in this process."""

    export = staticmethod(read_export)

    def listing(self, source: Source, result: FetchResult) -> Listing:
        return read_listing(source, result)

    def incoming(self, body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
        raise NotImplementedError

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        from strandline.core.text.extract import extract_page

        return extract_page(article_uuid, result, now)


def own_text(about: str, words: int = 400) -> str:
    """A readable text that no other one is like: words of its own."""
    drawn = Random(about)  # noqa: S311 - invented words
    syllables = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te")
    lines = [
        " ".join("".join(drawn.choices(syllables, k=drawn.randint(2, 4))) for _ in range(10))
        for _ in range(words // 10)
    ]
    return ". ".join(lines) + "."


def a_page(title: str, paragraphs: int = 6) -> str:
    """A page with a readable text of its own."""
    body = "".join(f"<p>{own_text(f'{title} {n}', 60)}</p>" for n in range(paragraphs))
    return (
        f"<html lang='en'><head><title>{title}</title></head><body><article><h1>{title}</h1>"
        f"{body}</article></body></html>"
    )


@dataclass
class Press:
    """Everything a digest needs; `publish` and `serve` fill it."""

    ports: Ports
    settings: Settings
    store: Store
    fetcher: ScriptedFetcher
    search: ScriptedSearch
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def source(self, number: int = 1, **changes: Any) -> Source:
        source = a_source(number, **changes)
        self.store.save_source(source)
        return source

    def publish(
        self,
        url: str,
        source: Source,
        *,
        hours_ago: float = 1,
        now: datetime = NOW,
        text: str | None = OWN,
        **changes: Any,
    ) -> Article:
        """Enter an article as a poll would; with a text of its own unless told otherwise."""
        identity = identify(url)
        when = now - timedelta(hours=hours_ago)
        article = an_article(
            identity.canonical,
            article_uuid=article_uuid(identity.canonical),
            canonical_article_id=article_uuid(identity.canonical),
            url_key=identity.key,
            domain=registrable_domain(identity.canonical),
            source_uuid=source.source_uuid,
            source_url=source.url,
            content_type=changes.pop("content_type", source.content_type),
            published_utc_iso=changes.pop("published", when),
            article_detected_utc_iso=when,
            created_at=when,
            article_title=changes.pop("title", f"Story {next(self.numbers)}"),
            **changes,
        )
        mention = a_mention(article, source, context_snippet="")
        result = self.store.ingest(IngestBatch(now, articles=(article,), mentions=(mention,)))
        if result.renamed:  # another spelling of an article that is there
            return self.store.articles([result.renamed[0][1]])[result.renamed[0][1]]
        if text is not None:
            self.store.save_text(
                a_text(article, text=own_text(url) if text == OWN else text, fetched_at=when)
            )
        return article

    def mention(self, article: Article, source: Source) -> Mention:
        mention = a_mention(article, source)
        self.store.ingest(IngestBatch(NOW, mentions=(mention,)))
        return mention

    def serve(self, url: str, body: str | None = None, **changes: Any) -> None:
        """Let a URL answer with a page."""
        self.fetcher.answers[url] = an_answer(url, body or a_page(f"Page {url}"), **changes)

    def reader(self, reader_id: str = "ada", **changes: Any) -> Reader:
        """Save a reader; keyword arguments are settings."""
        scope = changes.pop("scope", None)
        sources = changes.pop("source_uuids", ())
        settings = replace(ReaderSettings(max_per_source=0), **changes)
        reader = Reader(reader_id, reader_id, source_uuids=sources, settings=settings)
        reader = replace(reader, scope=scope) if scope else reader
        self.store.save_reader(reader)
        return reader

    def run(self, reader: Reader, now: datetime = NOW, **options: Any) -> Digest:
        """An edition; an extra one unless told otherwise, so that a day may have several.

        Time has passed for every clock until then.
        """
        self.set_clock(now)
        self.store.saw_answers(now)
        return run_digest(
            self.ports, self.settings, reader, now=now, **({"is_extra": True} | options)
        )

    def set_clock(self, now: datetime) -> None:
        """This machine's clock alone."""
        cast("FrozenClock", self.ports.clock).set(now)

    def finds(self, *hits: SearchHit) -> None:
        """Let every search find these."""
        self.search = ScriptedSearch(lambda _query: hits)
        self.ports = replace(self.ports, search=self.search)

    def history(self, reader_id: str = "ada") -> dict[str, datetime]:
        return {entry.url: entry.created_at for entry in self.store.history(reader_id)}


@pytest.fixture
def make_press(sqlite_store: Store) -> Callable[..., Press]:
    def make(store: Store = sqlite_store) -> Press:
        fetcher = ScriptedFetcher()
        numbers = itertools.count(1)
        ports = Ports(
            clock=FrozenClock(NOW),
            fetcher=fetcher,
            parser=DirectParser(),
            store=store,
            classifier=RuleClassifier(),
            progress=SilentProgress(),
            new_id=lambda: f"{next(numbers):032x}",
            jitter=lambda: 0.0,
            owner="test",
        )
        return Press(ports, Settings(), store, fetcher, ScriptedSearch())

    return make


@pytest.fixture
def press(make_press: Callable[..., Press]) -> Press:
    return make_press()


@pytest.fixture
def page() -> Callable[..., str]:
    return a_page


def urls_of(digest: Digest) -> list[str]:
    return [item.url for item in digest.items]


@pytest.fixture
def shown() -> Callable[[Digest], list[str]]:
    """URLs of an edition, in order."""
    return urls_of


@pytest.fixture
def notes() -> Callable[[Digest], list[str]]:
    """All notes of an edition's funnel."""
    return lambda digest: [note for step in digest.funnel.steps for note in step.notes]


@pytest.fixture
def drops() -> Callable[[Digest], dict[str, str]]:
    """URL → reason of what an edition dropped; the last one counts."""
    return lambda digest: {drop.url: drop.reason for drop in digest.drops}

"""Pictures of what is shown: fetched, made, kept once, shown, and removed with their articles."""

import dataclasses
import hashlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.fetch import make_fetcher
from strandline.core.pictures import PREFIX
from strandline.model.archive import ArtifactKind
from strandline.model.articles import Article, IngestBatch
from strandline.model.database import Upkeep
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.fetching import FetchOutcome, FetchRequest, FetchResult
from strandline.model.pictures import MadePicture, PictureOutcome, PictureUse, ShownPicture
from strandline.model.sources import SourceHealth
from strandline.pipelines.pictures import (
    keep_pictures,
    keep_thumbs,
    remove_loose_pictures,
    shown_pictures,
)
from strandline.ports import Fetcher, Ports, Store
from strandline.settings import FetchSettings, Settings
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, a_reader, a_source, an_article
from strandline.testing.fakes import FrozenClock, ScriptedFetcher

URL = "https://paper.example/boat.jpg"


class Maker:
    """Takes bytes that start with `picture` for one; the real one has tests of its own."""

    def picture(self, body: bytes, use: PictureUse, *, name: str) -> MadePicture | PictureOutcome:
        if not body.startswith(b"picture"):
            return PictureOutcome.NO_PICTURE
        return MadePicture(use.value.encode() + body, "image/jpeg", 640, 360)


def answer(body: bytes = b"picture", outcome: FetchOutcome = FetchOutcome.OK) -> Any:
    def say(request: FetchRequest) -> FetchResult:
        return FetchResult(request.url, outcome, request.url, 200, body=body)

    return say


@dataclasses.dataclass
class Desk:
    """A ledger with an edition, and everything that keeps its pictures."""

    store: Store
    blobs: LocalBlobs
    clock: FrozenClock
    fetcher: ScriptedFetcher
    settings: Settings
    folder: Path

    def put(self, key: str, body: bytes) -> None:
        """An object."""
        path = self.folder / "file"
        path.write_bytes(body)
        self.blobs.put(key, path, "application/octet-stream")

    def ports(self, fetcher: Fetcher | None = None) -> Ports:
        unused: Any = None
        return Ports(
            clock=self.clock,
            fetcher=fetcher or self.fetcher,
            parser=unused,
            store=self.store,
            classifier=unused,
            progress=unused,
            new_id=lambda: "",
            jitter=lambda: 0.5,
            owner="pictures",
            blobs=self.blobs,
            pictures=Maker(),
        )

    def edition(self, *urls: str) -> list[Article]:
        """An edition whose articles were listed with these pictures."""
        articles = [
            an_article(f"https://paper.example/{len(self.objects())}/{n}") for n in range(len(urls))
        ]
        mentions = [
            a_mention(one, image_url=url, image_alt="A boat")
            for one, url in zip(articles, urls, strict=True)
        ]
        self.store.ingest(IngestBatch(now=NOW, articles=tuple(articles), mentions=tuple(mentions)))
        items = tuple(
            DigestItem(
                n, Section.ARTICLES, "", one.article_uuid, "https://a.example/", "t", "s", None
            )
            for n, one in enumerate(articles, start=1)
        )
        self.store.save_reader(a_reader("ada"))
        self.store.save_digest(Digest("e", "ada", NOW, "E", "en", items), ())
        return articles

    def turn(self, **changes: Any) -> int:
        return keep_pictures(self.ports(), self.changed(**changes))

    def changed(self, **changes: Any) -> Settings:
        pictures = self.settings.pictures.model_copy(update=changes)
        return self.settings.model_copy(update={"pictures": pictures})

    def shown(self, *articles: Article, **changes: Any) -> list[ShownPicture | None]:
        uuids = [one.article_uuid for one in articles]
        found = shown_pictures(self.store, self.changed(**changes), uuids)
        return [found.get(uuid) for uuid in uuids]

    def objects(self) -> list[str]:
        return [key for key, _ in self.blobs.keys(PREFIX)]


@pytest.fixture
def desk(sqlite_store: Store, tmp_path: Path) -> Desk:
    blobs = LocalBlobs(tmp_path / "objects")
    return Desk(sqlite_store, blobs, FrozenClock(NOW), ScriptedFetcher(), Settings(), tmp_path)


def test_an_item_is_shown_with_its_picture(desk: Desk) -> None:
    """Under our own address, with what its publisher says of it; fetched once, kept once."""
    desk.fetcher.answers = {URL: answer(), URL + "?again": answer()}
    one, two = desk.edition(URL, URL + "?again")
    assert desk.turn() == 2
    name = hashlib.sha256(b"itempicture").hexdigest()
    shown = ShownPicture(f"/pictures/{name}.jpg", 640, 360, "A boat")
    assert desk.shown(one, two) == [shown, shown]
    assert desk.objects() == [f"pictures/{name[:2]}/{name}.jpg"]
    assert desk.turn() == 0
    assert sorted(desk.fetcher.fetched) == [URL, URL + "?again"]


@pytest.mark.parametrize(
    ("scripted", "outcome"),
    [
        (answer(b"<svg/>"), PictureOutcome.NO_PICTURE),
        (answer(outcome=FetchOutcome.TIMEOUT), PictureOutcome.UNREACHABLE),
        (answer(outcome=FetchOutcome.HTTP_ERROR), PictureOutcome.UNREACHABLE),
        (answer(outcome=FetchOutcome.TOO_LARGE), PictureOutcome.TOO_LARGE),
        (answer(outcome=FetchOutcome.ROBOTS), PictureOutcome.REFUSED),
    ],
    ids=["no picture", "slow", "error", "too large", "robots"],
)
def test_without_a_picture_an_item_is_shown_all_the_same(
    desk: Desk, scripted: Any, outcome: PictureOutcome
) -> None:
    """Why it has none is written down, and the others get theirs."""
    desk.fetcher.answers = {URL: scripted, "https://paper.example/2.jpg": answer()}
    one, two = desk.edition(URL, "https://paper.example/2.jpg")
    assert desk.turn() == 1
    none, some = desk.shown(one, two)
    assert none is None
    assert some is not None
    assert desk.store.picture_tries([one.article_uuid])[one.article_uuid].outcome is outcome


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/x.png", "http://169.254.169.254/x.png", "ftp://a.example/x.png"]
)
def test_a_picture_at_a_private_address_is_not_asked_for(desk: Desk, url: str) -> None:
    """The egress guard stands before pictures as before everything."""
    (article,) = desk.edition(url)
    fetcher = make_fetcher(FetchSettings(), desk.clock)
    try:
        assert keep_pictures(desk.ports(fetcher), desk.settings) == 0
    finally:
        fetcher.close()
    tried = desk.store.picture_tries([article.article_uuid])[article.article_uuid]
    assert tried.outcome is PictureOutcome.REFUSED


def test_the_next_address_is_tried_where_the_first_fails(desk: Desk) -> None:
    """A page's own picture may be gone while the feed's is there."""
    desk.fetcher.answers = {URL: answer()}
    (article,) = desk.edition(URL)
    mention = a_mention(article, a_source(2), image_url="https://blog.example/other.jpg")
    desk.store.ingest(IngestBatch(now=NOW, mentions=(mention,)))
    assert desk.turn() == 1
    assert desk.shown(article) != [None]


def test_a_server_that_was_down_is_asked_again_later(desk: Desk) -> None:
    """Not at once; and a picture that is kept is not asked for again."""
    (article,) = desk.edition(URL)
    desk.turn()
    desk.fetcher.answers = {URL: answer()}
    desk.turn()
    assert desk.fetcher.fetched == [URL]
    desk.clock.advance(timedelta(hours=1))
    assert desk.turn() == 1
    assert desk.shown(article) != [None]


@pytest.mark.parametrize("show", ["off", "icons"])
def test_pictures_of_items_can_be_off(desk: Desk, show: str) -> None:
    """Nothing is fetched, and what was kept is shown no more; off, it is removed too."""
    desk.fetcher.answers = {URL: answer()}
    (article,) = desk.edition(URL)
    desk.turn(show=show)
    assert desk.fetcher.fetched == []
    desk.turn()
    assert desk.shown(article, show=show) == [None]
    settings, later = desk.changed(show=show), NOW + timedelta(hours=2)
    # Files of the local store bear this machine's time.
    assert remove_loose_pictures(desk.ports(), desk.blobs, settings, now=later) == (show == "off")


def test_a_source_has_its_icon(desk: Desk) -> None:
    """From where its feed says; an icon that cannot be had a month later stays."""
    source = a_source(1)
    desk.store.save_source(source)
    desk.store.claim_due(NOW, "w", timedelta(minutes=1), limit=1)
    health = SourceHealth(source.source_uuid, icon_url="https://paper.example/favicon.ico")
    desk.store.save_health(health, owner="w")
    desk.fetcher.answers = {health.icon_url: answer()}
    assert desk.turn(show="icons") == 1
    before = shown_pictures(desk.store, desk.settings, [source.source_uuid])
    desk.fetcher.answers = {}
    desk.clock.advance(timedelta(days=31))
    desk.turn(show="icons")
    assert len(desk.fetcher.fetched) == 2
    assert shown_pictures(desk.store, desk.settings, [source.source_uuid]) == before != {}


def test_a_picture_goes_once_nothing_refers_to_it(desk: Desk) -> None:
    """Its object, too; what others put beside ours is left alone, and so is what is young."""
    desk.fetcher.answers = {URL: answer()}
    (article,) = desk.edition(URL)
    desk.turn()
    desk.put("pictures/readme.txt", b"ours")

    def sweep(after: timedelta) -> int:
        return remove_loose_pictures(desk.ports(), desk.blobs, desk.settings, now=NOW + after)

    assert sweep(timedelta(hours=2)) == 0
    other = an_article("https://paper.example/other")
    desk.store.ingest(IngestBatch(now=NOW, articles=(other,)))
    desk.store.merge_into(article.article_uuid, other.article_uuid, ())
    assert sweep(timedelta(minutes=30)) == 0
    a_while_ago = NOW - timedelta(days=9)
    desk.store.save_upkeep(Upkeep("backup", NOW, ok_at=NOW, since=a_while_ago))
    assert sweep(timedelta(hours=2)) == 0, "younger than the oldest kept backup"
    desk.store.save_upkeep(Upkeep("backup", NOW, ok_at=NOW, since=NOW + timedelta(hours=1)))
    assert sweep(timedelta(hours=2)) == 1
    assert desk.objects() == ["pictures/readme.txt"]


def test_a_screenshot_gets_a_small_copy_once(desk: Desk) -> None:
    """One whose object is gone gets none, and is not asked for for ever."""
    made = []
    for number, body in enumerate((b"picture", b"")):
        article = an_article(f"https://paper.example/s{number}")
        desk.store.ingest(IngestBatch(now=NOW, articles=(article,)))
        desk.store.enqueue([a_job(article)])
        (job,) = desk.store.claim_jobs(NOW, "w", timedelta(hours=1), limit=1, per_domain=9)
        key = f"archives/{article.article_uuid}/{job.job_id}/render/screenshot.png"
        if body:
            desk.put(key, body)
        shot = an_artifact(job, ArtifactKind.SCREENSHOT, key=key)
        desk.store.finish_job(a_result(job, artifacts=(shot,)), owner="w")
        made.append(article.article_uuid)
    assert keep_thumbs(desk.ports()) == 1
    assert keep_thumbs(desk.ports()) == 0
    assert list(desk.store.thumbs(made)) == made[:1]

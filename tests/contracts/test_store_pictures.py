"""Pictures that are kept: of what, since when, and when they go; on every database."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.archive import ArtifactKind, CaptureOutcome
from strandline.model.articles import Article, IngestBatch, TextStatus
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.pictures import NamedPicture, PictureFile, PictureOutcome, PictureTry
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, a_reader, a_source, a_text, an_article

HOUR = timedelta(hours=1)


def a_file(letter: str = "a", **changes: Any) -> PictureFile:
    values: dict[str, Any] = {
        "checksum": letter * 64,
        "media_type": "image/jpeg",
        "width": 640,
        "height": 360,
        "size_bytes": 40_000,
        "created_at": NOW,
    }
    return PictureFile(**values | changes)


def a_try(subject: str, file: PictureFile | None = None, **changes: Any) -> PictureTry:
    outcome = PictureOutcome.KEPT if file else PictureOutcome.TOO_SMALL
    values: dict[str, Any] = {"url": "https://a.example/p.jpg", "outcome": outcome, "file": file}
    return PictureTry(subject=subject, tried_at=NOW, **values | changes)


def entered(store: Store, url: str = "https://paper.example/a", **changes: Any) -> Article:
    article = an_article(url, **changes)
    store.ingest(IngestBatch(now=NOW, articles=(article,)))
    return article


def test_what_came_of_a_picture_is_found_again(store: Store) -> None:
    """Of articles and of sources, with or without a file; the newer try replaces the older."""
    article, source = entered(store), a_source(1)
    store.save_source(source)
    kept = a_try(article.article_uuid, a_file(), alt="Two boats\x00", attempts=2)
    none = a_try(source.source_uuid)
    assert store.save_picture(none)
    assert store.save_picture(a_try(article.article_uuid))
    assert store.save_picture(kept)
    found = store.picture_tries([article.article_uuid, source.source_uuid, "A_none", "W_RSS_9"])
    assert found == {
        article.article_uuid: replace(kept, alt="Two boats"),
        source.source_uuid: none,
    }
    assert store.picture_file("a" * 64) == a_file()
    assert store.picture_file("b" * 64) is None


def test_a_subject_that_went_gets_no_picture(store: Store) -> None:
    """Nothing is written down of an article that was let go of meanwhile."""
    assert not store.save_picture(a_try("A_0000000000000000", a_file()))
    assert store.picture_file("a" * 64) is None


def test_pages_name_pictures_before_sources(store: Store) -> None:
    """The article's own page, then sources by authority; what stood in its place names none."""
    paper = a_source(1, url="https://paper.example/feed.xml")
    blog = a_source(2, url="https://blog.example/feed.xml")
    article = an_article("https://paper.example/a")
    walled = an_article("https://paper.example/b")
    mentions = (
        a_mention(article, blog, image_url="https://blog.example/1.jpg"),
        a_mention(article, paper, image_url="https://paper.example/2.jpg", image_alt="A boat"),
        a_mention(walled, paper),
    )
    store.ingest(IngestBatch(now=NOW, articles=(article, walled), mentions=mentions))
    picture = "https://paper.example/0.jpg"
    store.save_text(a_text(article, image_url=picture, image_alt="The harbour"))
    store.save_text(a_text(walled, status=TextStatus.LOGIN, text="", image_url=picture))
    named = store.named_pictures([article.article_uuid, walled.article_uuid])
    assert named == {
        article.article_uuid: [
            NamedPicture(picture, "The harbour"),
            NamedPicture("https://paper.example/2.jpg", "A boat"),
            NamedPicture("https://blog.example/1.jpg", ""),
        ]
    }


def test_items_of_the_newest_editions_come_first(store: Store) -> None:
    """Each article once; older editions than asked for do not count."""
    store.save_reader(a_reader("ada"))

    def edition(name: str, days: int, *uuids: str) -> None:
        items = tuple(
            DigestItem(n, Section.ARTICLES, "", uuid, "https://a.example/", "t", "s", None)
            for n, uuid in enumerate(uuids, start=1)
        )
        when = NOW - timedelta(days=days)
        store.save_digest(Digest(name, "ada", when, name, "en", items), ())

    edition("old", 9, "A_4")
    edition("before", 1, "A_2", "A_3")
    edition("now", 0, "A_1", "A_2")
    since = NOW - timedelta(days=3)
    assert store.shown_lately(since, limit=10) == ["A_1", "A_2", "A_3"]
    assert store.shown_lately(since, limit=1) == ["A_1"]


def test_a_file_is_loose_once_nothing_refers_to_it(store: Store) -> None:
    """Two articles may share one; an article, a source or a screenshot holds it; a young one is
    left alone; what is told as loose is forgotten.
    """
    one, two = entered(store), entered(store, "https://paper.example/b")
    shared, own = a_file("a"), a_file("b")
    for subject, file in ((one, shared), (two, shared)):
        store.save_picture(a_try(subject.article_uuid, file))
    store.save_picture(a_try(two.article_uuid, own))
    later = NOW + HOUR
    assert store.loose_pictures(later, limit=9) == []
    store.save_picture(a_try(one.article_uuid))
    assert store.loose_pictures(NOW, limit=9) == []
    assert store.loose_pictures(later, limit=9) == [shared]
    assert store.kept_pictures(["a" * 64, "b" * 64]) == {"b" * 64}
    assert store.forget_pictures() == 2
    assert store.loose_pictures(later, limit=9) == [own]


@pytest.mark.parametrize("subject", ["article", "source"])
def test_pictures_go_with_what_they_are_of(store: Store, subject: str) -> None:
    """An article that is let go of and a source that is removed leave no picture behind."""
    article, source = entered(store), a_source(1)
    store.save_source(source)
    uuid = {"article": article.article_uuid, "source": source.source_uuid}[subject]
    store.save_picture(a_try(uuid, a_file()))
    if subject == "source":
        store.remove_source(uuid)
    else:
        other = entered(store, "https://paper.example/other")
        store.merge_into(uuid, other.article_uuid, ())
    assert store.picture_tries([uuid]) == {}
    assert store.loose_pictures(NOW + HOUR, limit=9) == [a_file()]


def test_a_screenshot_gets_its_small_copy_once(store: Store) -> None:
    """Current ones, the newest first; one that cannot be shrunk is not asked for again."""
    made = []
    for letter in "ab":
        article = entered(store, f"https://paper.example/{letter}")
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "w", HOUR, limit=9, per_domain=9)
        shot = an_artifact(job, ArtifactKind.SCREENSHOT, capture_outcome=CaptureOutcome.GOOD)
        assert store.finish_job(a_result(job, artifacts=(shot,)), owner="w")
        made.append(article)
    newest, oldest = store.screenshots_without_thumb(limit=9)
    assert [newest.article_uuid, oldest.article_uuid] == [a.article_uuid for a in reversed(made)]
    store.save_thumb(newest.artifact_id, a_file())
    store.save_thumb(oldest.artifact_id, None)
    assert store.screenshots_without_thumb(limit=9) == []
    assert store.thumbs([a.article_uuid for a in made]) == {newest.article_uuid: a_file()}
    assert store.loose_pictures(NOW + HOUR, limit=9) == []
    assert store.forget_pictures() == 0
    assert store.counts().pictures == 1
    assert store.counts().picture_bytes == 40_000

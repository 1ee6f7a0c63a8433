"""A forum's view of its links: by topic and post what is kept and what is gone; as packages."""

import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay import WarcReplayer
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import ArtifactKind
from strandline.model.articles import IngestBatch
from strandline.model.sources import ContentType, SourceKind
from strandline.model.takedowns import Takedown
from strandline.pipelines.desk.forums import Wanted, export, month_of
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_post, a_source, an_article

FORUM = a_source(
    7, kind=SourceKind.DISCOURSE, url="https://forum.example/posts.rss", name="The quay"
)
TOPICS = ("https://forum.example/t/boats/1", "https://forum.example/t/nets/2")
MONTH = datetime(2026, 3, 1, tzinfo=UTC)


def a_record(folder: Path, url: str) -> bytes:
    """A small WARC of a page."""
    path = folder / "page.warc.gz"
    with WarcFile(path, "test", NOW) as warc:
        warc.answer(
            url,
            NOW,
            asked=("GET", [("Host", "a.example")]),
            answer=("HTTP/1.1", 200, "OK"),
            headers=[("Content-Type", "text/html")],
            body=BytesIO(b"<h1>Boats"),
        )
    return path.read_bytes()


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Any]:
    """A forum of two topics: six links, the even ones kept, posted one a month."""
    folder = tmp_path_factory.mktemp("forum")
    store = open_store(DatabaseSettings(path=folder / "f.sqlite3"))
    store.save_source(FORUM)
    vault = kit.Vault(store, LocalBlobs(folder / "objects"), folder)
    for number in range(6):
        article = an_article(
            f"https://paper.example/{number}", content_type=ContentType.LINK, article_title=None
        )
        post = a_post(
            None,
            FORUM,
            item_key=f"post:forum.example/{number}",
            post_url=f"{TOPICS[number % 2]}/{number}",
            topic_url=TOPICS[number % 2],
            title=("Boats", "Nets")[number % 2],
            published_at=MONTH + timedelta(days=31 * number),
        )
        mention = a_mention(
            article, FORUM, source_url=post.post_url, in_quote=number == 5, title=""
        )
        store.ingest(IngestBatch(NOW, articles=(article,), posts=(post,), mentions=(mention,)))
        if number % 2 == 0:
            record = a_record(folder, article.article_url_final)
            vault.keep(
                article,
                (ArtifactKind.WARC, "warc/page.warc.gz", record, "application/warc"),
                text="boats",
                at=NOW,
            )
    page = kit.start(store, vault.blobs)
    page.folder, page.blobs = folder, vault.blobs
    signed_in = kit.SignedIn(page)
    page.editor = signed_in.client(Role.EDITOR)
    yield page
    signed_in.close()
    kit.end(page)
    store.close()


def test_links_by_topic_and_post(quay: Any) -> None:
    """The last found first, each with its post, quoted or not, kept or not."""
    links = quay.store.forum_links([FORUM.source_uuid], limit=10)
    assert [link.url[-1] for link in links] == list("543210")
    assert [link.is_kept for link in links] == [False, True] * 3
    assert [link.in_quote for link in links] == [True, *[False] * 5]
    first = quay.store.forum_links([FORUM.source_uuid], limit=2)
    rest = quay.store.forum_links([FORUM.source_uuid], limit=9, before=first[-1].mention_id)
    assert [*first, *rest] == links
    of_topic = quay.store.forum_links([FORUM.source_uuid], limit=9, topic_url=TOPICS[1])
    assert [link.url[-1] for link in of_topic] == list("531")
    text = quay.editor.get(f"/desk/archive/forum/{FORUM.source_uuid}").text
    assert "Boats" in text
    assert "Nets" in text
    alone = quay.editor.get(f"/desk/archive/forum/{FORUM.source_uuid}?topic={TOPICS[0]}").text
    assert "paper.example/4" in alone
    assert "paper.example/5" not in alone


def test_what_a_forum_links_to_as_packages(quay: Any, tmp_path: Path) -> None:
    """All, of a month or of a topic; each within its bound, a struck page in none."""
    replayer = WarcReplayer(quay.blobs, tmp_path)
    sources = (FORUM.source_uuid,)

    def pages(most_bytes: int = 10**9, **choice: Any) -> list[int]:
        def opened(number: int) -> Any:
            return (tmp_path / f"{number}.wacz").open("wb")

        wanted = Wanted(sources, **choice)
        return export(quay.store, replayer, wanted, opened, most_bytes=most_bytes)

    assert pages() == [3]
    with zipfile.ZipFile(tmp_path / "1.wacz") as package:
        assert package.read("pages/pages.jsonl").count(b'"url": "https://paper') == 3
    assert pages(most_bytes=1) == [1, 1, 1]
    since, until = month_of("2026-03")
    assert pages(since=since, until=until) == [1]
    assert pages(topic_url=TOPICS[1]) == []
    struck = quay.store.forum_links(sources, limit=9)[1]
    quay.store.strike(Takedown(struck.article_uuid, struck.url, "asked for", "console", NOW))
    assert pages() == [2]
    quay.store.lift(struck.article_uuid)

"""The whole way of a URL."""

import pytest

from strandline.core.urls import article_uuid, identify
from strandline.core.urls.history import history_hash
from strandline.model.articles import Alias, AliasKind, IngestBatch
from strandline.model.digests import Digest, DigestDrop, DigestItem, Section
from strandline.model.errors import UrlError
from strandline.model.readers import HistoryEntry
from strandline.ops.explain import explain
from strandline.ports import Store
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_post,
    a_source,
    a_text,
    an_article,
)

URL = "https://courier.example/town/bridge"
SHORT = "https://sho.example/x1"


@pytest.fixture
def ledger(sqlite_store: Store) -> Store:
    """One article with an alias, shown in one edition and passed over in the next."""
    identity = identify(URL)
    article = an_article(URL, article_uuid=article_uuid(identity.canonical), url_key=identity.key)
    other = an_article(
        "https://courier.example/old",
        article_uuid="A_00000000000000aa",
        url_key=identify("https://courier.example/old").key,
    )
    sqlite_store.save_source(a_source())
    alias = Alias(SHORT, identify(SHORT).key, article.article_uuid, AliasKind.REDIRECT, "301", NOW)
    sqlite_store.ingest(
        IngestBatch(
            NOW,
            articles=(article, other),
            aliases=(alias,),
            mentions=(a_mention(article),),
            posts=(
                a_post(article, url_key=identity.key),
                a_post(
                    item_key="guid:late",
                    post_url="https://courier.example/late",
                    decision="old",
                    article_uuid=None,
                    url_key=identify("https://courier.example/late").key,
                ),
            ),
        )
    )
    sqlite_store.save_text(a_text(article))
    item = DigestItem(
        1, Section.ARTICLES, "news", article.article_uuid, URL, "Bridge", "Paper 1", NOW
    )
    entry = HistoryEntry("public", URL, history_hash(URL), NOW, "d1", article.article_uuid)
    sqlite_store.save_digest(Digest("d1", "public", NOW, "Day one", "en", (item,)), [entry])
    drop = DigestDrop(article.article_uuid, URL, "drop seen", "seen_before")
    sqlite_store.save_digest(Digest("d2", "public", NOW, "Day two", "en", drops=(drop,)), [])
    return sqlite_store


@pytest.mark.parametrize(
    "spelling",
    [URL, URL + "?utm_source=rss", "HTTPS://WWW.Courier.example/town/bridge/", SHORT],
)
def test_any_spelling_leads_to_the_article(ledger: Store, spelling: str) -> None:
    """A tracked, folded or shortened URL explains the same article."""
    told = explain(ledger, spelling)
    assert told.article is not None
    assert told.article.article_url_final == URL
    assert told.identity.original == spelling


def test_an_id_is_explained_too(ledger: Store) -> None:
    """An id from a log is as good as the URL."""
    uuid = article_uuid(URL)
    told = explain(ledger, uuid)
    assert told.article is not None
    assert told.article.article_uuid == uuid


def test_it_tells_everything(ledger: Store) -> None:
    """Where it was seen, what was scraped, who was shown it and why it did not come back."""
    told = explain(ledger, URL)
    assert [alias.url for alias in told.aliases if alias.kind is AliasKind.REDIRECT] == [SHORT]
    assert [mention.source_name for mention in told.mentions] == ["Paper 1"]
    assert [post.decision for post in told.posts] == ["entered"]
    assert told.text is not None
    assert [(digest.digest_id, position) for digest, position in told.shown] == [("d1", 1)]
    assert [(digest.digest_id, drop.reason) for digest, drop in told.dropped] == [
        ("d2", "seen_before")
    ]
    ((reader_id, row, reason),) = (
        (blocked.reader_id, blocked.row, blocked.reason) for blocked in told.readers_blocked
    )
    assert (reader_id, row.url, row.digest_id, reason) == ("public", URL, "d1", "seen_before")


def test_an_item_that_never_entered_is_known(ledger: Store) -> None:
    """What a source listed but the window turned away is told with the reason."""
    told = explain(ledger, "https://courier.example/late?utm_medium=x")
    assert told.article is None
    assert told.is_known
    assert [post.decision for post in told.posts] == ["old"]


def test_an_unseen_url_is_unknown(ledger: Store) -> None:
    """A URL that nobody listed says so, and still tells its identity."""
    told = explain(ledger, "https://nowhere.example/?utm_source=x")
    assert not told.is_known
    assert told.identity.canonical == "https://nowhere.example/"


def test_what_is_no_url_is_refused(ledger: Store) -> None:
    """A word that is neither URL nor id is an error with a way out."""
    with pytest.raises(UrlError):
        explain(ledger, "A_nothing such")

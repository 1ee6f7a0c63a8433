"""The contract of `LedgerStore.ingest`, on both databases."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    ArticleChange,
    IngestBatch,
    IngestResult,
    UrlStatus,
)
from strandline.model.entries import DateTrust
from strandline.model.errors import IdentityConflict
from strandline.model.sources import ContentType
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_post, a_source, an_article, uuid_of

LATER = NOW + timedelta(hours=3)
OTHER_URL = "https://courier.example/town/mill"


def an_alias(article: Article, url: str, **changes: object) -> Alias:
    defaults = {
        "url": url,
        "url_key": url.split("://", 1)[-1],
        "article_uuid": article.article_uuid,
        "kind": AliasKind.REDIRECT,
        "evidence": "301",
        "first_seen_at": NOW,
    }
    return Alias(**(defaults | changes))  # type: ignore[arg-type]


def a_batch(article: Article | None = None) -> IngestBatch:
    """An article as one poll brings it: with an alias, a mention and a post."""
    article = article or an_article()
    return IngestBatch(
        NOW,
        articles=(article,),
        aliases=(an_alias(article, "https://s.example/x1"),),
        mentions=(a_mention(article),),
        posts=(a_post(article),),
    )


def everything(store: Store) -> tuple[object, ...]:
    """All that the ledger holds, for comparing."""
    articles = [article for page in store.every_article() for article in page]
    uuids = [article.article_uuid for article in articles]
    return (
        articles,
        store.mentions(uuids),
        [store.aliases(uuid) for uuid in uuids],
        [store.posts_of(uuid) for uuid in uuids],
    )


def test_what_was_entered_comes_back(store: Store) -> None:
    """Every field of article, alias, mention and post survives the database."""
    article = an_article(
        article_title="Brücke 桥 🌉",
        url_notes="removed_fragment",
        url_original_to_final_match=False,
        content_updated_at=NOW,
        versions=2,
        url_status=UrlStatus.PENDING,
        last_archived_at=NOW,
        date_trust=DateTrust.DAY,
    )
    mention = a_mention(article, in_quote=True, discussion_url="https://d.example/", verdict_id=4)
    post = a_post(
        article, topic_url="https://t.example/", author_username="ada", content_html="<p>"
    )
    alias = an_alias(article, "https://s.example/x1")
    batch = IngestBatch(
        NOW, articles=(article,), aliases=(alias,), mentions=(mention,), posts=(post,)
    )
    result = store.ingest(batch)
    assert result.new_articles == (article.article_uuid,)
    assert result.new_mentions == 1
    assert store.articles([article.article_uuid, "A_unknown"]) == {article.article_uuid: article}
    assert store.aliases(article.article_uuid) == [alias]
    assert store.posts(post.source_uuid, [post.item_key, "guid:none"]) == {post.item_key: post}
    (kept,) = store.mentions([article.article_uuid])[article.article_uuid]
    assert kept.post_id is not None
    assert replace(kept, post_id=None) == mention


def test_applying_a_batch_twice_changes_nothing(store: Store) -> None:
    """The second time there is no new article, no new mention and no difference anywhere."""
    store.ingest(a_batch())
    before = everything(store)
    again = store.ingest(a_batch())
    assert (again.new_articles, again.new_mentions, again.renamed) == ((), 0, ())
    assert everything(store) == before


def test_rediscovery_adds_a_mention_and_nothing_else(store: Store) -> None:
    """Through another source, later, under another title: one article, two mentions."""
    store.ingest(a_batch())
    stored = store.articles([an_article().article_uuid])
    again = an_article(
        article_detected_utc_iso=LATER, created_at=LATER, updated_at=LATER, article_title="Other"
    )
    mention = a_mention(again, a_source(2), inserted_at=LATER)
    result = store.ingest(IngestBatch(LATER, articles=(again,), mentions=(mention,)))
    assert result.new_articles == ()
    assert result.new_mentions == 1
    assert store.articles([again.article_uuid]) == stored
    both = store.mentions([again.article_uuid])[again.article_uuid]
    assert [m.source_uuid for m in both] == ["W_RSS_1", "W_RSS_2"]


def test_an_id_with_another_canonical_url_is_refused(store: Store) -> None:
    """Both URLs are named, and nothing of the batch is stored."""
    store.ingest(a_batch())
    before = everything(store)
    impostor = an_article(article_url_final="https://elsewhere.example/", url_key="elsewhere")
    fresh = an_article(OTHER_URL)
    with pytest.raises(IdentityConflict, match=r"courier\.example.*elsewhere\.example"):
        store.ingest(IngestBatch(LATER, articles=(fresh, impostor), mentions=(a_mention(fresh),)))
    assert everything(store) == before


def test_two_canonical_urls_on_one_id_in_one_batch_are_refused(store: Store) -> None:
    """The conflict is seen within a batch as well."""
    impostor = an_article(article_url_final="https://elsewhere.example/", url_key="elsewhere")
    with pytest.raises(IdentityConflict):
        store.ingest(IngestBatch(NOW, articles=(an_article(), impostor)))
    assert store.find([an_article().url_key]) == {}


def test_a_key_that_is_taken_renames_the_newcomer(store: Store) -> None:
    """The row that is there wins; what the batch says of the refused id goes to it."""
    first = an_article()
    store.ingest(IngestBatch(NOW, articles=(first,)))
    second = an_article("http://courier.example/town/bridge/", url_key=first.url_key)
    batch = a_batch(second)
    result = store.ingest(batch)
    assert result.renamed == ((second.article_uuid, first.article_uuid),)
    assert result.new_articles == ()
    assert store.articles([second.article_uuid]) == {}
    assert len(store.mentions([first.article_uuid])[first.article_uuid]) == 1
    assert [a.url for a in store.aliases(first.article_uuid)] == ["https://s.example/x1"]
    assert [p.article_uuid for p in store.posts_of(first.article_uuid)] == [first.article_uuid]


def test_what_a_refused_row_knows_is_kept(store: Store) -> None:
    """Two polls bring one page at the same moment: the earlier date and the missing title stay,
    whoever was faster, and what a source lists is no mere link.
    """
    link = an_article(article_title=None, content_type=ContentType.LINK)
    store.ingest(IngestBatch(NOW, articles=(link,)))
    earlier = link.published_utc_iso - timedelta(hours=1)  # type: ignore[operator]
    listed = an_article(published_utc_iso=earlier)
    for _ in range(2):
        store.ingest(IngestBatch(NOW, articles=(listed,)))
        (found,) = store.articles([link.article_uuid]).values()
        assert found.article_title == listed.article_title
        assert found.published_utc_iso == earlier
        assert found.content_type is ContentType.ARTICLE


def test_a_key_that_is_an_alias_renames_too(store: Store) -> None:
    """An alias leads to its article; no second article is made for it."""
    first = an_article()
    store.ingest(IngestBatch(NOW, (first,), aliases=(an_alias(first, OTHER_URL),)))
    second = an_article(OTHER_URL, url_key=OTHER_URL.split("://", 1)[-1])
    result = store.ingest(IngestBatch(NOW, articles=(second,)))
    assert result.renamed == ((second.article_uuid, first.article_uuid),)


def test_two_articles_of_one_batch_with_one_key_are_one(store: Store) -> None:
    """The first of the batch wins."""
    first, second = an_article(), an_article(OTHER_URL, url_key=an_article().url_key)
    result = store.ingest(IngestBatch(NOW, articles=(first, second), mentions=(a_mention(second),)))
    assert result.new_articles == (first.article_uuid,)
    assert result.renamed == ((second.article_uuid, first.article_uuid),)
    assert len(store.mentions([first.article_uuid])[first.article_uuid]) == 1


def test_pollers_that_enter_the_same_articles_at_once(
    store: Store, database: DatabaseSettings
) -> None:
    """Four pollers, other ids for the same keys, other orders: one row a key, all mentions."""
    count, pollers = 60, 4
    faults: list[BaseException] = []
    results: list[IngestResult] = []
    start = threading.Barrier(pollers)

    def poll(number: int) -> None:
        own = open_store(database)
        articles = [
            an_article(f"https://p{number}.example/{n}", url_key=f"key/{n}") for n in range(count)
        ]
        source = a_source(number + 1)
        turned = articles[number:] + articles[:number]
        try:
            start.wait()
            for at in range(0, count, 20):
                part = tuple(turned[at : at + 20])
                mentions = tuple(a_mention(article, source) for article in part)
                results.append(own.ingest(IngestBatch(NOW, articles=part, mentions=mentions)))
        except BaseException as fault:
            faults.append(fault)
        finally:
            own.close()

    threads = [threading.Thread(target=poll, args=(n,)) for n in range(pollers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    found = store.find([f"key/{n}" for n in range(count)])
    assert len(found) == count == store.counts().articles
    mentions = store.mentions(list(found.values()))
    assert all(len(mentions[uuid]) == pollers for uuid in found.values())
    assert sum(len(r.new_articles) for r in results) == count
    assert sum(len(r.renamed) for r in results) == count * (pollers - 1)


def test_a_mention_is_unique_per_article_and_place(store: Store) -> None:
    """Twice in one batch and again in the next: one row, and it is counted once."""
    article = an_article()
    first = a_mention(article, title="First")
    batch = IngestBatch(NOW, articles=(article,), mentions=(first, replace(first, title="Second")))
    assert store.ingest(batch).new_mentions == 1
    assert store.ingest(batch).new_mentions == 0
    assert [m.title for m in store.mentions([article.article_uuid])[article.article_uuid]] == [
        "First"
    ]


def test_what_names_an_article_that_is_gone_is_left_out(store: Store) -> None:
    """An article purged between look-up and ingest takes nothing else of the batch with it."""
    gone, there = an_article(OTHER_URL), an_article()
    batch = IngestBatch(
        NOW,
        articles=(there,),
        aliases=(an_alias(gone, "https://s.example/gone"),),
        mentions=(a_mention(gone), a_mention(there)),
        posts=(a_post(gone),),
    )
    assert store.ingest(batch).new_mentions == 1
    assert store.aliases(gone.article_uuid) == []
    (post,) = store.posts("W_RSS_1", [a_post(gone).item_key]).values()
    assert post.article_uuid is None


def test_an_edit_is_a_version(store: Store) -> None:
    """Another content counts once, the first sight stays, the last sight moves."""
    post = a_post(content_html="one")
    edit = replace(
        post,
        title="Edited",
        content_html="two",
        content_hash="b" * 64,
        first_seen_at=LATER,
        last_seen_at=LATER,
        updated_at=LATER,
    )
    batch = IngestBatch(NOW, articles=(an_article(),), posts=(post,))
    store.ingest(batch)
    for _ in range(2):
        store.ingest(IngestBatch(LATER, posts=(edit,)))
    (kept,) = store.posts(post.source_uuid, [post.item_key]).values()
    assert kept == replace(edit, first_seen_at=NOW, versions=2)


@pytest.mark.parametrize(
    ("stored", "found", "kept"),
    [
        (NOW, LATER, NOW),
        (LATER, NOW, NOW),
        (None, NOW, NOW),
        (NOW, None, NOW),
        (None, None, None),
    ],
    ids=["forward", "back", "filled in", "lost", "never"],
)
def test_dates_of_posts_only_move_back(
    store: Store, stored: object, found: object, kept: object
) -> None:
    """A later fetch never moves a published time forward and never takes one away."""
    post = a_post(published_at=stored, date_trust=DateTrust.EXACT, article_uuid=None)
    again = replace(post, published_at=found, date_trust=DateTrust.DAY)  # type: ignore[arg-type]
    store.ingest(IngestBatch(NOW, posts=(post,)))
    store.ingest(IngestBatch(NOW, posts=(again,)))
    (row,) = store.posts(post.source_uuid, [post.item_key]).values()
    assert row.published_at == kept


def test_a_post_keeps_what_a_later_sight_does_not_say(store: Store) -> None:
    """Its article and the decision about it survive a sight that names neither."""
    store.ingest(a_batch())
    bare = a_post(article_uuid=None, decision="", last_seen_at=LATER)
    store.ingest(IngestBatch(LATER, posts=(bare,)))
    (kept,) = store.posts(bare.source_uuid, [bare.item_key]).values()
    assert (kept.article_uuid, kept.decision) == (an_article().article_uuid, "entered")


def test_seen_again_moves_the_last_sight_only(store: Store) -> None:
    """An item listed unchanged moves `last_seen_at`, never back, and nothing else."""
    post = a_post()
    store.ingest(a_batch())
    key = (post.source_uuid, post.item_key)
    store.ingest(IngestBatch(LATER, seen_again=(key, ("W_RSS_9", "guid:none"))))
    store.ingest(IngestBatch(NOW, seen_again=(key,)))
    (kept,) = store.posts(post.source_uuid, [post.item_key]).values()
    assert kept == replace(post, last_seen_at=LATER)
    assert store.articles([an_article().article_uuid])[an_article().article_uuid].updated_at == NOW


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"article_title": "New"}, {}),
        ({"published_utc_iso": LATER, "date_trust": DateTrust.EXACT}, {}),
        ({"language": "fr"}, {}),
        ({"versions": 1}, {}),
        (
            {"published_utc_iso": NOW - timedelta(days=1), "date_trust": DateTrust.DAY},
            {"published_utc_iso": NOW - timedelta(days=1), "date_trust": DateTrust.DAY},
        ),
        (
            {"versions": 3, "content_updated_at": LATER},
            {"versions": 3, "content_updated_at": LATER},
        ),
        ({"url_status": UrlStatus.UNRESOLVED}, {"url_status": UrlStatus.UNRESOLVED}),
    ],
    ids=["title known", "date forward", "language known", "same", "date back", "edit", "status"],
)
def test_a_change_fills_in_and_moves_updated_at_only_then(
    store: Store, change: dict[str, object], expected: dict[str, object]
) -> None:
    """`updated_at` moves when something really changed, and stays otherwise."""
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,)))
    changes = (ArticleChange(article.article_uuid, **change),)  # type: ignore[arg-type]
    for _ in range(2):
        store.ingest(IngestBatch(LATER, changes=changes))
    kept = store.articles([article.article_uuid])[article.article_uuid]
    moved = {"updated_at": LATER} if expected else {}
    assert kept == replace(article, **(expected | moved))  # type: ignore[arg-type]


def test_a_missing_title_and_date_are_filled_in(store: Store) -> None:
    """A title, a date and a language that were missing are taken from a later sight."""
    article = an_article(
        article_title=None, published_utc_iso=None, date_trust=DateTrust.NONE, language=None
    )
    store.ingest(IngestBatch(NOW, articles=(article,)))
    change = ArticleChange(
        article.article_uuid,
        article_title="At last",
        published_utc_iso=NOW,
        date_trust=DateTrust.EXACT,
        language="en",
    )
    store.ingest(IngestBatch(LATER, changes=(change, ArticleChange("A_unknown", versions=2))))
    kept = store.articles([article.article_uuid])[article.article_uuid]
    assert kept == replace(
        article,
        article_title="At last",
        published_utc_iso=NOW,
        date_trust=DateTrust.EXACT,
        language="en",
        updated_at=LATER,
    )


def test_a_large_batch_is_one_transaction(store: Store) -> None:
    """1,300 articles with their rows go in at once, or not at all when the last one conflicts."""
    articles = tuple(an_article(f"https://big.example/{n}") for n in range(1_300))
    mentions = tuple(map(a_mention, articles))
    posts = tuple(map(a_post, articles))
    bad = replace(articles[0], article_url_final="https://other.example/", url_key="other")
    with pytest.raises(IdentityConflict):
        store.ingest(IngestBatch(NOW, (*articles, bad), mentions=mentions, posts=posts))
    assert store.counts().articles == 0
    result = store.ingest(IngestBatch(NOW, articles, mentions=mentions, posts=posts))
    counts = store.counts()
    assert (counts.articles, counts.mentions, counts.posts) == (1_300, 1_300, 1_300)
    assert len(result.new_articles) == result.new_mentions == 1_300
    assert len(store.posts("W_RSS_1", [post.item_key for post in posts])) == 1_300
    assert uuid_of("https://big.example/7") in result.new_articles

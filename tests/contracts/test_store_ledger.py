"""The contract of `LedgerStore`: looking up, paging, settling, merging, re-keying, purging."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    IngestBatch,
    TextStatus,
    UrlStatus,
)
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.errors import StoreError
from strandline.model.sources import SourceHealth
from strandline.ports import Store
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_post,
    a_source,
    a_text,
    an_article,
    clicks_between,
)

DAY = timedelta(days=1)
URLS = [f"https://courier.example/{n}" for n in range(7)]


def enter(store: Store, articles: Sequence[Article], aliases: Sequence[Alias] = ()) -> None:
    """Articles with a mention and a post each."""
    store.ingest(
        IngestBatch(
            NOW,
            articles=tuple(articles),
            aliases=tuple(aliases),
            mentions=tuple(map(a_mention, articles)),
            posts=tuple(map(a_post, articles)),
        )
    )


def an_alias(article: Article, url: str, **changes: object) -> Alias:
    """A redirect to an article."""
    defaults = {
        "url": url,
        "url_key": url.split("://", 1)[-1],
        "article_uuid": article.article_uuid,
        "kind": AliasKind.REDIRECT,
        "evidence": "301",
        "first_seen_at": NOW,
    }
    return Alias(**(defaults | changes))  # type: ignore[arg-type]


def test_find_knows_keys_of_articles_and_of_aliases(store: Store) -> None:
    """One call answers for both; unknown keys are absent, doubles do not matter."""
    article = an_article()
    enter(store, [article], [an_alias(article, "https://s.example/x1")])
    keys = [article.url_key, "s.example/x1", "s.example/x2", article.url_key]
    uuid = article.article_uuid
    assert store.find(keys) == {article.url_key: uuid, "s.example/x1": uuid}
    assert store.find([]) == {}


def test_find_takes_many_keys(store: Store) -> None:
    """25,000 keys in one call, more than a statement takes parameters on some databases."""
    articles = [an_article(f"https://many.example/{n}") for n in range(300)]
    store.ingest(IngestBatch(NOW, articles=tuple(articles)))
    keys = [f"many.example/{n}" for n in range(25_000)]
    assert len(store.find(keys)) == 300


def test_an_articles_own_key_goes_before_an_alias(store: Store) -> None:
    """A key that is both leads to the article that has it; else the older alias is believed."""
    first, second = an_article(URLS[0]), an_article(URLS[1])
    enter(store, [first, second])
    store.settle(first.article_uuid, UrlStatus.SETTLED, [an_alias(first, second.article_url_final)])
    assert store.find([second.url_key]) == {second.url_key: second.article_uuid}
    newer = an_alias(first, "https://s.example/a", url_key="k", first_seen_at=NOW + DAY)
    older = an_alias(second, "https://s.example/b", url_key="k")
    store.settle(first.article_uuid, UrlStatus.SETTLED, [newer])
    store.settle(second.article_uuid, UrlStatus.SETTLED, [older])
    assert store.find(["k"]) == {"k": second.article_uuid}


def test_has_posts_tells_a_first_reading(store: Store) -> None:
    """False until the first item of a source is stored."""
    assert not store.has_posts("W_RSS_1")
    enter(store, [an_article()])
    assert store.has_posts("W_RSS_1")
    assert not store.has_posts("W_RSS_2")


def test_posts_are_found_by_the_key_of_their_url(store: Store) -> None:
    """Items of every source, entered or not, oldest first; an empty key finds nothing."""
    late = a_post(None, a_source(1), url_key="k", article_uuid=None, first_seen_at=NOW + DAY)
    early = a_post(None, a_source(2), url_key="k", article_uuid=None, decision="too_old")
    bare = a_post(None, a_source(3), url_key="", article_uuid=None)
    store.ingest(IngestBatch(NOW, posts=(late, early, bare)))
    assert [post.source_uuid for post in store.posts_with_key("k")] == ["W_RSS_2", "W_RSS_1"]
    assert store.posts_with_key("") == []


def test_items_are_found_by_their_guid(store: Store) -> None:
    """Within their source; a guid that two items share says nothing, so it is absent."""
    items = [
        a_post(None, a_source(1), item_key="a", guid="one", article_uuid=None),
        a_post(None, a_source(1), item_key="b", guid="two", article_uuid=None),
        a_post(None, a_source(1), item_key="c", guid="two", article_uuid=None),
        a_post(None, a_source(1), item_key="d", guid=None, article_uuid=None),
        a_post(None, a_source(2), item_key="e", guid="three", article_uuid=None),
    ]
    store.ingest(IngestBatch(NOW, posts=tuple(items)))
    found = store.posts_by_guid("W_RSS_1", ["one", "two", "three", "none"])
    assert found == {"one": items[0]}


def test_recent_pages_through_everything_once(store: Store) -> None:
    """Pages of three, newest first, equal times told apart by id, nothing twice or missed."""
    articles = [
        an_article(url, article_detected_utc_iso=NOW + timedelta(minutes=number // 3))
        for number, url in enumerate(URLS)
    ]
    enter(store, articles)
    seen: list[Article] = []
    before = None
    while page := store.recent(limit=3, before=before):
        seen += page
        before = (page[-1].article_detected_utc_iso, page[-1].article_uuid)
    order = sorted(articles, key=lambda a: (a.article_detected_utc_iso, a.article_uuid))
    assert seen == order[::-1]


def test_recent_by_source_and_language(store: Store) -> None:
    """A source is one that mentions the article, whoever entered it."""
    one, two = an_article(URLS[0], language="fr"), an_article(URLS[1])
    enter(store, [one, two])
    store.ingest(IngestBatch(NOW, mentions=(a_mention(two, a_source(2)),)))
    assert store.recent(limit=9, source_uuid="W_RSS_2") == [two]
    assert store.recent(limit=9, language="fr") == [one]
    assert store.recent(limit=9, language="fr", source_uuid="W_RSS_2") == []


@pytest.mark.parametrize("limit", [0, -1, -(2**70)])
def test_a_limit_below_one_asks_for_nothing(store: Store, limit: int) -> None:
    """Negative limits mean no rows on both databases, not all of them."""
    enter(store, [an_article()])
    assert store.recent(limit=limit) == []


def test_a_huge_limit_means_all(store: Store) -> None:
    """A limit beyond 64 bits is no overflow."""
    enter(store, [an_article()])
    assert len(store.recent(limit=2**80)) == 1


def test_pending_urls_come_oldest_first(store: Store) -> None:
    """`with_status` lists what waits to be resolved."""
    articles = [
        an_article(url, url_status=UrlStatus.PENDING, article_detected_utc_iso=NOW - number * DAY)
        for number, url in enumerate(URLS[:3])
    ]
    settled = an_article(URLS[5])
    enter(store, [*articles, settled])
    assert store.with_status(UrlStatus.PENDING, limit=2) == [articles[2], articles[1]]
    assert store.with_status(UrlStatus.SETTLED, limit=2) == [settled]


def test_settling_moves_updated_at_once(store: Store) -> None:
    """A new status moves `updated_at`; the same status again does not."""
    article = an_article(url_status=UrlStatus.PENDING)
    enter(store, [article])
    alias = an_alias(article, "https://s.example/x1")
    store.settle(article.article_uuid, UrlStatus.SETTLED, [alias])
    first = store.articles([article.article_uuid])[article.article_uuid]
    store.settle(article.article_uuid, UrlStatus.SETTLED, [alias])
    again = store.articles([article.article_uuid])[article.article_uuid]
    assert first.url_status is UrlStatus.SETTLED
    assert first.updated_at > article.updated_at
    assert again == first
    assert store.aliases(article.article_uuid) == [alias]


def test_settling_an_unknown_article_is_refused(store: Store) -> None:
    """The message names the id."""
    with pytest.raises(StoreError, match="A_none"):
        store.settle("A_none", UrlStatus.SETTLED, [])


def test_merging_moves_everything(store: Store) -> None:
    """Mentions, posts, aliases, text, clicks and items go to the target; the old id is found."""
    old = an_article(URLS[0], published_utc_iso=NOW - DAY)
    target = an_article(URLS[1], article_title=None, published_utc_iso=NOW)
    enter(store, [old, target], [an_alias(old, "https://s.example/x1")])
    elsewhere = a_mention(old, a_source(2))
    store.ingest(IngestBatch(NOW, mentions=(elsewhere,)))
    store.save_text(a_text(old))
    store.add_click(old.article_uuid, NOW)
    store.add_click(target.article_uuid, NOW)
    item = DigestItem(
        1, Section.ARTICLES, "news", old.article_uuid, old.article_url_final, "T", "Paper", None
    )
    store.save_digest(Digest("d1", "public", NOW, "T", "en", (item,)), [])

    for _ in range(2):  # the second time there is nothing left to do
        hop = an_alias(old, "https://s.example/hop")
        store.merge_into(old.article_uuid, target.article_uuid, [hop])

        assert store.articles([old.article_uuid]) == {}
        kept = store.articles([target.article_uuid])[target.article_uuid]
        assert kept.article_title == old.article_title
        assert kept.published_utc_iso == NOW - DAY
        places = {m.source_uuid for m in store.mentions([kept.article_uuid])[kept.article_uuid]}
        assert places == {"W_RSS_1", "W_RSS_2"}
        assert len(store.posts_of(kept.article_uuid)) == 2
        keys = ["s.example/x1", "s.example/hop", old.url_key, target.url_key]
        assert set(store.find(keys).values()) == {kept.article_uuid}
        assert len(store.find(keys)) == 4
        assert store.texts([kept.article_uuid])[kept.article_uuid].status is TextStatus.OK
        assert clicks_between(store, NOW - 99 * DAY, NOW) == {kept.article_uuid: 2}
        assert [d.digest_id for d, _ in store.appearances(kept.article_uuid)] == ["d1"]


def test_merging_keeps_the_targets_good_text(store: Store) -> None:
    """A text that can be read is not replaced by the old row's."""
    old, target = an_article(URLS[0]), an_article(URLS[1])
    enter(store, [old, target])
    store.save_text(a_text(old, text="old"))
    store.save_text(a_text(target, text="target"))
    store.merge_into(old.article_uuid, target.article_uuid, [])
    assert store.texts([target.article_uuid])[target.article_uuid].text == "target"


def test_merging_into_nothing_is_refused(store: Store) -> None:
    """The old row stays when there is no target."""
    enter(store, [an_article()])
    with pytest.raises(StoreError, match="A_none"):
        store.merge_into(an_article().article_uuid, "A_none", [])
    assert store.articles([an_article().article_uuid])


def test_an_article_of_a_merged_id_is_renamed(store: Store) -> None:
    """When the old URL is listed again, it leads to the target and makes no new row."""
    old, target = an_article(URLS[0]), an_article(URLS[1])
    enter(store, [old, target])
    store.merge_into(old.article_uuid, target.article_uuid, [])
    result = store.ingest(
        IngestBatch(NOW, articles=(old,), mentions=(a_mention(old, a_source(3)),))
    )
    assert result.renamed == ((old.article_uuid, target.article_uuid),)
    assert (result.new_articles, result.new_mentions) == ((), 1)


def test_rekeying_keeps_the_old_key_as_an_alias(store: Store) -> None:
    """The id stays, both keys find it, through several versions of the rules."""
    article = an_article()
    enter(store, [article])
    uuid = article.article_uuid
    for version in ("2", "3"):
        assert store.rekey(uuid, f"key of {version}", version) is None
        assert store.rekey(uuid, f"key of {version}", version) is None
    keys = [article.url_key, "key of 2", "key of 3"]
    assert store.find(keys) == dict.fromkeys(keys, uuid)
    row = store.articles([uuid])[uuid]
    assert (row.url_key, row.rules_version) == ("key of 3", "3")
    assert [alias.kind for alias in store.aliases(uuid)] == [AliasKind.CANONICAL] * 2


def test_rekeying_to_a_taken_key_names_who_has_it(store: Store) -> None:
    """Nothing is changed; the caller may merge."""
    one, two = an_article(URLS[0]), an_article(URLS[1])
    enter(store, [one, two])
    assert store.rekey(two.article_uuid, one.url_key, "2") == one.article_uuid
    assert store.articles([two.article_uuid])[two.article_uuid] == two


def test_a_new_version_with_the_same_key_makes_no_alias(store: Store) -> None:
    """Only the version is noted."""
    article = an_article()
    enter(store, [article])
    assert store.rekey(article.article_uuid, article.url_key, "2") is None
    assert store.aliases(article.article_uuid) == []
    assert store.articles([article.article_uuid])[article.article_uuid].rules_version == "2"


def test_every_article_can_be_changed_on_the_way(store: Store) -> None:
    """No lock is held: each page may be re-keyed while the next is still to come."""
    articles = [an_article(url) for url in URLS]
    enter(store, articles)
    seen = []
    for page in store.every_article(batch=2):
        assert len(page) <= 2
        for article in page:
            seen.append(article.article_uuid)
            store.rekey(article.article_uuid, "new " + article.url_key, "2")
    assert seen == sorted(article.article_uuid for article in articles)


def polled_in_full(store: Store, when: object) -> None:
    """The source W_RSS_1 was read in full at a time."""
    store.save_source(a_source(1))
    store.claim_due(NOW, "me", DAY, limit=1)
    health = SourceHealth("W_RSS_1", last_full_fetch_at=when)  # type: ignore[arg-type]
    assert store.save_health(health, owner="me")


def test_a_purged_post_stays_known_while_it_is_listed(store: Store) -> None:
    """Its key stays as a tombstone, its text goes, and so does its article; once only."""
    article = an_article()
    post = a_post(article, content_html="<p>long</p>", author_username="ada")
    store.ingest(
        IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),), posts=(post,))
    )
    store.ingest(IngestBatch(NOW + 9 * DAY, seen_again=((post.source_uuid, post.item_key),)))
    polled_in_full(store, NOW + 9 * DAY)
    assert store.purge_posts(NOW + 8 * DAY) == 1
    assert store.purge_posts(NOW + 8 * DAY) == 0
    (left,) = store.posts(post.source_uuid, [post.item_key]).values()
    assert (left.title, left.content_html, left.author_username) == ("", "", None)
    assert (left.content_hash, left.decision) == (post.content_hash, "entered")
    assert left.article_uuid is None
    assert store.find([article.url_key]) == {}
    assert store.mentions([article.article_uuid]) == {}


def test_a_post_that_is_listed_no_more_goes_whole(store: Store) -> None:
    """Its source was read in full since and did not list it."""
    enter(store, [an_article()])
    polled_in_full(store, NOW + 5 * DAY)
    assert store.purge_posts(NOW + DAY) == 1
    assert not store.has_posts("W_RSS_1")


def test_a_post_of_a_silent_source_keeps_its_key(store: Store) -> None:
    """A source that was down may list the same items again when it comes back."""
    enter(store, [an_article()])
    polled_in_full(store, NOW - DAY)
    assert store.purge_posts(NOW + 90 * DAY) == 1
    assert store.has_posts("W_RSS_1")


def test_purging_spares_what_is_young_or_in_use(store: Store) -> None:
    """An article stays for a younger post, an edition or a capture."""
    young, shown, kept, shared, gone = (an_article(url) for url in URLS[:5])
    kept = replace(kept, last_archived_at=NOW)
    young_post = a_post(young, first_seen_at=NOW + 9 * DAY, last_seen_at=NOW + 9 * DAY)
    store.ingest(
        IngestBatch(
            NOW,
            articles=(young, shown, kept, shared, gone),
            posts=(
                *map(a_post, (shown, kept, shared, gone)),
                young_post,
                a_post(shared, a_source(2), first_seen_at=NOW + 9 * DAY),
            ),
        )
    )
    item = DigestItem(
        1, Section.ARTICLES, "", shown.article_uuid, shown.article_url_final, "T", "Paper", None
    )
    store.save_digest(Digest("d1", "public", NOW, "T", "en", (item,)), [])
    store.purge_posts(NOW + 8 * DAY)
    left = store.articles([a.article_uuid for a in (young, shown, kept, shared, gone)])
    assert set(left) == {a.article_uuid for a in (young, shown, kept, shared)}
    assert store.posts("W_RSS_1", [young_post.item_key])[young_post.item_key] == young_post


def test_what_never_belonged_to_an_article_is_split_off(store: Store) -> None:
    """Aliases by guid go, posts and mentions go to the new article, the old one keeps its id."""
    source = a_source()
    store.save_source(source)
    old, new = an_article("https://paper.example/1"), an_article("https://paper.example/2")
    alias = Alias("https://paper.example/2", new.url_key, old.article_uuid, AliasKind.GUID, "", NOW)
    kept = replace(alias, url="https://sho.example/x", url_key="sho.example/x")
    kept = replace(kept, kind=AliasKind.REDIRECT)
    post = a_post(old, source=source)
    other = replace(post, item_key="guid:other")
    store.ingest(IngestBatch(NOW, articles=(old,), aliases=(alias, kept), posts=(post, other)))
    assert store.may_be_several() == [old.article_uuid]
    batch = IngestBatch(
        NOW,
        articles=(new,),
        posts=(replace(other, article_uuid=new.article_uuid),),
        mentions=(a_mention(new),),
    )
    for _ in range(2):
        store.split_off(old.article_uuid, batch, [new.url_key, "sho.example/x"])
        assert store.find([new.url_key]) == {new.url_key: new.article_uuid}
        assert [one.url for one in store.aliases(old.article_uuid)] == ["https://sho.example/x"]
        assert [one.item_key for one in store.posts_of(old.article_uuid)] == [post.item_key]
        assert [one.item_key for one in store.posts_of(new.article_uuid)] == ["guid:other"]
    assert store.may_be_several() == []

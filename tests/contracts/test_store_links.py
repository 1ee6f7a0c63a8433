"""Links of posts in the store, on both databases."""

from strandline.model.articles import ArticleChange, IngestBatch
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType, SourceKind
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_post, a_source, an_article

FORUM = a_source(kind=SourceKind.DISCOURSE, url="https://forum.example/posts.rss")
TOPIC = an_article("https://forum.example/t/bread/12", content_type=ContentType.FORUM)
LINK = an_article(
    "https://paper.example/mill",
    content_type=ContentType.LINK,
    article_title=None,
    published_utc_iso=None,
    date_trust=DateTrust.FIRST_SEEN,
)
POST_URL = "https://forum.example/t/bread/12/3"
POST = a_post(TOPIC, FORUM, item_key="post:forum.example/903", post_url=POST_URL)


def enter(store: Store) -> None:
    """A post of a topic, and what it links to."""
    link = a_mention(LINK, FORUM, source_url=POST_URL, in_quote=True, context_snippet="the mill")
    topic = a_mention(TOPIC, FORUM, source_url=POST_URL)
    store.ingest(
        IngestBatch(now=NOW, articles=(TOPIC, LINK), mentions=(topic, link), posts=(POST,))
    )


def test_mention_names_the_post(store: Store) -> None:
    """A link is mentioned by the post that holds it, in a quotation or not."""
    enter(store)
    (link,) = store.mentions([LINK.article_uuid])[LINK.article_uuid]
    (topic,) = store.mentions([TOPIC.article_uuid])[TOPIC.article_uuid]
    assert (link.in_quote, link.context_snippet) == (True, "the mill")
    assert link.post_id is not None
    assert link.post_id == topic.post_id


def test_a_post_may_say_and_quote_a_link(store: Store) -> None:
    """Both are kept, each once however often the post is read; merging keeps both."""
    enter(store)
    said = [
        a_mention(LINK, in_quote=quoted, source_url="https://p.example/1")
        for quoted in (False, True)
    ]
    for _ in range(2):
        store.ingest(IngestBatch(NOW, mentions=tuple(said)))
    there = [
        m
        for m in store.mentions([LINK.article_uuid])[LINK.article_uuid]
        if m.source_url == said[0].source_url
    ]
    assert sorted(mention.in_quote for mention in there) == [False, True]
    store.merge_into(LINK.article_uuid, TOPIC.article_uuid, ())
    moved = store.mentions([TOPIC.article_uuid])[TOPIC.article_uuid]
    assert len([m for m in moved if m.source_url == said[0].source_url]) == 2


def test_links_are_no_recent_articles(store: Store) -> None:
    """They are not listed as recent, and wait for no scraping."""
    enter(store)
    assert [a.article_uuid for a in store.recent(limit=10)] == [TOPIC.article_uuid]
    assert store.counts().unscraped == 1


def test_link_that_is_listed(store: Store) -> None:
    """Once a source lists it, it is what the source says; an article never becomes a link."""
    enter(store)
    listed = ArticleChange(
        LINK.article_uuid, article_title="The mill turns", content_type=ContentType.ARTICLE
    )
    other = ArticleChange(TOPIC.article_uuid, content_type=ContentType.ARTICLE)
    store.ingest(IngestBatch(now=NOW, changes=(listed, other)))
    articles = store.articles([LINK.article_uuid, TOPIC.article_uuid])
    assert articles[LINK.article_uuid].content_type is ContentType.ARTICLE
    assert articles[LINK.article_uuid].article_title == "The mill turns"
    assert articles[TOPIC.article_uuid].content_type is ContentType.FORUM
    assert len(store.recent(limit=10)) == 2

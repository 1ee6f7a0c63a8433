"""What people ruled in the review, as labelled pairs."""

from strandline.core.dedup.grouping import group
from strandline.model.articles import IngestBatch
from strandline.model.stories import Decision
from strandline.ops.evaluate import ruled_pairs
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_source
from strandline.testing.story_builders import a_ruling, some_articles


def test_rulings_are_labels(sqlite_store: Store) -> None:
    """The same is one story; an update is another, which is shown again; what was taken back is
    nothing.
    """
    a, b, c, d = articles = some_articles(4, language="en")
    mentions = tuple(a_mention(one, a_source(n)) for n, one in enumerate(articles))
    sqlite_store.ingest(IngestBatch(NOW, tuple(articles), mentions=mentions))
    for one, other, decision in (
        (a, b, Decision.SAME),
        (a, c, Decision.UPDATE),
        (a, d, Decision.DIFFERENT),
        (a, d, Decision.WITHDRAWN),
    ):
        sqlite_store.save_rulings([a_ruling(one, other, decision)], group)
    file = ruled_pairs(sqlite_store)
    assert [pair.label for pair in file.pairs] == [True, False]
    assert [pair.language for pair in file.pairs] == ["en", "en"]
    assert {file.pairs[0].a.article_uuid, file.pairs[0].b.article_uuid} == {
        a.article_uuid,
        b.article_uuid,
    }
    assert len(file.checksum) == 64


def test_no_rulings(sqlite_store: Store) -> None:
    """Nobody has ruled: no pairs."""
    assert ruled_pairs(sqlite_store).pairs == ()

"""The contract of `TextStore`, on both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.articles import ArticleText, IngestBatch, TextStatus
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.testing.builders import NOW, a_text, an_article

HOUR = timedelta(hours=1)
ARTICLE = an_article()
UUID = ARTICLE.article_uuid


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with one article."""
    store.ingest(IngestBatch(NOW, articles=(ARTICLE,)))
    return store


def test_a_text_comes_back_as_it_was_saved(filled: Store) -> None:
    """Every field survives the database."""
    text = ArticleText(
        UUID,
        TextStatus.OK,
        NOW,
        text="Ein Text. 一篇文章。",
        title="T",
        description="D",
        author="A",
        site_name="S",
        language="de",
        published_at=NOW - HOUR,
        published_doubt=True,
        image_url="https://i.example/1.png",
        canonical_url="https://c.example/",
        content_checksum="ab" * 32,
        extractor="x 1.0",
        attempts=2,
        message="m",
    )
    filled.save_text(text)
    assert filled.texts([UUID, "A_none"]) == {UUID: text}


@pytest.mark.parametrize("worse", [s for s in TextStatus if s is not TextStatus.OK])
def test_a_worse_outcome_never_replaces_a_good_text(filled: Store, worse: TextStatus) -> None:
    """A wall or a failure leaves the text that was read before."""
    good = a_text(ARTICLE)
    filled.save_text(good)
    filled.save_text(ArticleText(UUID, worse, NOW + HOUR))
    assert filled.texts([UUID]) == {UUID: good}


def test_a_good_text_replaces_a_failure_and_an_older_text(filled: Store) -> None:
    """The newest good text is kept."""
    filled.save_text(ArticleText(UUID, TextStatus.FAILED, NOW))
    filled.save_text(a_text(ARTICLE, fetched_at=NOW + HOUR))
    filled.save_text(a_text(ARTICLE, fetched_at=NOW + 2 * HOUR, text="newer"))
    assert filled.texts([UUID])[UUID].text == "newer"


def test_attempts_count_fetches_not_saves(filled: Store) -> None:
    """The same outcome saved twice is one attempt."""
    first = ArticleText(UUID, TextStatus.FAILED, NOW)
    for outcome in (first, first, replace(first, fetched_at=NOW + HOUR)):
        filled.save_text(outcome)
    assert filled.texts([UUID])[UUID].attempts == 2


def test_a_text_of_an_unknown_article_is_refused(store: Store) -> None:
    """The message names the id."""
    with pytest.raises(StoreError, match=UUID):
        store.save_text(a_text(ARTICLE))

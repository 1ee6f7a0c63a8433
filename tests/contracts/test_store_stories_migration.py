"""A ledger from before there were stories keeps all that it has, and can be matched."""

from dataclasses import fields
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from strandline.adapters.store import open_store, schema_state
from strandline.adapters.store import schema as tables
from strandline.adapters.store.base import values
from strandline.adapters.store.engine import connect
from strandline.adapters.store.migrate import NEWEST, alembic_config
from strandline.model.readers import ReaderSettings
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_reader, an_article
from strandline.testing.story_builders import a_match, a_verdict, components, some_articles

BEFORE = "0002"
NEW_SETTING = "history_by_story"
SETTINGS = [
    field.name for field in fields(ReaderSettings) if field.name not in ("weights", NEW_SETTING)
]
MENTION = [column.name for column in tables.article_sources.columns][2:]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def older(request: pytest.FixtureRequest, tmp_path: Any) -> DatabaseSettings:
    """A database of revision 0002 with articles, mentions and a reader."""
    settings = DatabaseSettings(path=tmp_path / "older.sqlite3")
    if request.param == "postgres":
        settings = request.getfixturevalue("empty_postgres")
    database = connect(settings)
    with database.write() as connection:
        command.upgrade(alembic_config(connection), BEFORE)
        fill(connection)
    database.close()
    return settings


def fill(connection: sa.Connection) -> None:
    reader = a_reader()
    row = values(reader, "reader_id", "name", "scope", "email")
    connection.execute(tables.readers.insert().values(row))
    chosen = values(reader.settings, *SETTINGS) | {"reader_id": "ada", "weights": {}}
    connection.execute(tables.reader_settings.insert().values(chosen))
    for article in (*some_articles(40), an_article("https://u.example/", article_title=None)):
        row = values(article, *(field.name for field in fields(article)))
        connection.execute(tables.articles.insert().values(row))
        seen = {"article_id": article.article_uuid} | values(a_mention(article), *MENTION)
        connection.execute(tables.article_sources.insert().values(seen))


def test_an_older_ledger_is_brought_up_to_date(older: DatabaseSettings) -> None:
    """Nothing is lost, nothing is matched yet, every article is its own story."""
    assert schema_state(older).found == BEFORE
    store = open_store(older)
    assert schema_state(older).found == NEWEST
    articles = some_articles(40)
    found = store.articles([article.article_uuid for article in articles])
    assert [found[article.article_uuid] for article in articles] == articles
    waiting = store.unmatched(since=None, cascade_version="v1", limit=100)
    assert [one.article_uuid for one in waiting] == [one.article_uuid for one in articles]
    assert store.reader("ada") == a_reader()
    counts = store.story_counts()
    assert (counts.articles, counts.stories, counts.unmatched) == (41, 41, 40)
    store.save_match(a_match(articles, [a_verdict(articles[0], articles[1])]), components)
    assert store.story_counts().duplicates == 1
    assert store.unmatched(since=NOW, cascade_version="v1", limit=100) == []
    store.close()

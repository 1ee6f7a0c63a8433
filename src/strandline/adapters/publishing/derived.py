"""What a published file gets from its own rows: stories, threads, and the indexes of words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Derived:
    """A table that is computed.

    Attributes:
        columns: Each with what it holds.
    """

    name: str
    about: str
    columns: dict[str, str]
    statements: tuple[str, ...]


#: Sources that were forgotten while their articles stayed have a row with the name of then.
MISSING_SOURCES = (
    """
    INSERT INTO sources (source_uuid, name)
    SELECT source_uuid, max(source_name) FROM mentions
    WHERE source_uuid NOT IN (SELECT source_uuid FROM sources)
    GROUP BY source_uuid ORDER BY source_uuid
    """,
    """
    INSERT INTO sources (source_uuid)
    SELECT DISTINCT source_uuid FROM articles
    WHERE source_uuid NOT IN (SELECT source_uuid FROM sources) ORDER BY source_uuid
    """,
)

STORIES = Derived(
    "stories",
    "Stories: articles that tell the same news, under their main article.",
    {
        "story_id": "Id of the story: that of its main article.",
        "title": "Title of the main article; empty where that was taken down.",
        "articles": "How many articles tell it.",
        "sources": "How many sources they were found in first.",
        "first_at": "Time of the first of them.",
        "newest_at": "Time of the newest.",
    },
    (
        """
        CREATE TABLE stories (
          story_id TEXT PRIMARY KEY, title TEXT, articles INTEGER, sources INTEGER,
          first_at TEXT, newest_at TEXT
        )
        """,
        "CREATE INDEX ix_articles_story_id ON articles (story_id)",
        """
        INSERT INTO stories
        SELECT s.story_id, a.title, s.articles, s.sources, s.first_at, s.newest_at FROM (
          SELECT story_id, count(*) AS articles, count(DISTINCT source_uuid) AS sources,
                 min(coalesce(published_at, found_at)) AS first_at,
                 max(coalesce(published_at, found_at)) AS newest_at
          FROM articles GROUP BY story_id ORDER BY story_id
        ) AS s LEFT JOIN articles AS a ON a.article_uuid = s.story_id
        """,
        "CREATE INDEX ix_stories_newest_at ON stories (newest_at)",
        "CREATE INDEX ix_stories_articles ON stories (articles)",
    ),
)

THREADS = Derived(
    "threads",
    "Running stories, each a line of stories in order of time.",
    {
        "thread_id": "Name of the thread.",
        "title": "Title of its newest story.",
        "stories": "How many stories it has.",
        "first_at": "Time of the first of them.",
        "newest_at": "Time of the newest.",
    },
    (
        """
        CREATE TABLE threads (
          thread_id TEXT PRIMARY KEY, title TEXT, stories INTEGER, first_at TEXT, newest_at TEXT
        )
        """,
        """
        INSERT INTO threads
        SELECT t.thread_id, (
            SELECT s.title FROM thread_stories AS n JOIN stories AS s ON s.story_id = n.story_id
            WHERE n.thread_id = t.thread_id ORDER BY n.story_time DESC, n.story_id DESC LIMIT 1
        ), count(*), min(t.story_time), max(t.story_time)
        FROM thread_stories AS t GROUP BY t.thread_id HAVING count(*) > 1 ORDER BY t.thread_id
        """,
    ),
)
#: Made in this order; the index of stories is theirs, so `articles` names none for it.
DERIVED = (STORIES, THREADS)

#: Words and parts of words of three characters and more, in any script; Datasette finds an index
#: by what it is an index of.
FTS = {
    table: (
        f"""
        CREATE VIRTUAL TABLE {table}_fts USING fts5(
          {", ".join(columns)}, content="{table}", content_rowid="rowid", tokenize="trigram"
        )
        """,
        f"INSERT INTO {table}_fts ({table}_fts) VALUES ('rebuild')",  # noqa: S608 - of ours
    )
    for table, columns in (
        ("articles", ("title", "url", "domain")),
        ("texts", ("text",)),
    )
}

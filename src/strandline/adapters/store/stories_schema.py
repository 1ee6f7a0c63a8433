"""Tables of matching: verdicts for audit, a person's rulings, vectors, and what models answered.

That an article was matched, and by which rules, stands in `articles` itself (`matched_by`,
`matched_at`): so what still waits comes from an index in its order, however long the ledger is.
The main article of its story stands there too (`canonical_article_id`).
"""

import sqlalchemy as sa

from strandline.adapters.store.columns import (
    belongs_to,
    flag,
    json,
    key,
    number,
    partial_index,
    real,
    row_id,
    text,
    time,
)
from strandline.adapters.store.schema import metadata
from strandline.adapters.store.types import UtcTime

_ARTICLE = "articles.article_uuid"

verdicts = sa.Table(
    "verdicts",
    metadata,
    row_id("verdict_id"),
    key("article_a"),
    key("article_b"),
    time("decided_at"),
    text("answer"),
    text("relation"),
    text("layer"),
    real("score"),
    text("reason"),
    json("vetoes"),
    json("scores"),
    json("thresholds"),
    text("calibration"),
    text("model"),
    text("prompt_hash"),
    text("language"),
    flag("is_pending"),
    flag("is_sampled"),
    flag("is_current"),
    real("cost"),
    real("latency_s"),
    belongs_to("article_a", _ARTICLE),
    belongs_to("article_b", _ARTICLE),
    sa.CheckConstraint("article_a < article_b", name="ck_verdicts_order"),
    sa.Index("ix_verdicts_a", "article_a", "article_b"),
    sa.Index("ix_verdicts_b", "article_b"),
)
sa.Index(
    "uq_verdicts_current",
    verdicts.c.article_a,
    verdicts.c.article_b,
    unique=True,
    sqlite_where=sa.text("is_current"),
    postgresql_where=sa.text("is_current"),
)
#: What binds two articles, or may, from either end.
_BONDS = "is_current AND answer <> 'DIFFERENT'"
partial_index("ix_verdicts_bonds_a", _BONDS, verdicts.c.article_a, verdicts.c.article_b)
partial_index("ix_verdicts_bonds_b", _BONDS, verdicts.c.article_b, verdicts.c.article_a)
#: Later news of the same story, from either end.
_UPDATE = "is_current AND relation = 'update'"
partial_index("ix_verdicts_update_a", _UPDATE, verdicts.c.article_a)
partial_index("ix_verdicts_update_b", _UPDATE, verdicts.c.article_b)
#: Other news of one running story, from either end.
_LINKING = "is_current AND relation IN ('related', 'update')"
partial_index("ix_verdicts_linking_a", _LINKING, verdicts.c.article_a, verdicts.c.article_b)
partial_index("ix_verdicts_linking_b", _LINKING, verdicts.c.article_b, verdicts.c.article_a)
#: That two articles are one, by the day of the decision.
SAME = "is_current AND answer = 'SAME'"
partial_index("ix_verdicts_same", SAME, verdicts.c.decided_at, verdicts.c.layer)
#: What waits for a language model, and for a person.
_PENDING = "is_current AND is_pending"
partial_index("ix_verdicts_pending", _PENDING, verdicts.c.decided_at, verdicts.c.verdict_id)
_UNDECIDED = "is_current AND answer = 'UNSURE' AND NOT is_pending"
partial_index("ix_verdicts_undecided", _UNDECIDED, verdicts.c.decided_at, verdicts.c.verdict_id)
_SAMPLED = "is_current AND is_sampled AND answer <> 'UNSURE'"
partial_index("ix_verdicts_sampled", _SAMPLED, verdicts.c.decided_at, verdicts.c.verdict_id)
#: All that is counted, so that no row need be read for it (SQLite looks at the condition again).
partial_index(
    "ix_verdicts_counts",
    "is_current",
    verdicts.c.layer,
    verdicts.c.language,
    verdicts.c.answer,
    verdicts.c.is_pending,
    verdicts.c.is_sampled,
    verdicts.c.is_current,
)

rulings = sa.Table(
    "rulings",
    metadata,
    row_id("ruling_id"),
    key("article_a"),
    key("article_b"),
    text("decision"),
    time("ruled_at"),
    text("note"),
    flag("is_current"),
    belongs_to("article_a", _ARTICLE),
    belongs_to("article_b", _ARTICLE),
    sa.CheckConstraint("article_a < article_b", name="ck_rulings_order"),
    sa.Index("ix_rulings_a", "article_a", "article_b"),
    sa.Index("ix_rulings_b", "article_b"),
)
sa.Index(
    "uq_rulings_current",
    rulings.c.article_a,
    rulings.c.article_b,
    unique=True,
    sqlite_where=sa.text("is_current"),
    postgresql_where=sa.text("is_current"),
)

#: What people ruled on threads, read as a whole.
partial_index(
    "ix_rulings_threads",
    "is_current AND decision IN ('update', 'unrelated')",
    rulings.c.article_a,
    rulings.c.article_b,
)

#: Stories that are in threads of two and more, by their main articles. `run_id` is the first story
#: of what verdicts alone put together, `thread_id` that of what people put together beside.
story_threads = sa.Table(
    "story_threads",
    metadata,
    key("story_id", primary_key=True),
    time("story_time"),
    key("run_id"),
    key("thread_id"),
    belongs_to("story_id", _ARTICLE),
    sa.Index("ix_story_threads_run", "run_id", "story_time"),
    sa.Index("ix_story_threads_thread", "thread_id", "story_time", "story_id"),
    sa.Index("ix_story_threads_newest", "story_time", "story_id"),
)

#: Articles that a person made the main one of their story.
chosen_mains = sa.Table(
    "chosen_mains",
    metadata,
    key("article_uuid", primary_key=True),
    time("chosen_at"),
    belongs_to("article_uuid", _ARTICLE),
)

article_vectors = sa.Table(
    "article_vectors",
    metadata,
    key("article_uuid", primary_key=True),
    key("model", primary_key=True),
    text("text_hash"),
    sa.Column("vector", sa.LargeBinary, nullable=False),
    belongs_to("article_uuid", _ARTICLE),
)

judge_answers = sa.Table(
    "judge_answers",
    metadata,
    key("cache_key", primary_key=True),
    text("model"),
    text("prompt_hash"),
    text("relation"),
    real("confidence"),
    text("event_a"),
    text("event_b"),
    text("differs_in"),
    time("asked_at"),
    number("prompt_tokens"),
    number("completion_tokens"),
    real("cost"),
    real("latency_s"),
    sa.Index(
        "ix_judge_answers_asked",
        "asked_at",
        "prompt_tokens",
        "completion_tokens",
        "cost",
        "latency_s",
    ),
)

#: Calls that brought no answer, by model and time.
model_failures = sa.Table(
    "model_failures",
    metadata,
    key("model", primary_key=True),
    sa.Column("failed_at", UtcTime, primary_key=True),
    number("count"),
    sa.Index("ix_model_failures_failed", "failed_at", "count"),
)

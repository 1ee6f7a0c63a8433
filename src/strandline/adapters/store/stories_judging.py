"""What language models were asked: their answers, kept for ever, and the calls that failed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.base import Tables, values
from strandline.adapters.store.border import bounded, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_rows import judge_answer_of
from strandline.adapters.store.types import UtcTime
from strandline.model.stories import JudgeAnswer, ModelUse

_ANSWERS, _FAILURES = stories.judge_answers, stories.model_failures
_COLUMNS = tuple(column.name for column in _ANSWERS.columns)


class StoryJudgeTables(Tables):
    """Implements the part of `StoryStore` that remembers what models said."""

    def judge_answers(self, cache_keys: Sequence[str]) -> dict[str, JudgeAnswer]:
        """What a model has answered before, by cache key."""
        asked = {bounded(key): key for key in cache_keys}
        found: dict[str, JudgeAnswer] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(asked)):
                query = sa.select(_ANSWERS).where(_ANSWERS.c.cache_key.in_(chunk))
                for row in connection.execute(query):
                    found[asked[row.cache_key]] = judge_answer_of(row)
        return found

    def judge_confidences(self, model: str, prompt_hash: str, *, limit: int) -> list[float]:
        """Those of a model's newest answers to a prompt, newest first."""
        query = (
            sa.select(_ANSWERS.c.confidence)
            .where(_ANSWERS.c.model == bounded(model), _ANSWERS.c.prompt_hash == prompt_hash)
            .order_by(_ANSWERS.c.asked_at.desc())
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return list(connection.execute(query).scalars())

    def save_judge_answer(self, answer: JudgeAnswer) -> None:
        """Keep an answer; one that is there stays."""
        row = values(answer, *_COLUMNS) | {"cache_key": bounded(answer.cache_key)}
        with self._database.write() as connection:
            connection.execute(_KEEP, row)

    def count_model_failure(self, model: str, now: datetime) -> None:
        """Count a call that brought no answer."""
        with self._database.write() as connection:
            connection.execute(_FAIL, {"model": bounded(model), "failed_at": now})

    def model_use(self, since: datetime) -> ModelUse:
        """What language models were asked since a time, over all models."""
        with self._database.read() as connection:
            return model_use(connection, since)


def model_use(connection: Connection, since: datetime | None) -> ModelUse:
    """Sums since a time; None is the beginning."""
    answers = sa.select(
        sa.func.count().label("calls"),
        *(_sum(name) for name in ("prompt_tokens", "completion_tokens", "cost", "latency_s")),
    )
    failures = sa.select(sa.func.coalesce(sa.func.sum(_FAILURES.c.count), 0))
    if since is not None:
        answers = answers.where(_ANSWERS.c.asked_at >= since)
        failures = failures.where(_FAILURES.c.failed_at >= since)
    row = connection.execute(answers).one()
    failed = int(connection.execute(failures).scalar_one())
    return ModelUse(
        calls=int(row.calls) + failed,
        failures=failed,
        prompt_tokens=int(row.prompt_tokens),
        completion_tokens=int(row.completion_tokens),
        cost=float(row.cost),
        latency_s=float(row.latency_s),
    )


def _sum(name: str) -> sa.Label[Any]:
    return sa.func.coalesce(sa.func.sum(_ANSWERS.c[name]), 0).label(name)


#: Built from the columns once; both databases read the same words.
_KEEP = sa.text(
    f"INSERT INTO judge_answers ({', '.join(_COLUMNS)}) "  # noqa: S608 - our own names
    f"VALUES ({', '.join(':' + name for name in _COLUMNS)}) ON CONFLICT (cache_key) DO NOTHING"
).bindparams(sa.bindparam("asked_at", type_=UtcTime()))

_FAIL = sa.text(
    "INSERT INTO model_failures (model, failed_at, count) VALUES (:model, :failed_at, 1) "
    "ON CONFLICT (model, failed_at) DO UPDATE SET count = model_failures.count + 1"
).bindparams(sa.bindparam("failed_at", type_=UtcTime()))

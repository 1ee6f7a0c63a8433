"""Articles into categories by a language model, within limits; what it does not place is placed
by another classifier.

Digests are made with or without it: no answer is waited for twice, and none is needed.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date

import structlog

from strandline.core.digest.classify_prompt import (
    ANSWER_TOKENS,
    BATCH,
    SYSTEM,
    question,
    read_categories,
)
from strandline.core.digest.topics import CATCH_ALL, folded
from strandline.core.text.strict_json import Unreadable
from strandline.model.digests import Candidate
from strandline.model.errors import ModelError
from strandline.ports import ChatModel, Classifier, Clock

log = structlog.get_logger()

#: Questions for one call: 400 articles; the caller gives the best ones first.
CALLS_AT_ONCE = 20
#: Answers that are remembered, so that a second look and the next edition ask only what is new.
REMEMBERED = 20_000


class ModelClassifier:
    """A `Classifier` on a `ChatModel`; safe from many threads.

    Args:
        otherwise: Places what the model does not.
        calls_per_day: Questions of this process since midnight UTC.
    """

    def __init__(
        self, chat: ChatModel, otherwise: Classifier, clock: Clock, *, calls_per_day: int
    ) -> None:
        self._chat = chat
        self._otherwise = otherwise
        self._clock = clock
        self._calls_per_day = calls_per_day
        self._lock = threading.Lock()
        self._day: date | None = None
        self._calls = 0
        self._answers: OrderedDict[str, str] = OrderedDict()

    def classify(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        """One category a candidate, in order; None where none fits."""
        special = tuple(name for name in categories if folded(name) not in CATCH_ALL)
        keys = [_key(candidate, special) for candidate in candidates]
        if special:
            self._learn(candidates, keys, special)
        with self._lock:
            found = [self._answers.get(key) or None for key in keys]
        rest = [index for index, name in enumerate(found) if name is None]
        placed = self._otherwise.classify([candidates[index] for index in rest], categories)
        for index, name in zip(rest, placed, strict=True):
            found[index] = name
        return found

    def _learn(
        self, candidates: Sequence[Candidate], keys: Sequence[str], special: Sequence[str]
    ) -> None:
        """Ask about what is not known, until the model fails or the limit is reached."""
        with self._lock:
            fresh = {
                key: candidate
                for key, candidate in zip(keys, candidates, strict=True)
                if key not in self._answers
            }
        waiting = list(fresh.items())
        for start in range(0, min(len(waiting), CALLS_AT_ONCE * BATCH), BATCH):
            batch = waiting[start : start + BATCH]
            if not self._may_call():
                break
            try:
                found = self._ask([candidate for _, candidate in batch], special)
            except ModelError as error:
                log.warning("articles are classified without the model", because=error.message)
                break
            self._remember([key for key, _ in batch], found)

    def _ask(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> Sequence[str | None]:
        user = question(candidates, categories)
        answer = self._chat.ask(SYSTEM, user, max_tokens=ANSWER_TOKENS)
        found = read_categories(answer, len(candidates), categories)
        if isinstance(found, Unreadable):
            log.warning("articles are classified without the model", because=found.reason)
            return [None] * len(candidates)
        return found

    def _may_call(self) -> bool:
        today = self._clock.now().date()
        with self._lock:
            if self._day != today:
                self._day, self._calls = today, 0
            self._calls += 1
            return self._calls <= self._calls_per_day

    def _remember(self, keys: Sequence[str], found: Sequence[str | None]) -> None:
        """The empty text stands for "placed by another", so that it is not asked again."""
        with self._lock:
            for key, name in zip(keys, found, strict=True):
                self._answers[key] = name or ""
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)


def _key(candidate: Candidate, categories: Sequence[str]) -> str:
    """Of all that an answer depends on."""
    parts = json.dumps([candidate.title, candidate.summary, candidate.source_name, *categories])
    return hashlib.sha256(parts.encode("ascii")).hexdigest()

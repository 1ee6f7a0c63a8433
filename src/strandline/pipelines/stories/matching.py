"""Brings the articles that nobody has matched yet into their stories.

    unmatched ─▶ match ─▶ save

Each batch is one transaction, so that a run which is killed is taken up where it stood, and polls,
digests and pages go on beside it. No language model is asked here: pairs for one are marked as
pending, and `pipelines.judge` asks about them when it can.
"""

import gc
import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog

from strandline.core.dedup.cascade import cascade_version
from strandline.core.dedup.grouping import group, pair, parts
from strandline.core.dedup.review import is_near
from strandline.model.errors import StrandlineError
from strandline.model.stories import (
    Answer,
    MatchBatch,
    Relation,
    StoredVerdict,
    StoryChange,
    StoryInput,
    Verdict,
)
from strandline.pipelines.judge.asking import judge_of
from strandline.pipelines.stories.findings import Compared, Findings
from strandline.pipelines.stories.matcher import Matcher
from strandline.ports import Ports
from strandline.settings import StorySettings

log = structlog.get_logger()

#: Articles in one transaction.
BATCH = 100
#: Verdicts without weight that are kept for an article, the nearest ones: for `explain`. They part
#: no stories.
KEPT_PLAIN = 3
_PLAIN = frozenset((Relation.DIFFERENT, Relation.UNKNOWN))
#: Label of the progress bar.
BAR = "match"


@dataclass(slots=True)
class MatchReport:
    """How one run of matching went.

    Attributes:
        matched: Articles that were compared with what is known.
        joined: Articles that moved into the story of another one.
        verdicts: By (layer, answer).
        pending: Pairs that wait for a language model.
    """

    matched: int = 0
    joined: int = 0
    pending: int = 0
    seconds: float = 0.0
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)


def run_match(
    ports: Ports,
    settings: StorySettings,
    *,
    now: datetime,
    matcher: Matcher | None = None,
    since: datetime | None = None,
    whole: bool = False,
    among: Sequence[str] | None = None,
    stop: threading.Event | None = None,
) -> MatchReport:
    """Match what waits.

    Args:
        now: Time of the run, aware UTC.
        matcher: One that is kept between runs; a new one where not given.
        since: Earliest story time; what the window can still reach where not given.
        whole: The whole ledger, whatever its age (`dedup backfill`).
        among: Only of these articles, whatever their age.
        stop: Ends the run after the batch in hand.

    Raises:
        StoreError: The database cannot be used; what was saved before stays.
    """
    began = time.monotonic()
    report = MatchReport()
    if since is None and not whole and among is None:
        since = now - 2 * timedelta(hours=settings.window_hours)
    version = cascade_version()
    moment: Callable[[], datetime] = lambda: now + timedelta(seconds=time.monotonic() - began)  # noqa: E731
    run = _Run(ports, settings, matcher or Matcher(ports, settings), report, moment)
    while stop is None or not stop.is_set():
        articles = ports.store.unmatched(
            since=since, cascade_version=version, limit=BATCH, among=among
        )
        if not articles:
            break
        run.do(articles)
        ports.progress.advance(BAR, len(articles))
    run.catch_up()
    report.seconds = time.monotonic() - began
    if report.matched:
        log.info(
            "matched",
            articles=report.matched,
            joined=report.joined,
            pending=report.pending,
            seconds=round(report.seconds, 3),
        )
    return report


class _Run:
    """One run over many batches.

    Args:
        moment: The time.
    """

    def __init__(
        self,
        ports: Ports,
        settings: StorySettings,
        matcher: Matcher,
        report: MatchReport,
        moment: Callable[[], datetime],
    ) -> None:
        self._ports = ports
        self._settings = settings
        self._matcher = matcher
        self._report = report
        self._moment = moment

    def do(self, articles: Sequence[StoryInput]) -> None:
        """Match a batch and save what came of it.

        An article that no rule can read is left to itself: it must not keep all others waiting.
        """
        with self._matcher.turn, _no_collecting():
            self._do(articles)

    def _do(self, articles: Sequence[StoryInput]) -> None:
        try:
            found = self._matcher.match(articles, self._moment())
        except StrandlineError:
            self._matcher.forget()
            raise
        except Exception:
            self._matcher.forget()
            if len(articles) == 1:
                log.exception("an article could not be matched", article=articles[0].article_uuid)
                self._save(articles, Findings())
            for article in articles if len(articles) > 1 else ():
                self._do([article])
            return
        self._save(articles, found)

    def catch_up(self) -> None:
        """Compare with what other processes have matched at the same time."""
        with self._matcher.turn:
            found = self._matcher.catch_up(self._moment())
            if found.compared:
                self._save((), found)

    def _save(self, articles: Sequence[StoryInput], found: Findings) -> None:
        now = self._moment()
        verdicts = self._verdicts(found, now)
        batch = _batch(articles, found, verdicts, now)
        try:
            changes = self._ports.store.save_match(batch, group)
        except StrandlineError:
            self._matcher.forget()
            raise
        self._count(articles, verdicts, changes)

    def _verdicts(self, found: Findings, now: datetime) -> list[StoredVerdict]:
        kept = worth_keeping(found.compared, found.revised)
        is_judged = judge_of(self._ports, self._settings) is not None
        most = self._settings.judge_candidates if is_judged else 0
        asked = {id(one) for one in to_be_judged(kept, most)}
        share = self._settings.review_share
        verdicts = [
            replace(stored_verdict(one, now, share), is_pending=id(one) in asked) for one in kept
        ]
        return [one.after(found.revised.get((one.article_a, one.article_b))) for one in verdicts]

    def _count(
        self,
        articles: Sequence[StoryInput],
        verdicts: Sequence[StoredVerdict],
        changes: Sequence[StoryChange],
    ) -> None:
        report = self._report
        report.matched += len(articles)
        report.joined += sum(change.after != change.article_uuid for change in changes)
        report.pending += sum(verdict.is_pending for verdict in verdicts)
        report.verdicts.update((v.verdict.layer, v.verdict.answer.value) for v in verdicts)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """A window holds some million objects, none of them in a circle: to look through them for
    circles, again and again, takes a tenth of the time of a batch.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _batch(
    articles: Sequence[StoryInput],
    found: Findings,
    verdicts: Sequence[StoredVerdict],
    now: datetime,
) -> MatchBatch:
    inputs = [telling.input for telling in found.tellings]
    return MatchBatch(
        now=now,
        cascade_version=cascade_version(),
        matched=tuple(article.article_uuid for article in articles),
        verdicts=tuple(verdicts),
        vectors=tuple(found.vectors),
        fingerprints={i.article_uuid: i.fingerprint for i in inputs if i.fingerprint is not None},
        bare=frozenset(article.article_uuid for article in articles if not article.text),
    )


def worth_keeping(
    compared: Sequence[Compared], revised: Container[tuple[str, str]] = ()
) -> list[Compared]:
    """All that binds, parts or makes threads, every doubt worth a question, and of each article's
    others the nearest few; all that takes the place of another verdict.
    """
    kept, plain = [], Counter[str]()
    for one in sorted(compared, key=lambda c: -c.verdict.score):
        is_known = pair(one.a.article_uuid, one.b.article_uuid) in revised
        if not is_known and is_plain(one.verdict):
            plain[one.a.article_uuid] += 1
            if plain[one.a.article_uuid] > KEPT_PLAIN:
                continue
        kept.append(one)
    return kept


def is_plain(said: Verdict) -> bool:
    """True for mere want of likeness: a difference or a far doubt that nothing follows from."""
    is_apart = said.relation in _PLAIN and said.answer is not Answer.SAME
    return is_apart and not is_near(said) and not parts(said.answer, said.layer, said.vetoes)


def to_be_judged(compared: Sequence[Compared], most: int) -> list[Compared]:
    """The undecided pairs that are worth a question: of articles that no layer has put into a
    story, near enough (the threshold `ask`), and at most `most` of each article; of the others one,
    where it may be later news.
    """
    settled = {
        uuid
        for c in compared
        if c.verdict.answer is Answer.SAME
        for uuid in (c.a.article_uuid, c.b.article_uuid)
    }
    asked, chosen = Counter[str](), []
    for one in compared:
        uuid = one.a.article_uuid
        is_later_news = one.verdict.relation is Relation.UPDATE
        limit = min(most, int(is_later_news)) if uuid in settled else most
        if asked[uuid] >= limit or not is_near(one.verdict):
            continue
        asked[uuid] += 1
        chosen.append(one)
    return chosen


def stored_verdict(compared: Compared, now: datetime, review_share: float) -> StoredVerdict:
    """A verdict as it is kept, the two articles in their fixed order."""
    one, other = pair(compared.a.article_uuid, compared.b.article_uuid)
    return StoredVerdict(
        article_a=one,
        article_b=other,
        decided_at=now,
        verdict=compared.verdict,
        language=language_of(compared.a, compared.b),
        is_sampled=is_sampled(one, other, compared.verdict, review_share),
    )


def language_of(a: StoryInput, b: StoryInput) -> str:
    """Of a pair; `xx` where the two differ or none is known."""
    return a.language if a.language and a.language == b.language else "xx"


def is_sampled(one: str, other: str, verdict: Verdict, share: float) -> bool:
    """True where a person is asked about a decided pair; the same pair always or never."""
    if verdict.answer is Answer.UNSURE:
        return False
    drawn = hashlib.sha256(f"{one} {other}".encode()).digest()[:8]
    return int.from_bytes(drawn) < share * 2**64

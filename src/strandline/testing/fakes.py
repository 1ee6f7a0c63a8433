"""Fakes of the small ports: no network, no waiting, no terminal.

Each records what it was asked, so that a test can say what must *not* have been asked. The store
has no fake: the real one on SQLite is fast enough to be its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from strandline.model.digests import SearchHit
from strandline.model.errors import Busy, FetchError
from strandline.model.fetching import (
    FetchOutcome,
    FetchRequest,
    FetchResult,
    Resolution,
    ResolveOutcome,
)
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo

#: What a URL answers: a value, or a function of the request (of the URL, for a resolution).
FetchAnswer = FetchResult | Callable[[FetchRequest], FetchResult]
ResolveAnswer = Resolution | Callable[[str], Resolution]


class AnyThing:
    """Stands for what is only declared with: everything is there, nothing is done."""

    def __getattr__(self, name: str) -> "AnyThing":
        """Whatever is asked for."""
        return AnyThing()

    def __call__(self, *_given: object) -> "AnyThing":
        """Whatever it is called with."""
        return AnyThing()

    def __truediv__(self, other: object) -> "AnyThing":
        """As paths are joined."""
        return AnyThing()


class FrozenClock:
    """A clock that stands still until it is moved.

    Args:
        now: Aware datetime.
    """

    def __init__(self, now: datetime) -> None:
        self._now = _aware(now)

    def now(self) -> datetime:
        """The time it was set to."""
        return self._now

    def set(self, now: datetime) -> None:
        """Jump to a time, back or forth."""
        self._now = _aware(now)

    def advance(self, step: timedelta) -> datetime:
        """Move on, and say where to."""
        self._now += step
        return self._now


class ScriptedFetcher:
    """A `Fetcher` that answers from a table; a URL that is not in it cannot be reached.

    Args:
        answers: URL → what a fetch answers. A plain function of the request may stand in for it.
        resolutions: URL → where it leads. A URL that has only a fetch answer resolves to that
            answer's `final_url`, as a real fetcher would find.
    """

    def __init__(
        self,
        answers: Mapping[str, FetchAnswer] | None = None,
        resolutions: Mapping[str, ResolveAnswer] | None = None,
    ) -> None:
        self.answers: dict[str, FetchAnswer] = dict(answers or {})
        self.resolutions: dict[str, ResolveAnswer] = dict(resolutions or {})
        self.requests: list[FetchRequest] = []
        self.resolved: list[str] = []

    @property
    def fetched(self) -> list[str]:
        """URLs asked for by `fetch`, in order."""
        return [request.url for request in self.requests]

    def fetch(self, request: FetchRequest) -> FetchResult:
        """The scripted answer, or a refused connection."""
        self.requests.append(request)
        return self._answer(request)

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        """The scripted resolution, or what the scripted answer implies."""
        self.resolved.append(url)
        scripted = self.resolutions.get(url)
        if callable(scripted):
            scripted = scripted(url)
        if scripted is not None:
            return scripted if want_body else replace(scripted, page=None)
        return _implied(url, self._answer(FetchRequest(url)), want_body=want_body)

    def _answer(self, request: FetchRequest) -> FetchResult:
        answer = self.answers.get(request.url)
        if answer is None:
            return FetchResult(
                request.url,
                FetchOutcome.CONNECTION,
                request.url,
                message="Nothing is scripted for this URL.",
            )
        return answer(request) if callable(answer) else answer


def _implied(url: str, result: FetchResult, *, want_body: bool) -> Resolution:
    if not result.is_ok:
        return Resolution(url, ResolveOutcome.UNREACHABLE, url, result.hops, result.message)
    moved = result.final_url != url
    outcome = ResolveOutcome.RESOLVED if moved else ResolveOutcome.UNCHANGED
    page = result if want_body else None
    return Resolution(url, outcome, result.final_url, result.hops, page=page)


class QuickPasswords:
    """`Passwords` that are kept as they are, marked; counts how often one was looked at.

    Args:
        is_busy: True makes everything raise `Busy`.
    """

    def __init__(self, *, is_busy: bool = False) -> None:
        self.is_busy = is_busy
        self.checks = 0

    def hash(self, password: str) -> str:
        """The password, marked."""
        self._room()
        return f"quick:{password}"

    def check(self, password: str, kept: str | None) -> bool:
        """True for the right one."""
        self._room()
        self.checks += 1
        return kept is not None and kept.removeprefix("old:") == f"quick:{password}"

    def is_outdated(self, kept: str) -> bool:
        """True for what begins with `old:`."""
        return kept.startswith("old:")

    def _room(self) -> None:
        if self.is_busy:
            raise Busy("Too many sign in at once.", advice="Try again in a moment.")


@dataclass
class Bar:
    """One bar of a `RecordingProgress`."""

    total: int | None
    done: int = 0
    notes: list[str] = field(default_factory=list)
    is_finished: bool = False


class RecordingProgress:
    """A `Progress` that remembers its bars by label."""

    def __init__(self) -> None:
        self.bars: dict[str, Bar] = {}

    def start(self, label: str, total: int | None) -> None:
        """Open a bar; one of the same name is replaced."""
        self.bars[label] = Bar(total)

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        """Count; an unknown label is a fault of the caller (`KeyError`)."""
        bar = self.bars[label]
        bar.done += steps
        if note:
            bar.notes.append(note)

    def finish(self, label: str) -> None:
        """Close a bar."""
        self.bars[label].is_finished = True


class ScriptedSearch:
    """A `WebSearch` that answers from a table; unknown queries find nothing.

    Args:
        hits: Query → hits, best first; or a function of the query.
        is_down: True makes every search raise `FetchError`.
    """

    def __init__(
        self,
        hits: Mapping[str, Sequence[SearchHit]] | Callable[[str], Sequence[SearchHit]] = {},  # noqa: B006 - never written to
        *,
        is_down: bool = False,
    ) -> None:
        self._hits = hits
        self.is_down = is_down
        self.queries: list[str] = []

    def search(self, query: str, *, limit: int) -> list[SearchHit]:
        """The scripted hits, at most `limit`."""
        self.queries.append(query)
        if self.is_down:
            raise FetchError("The search service is down.", subject=query)
        found = self._hits(query) if callable(self._hits) else self._hits.get(query, ())
        return list(found)[:limit]


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("A clock needs an aware datetime.")
    return moment


class ScriptedOutput:
    """A way out for editions that answers as it was told.

    Args:
        answers: Of the next attempts, one each; `DONE` after that.

    Attributes:
        given: Names of editions, each time one was given.
    """

    def __init__(
        self,
        name: str = "webhook:team",
        *answers: OutputAnswer,
        lists: tuple[str, ...] = ("public",),
        repeats: Repeats = Repeats(RepeatKind.NONE),  # noqa: B008 - a frozen value
    ) -> None:
        self.name, self.lists, self.repeats = name, lists, repeats
        self.where = "team.example"
        self.answers = list(answers)
        self.given: list[str] = []

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """The next answer."""
        if not may_go():
            return OutputAnswer(AnswerKind.UNSURE)
        self.given.append(parcel.name)
        return self._next()

    def try_out(self, now: datetime) -> OutputAnswer:  # noqa: ARG002 - of the port
        """The next answer."""
        return self._next()

    def close(self) -> None:
        """It holds nothing."""

    def _next(self) -> OutputAnswer:
        return self.answers.pop(0) if self.answers else OutputAnswer(AnswerKind.DONE, "status 204")

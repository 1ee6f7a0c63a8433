"""Stories: what the database keeps of matching, and the models that it may ask."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from strandline.model.stories import (
    ArticleVector,
    ChatAnswer,
    FeaturedStory,
    IndexPoint,
    JudgeAnswer,
    Listing,
    MatchBatch,
    ModelUse,
    Neighbour,
    Ruling,
    StoredVerdict,
    Story,
    StoryChange,
    StoryCounts,
    StoryGraph,
    StoryInput,
    Thread,
    Vector,
)

#: Gives every article of a graph the main article of its story; pure (`core.dedup.grouping`).
Regroup = Callable[[StoryGraph], Mapping[str, str]]


class StoryStore(Protocol):
    """Verdicts, rulings and stories. The database is the truth; every index is rebuilt from it.

    Links of posts, which no source lists, are not matched.
    """

    def unmatched(
        self,
        *,
        since: datetime | None,
        cascade_version: str,
        limit: int,
        among: Sequence[str] | None = None,
    ) -> list[StoryInput]:
        """Articles that these rules have not matched, oldest story time first, with their texts.

        The story time is the published time, or the detection where there is none.

        Args:
            since: Earliest story time; None for the whole ledger.
            among: Only of these ids; None for all.
        """
        ...

    def story_inputs(self, article_uuids: Sequence[str]) -> dict[str, StoryInput]:
        """By id, with their texts; unknown ids are absent."""
        ...

    def story_window(
        self,
        since: datetime,
        until: datetime,
        *,
        matched_since: datetime | None = None,
        held: Mapping[str, StoryInput] = MappingProxyType({}),
        whole: bool = False,
        batch: int = 1000,
    ) -> Iterator[list[StoryInput]]:
        """Matched articles with a story time in [since, until], oldest first; of their texts
        the beginning.

        Args:
            matched_since: Only those matched at or after this time (by whatever process).
            held: Of these, what is known already, by id: it comes only where it is told otherwise
                by now, or has a fingerprint that it had not.
            whole: Those that wait to be matched, too.
        """
        ...

    def listings_of(self, source_uuid: str, *, limit: int) -> list[Listing]:
        """Newest articles as a source listed them, each with the beginning of its body, to learn
        from what the source repeats.
        """
        ...

    def save_match(self, batch: MatchBatch, regroup: Regroup) -> list[StoryChange]:
        """Store verdicts and vectors, mark the articles as matched, and group anew what they bind.

        One transaction; the graph given to `regroup` holds every article that verdicts in force
        and rulings connect with those of the batch, and their present stories; what is undecided
        is followed once. Applied twice, it changes nothing more.

        Raises:
            StoreError: The grouping is none, or a number or a time cannot be stored; nothing was.
        """
        ...

    def save_rulings(self, rulings: Sequence[Ruling], regroup: Regroup) -> list[StoryChange]:
        """Store people's words and group anew at once, in one transaction: all of them, or none.

        Raises:
            StoreError: One of the articles is unknown.
        """
        ...

    def choose_main(
        self, article_uuid: str, chosen_at: datetime | None, regroup: Regroup
    ) -> list[StoryChange]:
        """Make an article the main one of its story, or let it no longer be so (None), and group
        anew at once, in one transaction. The one that was chosen last is it.

        Raises:
            StoreError: The article is unknown.
        """
        ...

    def stories(self, article_uuids: Sequence[str]) -> dict[str, Story]:
        """The story of each article, by the article's id; unknown ids are absent."""
        ...

    def recent_stories(
        self,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        least: int = 1,
        language: str | None = None,
    ) -> list[Story]:
        """Newest main article first (story time, id).

        Args:
            least: Only stories of so many articles.
            language: Only stories whose main article is in it.
        """
        ...

    def thread(
        self, any_id: str, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> Thread | None:
        """The thread of that name, or that the article of that id is in by its story, with so many
        of its stories, the newest first; None where there is none.

        Args:
            before: Only stories behind this place (story time, id) in that order.
        """
        ...

    def recent_threads(
        self, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[Thread]:
        """Those with the newest story first (story time, id), each with that story alone."""
        ...

    def threads_of(self, any_ids: Sequence[str]) -> dict[str, str]:
        """The thread that an article is in by its story, by the article's id; those of no thread
        are absent. The name of a thread whose first article is gone stands for itself.
        """
        ...

    def featured(
        self, *, since: datetime, until: datetime, limit: int, language: str | None = None
    ) -> list[FeaturedStory]:
        """Stories with an article in (since, until], most clicks first, then most sources.

        Equal ones: the newest main article first (story time, id). An article belongs by its story
        time; clicks are those of the hours from that of `since` to that of `until`.

        Args:
            language: Only stories whose main article is in it.
        """
        ...

    def verdicts_of(self, article_uuid: str, *, limit: int = 100) -> list[StoredVerdict]:
        """All verdicts on an article, newest first; those no longer in force too."""
        ...

    def rulings_of(self, article_uuid: str) -> list[Ruling]:
        """All rulings on an article, newest first."""
        ...

    def rulings(self) -> list[Ruling]:
        """Those in force, oldest first: the calibration set that people make."""
        ...

    def rulings_among(self, article_uuids: Sequence[str]) -> list[Ruling]:
        """Those in force on two of some articles, newest first."""
        ...

    def ruled_since(self, article_uuids: Sequence[str], since: datetime) -> frozenset[str]:
        """Which of some articles a person ruled on after a time, withdrawals included."""
        ...

    def pending(self, *, limit: int) -> list[StoredVerdict]:
        """Pairs that wait for a language model, oldest first; none that a person has ruled on."""
        ...

    def review_queue(self, *, limit: int) -> list[StoredVerdict]:
        """Pairs for a person without a ruling, in the order of `core.dedup.review`: near doubts
        (of the newest 2,000), the sampled, far doubts. What waits for a language model is not
        among them.
        """
        ...

    def vectors(self, model: str, article_uuids: Sequence[str]) -> dict[str, ArticleVector]:
        """By id; articles without a vector of that model are absent."""
        ...

    def vector_count(self, model: str) -> int:
        """How many vectors of a model there are; an index that holds another number is rebuilt."""
        ...

    def every_vector(
        self,
        model: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        batch: int = 1000,
    ) -> Iterator[list[IndexPoint]]:
        """All vectors of a model with time and language, to build an index from."""
        ...

    def judge_answers(self, cache_keys: Sequence[str]) -> dict[str, JudgeAnswer]:
        """What a model has answered before, by cache key."""
        ...

    def judge_confidences(self, model: str, prompt_hash: str, *, limit: int) -> list[float]:
        """Those of a model's newest answers to a prompt, newest first."""
        ...

    def save_judge_answer(self, answer: JudgeAnswer) -> None:
        """Keep an answer; one that is there stays."""
        ...

    def count_model_failure(self, model: str, now: datetime) -> None:
        """Count a call that brought no answer."""
        ...

    def model_use(self, since: datetime) -> ModelUse:
        """What language models were asked since a time, over all models; failures are calls too."""
        ...

    def story_counts(self) -> StoryCounts:
        """Exact counts, in one call."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors. Local models come with their package and need no network."""

    @property
    def model(self) -> str:
        """Name, version and dimension; stands beside every vector and every threshold.

        Raises:
            ModelError: An endpoint that has yet to say its dimension is down (local models never).
        """
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector.

        Raises:
            ModelError: As for `model`.
        """
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order; an empty text has one too.

        Raises:
            ModelError: The endpoint is down or answers nonsense (local models never).
        """
        ...


class VectorIndex(Protocol):
    """Nearest vectors within a time range: one index a model, rebuildable from the database."""

    @property
    def is_kept(self) -> bool:
        """True where its points outlive the process; else they are in its memory.

        Raises:
            IndexFault: It cannot be opened.
        """
        ...

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Add points, or replace those with the same id.

        Raises:
            IndexFault: The index is broken, held by another process, or its server is down.
        """
        ...

    def nearest(
        self,
        vector: Vector,
        *,
        limit: int,
        since: datetime,
        until: datetime,
        language: str = "",
        minimum: float = -1.0,
    ) -> list[Neighbour]:
        """Best first; the time is in [since, until].

        Args:
            language: Only points of it; empty for all.
            minimum: Least cosine.
        """
        ...

    def delete(self, article_uuids: Sequence[str]) -> None:
        """Remove points; absent ones are no fault."""
        ...

    def count(self) -> int:
        """Points in the index."""
        ...

    def clear(self) -> None:
        """Remove everything, to be built anew."""
        ...

    def close(self) -> None:
        """Write down what is pending and let go."""
        ...


class ChatModel(Protocol):
    """A chat endpoint. It is asked last and trusted least: its answer is evidence."""

    @property
    def model(self) -> str:
        """Name of the model."""
        ...

    def ask(self, system: str, user: str, *, max_tokens: int) -> ChatAnswer:
        """One answer in JSON mode.

        Raises:
            ModelError: Down, slow, out of quota, or not an answer; says whether to try again.
        """
        ...

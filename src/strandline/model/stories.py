"""Stories: which articles tell the same news, who says so, and on what evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType

#: A vector as its bytes: little-endian float32, of unit length.
Vector = bytes


class Answer(StrEnum):
    """What a layer of the cascade rules on two articles."""

    SAME = "SAME"
    DIFFERENT = "DIFFERENT"
    UNSURE = "UNSURE"


class Relation(StrEnum):
    """How two articles stand to each other."""

    SAME_PAGE = "same_page"  # two URLs of one page
    COPY = "copy"  # the same text under another roof: syndicated
    SAME_STORY = "same_story"  # a reader who has one does not want the other
    UPDATE = "update"  # the same story, later, with news in it: shown again, marked
    RELATED = "related"  # other news of the same running story
    DIFFERENT = "different"
    UNKNOWN = "unknown"  # nobody has ruled yet


class Decision(StrEnum):
    """What a person rules on two articles."""

    SAME = "same"
    UPDATE = "update"  # other news of one running story: two stories of one thread
    DIFFERENT = "different"  # two stories; whether of one thread is left to the verdicts
    UNRELATED = "unrelated"  # two stories, and of two threads
    WITHDRAWN = "withdrawn"  # an earlier ruling no longer holds; the cascade's verdict does


@dataclass(frozen=True, slots=True)
class StoryInput:
    """What the cascade reads of an article; all of it is untrusted text.

    Attributes:
        article_uuid: Its id; empty for a pair from standard input.
        url: Canonical URL; empty where there is none.
        url_key: Key of the URL; empty where there is none.
        source_uuid: Of the source that listed it first; empty where there is none.
        source_name: That source's name, as a person knows it.
        published: Aware UTC; None where the article is undated.
        date_trust: `DAY` where only the day is known.
        summary: Plain text; empty where there is none.
        text: Readable body; empty where it was not read.
        language: Two letters; None where unknown.
        reputation: Of its source, 0 to 1.
        detected: First sight, aware UTC; None for a pair from standard input.
        fingerprint: SimHash of the body as kept from matching, 64 bits, unsigned; None where there
            is none: the body is too short, or was not read.
    """

    title: str
    article_uuid: str = ""
    url: str = ""
    url_key: str = ""
    source_uuid: str = ""
    source_name: str = ""
    published: datetime | None = None
    date_trust: DateTrust = DateTrust.NONE
    summary: str = ""
    text: str = ""
    language: str | None = None
    content_type: ContentType = ContentType.ARTICLE
    reputation: float = 0.5
    detected: datetime | None = None
    fingerprint: int | None = None


class Listing(NamedTuple):
    """What a source printed for an article; untrusted text, empty where there is none.

    Attributes:
        text: The beginning of the body.
    """

    title: str
    summary: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, order=True)
class DatedTitle:
    """A folded title and its time, aware; ordered by time, then by id.

    Attributes:
        common: The same for articles that say the same in title and lead, of which the first few
            of a day stand for all; empty where nothing is known of that.
        least: Least likeness of an earlier title that is worth looking at; None for that of the
            archive.
    """

    time: datetime
    article_id: str
    folded: str
    common: str = ""
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cascade's ruling on two articles, with all that it rests on.

    Attributes:
        layer: Name of the layer that ruled, such as `same_title`.
        score: How sure it is that the two are one story, 0 to 1.
        reason: One line for a person.
        vetoes: Names of the evidence against SAME that spoke.
        scores: Every score that was computed, by name.
        thresholds: Those in force, by name.
        calibration: Name of the data that the thresholds were fitted on; empty for fixed rules.
        model: Language model that was asked; empty where none was.
        prompt_hash: SHA-256 hex of its prompt; empty where none was asked.
    """

    answer: Answer
    relation: Relation
    layer: str
    score: float
    reason: str
    vetoes: tuple[str, ...] = ()
    scores: Mapping[str, float] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    calibration: str = ""
    model: str = ""
    prompt_hash: str = ""


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A verdict as kept for audit; the newest of a pair is in force.

    Attributes:
        article_a: The smaller id of the two.
        article_b: The greater one.
        language: Of the pair; `xx` where the two differ or none is known.
        is_pending: True while a language model is still to be asked.
        is_sampled: True where a person is to look at it although it is decided.
        cost: Of the model's answer, in the currency of the settings; 0 where none was asked.
        latency_s: Of the model's answer, seconds.
        verdict_id: Given by the store; 0 before.
    """

    article_a: str
    article_b: str
    decided_at: datetime
    verdict: Verdict
    language: str = "xx"
    is_pending: bool = False
    is_sampled: bool = False
    cost: float = 0.0
    latency_s: float = 0.0
    verdict_id: int = 0

    def after(self, before: "StoredVerdict | None") -> "StoredVerdict":
        """Taking the place of another one on the pair: the newest is in force, so it is later than
        that, whatever the clock says. Clocks are put back, and a run counts from the time at which
        it began.
        """
        if before is None:
            return self
        earliest = before.decided_at + timedelta(microseconds=1)
        return replace(self, decided_at=max(self.decided_at, earliest))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's word on two articles; the newest of a pair wins over every layer.

    Attributes:
        article_a: The smaller id of the two.
        article_b: The greater one.
        note: Why, in the person's words; may be empty.
        ruling_id: Given by the store; 0 before.
    """

    article_a: str
    article_b: str
    decision: Decision
    ruled_at: datetime
    note: str = ""
    ruling_id: int = 0


@dataclass(frozen=True, slots=True)
class StoryNode:
    """An article as grouping sees it.

    Attributes:
        chosen: When a person made it the main article of its story; None where nobody did.
    """

    article_uuid: str
    published: datetime | None
    reputation: float = 0.5
    chosen: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoryGraph:
    """Articles that may form stories, and what binds and parts them; a pair is (smaller, greater).

    Attributes:
        links: Pairs that the verdicts in force call SAME → score.
        partings: Pairs that they call DIFFERENT.
        bound: Pairs that a person ruled the same.
        parted: Pairs that a person ruled anything else.
    """

    nodes: tuple[StoryNode, ...]
    links: Mapping[tuple[str, str], float] = field(default_factory=dict)
    partings: frozenset[tuple[str, str]] = frozenset()
    bound: frozenset[tuple[str, str]] = frozenset()
    parted: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class ArticleVector:
    """A vector of an article's title (and summary), by one model.

    Attributes:
        text_hash: SHA-256 hex of the text that was embedded; another one asks for a new vector.
    """

    article_uuid: str
    model: str
    text_hash: str
    vector: Vector


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """An article in a vector index.

    Attributes:
        time: Published, or detected where it is undated; aware UTC.
        language: Two letters; empty where unknown.
    """

    article_uuid: str
    vector: Vector
    time: datetime
    language: str = ""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An article near another one; the score is the cosine of the two, -1 to 1."""

    article_uuid: str
    score: float


@dataclass(frozen=True, slots=True)
class MatchBatch:
    """All that matching some articles changes; applied in one transaction.

    Attributes:
        matched: Ids of the articles that are done; one that another process has done meanwhile
            stays as that one left it.
        cascade_version: Of the rules that ruled.
        fingerprints: SimHash of the body of an article that is done, by id; 64 bits, unsigned.
        bare: Of the articles that are done those that had no text; one that has one by now is
            matched once more.
    """

    now: datetime
    cascade_version: str
    matched: tuple[str, ...] = ()
    verdicts: tuple[StoredVerdict, ...] = ()
    vectors: tuple[ArticleVector, ...] = ()
    fingerprints: Mapping[str, int] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StoryChange:
    """An article that has moved to another story.

    Attributes:
        before: Main article of its story until now.
        after: Main article from now on.
    """

    article_uuid: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Story:
    """Articles that tell the same news.

    Attributes:
        main_id: Its main article; the name of the story.
        article_uuids: All members, the main one first, then by time.
        time: When the main one was published, or found where it is undated; aware UTC.
        updates: Main articles of stories that are later news of this one.
        update_of: Main article of the story that this one is later news of.
        thread: Its place in a running story; None where it is in none.
    """

    main_id: str
    article_uuids: tuple[str, ...]
    time: datetime
    updates: tuple[str, ...] = ()
    update_of: str | None = None
    thread: "ThreadPlace | None" = None


@dataclass(frozen=True, slots=True)
class ThreadPlace:
    """Where a story stands in its thread.

    Attributes:
        thread_id: Its first story.
        stories: How many it has.
        earlier: The story before this one; None for the first.
        later: The story after this one; None for the newest.
    """

    thread_id: str
    stories: int
    earlier: str | None = None
    later: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadStory:
    """A story as threads see it.

    Attributes:
        story_id: Its main article.
        time: Its main article's story time, aware UTC.
        run_id: First story of the run that it is in: of what makes up a thread by verdicts alone;
            empty where it is in none.
    """

    story_id: str
    time: datetime
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """A running story: stories in order of time. It folds nothing and blocks nothing.

    Attributes:
        thread_id: Its first story; the id of any article of any of its stories leads to it.
        first, newest: Times of the first and of the newest story.
        stories: How many it has.
        story_ids: Main articles of the newest of them, newest first.
    """

    thread_id: str
    first: datetime
    newest: datetime
    stories: int
    story_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeaturedStory:
    """A story of a span of time, with what it is ranked by.

    Attributes:
        main_id: Its main article.
        clicks: On all of its articles, in that time.
        sources: How many sources report it.
    """

    main_id: str
    clicks: int
    sources: int


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What a chat endpoint sent back; untrusted.

    Attributes:
        is_cut: True where the answer ended at a limit.
    """

    text: str
    is_cut: bool
    prompt_tokens: int
    completion_tokens: int
    latency_s: float


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    """A language model's answer on a pair, kept so that the same pair is never asked twice.

    Attributes:
        cache_key: SHA-256 hex over model, prompt and the texts of both, in their fixed order.
        event_a: What the first article reports, in the model's words.
        event_b: The same of the second.
        differs_in: What tells the two apart; empty where nothing does.
        confidence: 0 to 1.
        cost: In the currency of the settings.
    """

    cache_key: str
    model: str
    prompt_hash: str
    relation: Relation
    confidence: float
    event_a: str
    event_b: str
    differs_in: str
    asked_at: datetime
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    latency_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What language models were asked since a time.

    Attributes:
        calls: All of them; some brought no answer (`failures`).
    """

    calls: int = 0
    failures: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    latency_s: float = 0.0


@dataclass(frozen=True, slots=True)
class StoryCounts:
    """The counts of matching that a person needs.

    Attributes:
        verdicts: In force, by (layer, language, answer).
        duplicates: Articles that are not the main one of their story.
        unmatched: Articles that wait for matching.
        pending: Pairs that wait for a language model.
        review: Pairs that wait for a person.
    """

    articles: int = 0
    stories: int = 0
    duplicates: int = 0
    unmatched: int = 0
    pending: int = 0
    review: int = 0
    rulings: int = 0
    verdicts: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    judge: ModelUse = field(default_factory=ModelUse)

    @property
    def duplicate_share(self) -> float:
        """Of all articles, 0 to 1."""
        return self.duplicates / self.articles if self.articles else 0.0

"""What the steps of one digest share: whose it is, when, and what was looked at so far."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import own_urls
from strandline.core.digest.scoring import scored
from strandline.core.digest.shown import ShownRows, hashes_of
from strandline.core.sources.sightings import Sighting
from strandline.model.articles import ArticleText
from strandline.model.digests import Candidate, DigestItem
from strandline.model.funnel import Drop
from strandline.model.readers import Reader, ReaderSettings
from strandline.pipelines.runner import Step, StepResult
from strandline.pipelines.stories import Matcher
from strandline.ports import Ports
from strandline.settings import Settings

DigestStep = Step["DigestRun", Draft]
DigestResult = StepResult[Draft]
Filter = Callable[[Sequence[Draft]], tuple[list[Draft], list[Drop]]]


@dataclass(slots=True)
class DigestRun:
    """The context of a run; lives as long as it.

    Attributes:
        source_uuids: The reader's sources.
        considered: Ids of all articles that came up in this run (`seen_urls` of document 0).
        asked: Ids of articles whose page was asked for in this run: none is asked for twice.
        sharing: Ids of articles whose page stands for several: it is not read for them.
        texts: How scraping ended, by article id, where there is no text.
        reserve: Candidates without a text that the first look did not get to read.
        sightings: Hits of searches by their URL as given.
        moved: URLs as searches gave them, of hits that were redirected.
        chosen: What has a place in the digest.
        overflow: What found its category full.
        items: The digest as it will be saved.
        is_extra: Asked for beside the day's edition, however few items it has.
        matcher: Brings what nobody has matched into its story; may be shared with other threads.
    """

    ports: Ports
    settings: Settings
    reader: Reader
    now: datetime
    source_uuids: tuple[str, ...]
    considered: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    sharing: set[str] = field(default_factory=set)
    texts: dict[str, ArticleText] = field(default_factory=dict)
    reserve: list[Draft] = field(default_factory=list)
    sightings: dict[str, Sighting] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    chosen: list[Draft] = field(default_factory=list)
    overflow: list[Draft] = field(default_factory=list)
    items: tuple[DigestItem, ...] = ()
    is_extra: bool = False
    matcher: Matcher | None = None

    def anew(self) -> "DigestRun":
        """The same run before its first step."""
        return DigestRun(
            self.ports,
            self.settings,
            self.reader,
            self.now,
            self.source_uuids,
            is_extra=self.is_extra,
            matcher=self.matcher,
        )

    @property
    def choices(self) -> ReaderSettings:
        """What the reader chose."""
        return self.reader.settings

    def muted_threads(self) -> set[str]:
        """Names of the threads that the reader muted, as they are at this moment, and the articles
        by which they were; those may be in no thread.
        """
        muted = self.choices.muted_threads
        return {*muted, *self.ports.store.threads_of(muted).values()} if muted else set()

    def note_considered(self, drafts: Iterable[Draft]) -> None:
        """Remember that these came up."""
        self.considered |= {draft.candidate.article_uuid for draft in drafts}

    def draft(self, candidate: Candidate, original: str = "") -> Draft:
        """A candidate, scored."""
        draft = Draft(candidate, original=original)
        return scored(draft, self.choices.weights, self.choices.max_age_hours, self.now)

    def seen(self, drafts: Sequence[Draft]) -> ShownRows:
        """What the reader's history holds of the drafts and their stories; nothing where it is
        off.
        """
        if self.reader.history_days == 0 or not drafts:
            return ShownRows()
        candidates = [draft.candidate for draft in drafts]
        uuids = [uuid for c in candidates for uuid in (c.article_uuid, *c.story_uuids)]
        urls = [url for c in candidates for url in (*own_urls(c), *c.story_urls)]
        return ShownRows(
            self.ports.store.shown_before(
                self.reader.reader_id, article_uuids=uuids, url_hashes=hashes_of(urls)
            )
        )


def filtered(drafts: Sequence[Draft], decide: Filter, *notes: str) -> DigestResult:
    """The result of a step that only drops."""
    kept, drops = decide(drafts)
    return StepResult(kept, drops, [note for note in notes if note])

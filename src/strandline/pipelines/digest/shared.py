"""What the steps of one digest share: whose it is, when, and what was looked at so far."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import own_hashes, story_hashes
from strandline.core.digest.scoring import scored
from strandline.core.sources.sightings import Sighting
from strandline.core.urls.history import history_hash
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
        considered: Hashes of all URLs that came up in this run (`seen_urls` of document 0).
        ids: URL → article id, of the same.
        asked: Ids of articles whose page was asked for in this run: none is asked for twice.
        texts: How scraping ended, by article id, where there is no text.
        reserve: Candidates without a text that the first look did not get to read.
        sightings: Hits of searches by their URL as given.
        moved: URLs as searches gave them, of hits that were redirected.
        chosen: What has a place in the digest.
        items: The digest as it will be saved.
        matcher: Brings what nobody has matched into its story; may be shared with other threads.
    """

    ports: Ports
    settings: Settings
    reader: Reader
    now: datetime
    source_uuids: tuple[str, ...]
    considered: set[str] = field(default_factory=set)
    ids: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    texts: dict[str, ArticleText] = field(default_factory=dict)
    reserve: list[Draft] = field(default_factory=list)
    sightings: dict[str, Sighting] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    chosen: list[Draft] = field(default_factory=list)
    items: tuple[DigestItem, ...] = ()
    matcher: Matcher | None = None

    @property
    def choices(self) -> ReaderSettings:
        """What the reader chose."""
        return self.reader.settings

    def note_considered(self, drafts: Iterable[Draft]) -> None:
        """Remember that these came up."""
        for draft in drafts:
            self.considered.add(history_hash(draft.candidate.url))
            self.ids[draft.candidate.url] = draft.candidate.article_uuid

    def draft(self, candidate: Candidate, original: str = "") -> Draft:
        """A candidate, scored."""
        draft = Draft(candidate, original=original)
        return scored(draft, self.choices.weights, self.choices.max_age_hours, self.now)

    def seen(self, drafts: Sequence[Draft]) -> set[str]:
        """Which of the drafts' hashes are in the reader's history; none where it is off."""
        if self.reader.history_days == 0 or not drafts:
            return set()
        hashes = [hashed for draft in drafts for hashed in own_hashes(draft)]
        if self.choices.history_by_story:
            hashes += [hashed for draft in drafts for hashed in story_hashes(draft)]
        return self.ports.store.check_urls_exist(self.reader.reader_id, hashes)


def filtered(drafts: Sequence[Draft], decide: Filter, *notes: str) -> DigestResult:
    """The result of a step that only drops."""
    kept, drops = decide(drafts)
    return StepResult(kept, drops, [note for note in notes if note])

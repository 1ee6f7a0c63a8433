"""A candidate on its way through the steps of a digest, with what the steps found out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from strandline.model.digests import Candidate
from strandline.model.funnel import Drop
from strandline.model.sources import ContentType

#: Curated reference material: passes whatever the history says and is not recorded (document 1,
#: "Why Exempt Skills?"; its code, not its note, is followed).
EXEMPT_TYPES = frozenset({ContentType.SKILL})

#: What is put into the reader's categories; the other types have sections of their own.
CATEGORY_TYPES = frozenset({ContentType.ARTICLE, ContentType.VIDEO})

#: Found in a post and kept for the archive: no news of any source, so never in a digest.
NOT_NEWS_TYPES = frozenset({ContentType.LINK})

#: What is worth reading only with a text; the others live by their title and summary.
TEXT_TYPES = frozenset({ContentType.ARTICLE})


@dataclass(frozen=True, slots=True)
class Draft:
    """One candidate and what was decided about it so far.

    Attributes:
        category: The reader's category; empty until classified, and for types without one.
        parts: Weighted parts of the score, by name.
        original: The URL as a web search gave it; empty for candidates of the ledger.
    """

    candidate: Candidate
    category: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)
    original: str = ""

    @property
    def score(self) -> float:
        """Sum of the parts."""
        return sum(self.parts.values())

    @property
    def is_exempt(self) -> bool:
        """True where neither history nor caps per source apply."""
        return self.candidate.content_type in EXEMPT_TYPES

    @property
    def has_category(self) -> bool:
        """True where it competes for a place in a category."""
        return self.candidate.content_type in CATEGORY_TYPES

    def drop(self, reason: str, detail: str = "") -> Drop:
        """Its drop; the subject is its URL."""
        one = self.candidate
        name = one.source_name or one.domain
        return Drop(one.url, reason, detail, one.article_uuid, one.title or one.summary[:80], name)

"""What matching a batch of articles brought to light."""

from dataclasses import dataclass, field

from strandline.core.dedup.grouping import pair, parts
from strandline.core.dedup.telling import Telling
from strandline.model.stories import ArticleVector, Relation, StoredVerdict, StoryInput, Verdict


@dataclass(frozen=True, slots=True)
class Compared:
    """Two articles and the cascade's verdict on them."""

    a: StoryInput
    b: StoryInput
    verdict: Verdict


@dataclass(slots=True)
class Findings:
    """What a batch of articles brought to light.

    Attributes:
        tellings: The articles.
        vectors: New ones, of all models.
        pairs: Ids of what was compared.
        revised: Ids of what had a verdict before → that verdict.
    """

    tellings: list[Telling] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    vectors: list[ArticleVector] = field(default_factory=list)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    revised: dict[tuple[str, str], StoredVerdict] = field(default_factory=dict)

    def add(self, a: StoryInput, b: StoryInput, verdict: Verdict) -> None:
        """Note a comparison."""
        self.compared.append(Compared(a, b, verdict))
        self.pairs.add(pair(a.article_uuid, b.article_uuid))

    def take(self, missed: "Findings") -> None:
        """Add what others matched at the same time; mere want of likeness says nothing."""
        self.vectors += missed.vectors
        for one in missed.compared:
            said = one.verdict
            is_plain = said.relation is Relation.DIFFERENT
            if not is_plain or parts(said.answer, said.layer, said.vetoes):
                self.add(one.a, one.b, said)

    def knows(self, one: str, other: str) -> bool:
        """True where the two were compared in this batch."""
        return pair(one, other) in self.pairs

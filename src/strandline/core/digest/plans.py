"""What becomes of an edition once it is made: published, left as a draft, or skipped."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.digest.editions import published
from strandline.core.digest.worth import NOTHING_NEW
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.readers import DigestScope, Reader
from strandline.model.sources import ContentType
from strandline.settings import DigestSettings

TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to become of it.

    Attributes:
        is_draft: An editor is to look at it.
        send_at: When a draft goes out by itself; None where it waits for a person.
        is_unasked: Made by the schedule: nothing empty or thin is published, and that is kept.
        is_told: It was kept before that there is nothing new.
    """

    is_draft: bool = False
    send_at: datetime | None = None
    is_unasked: bool = False
    is_told: bool = False

    def keeps(self, edition: Digest) -> bool:
        """False for an edition that is not saved: empty, and nobody needs to be told."""
        return bool(edition.items) or (self.is_unasked and not self.is_told)


AT_ONCE = Plan()


def plan_of(
    reader: Reader,
    settings: DigestSettings,
    now: datetime,
    *,
    is_unasked: bool = False,
    is_told: bool = False,
) -> Plan:
    """What the settings say. Only the shared digest has an editor: one's own is published."""
    if reader.scope is not DigestScope.SHARED or settings.publish == "at_once":
        return Plan(is_unasked=is_unasked, is_told=is_told)
    by_itself = settings.publish == "after_review"
    send_at = now + timedelta(minutes=settings.review_minutes) if by_itself else None
    return Plan(True, send_at, is_unasked, is_told)


def planned(edition: Digest, plan: Plan, least_items: int, *, is_mailed: bool = False) -> Digest:
    """The edition in the state in which it is saved; published, it waits for its mails."""
    if not edition.items:
        return replace(edition, state=EditionState.SKIPPED, reason=NOTHING_NEW)
    if plan.is_unasked and is_thin(edition, least_items):
        return replace(edition, state=EditionState.SKIPPED, reason=TOO_FEW)
    if plan.is_draft:
        return replace(edition, state=EditionState.DRAFT, send_at=plan.send_at)
    approved = replace(edition, state=EditionState.APPROVED)
    return published(approved, edition.created_at, is_mailed=is_mailed)


def is_thin(edition: Digest, least_items: int) -> bool:
    """Fewer items than the least; those of fixed lists, which stand in every edition, aside."""
    news = sum(item.content_type is not ContentType.SKILL for item in edition.items)
    return news < least_items

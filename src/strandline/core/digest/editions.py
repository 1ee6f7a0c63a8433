"""The ways of an edition: which step leads from which state to which.

    draft ──approve──▶ approved ──schedule──▶ scheduled ──publish──▶ sending ──finish──▶ sent
      ▲ ◀──send_back──    │ ◀──────stop──────     │
      │                   └──────── publish ──────┘
      └─take_up─ skipped ◀──skip── (draft, approved)

A draft uses up no history: it is written with the approval and taken back with whatever leads
from it. Only a draft is edited; of what was published the page alone is corrected.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from strandline.model.digests import Digest
from strandline.model.editions import EditionState, Step

_DRAFT, _APPROVED, _SCHEDULED, _SENDING, _SENT, _SKIPPED = EditionState


#: All there are; what is not here is refused.
WAYS: Mapping[tuple[EditionState, Step], EditionState] = MappingProxyType(
    {
        (_DRAFT, Step.APPROVE): _APPROVED,
        (_DRAFT, Step.STOP): _DRAFT,  # it waits for a person from now on
        (_DRAFT, Step.SKIP): _SKIPPED,
        (_APPROVED, Step.SEND_BACK): _DRAFT,
        (_APPROVED, Step.SCHEDULE): _SCHEDULED,
        (_APPROVED, Step.PUBLISH): _SENDING,
        (_APPROVED, Step.SKIP): _SKIPPED,
        (_SCHEDULED, Step.SCHEDULE): _SCHEDULED,
        (_SCHEDULED, Step.STOP): _APPROVED,
        (_SCHEDULED, Step.PUBLISH): _SENDING,
        (_SENDING, Step.FINISH): _SENT,
        (_SKIPPED, Step.TAKE_UP): _DRAFT,
    }
)


def steps_from(state: EditionState) -> tuple[Step, ...]:
    """What can be done in a state, in order."""
    return tuple(step for step in Step if (state, step) in WAYS)


def stepped(
    edition: Digest,
    step: Step,
    now: datetime,
    *,
    send_at: datetime | None = None,
    reason: str = "",
    note: str = "",
) -> Digest | None:
    """The edition after a step; None where no such step leads from its state.

    Args:
        send_at: For `schedule`.
        reason: For `skip`.
        note: Of whoever does it; one of before stays where there is none.
    """
    state = WAYS.get((edition.state, step))
    if state is None or (step is Step.STOP and edition.send_at is None):
        return None
    return replace(
        edition,
        state=state,
        reason=reason if state is _SKIPPED else "",
        note=note or edition.note,
        send_at=send_at if step is Step.SCHEDULE else None,
        published_at=now if step is Step.PUBLISH else edition.published_at,
    )


def published(edition: Digest, now: datetime, *, is_mailed: bool = False) -> Digest:
    """An approved edition on its way to its readers.

    From `sending` on its recipients are planned and served. Where there is no way out but the page,
    to publish it is to have sent it.

    Args:
        is_mailed: There is a way out for mails.
    """
    sending = stepped(edition, Step.PUBLISH, now) or edition
    return sending if is_mailed else stepped(sending, Step.FINISH, now) or sending

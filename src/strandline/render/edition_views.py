"""What the pages of the edition desk show, gathered."""

from dataclasses import dataclass

from strandline.model.digests import Digest, DigestDrop, DigestItem
from strandline.model.editions import EditionAct, EditionState, Step
from strandline.render.groups import SectionOfDigest


@dataclass(frozen=True, slots=True)
class EditionsView:
    """Editions by state, newest first.

    Attributes:
        state: The chosen one; empty for all.
        older_href: The next page; None on the last one.
    """

    editions: tuple[Digest, ...]
    states: tuple[EditionState, ...]
    state: str
    older_href: str | None
    may_draft: bool


@dataclass(frozen=True, slots=True)
class EditionDeskView:
    """One edition with all that may be done to it.

    Attributes:
        sections: Its items, those of this page.
        acts: The last ones, newest first.
        steps: What may be done to it as a whole, by who looks.
        asks: Whether approval waits for a word on what was shown meanwhile.
        zone: Name of the clock in which a time to send is meant.
        next_href: More items; None where there are none.
    """

    edition: Digest
    sections: tuple[SectionOfDigest, ...]
    acts: tuple[EditionAct, ...]
    steps: tuple[Step, ...]
    section_choices: tuple[str, ...]
    may_edit: bool
    asks: bool
    zone: str
    next_href: str | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class EditionItemView:
    """One item and its words."""

    edition: Digest
    item: DigestItem
    section_choices: tuple[str, ...]
    may_edit: bool


@dataclass(frozen=True, slots=True)
class LeftOutView:
    """What an edition did not take.

    Attributes:
        steps: Steps that let something go.
    """

    edition: Digest
    drops: tuple[DigestDrop, ...]
    steps: tuple[str, ...]
    step: str
    next_href: str | None
    may_edit: bool


@dataclass(frozen=True, slots=True)
class PreviewView:
    """The bytes as they go out.

    Attributes:
        parts: Names of what can be looked at, as their addresses have them.
        size: Bytes of the message.
        limit: Bytes from which on a large mail service cuts a message off.
    """

    edition: Digest
    parts: tuple[str, ...]
    part: str
    text: str
    size: int
    limit: int
    shown: int

"""What the pages of a reader's own edition show, gathered."""

from collections.abc import Mapping
from dataclasses import dataclass

from strandline.model.digests import Digest
from strandline.model.readers import HistoryEntry, Reader
from strandline.model.sources import Source


@dataclass(frozen=True, slots=True)
class SectionField:
    """A section in the form: its name, what it is called, how many places, at which place."""

    section: str
    name: str
    places: str
    at: int


@dataclass(frozen=True, slots=True)
class ReaderView:
    """A reader's own edition and how they want it.

    Attributes:
        reader: None where whoever is signed in has none.
        typed: Settings as they are typed.
        sources: All that may be followed; none where there are too many for a page.
        editions: The newest ones.
        is_shared: The edition is everybody's: nothing here is one person's own.
    """

    reader: Reader | None
    typed: Mapping[str, str]
    sections: tuple[SectionField, ...] = ()
    sources: tuple[Source, ...] = ()
    editions: tuple[Digest, ...] = ()
    days: tuple[str, ...] = ()
    in_history: int = 0
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class HistoryView:
    """What a reader was shown, newest first, with titles."""

    rows: tuple[tuple[HistoryEntry, str], ...]
    words: str
    older_href: str | None

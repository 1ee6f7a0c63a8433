"""The three values of a URL, and what was done to get from one to the next."""

from dataclasses import dataclass
from enum import StrEnum


class UrlNote(StrEnum):
    """The six standard tokens of `url_notes`, in the order in which they are written."""

    RESOLVED_REDIRECTS = "resolved_redirects"
    REMOVED_TRACKING_PARAMS = "removed_tracking_params"
    REMOVED_FRAGMENT = "removed_fragment"
    NORMALIZED_TRAILING_SLASH = "normalized_trailing_slash"
    LOWERCASED_HOST = "lowercased_host"
    OTHER_NORMALIZATION = "other_normalization"


@dataclass(frozen=True, slots=True)
class TrailStep:
    """One thing that a rule did to a URL, kept for `explain`.

    Attributes:
        rule: Name of the rule, such as `tracking:utm_*` or `unwrap:google`.
        detail: What it removed or changed, such as `utm_source=rss`.
    """

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class UrlIdentity:
    """What a URL is, found offline.

    Attributes:
        original: As received, kept for ever.
        canonical: What we show, fetch and hash.
        key: Folded form for comparing; never fetched.
        notes: What was done, in the fixed order of `UrlNote`, no doubles.
        trail: The finer account of the same.
        needs_resolving: True for hosts whose links say nothing (shorteners, opaque tokens):
            the canonical URL is only known after a request.
    """

    original: str
    canonical: str
    key: str
    notes: tuple[UrlNote, ...] = ()
    trail: tuple[TrailStep, ...] = ()
    needs_resolving: bool = False

    @property
    def url_notes(self) -> str | None:
        """The tokens, comma-separated; None where nothing was changed (document 2)."""
        return ",".join(self.notes) or None

    @property
    def is_unchanged(self) -> bool:
        """True when original and canonical are the same string: `url_original_to_final_match`."""
        return self.original == self.canonical

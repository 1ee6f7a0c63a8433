"""A title as the cascade reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Removed:
    """A piece that was taken off a title because it names no part of the news.

    Attributes:
        kind: `label`, `site`, `paywall`, `dateline`, `emoji`, `part`, …
        text: The piece as it stood.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Title:
    """A title in the form in which titles are compared, and what its marks told.

    Attributes:
        raw: As received.
        display: Plain text without labels and site names, case and signs kept: for names,
            numbers and models that embed.
        folded: Case, width, signs, accents and script folded: equal titles are equal here.
        words: Words of `folded`; for Chinese, its characters in runs.
        language: Two letters: as given, or guessed from the script; empty where unknown.
        features: What the removed pieces mean: `live`, `opinion`, `update`, `exclusive`, `video`,
            `photos`, `subscriber`, `part:2`, `question`, …
        removed: The pieces, in the order in which they stood.
    """

    raw: str
    display: str
    folded: str
    words: tuple[str, ...]
    language: str
    features: frozenset[str] = frozenset()
    removed: tuple[Removed, ...] = ()

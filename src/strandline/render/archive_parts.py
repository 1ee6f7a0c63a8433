"""Small decisions of the archive's pages: badges, states, sizes, marked words."""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from strandline.model.archive import ArchivedLink, CaptureOutcome, JobStatus
from strandline.model.rot import LinkState, Sign
from strandline.render.html import MAX_TEXT, clean

#: What a list tells of the kept files, in this order; each needs one of the kinds beside it.
BADGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("video", ("video",)),
    ("screenshot", ("screenshot", "screenshot_full")),
    ("text", ("text",)),
    ("pdf", ("pdf",)),
    ("reddit_json", ("reddit_json",)),
    ("wacz", ("wacz", "warc")),
)
#: The badge of a document that is no page, by the start of its type.
_OF_TYPE = (
    ("video/", "video"),
    ("audio/", "video"),
    ("image/", "screenshot"),
    ("application/pdf", "pdf"),
)
#: A shape and a colour of the stylesheet beside a state.
JOB_TONES: Mapping[str, str] = {
    "succeeded": "well",
    "running": "calm",
    "queued": "calm",
    "skipped_cached": "calm",
    "skipped_policy": "calm",
    "queued_kept": "well",
    "failed_kept": "warn",
    "failed": "bad",
    "none": "calm",
}
OUTCOME_TONES: Mapping[CaptureOutcome, str] = {
    CaptureOutcome.GOOD: "well",
    CaptureOutcome.NO_MEDIA: "calm",
    CaptureOutcome.NOT_APPLICABLE: "calm",
    CaptureOutcome.TRUNCATED: "warn",
    CaptureOutcome.TOO_LARGE: "warn",
    CaptureOutcome.TIMEOUT: "warn",
    CaptureOutcome.TOOL_MISSING: "warn",
    CaptureOutcome.BLOCKED: "bad",
    CaptureOutcome.LOGIN_WALL: "bad",
    CaptureOutcome.SOFT_404: "bad",
    CaptureOutcome.GONE: "bad",
    CaptureOutcome.REFUSED: "bad",
    CaptureOutcome.UNSUPPORTED: "bad",
    CaptureOutcome.FAILED: "bad",
}
LINK_TONES: Mapping[LinkState, str] = {
    LinkState.UNKNOWN: "calm",
    LinkState.ALIVE: "well",
    LinkState.CHANGED: "warn",
    LinkState.MOVED: "warn",
    LinkState.BLOCKED: "warn",
    LinkState.SOFT_GONE: "bad",
    LinkState.GONE: "bad",
}
SIGN_TONES: Mapping[Sign, str] = {
    Sign.ALIVE: "well",
    Sign.CHANGED: "warn",
    Sign.MOVED: "warn",
    Sign.BLOCKED: "warn",
    Sign.UNKNOWN: "calm",
    Sign.SOFT_GONE: "bad",
    Sign.GONE: "bad",
    Sign.FAILING: "bad",
    Sign.DOWN: "bad",
}
_UNITS = ("B", "kB", "MB", "GB", "TB")
#: Words that are marked in a snippet.
_MOST_WORDS = 20


def badges(link: ArchivedLink) -> list[str]:
    """Which badges a link has, by what is kept of it; a PDF is one, printed or not."""
    own = {name for start, name in _OF_TYPE if link.document_type.startswith(start)}
    return [
        name
        for name, kinds in BADGES
        if name in own or any(link.artifacts.get(kind) for kind in kinds)
    ]


def state_of(link: ArchivedLink) -> str:
    """The state of a link for a person: a failed second capture does not unmake the first."""
    if link.status is None:
        return "succeeded" if link.last_archived_at else "none"
    is_kept = link.last_archived_at is not None
    if is_kept and link.status is JobStatus.FAILED:
        return "failed_kept"
    if is_kept and link.status in (JobStatus.QUEUED, JobStatus.RUNNING):
        return "queued_kept"
    if is_kept and link.status is JobStatus.SKIPPED_CACHED:
        return "succeeded"
    return link.status.value


def size(count: int, language: str) -> str:
    """Bytes for a person, with one digit below ten: `5.2 MB`, in French `5,2 Mo`."""
    value, unit = float(count), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    shown = f"{value:.1f}" if unit and value < 9.95 else f"{value:.0f}"
    if language == "fr":
        return f"{shown.replace('.', ',')}\u202f{_UNITS[unit].replace('B', 'o')}"
    return f"{shown}\u00a0{_UNITS[unit]}"


def marked(snippet: str, words: str) -> Markup:
    """A snippet in which the words of the query are marked; everything else is escaped text."""
    text = clean(snippet, MAX_TEXT)
    wanted = sorted(set(re.findall(r"\w+", words[:2_000])), key=lambda word: (-len(word), word))
    if not wanted or not text:
        return escape(text)
    pattern = "|".join(_whole(word) for word in wanted[:_MOST_WORDS])
    # The capturing group makes every second piece a hit.
    pieces = re.split(rf"({pattern})", text, flags=re.IGNORECASE)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(piece) if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )


def _whole(word: str) -> str:
    """The word alone; scripts that put no spaces between words have it anywhere."""
    return rf"(?<!\w){re.escape(word)}(?!\w)" if word.isascii() else re.escape(word)

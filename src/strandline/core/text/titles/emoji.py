"""Emoji of titles: ornaments are taken off, those that speak stay or become features."""

import re

from strandline.core.text.titles.model import Removed

#: What an ornament means where it means something.
MEANING = {
    "🔒": "subscriber", "🔐": "subscriber", "🔏": "subscriber", "💰": "",
    "🎥": "video", "📹": "video", "🎬": "video", "▶": "video", "📺": "video", "🎦": "video",
    "📷": "photos", "📸": "photos", "🖼": "photos",
    "🎧": "audio", "🎙": "audio", "🔊": "audio", "🎤": "audio",
}  # fmt: skip

#: All emoji and dingbats but those that `folding.TELLING_EMOJI` keeps: flags, up and down, yes and
#: no, medals. A blank may stand between two of them.
_ORNAMENT = re.compile(
    "(?:(?![📈📉👍👎🥇🥈🥉✅❌])"
    "[\u203c\u2049\u231a-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001faff]\\s*)+"
)


def without_ornaments(text: str) -> tuple[str, list[Removed], set[str]]:
    """The text without ornaments, what they were, and the features that they stand for.

    A title of nothing but emoji stays as it is.
    """
    if not _ORNAMENT.search(text):
        return text, [], set()
    bare = " ".join(_ORNAMENT.sub(" ", text).split())
    if not any(map(str.isalnum, bare)):
        return text, [], set()
    removed = [Removed("emoji", found[0].strip()) for found in _ORNAMENT.finditer(text)]
    features = {MEANING[sign] for piece in removed for sign in piece.text if MEANING.get(sign)}
    return bare, removed, features

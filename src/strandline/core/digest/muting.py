"""Leaves out what a reader does not want to read of: words and running stories."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from strandline.core.digest.drafts import Draft
from strandline.model.funnel import Drop

MUTED = "muted"
MUTED_THREAD = "muted_thread"

#: Writing without spaces between words: a word is found wherever it stands.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")


def drop_muted(drafts: Sequence[Draft], words: Sequence[str]) -> tuple[list[Draft], list[Drop]]:
    """Drop what has one of the words in its title or summary, in any case."""
    pattern = _pattern(tuple(words))
    if pattern is None:
        return list(drafts), []
    kept, drops = [], []
    for draft in drafts:
        said = f"{draft.candidate.title}\n{draft.candidate.summary}".casefold()
        if found := pattern.search(said):
            drops.append(draft.drop(MUTED, found[0]))
        else:
            kept.append(draft)
    return kept, drops


def drop_threads(drafts: Sequence[Draft], muted: Collection[str]) -> tuple[list[Draft], list[Drop]]:
    """Drop what belongs to a running story that the reader muted.

    Args:
        muted: Ids of threads, and of articles whose stories are in none.
    """
    kept, drops = [], []
    for draft in drafts:
        one = draft.candidate
        if muted and not {one.thread_id, one.article_uuid, *one.story_uuids}.isdisjoint(muted):
            drops.append(draft.drop(MUTED_THREAD, one.thread_id))
        else:
            kept.append(draft)
    return kept, drops


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Whole words; parts of longer ones do not count where spaces tell words apart."""
    folded = [" ".join(word.casefold().split()) for word in words]
    parts = [
        re.escape(word) if _UNSPACED.search(word) else rf"(?<!\w){re.escape(word)}(?!\w)"
        for word in folded
        if word
    ]
    return re.compile("|".join(parts)) if parts else None

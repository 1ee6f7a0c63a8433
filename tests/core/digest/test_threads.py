"""Running stories in an edition: muted by a reader, or kept together."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from strandline.core.digest.drafts import Draft
from strandline.core.digest.muting import MUTED_THREAD, drop_threads
from strandline.core.digest.sections import lay_out
from strandline.model.digests import DigestItem, Section
from strandline.model.readers import Reader, ReaderSettings
from strandline.model.sources import ContentType
from strandline.testing.builders import NOW

Make = Callable[..., Draft]
HOUR = timedelta(hours=1)


def a_draft(draft: Make, number: int, thread: str = "", **changes: Any) -> Draft:
    """The higher its number, the older and the less clicked on."""
    return draft(
        f"https://a.example/news/{number}",
        article_uuid=f"A_{number}",
        thread_id=thread,
        published_at=NOW - number * HOUR,
        clicks=50 - number,
        **changes,
    )


def numbers(items: tuple[DigestItem, ...]) -> str:
    """Of each, with its section's first letter; items that were kept together have a star."""
    return " ".join(
        f"{item.section.value[0]}{item.article_uuid[2:]}{'*' * bool(item.thread_id)}"
        for item in items
    )


def laid_out(drafts: list[Draft], **settings: Any) -> str:
    return numbers(lay_out(drafts, Reader("ada", "Ada", settings=ReaderSettings(**settings))))


def test_a_muted_thread_is_left_out_as_a_whole(draft: Make) -> None:
    """By the name of the thread, and by a story that is in none; the reason says so."""
    drafts = [
        a_draft(draft, 1, "A_first"),
        a_draft(draft, 2),
        a_draft(draft, 3, story_id="A_9", story_uuids=("A_9",)),
        a_draft(draft, 4, "A_other"),
    ]
    kept, drops = drop_threads(drafts, {"A_first", "A_9"})
    assert kept == [drafts[1], drafts[3]]
    assert [(drop.article_uuid, drop.reason) for drop in drops] == [
        ("A_1", MUTED_THREAD),
        ("A_3", MUTED_THREAD),
    ]
    assert drop_threads(drafts, set()) == (drafts, [])


def test_a_thread_is_kept_together_where_its_best_item_stands(draft: Make) -> None:
    """The newest first; a thread of one item, and everything else, stays in its place."""
    drafts = [a_draft(draft, n, {2: "T", 5: "T", 6: "T", 4: "U"}.get(n, "")) for n in range(1, 8)]
    assert laid_out(drafts) == "m1 m2 m3 q4 q5 q6 a7"
    assert laid_out(drafts, threads_together=True) == "m1 m2* m5* m6* m3 q4 a7"


def test_what_is_of_another_kind_stays_where_it_is(draft: Make) -> None:
    """A podcast about it is no article."""
    drafts = [
        a_draft(draft, 1, "T"),
        a_draft(draft, 2, "T", content_type=ContentType.PODCAST, category=""),
    ]
    items = lay_out(drafts, Reader("ada", "Ada", settings=ReaderSettings(threads_together=True)))
    assert [item.section for item in items] == [Section.MUST_READS, Section.FEATURED_PODCAST]
    assert {item.thread_id for item in items} == {""}

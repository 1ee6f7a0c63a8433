"""Spans of story time, safe at both ends of the calendar."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from strandline.model.stories import StoryInput

#: The first and the last moment that there is.
FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
#: What is held of a window is let go when so much lies behind what can be asked for.
LET_GO_EVERY = timedelta(days=1)


def story_time(article: StoryInput) -> datetime:
    """When an article was published, or first seen where it is undated."""
    time = article.published or article.detected
    if time is None:
        raise ValueError(f"{article.article_uuid} has no time at all")
    return time


def before(time: datetime, gap: timedelta) -> datetime:
    """A gap earlier, or the first moment that there is: strangers date their news in the year 1."""
    return time - gap if time - FIRST > gap else FIRST


def after(time: datetime, gap: timedelta) -> datetime:
    """A gap later, or the last moment that there is."""
    return time + gap if LAST - time > gap else LAST


def apart(articles: Sequence[StoryInput], reach: timedelta) -> Iterable[Sequence[StoryInput]]:
    """Articles by story time, in pieces that span no more than a reach.

    What is compared with a piece lies within a reach of it. Without pieces, one article of last
    year beside one of today would ask for everything between.
    """
    piece: list[StoryInput] = []
    for article in sorted(articles, key=lambda a: (story_time(a), a.article_uuid)):
        if piece and story_time(article) - story_time(piece[0]) > reach:
            yield piece
            piece = []
        piece.append(article)
    if piece:
        yield piece

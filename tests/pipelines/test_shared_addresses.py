"""Feeds whose items share an address: each item is an article, and stays the one it is."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.pipelines.feeds_of_one_address import PLAYS, Play, document

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SITE = "https://quay.example"
FEED = f"{SITE}/feed.xml"


def titles(rig: Any) -> list[str]:
    return sorted(a.article_title or "" for a in rig.ports.store.recent(limit=100))


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_each_item_is_an_article(rig: Any, answer: Any, play: Play) -> None:
    """Polled hour by hour, and once more, a feed ends as exactly the articles that it showed."""
    source = rig.add(FEED)
    for hour, items in enumerate((*play.polls, play.polls[-1])):
        rig.web.answers[FEED] = answer(document(items, SITE, play.channel) + b" " * hour)
        rig.poll(START + hour * HOUR, only=[source.source_uuid], force=True)
    assert titles(rig) == sorted(play.titles)
    store = rig.ports.store
    aliases = {x.url for a in store.recent(limit=100) for x in store.aliases(a.article_uuid)}
    assert not aliases & {one.replace("@", SITE) for one in play.no_alias}

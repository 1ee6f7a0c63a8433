"""The days are counted in the background."""

from datetime import timedelta
from typing import Any

from strandline.core.figures import DAYS
from strandline.model.articles import IngestBatch
from strandline.pipelines.figures import count_days
from strandline.ports import Ports, Store
from strandline.testing.builders import NOW, an_article
from strandline.testing.fakes import FrozenClock


def ports_of(store: Store, clock: FrozenClock) -> Ports:
    nothing: Any = None
    return Ports(clock, nothing, nothing, store, nothing, nothing, nothing, nothing, "w")


def test_a_day_is_counted_until_it_is_over(sqlite_store: Store) -> None:
    """All days at first, then today and yesterday; what was measured on a day stays."""
    clock = FrozenClock(NOW)
    ports, today = ports_of(sqlite_store, clock), NOW.date()
    assert count_days(ports) == DAYS
    article = an_article("https://paper.example/late", article_detected_utc_iso=NOW)
    sqlite_store.ingest(IngestBatch(now=NOW, articles=(article,)))
    clock.advance(timedelta(days=1))
    assert count_days(ports) == 2
    days = sqlite_store.figures(today)
    assert days[today]["articles"] == 1
    assert days[today]["storage.database"] > 0
    assert days[today + timedelta(days=1)]["articles"] == 0

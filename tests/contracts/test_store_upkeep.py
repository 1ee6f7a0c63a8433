"""The contract of what is kept of backups and rehearsals, on both databases."""

from datetime import timedelta

from strandline.model.database import Upkeep
from strandline.ports import Store
from strandline.testing.builders import NOW

LATER = NOW + timedelta(days=1)


def test_a_bad_end_keeps_what_the_good_one_brought(store: Store) -> None:
    """When it was well, what it brought, how far it reaches; a good end clears the fault."""
    assert store.upkeep() == {}
    store.save_upkeep(Upkeep("backup", NOW, message="the disk is full"))
    assert store.upkeep()["backup"] == Upkeep("backup", NOW, message="the disk is full")
    good = Upkeep("backup", NOW, ok_at=NOW, detail="12 MB", since=NOW - timedelta(days=9))
    store.save_upkeep(good)
    store.save_upkeep(Upkeep("rehearsal", NOW, ok_at=NOW))
    assert store.upkeep()["backup"] == good
    store.save_upkeep(Upkeep("backup", LATER, message="no bucket"))
    told = store.upkeep()["backup"]
    assert (told.ran_at, told.message) == (LATER, "no bucket")
    assert (told.ok_at, told.detail, told.since) == (good.ok_at, good.detail, good.since)
    until = LATER + timedelta(hours=1)
    store.save_upkeep(Upkeep("backup", LATER, message="later", since=until))
    assert store.upkeep()["backup"].since == until
    assert set(store.upkeep()) == {"backup", "rehearsal"}

"""Searches that people keep: each with an address that opens it, and nobody else's."""

from dataclasses import replace

from strandline.model.searches import SavedSearch
from strandline.ports import Store
from strandline.testing.account_builders import an_account
from strandline.testing.builders import NOW


def a_search(account_id: str | None, name: str, secret: str) -> SavedSearch:
    return SavedSearch(account_id, name, {"q": "渡轮 \0", "kept": "yes"}, secret, NOW)


def test_a_search_is_kept_renewed_and_removed(store: Store) -> None:
    """Under its address alone; another account's hand changes nothing."""
    for login in ("anne", "ben"):
        store.save_account(an_account(login))
    anne, ben = (one.account_id for one in store.accounts())
    first = store.add_search(a_search(anne, "First", "s1"))
    second = store.add_search(a_search(anne, "Second", "s2"))
    of_console = store.add_search(a_search(None, "Console", "s3"))
    kept = replace(a_search(anne, "First", "s1"), params={"q": "渡轮 ", "kept": "yes"})
    assert store.search_of_secret("s1") == replace(kept, search_id=first)
    assert [one.name for one in store.searches(anne)] == ["Second", "First"]
    assert [one.search_id for one in store.searches(None)] == [of_console]
    assert store.searches(ben) == []
    for number in (first, 0, -1, 2**70):
        assert not store.renew_search(ben, number, "x")
        assert not store.remove_search(None, number)
    assert store.renew_search(anne, first, "s4")
    assert store.search_of_secret("s1") is None
    assert store.search_of_secret("s4") is not None
    assert store.remove_search(anne, second)
    assert store.search_of_secret("s2") is None
    assert store.search_of_secret("\0") is None


def test_a_search_goes_with_its_account(store: Store) -> None:
    """The feed of somebody who was removed is dead."""
    store.save_account(an_account("anne"))
    (anne,) = store.accounts()
    store.add_search(a_search(anne.account_id, "First", "s1"))
    assert store.remove_account(anne.account_id)
    assert store.search_of_secret("s1") is None

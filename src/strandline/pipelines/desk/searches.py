"""What people do with searches: keep one, give it another address, remove it."""

from collections.abc import Mapping

from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.searches import SavedSearch
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports

#: Saved searches of one account.
MOST_SEARCHES = 100
LONGEST_NAME = 120


def save_search(
    ports: Ports, actor: Actor, name: str, params: Mapping[str, str]
) -> tuple[Outcome, SavedSearch | None]:
    """Keep a search.

    Args:
        params: Parameters of the page `/search` that are not empty, checked by whoever calls.
    """
    name = " ".join(name.split())
    if not params:
        return refused("search.refused.nothing"), None
    if not 0 < len(name) <= LONGEST_NAME:
        return refused("search.refused.name"), None
    owner = actor.account_id or None
    with audited(ports, actor, "searches.save") as trail:
        if len(ports.store.searches(owner)) >= MOST_SEARCHES:
            return refused("search.refused.too_many", count=MOST_SEARCHES), None
        search = SavedSearch(owner, name, params, ports.new_secret(), ports.clock.now())
        number = ports.store.add_search(search)
        trail.note(str(number), None, {"name": name, **params})
    return done("search.done.save", str(number), name=name), search


def renew_search(ports: Ports, actor: Actor, search_id: int) -> Outcome:
    """Give a search another address; the old one is dead at once."""
    with audited(ports, actor, "searches.renew") as trail:
        if not ports.store.renew_search(actor.account_id or None, search_id, ports.new_secret()):
            return refused("search.refused.gone")
        trail.note(str(search_id))
    return done("search.done.renew", str(search_id))


def remove_search(ports: Ports, actor: Actor, search_id: int) -> Outcome:
    """Remove a search with its feed."""
    owner = actor.account_id or None
    with audited(ports, actor, "searches.remove") as trail:
        known = {one.search_id: one for one in ports.store.searches(owner)}
        found = known.get(search_id)
        if found is None or not ports.store.remove_search(owner, search_id):
            return refused("search.refused.gone")
        trail.note(str(search_id), {"name": found.name, **found.params})
    return done("search.done.remove", name=found.name)

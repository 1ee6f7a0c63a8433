"""What people do with links that rot: look now, take a moved page's new address, hear no more."""

from dataclasses import replace

from strandline.core.urls import identify
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.articles import Alias, AliasKind, UrlStatus
from strandline.model.errors import UrlError
from strandline.model.rot import ROTTEN, LinkHealth, LinkState
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports


def look_now(ports: Ports, actor: Actor, article_uuid: str) -> Outcome:
    """Let a kept link be visited in the next turn."""
    with audited(ports, actor, "link.look") as trail:
        link = _link(ports, article_uuid)
        if link is None:
            return refused("rot.not_kept")
        ports.store.save_visit(replace(link, next_at=ports.clock.now()))
        trail.note(article_uuid, after={"state": link.state.value})
    return done("rot.looks", article_uuid)


def accept_move(ports: Ports, actor: Actor, article_uuid: str) -> Outcome:
    """Take the address where a page stands now for an address of its article.

    Where another article has that address, the two are one: the moved one becomes that one.
    """
    with audited(ports, actor, "link.accept") as trail:
        link = _link(ports, article_uuid)
        if link is None or link.state is not LinkState.MOVED or not link.target:
            return refused("rot.not_moved")
        try:
            identity = identify(link.target)
        except UrlError:
            return refused("rot.no_address")
        main = ports.store.find([identity.key]).get(identity.key, article_uuid)
        evidence = "moved, as a person confirmed"
        alias = Alias(
            identity.canonical,
            identity.key,
            main,
            AliasKind.REDIRECT,
            evidence,
            ports.clock.now(),
        )
        _settled(ports, link)
        if main == article_uuid:
            ports.store.settle(article_uuid, UrlStatus.SETTLED, [alias])
        else:
            ports.store.merge_into(article_uuid, main, [])
        trail.note(main, after={"alias": identity.canonical, "was": article_uuid})
    return done("rot.accepted", main, url=identity.canonical)


def dismiss(ports: Ports, actor: Actor, article_uuid: str) -> Outcome:
    """Hear no more of a link until something else becomes of it."""
    with audited(ports, actor, "link.dismiss") as trail:
        link = _link(ports, article_uuid)
        if link is None or link.state not in ROTTEN or link.is_dismissed:
            return refused("rot.nothing")
        ports.store.save_visit(replace(link, is_dismissed=True))
        trail.note(article_uuid, after={"dismissed": link.state.value})
    return done("rot.dismissed", article_uuid)


def _link(ports: Ports, article_uuid: str) -> LinkHealth | None:
    return ports.store.link_health([article_uuid]).get(article_uuid)


def _settled(ports: Ports, link: LinkHealth) -> None:
    now = ports.clock.now()
    alive = replace(link, state=LinkState.ALIVE, since=now, target="", is_dismissed=False)
    ports.store.save_visit(alive)

"""Pages taken down on request: struck at once, erased after a time or kept sealed, shown again."""

from datetime import timedelta

import structlog

from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import StoreError, UrlError
from strandline.model.takedowns import Takedown
from strandline.model.wayback import CopyState
from strandline.pipelines.archive.demand import entered
from strandline.pipelines.archive.takedown_list import cross_out, write_down
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.archive")

#: Longest reason, characters, and the longest time until copies are erased, days.
MOST_REASON, MOST_DAYS = 1_000, 3_650
#: Until then a person may think again.
USUAL_DAYS = 30


def strike(
    ports: Ports,
    settings: Settings,
    actor: Actor,
    wanted: str,
    reason: str,
    *,
    erase_after_days: int | None = USUAL_DAYS,
) -> Outcome:
    """Hide a page everywhere, and never capture it again.

    Args:
        wanted: Any spelling of its URL, or its id; a page that the ledger has never seen is struck
            before it is ever kept.
        reason: Why; only the owner reads it.
        erase_after_days: When its copies are erased, 0 for at once; None keeps them sealed.
    """
    reason = " ".join(reason.split())
    if not reason or len(reason) > MOST_REASON:
        return refused("takedown.needs_reason", most=MOST_REASON)
    if erase_after_days is not None and not 0 <= erase_after_days <= MOST_DAYS:
        return refused("takedown.wrong_time", most=MOST_DAYS)
    now = ports.clock.now()
    with audited(ports, actor, "archive.strike") as trail:
        try:
            article = entered(ports, settings, wanted, now)
        except UrlError:
            return refused("takedown.no_address", url=wanted)
        after = None if erase_after_days is None else now + timedelta(days=erase_after_days)
        takedown = Takedown(
            article.article_uuid, article.article_url_final, reason, actor.name, now, after
        )
        message, where = _public_copy(ports, article.article_uuid)
        if not ports.store.strike(takedown):
            return refused("takedown.is_struck", article.article_uuid, url=takedown.url)
        fate = "sealed" if after is None else after.isoformat()
        told = {"url": takedown.url, "reason": reason, "erase": fate}
        trail.note(article.article_uuid, after=told | ({"public": where["copy"]} if where else {}))
    _write_down(ports, settings, takedown)
    return done(message, article.article_uuid, url=takedown.url, **where)


def _public_copy(ports: Ports, article_uuid: str) -> tuple[str, dict[str, str]]:
    """What is told of a copy that is not ours to take down, and where it is or may be.

    What was asked for and has not ended may be there, or may still be made.
    """
    copy = ports.store.public_copies([article_uuid]).get(article_uuid)
    if copy is not None and copy.memento_url:
        return "takedown.done.strike_public", {"copy": copy.memento_url}
    if copy is not None and copy.asked_at is not None and copy.state is not CopyState.FAILED:
        return "takedown.done.strike_asked", {"copy": "asked for"}
    return "takedown.done.strike", {}


def _write_down(ports: Ports, settings: Settings, takedown: Takedown) -> None:
    """It holds already: where the object store is down the next sweep writes it."""
    if ports.blobs is None:
        return
    try:
        write_down(ports.store, ports.blobs, settings.storage.s3_prefix, takedown)
    except StoreError as error:
        log.warning("takedown not on the list yet", page=takedown.article_uuid, error=str(error))


def lift(ports: Ports, settings: Settings, actor: Actor, article_uuid: str) -> Outcome:
    """Show a page again, with its copies where they are still there.

    Off the list first: who is killed in between has it struck still, and written down anew.

    Raises:
        StoreError: The list cannot be reached; nothing was changed.
    """
    if ports.store.struck([article_uuid]):
        cross_out(ports, settings, article_uuid)
    with audited(ports, actor, "archive.lift") as trail:
        takedown = ports.store.struck([article_uuid]).get(article_uuid)
        if takedown is None or not ports.store.lift(article_uuid):
            return refused("takedown.none")
        before = {"url": takedown.url, "reason": takedown.reason}
        trail.note(article_uuid, before=before, after={})
    cross_out(ports, settings, article_uuid)  # a sweep may have written it down meanwhile
    what = "takedown.done.lift_erased" if takedown.erased_at else "takedown.done.lift"
    return done(what, article_uuid, url=takedown.url)

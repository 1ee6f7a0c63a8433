"""What people do with public copies: have a link saved, or tried again."""

from dataclasses import replace
from datetime import timedelta

from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.wayback import CopyState
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.wayback import planned, why_not
from strandline.ports import Ports
from strandline.settings import Settings

#: A page is not asked for twice within it.
_DAY = timedelta(days=1)


def save_link(ports: Ports, settings: Settings, actor: Actor, article_uuid: str) -> Outcome:
    """Let the Wayback Machine be asked for a copy of a link in the next turn."""
    if ports.wayback is None:
        return refused("wayback.no_keys")
    with audited(ports, actor, "link.copy") as trail:
        article = ports.store.articles([article_uuid]).get(article_uuid)
        if article is None:
            return refused("wayback.no_link")
        refusal = why_not(settings, article)
        if refusal is not None:
            return refused(f"wayback.not_public.{refusal[0]}")
        now = ports.clock.now()
        known = ports.store.public_copies([article_uuid]).get(article_uuid)
        if known is not None and known.state is CopyState.ASKED:
            return refused("wayback.under_way")
        is_saved = known is not None and known.state is CopyState.SAVED
        if known is not None and is_saved and now - known.changed_at < _DAY:
            return refused("wayback.saved_today")
        row = replace(planned(ports, settings, article), is_by_hand=True)
        if known is None:
            ports.store.plan_copies([row])
        else:
            row = replace(row, memento_url=known.memento_url, memento_at=known.memento_at)
            if not ports.store.save_copy(replace(row, asked_at=known.asked_at), known):
                return refused("wayback.under_way")
        before = {"state": known.state.value} if known is not None else None
        trail.note(article_uuid, before=before, after={"state": row.state.value})
    return done("wayback.planned", article_uuid)

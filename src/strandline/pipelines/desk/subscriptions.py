"""Lists of subscriptions: what an import would add and pass over, and doing so."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from strandline.core.sources.opml import Subscription, read_opml, write_opml
from strandline.core.sources.registry import LONGEST_NAME, address_key, by_address, make_source
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import ParseError, SourceError
from strandline.model.sources import Source
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.sources import AT_ONCE, told_of
from strandline.ports import Ports

#: 20 MB of OPML are some hundred thousand subscriptions.
MOST_OPML_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import does.

    Attributes:
        added: Sources as they are made; without ids before they are.
        known: Addresses that sources have already.
        problems: Lines about what is left out.
    """

    added: tuple[Source, ...] = ()
    known: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def plan_import(ports: Ports, body: bytes) -> Plan:
    """What an import of a list would add, pass over and leave out; nothing is changed.

    Raises:
        ParseError: It is no list of subscriptions.
    """
    read = read_opml(body)
    present = set(by_address(ports.store.sources()))
    added: list[Source] = []
    known: list[str] = []
    problems = list(read.problems)
    for item in read.items:
        key = address_key(item.url)
        if key in present:
            known.append(item.url)
            continue
        try:
            added.append(_source_of(item))
        except SourceError as error:
            problems.append(f"{item.name[:120]}: {error}")
        else:
            present.add(key)
    return Plan(tuple(added), tuple(known), tuple(problems))


def import_list(
    ports: Ports, actor: Actor, body: bytes, *, only: Collection[str] | None = None
) -> tuple[Outcome, Plan]:
    """Add the subscriptions of a list; what is there already is left alone.

    Args:
        only: Addresses to choose from; None for all.
    """
    try:
        plan = plan_import(ports, body)
    except ParseError as error:
        return refused("sources.refused.opml", why=str(error)), Plan()
    wanted = [one for one in plan.added if only is None or one.url in only]
    added: list[Source] = []
    for part in _parts(wanted):
        with audited(ports, actor, "sources.import") as trail:
            present = by_address(ports.store.sources())
            for source in part:
                if address_key(source.url) in present:  # somebody was faster
                    continue
                uuid = ports.store.new_source_uuid(source.kind)
                ports.store.save_source(replace(source, source_uuid=uuid))
                trail.note(uuid, None, told_of(source))
                added.append(replace(source, source_uuid=uuid))
    plan = replace(plan, added=tuple(added))
    if not added:
        return refused("sources.refused.nothing_to_add", known=len(plan.known)), plan
    return done("sources.done.import", count=len(added), known=len(plan.known)), plan


def export_list(ports: Ports, title: str) -> bytes:
    """All sources as OPML, retired ones too."""
    return write_opml(ports.store.sources(), title=title)


def _parts(sources: Sequence[Source]) -> Iterator[Sequence[Source]]:
    for start in range(0, len(sources), AT_ONCE):
        yield sources[start : start + AT_ONCE]


def _source_of(item: Subscription) -> Source:
    """A source without an id.

    Raises:
        SourceError: A value is not allowed.
    """
    own = item.own
    source = make_source(
        "",
        item.url,
        kind=item.kind,
        name=item.name[:LONGEST_NAME],
        interval=own.interval,
        content_type=own.content_type,
        reputation=0.5 if own.reputation is None else own.reputation,
        timezone=own.timezone or "UTC",
        follow_replies=bool(own.follow_replies),
        categories=item.categories,
        items=item.items,
        language=item.language,
        tags=own.tags,
    )
    return replace(source, active=own.active is not False, retired_at=own.retired_at)

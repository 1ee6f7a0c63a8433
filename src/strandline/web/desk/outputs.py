"""`/desk/outputs`: other ways out for editions, what became of each edition, and what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Actor, Right
from strandline.model.acts import Outcome
from strandline.model.outputs import OutputDelivery, OutputStanding, OutputState
from strandline.pipelines.desk import outputs as acts
from strandline.ports import Output, Ports
from strandline.web.access import Desk, actor_of
from strandline.web.queries import DigestId
from strandline.web.site import Site

HERE = "/desk/outputs"
#: Rows of the log on one page.
SHOWN = 40

Name = Annotated[str, Query(max_length=60, pattern=r"^[a-z0-9:-]*$")]
State = Annotated[str, Query(pattern=f"^({'|'.join(OutputState)})?$")]
Before = Annotated[str, Query(max_length=200)]

#: Form's name of an act → the act on an edition.
_ON_EDITIONS: dict[str, Callable[[Ports, Actor, str, str], Outcome]] = {
    "retry": acts.retry_output,
    "settle": acts.settle_output,
}


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One way out as it stands.

    Attributes:
        output: None for one that is not set any more.
        trouble: How many editions are not there, by state.
    """

    standing: OutputStanding
    output: Output | None
    trouble: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class OutputsView:
    """All ways out, and the log, newest first.

    Attributes:
        older: Address of the next page; empty for none.
    """

    outputs: tuple[OutputRow, ...]
    log: tuple[OutputDelivery, ...]
    name: str
    state: str
    older: str


def routes(site: Site) -> APIRouter:
    """The page and its forms."""
    desk = Desk()

    @desk.get(HERE, right=Right.DELIVERY)
    def show(
        request: Request, output: Name = "", state: State = "", before: Before = ""
    ) -> Response:
        view = _view(site, output, state, before)
        return site.desk_page(request, "outputs", view, section="outputs")

    @desk.post(f"{HERE}/{{name}}/{{act}}", right=Right.DELIVERY)
    def steer(request: Request, name: str, act: str) -> Response:
        found = {
            "test": acts.try_output,
            "hold": acts.hold_output,
            "resume": acts.resume_output,
        }.get(act)
        if found is None:
            raise HTTPException(404)
        return site.told(request, found(site.ports, actor_of(request), name), HERE)

    @desk.post(f"{HERE}/{{name}}/editions/{{digest_id}}/{{act}}", right=Right.SEND)
    def on_edition(request: Request, name: str, digest_id: DigestId, act: str) -> Response:
        found = _ON_EDITIONS.get(act)
        if found is None:
            raise HTTPException(404)
        return site.told(request, found(site.ports, actor_of(request), name, digest_id), HERE)

    return desk.router


def _view(site: Site, name: str, state: str, before: str) -> OutputsView:
    store = site.store
    found = store.output_log(
        name=name,
        state=OutputState(state) if state else None,
        before=_place(before),
        limit=SHOWN + 1,
    )
    older = ""
    if len(found) > SHOWN:
        last = found[SHOWN - 1]
        place = f"{last.changed_at.isoformat()} {last.output} {last.digest_id}"
        chosen = {"output": name, "state": state, "before": place}
        older = f"{HERE}?{urlencode({k: v for k, v in chosen.items() if v})}"
    return OutputsView(tuple(_outputs(site)), tuple(found[:SHOWN]), name, state, older)


def _outputs(site: Site) -> list[OutputRow]:
    standing = {one.name: one for one in site.store.outputs()}
    trouble = site.store.output_trouble()
    set_up = {output.name: output for output in site.ports.outputs}
    now = site.ports.clock.now()
    rows = []
    for name in [*set_up, *(name for name in standing if name not in set_up)]:
        counts = [
            (state.value, trouble[name, state]) for state in OutputState if (name, state) in trouble
        ]
        known = standing.get(name, OutputStanding(name, now))
        rows.append(OutputRow(known, set_up.get(name), tuple(counts)))
    return rows


def _place(before: str) -> tuple[datetime, str, str] | None:
    """Where the page before ended; from the beginning where that cannot be read."""
    parts = before.split(" ")
    try:
        moment = datetime.fromisoformat(parts[0])
    except ValueError:
        return None
    if len(parts) != 3 or moment.tzinfo is None:
        return None
    return moment, parts[1], parts[2]

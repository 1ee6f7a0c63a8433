"""TimeGate, TimeMap, mementos (RFC 7089) and the index (CDXJ) of the replay's origin.

`/timegate/{url}` leads to the state nearest to a time, `/web/{time}/{url}` to the one nearest to
the time in the address, `/timemap/link/{url}` and `/timemap/json/{url}` list them; a state itself
is `/memento/{record}/{number}`, and what it loads stands beside it.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from fastapi import FastAPI, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from strandline.core.archive import memento
from strandline.core.archive.memento import Memento, Places, whole_second
from strandline.core.archive.serving import serve_as
from strandline.core.archive.sniff import LOOK_BYTES, sniff
from strandline.core.archive.surt import surt
from strandline.model.archive import ArtifactKind
from strandline.model.errors import Busy, UrlError
from strandline.ports import Ports, Replayer
from strandline.settings import WebSettings
from strandline.web.hosts import may_open
from strandline.web.queries import AnswerNumber, ArtifactId
from strandline.web.replay.mementos import Held, Mementos, asked_url
from strandline.web.replay.records import joined
from strandline.web.replay.shelf import MOST_PART, Shelf
from strandline.web.replayed import replay_address
from strandline.web.site import READ

_LINK_FORMAT = "application/link-format"
_VARY = {"vary": "accept-datetime"}
#: Where this archive is the public's, programs read these answers from pages of their own.
_OPEN = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Memento-Datetime, Link, Content-Location, Vary",
}
#: Lines of an index.
MOST_LINES = 1_000
_AGAIN_S = 5
Stamp = Annotated[str, Query(pattern="^[0-9]{0,14}$")]
Lines = Annotated[int, Query(ge=1, le=MOST_LINES)]


def add_mementos(app: FastAPI, ports: Ports, web: WebSettings) -> None:
    """Routes that need records; none where this process reads none."""
    if ports.replayer is None:
        return
    room = _Room(ports, ports.replayer, web)
    app.add_exception_handler(UrlError, _no_address)
    app.add_exception_handler(Busy, _busy)
    _add_ways(app, room)
    _add_states(app, room)
    _add_index(app, room)


def _no_address(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"{error}\n", 400)


def _busy(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"{error}\n", 503, headers={"retry-after": str(_AGAIN_S)})


class _Room:
    """What the routes share."""

    def __init__(self, ports: Ports, replayer: Replayer, web: WebSettings) -> None:
        self.shelf = Shelf(ports.store, ports.blobs, replayer)
        self.mementos = Mementos(ports.store, replayer)
        self.replayer, self.web = replayer, web

    def here(self, request: Request) -> str:
        """Our address, never from what the request says; empty where it is not known."""
        server = request.scope.get("server") or ("", None)
        return replay_address(self.web, server[1])

    def open(self, request: Request) -> dict[str, str]:
        """Headers that let pages of other sites read an answer; none in a house of its own."""
        return _OPEN if may_open(request, self.web.replay_base_url or self.web.base_url) else {}

    def places(self, request: Request, url: str) -> Places:
        here = self.here(request)
        return Places(url, f"{here}/timegate/{url}", f"{here}/timemap/link/{url}")

    def states(self, request: Request, held: Sequence[Held]) -> list[Memento]:
        here = self.here(request)
        return [Memento(one.when, f"{here}/memento/{_place(one)}") for one in held]

    def held(self, url: str) -> list[Held]:
        """Raises HTTPException where nothing is kept of a URL, UrlError where it is none."""
        found = self.mementos.of(url)
        if not found:
            raise HTTPException(404)
        return found


def _add_ways(app: FastAPI, room: _Room) -> None:
    @app.api_route("/timegate/{url:path}", methods=READ)
    def timegate(request: Request) -> Response:
        url = _asked(request, "/timegate/")
        held = room.held(url)
        accepted = request.headers.get("accept-datetime")
        try:
            when = memento.read_accepted(accepted) if accepted is not None else None
        except ValueError:
            links = memento.links_of(room.places(request, url), ())
            return PlainTextResponse(
                "No time.\n", 400, headers={"link": links} | _VARY | room.open(request)
            )
        return _led(room, request, url, held, when, _VARY)

    @app.api_route("/web/{time}/{url:path}", methods=READ)
    def at(request: Request, time: str) -> Response:
        url = _asked(request, f"/web/{time}/")
        try:
            when = memento.read_stamp(time)
        except ValueError as error:
            raise HTTPException(400) from error
        return _led(room, request, url, room.held(url), when, {})

    @app.api_route("/timemap/{form}/{url:path}", methods=READ)
    def timemap(request: Request, form: Literal["link", "json"]) -> Response:
        url = _asked(request, f"/timemap/{form}/")
        states = room.states(request, room.held(url))
        places = room.places(request, url)
        if form == "json":
            body = memento.timemap_json(places, states)
            return Response(body, headers=room.open(request), media_type="application/json")
        body = "".join(memento.timemap(places, states))
        return Response(body, headers=room.open(request) | {"content-type": _LINK_FORMAT})


def _led(
    room: _Room,
    request: Request,
    url: str,
    held: Sequence[Held],
    when: datetime | None,
    more: dict[str, str],
) -> Response:
    """302 to the state nearest to a time."""
    states = room.states(request, held)
    number = memento.nearest(states, when)
    headers = {
        "location": states[number].address,
        "link": memento.links_of(room.places(request, url), states),
        "cache-control": "no-cache",
    }
    return Response(status_code=302, headers=headers | more | room.open(request))


def _add_states(app: FastAPI, room: _Room) -> None:
    @app.api_route("/memento/{artifact_id}/{number}", methods=READ)
    def state(request: Request, artifact_id: ArtifactId, number: AnswerNumber) -> Response:
        record = room.shelf.artifact(artifact_id)
        if record is None or record.kind is not ArtifactKind.WARC:
            raise HTTPException(404)
        answer = next(iter(room.replayer.answers(record.key)[number : number + 1]), None)
        if answer is None or answer.recorded_at is None:
            raise HTTPException(404)
        when = whole_second(answer.recorded_at)
        headers = room.open(request) | {"memento-datetime": memento.http_date(when)}
        headers["link"] = _links(room, request, answer.url, f"{artifact_id}/{number}", when)
        if 300 <= answer.status < 400 and answer.location:
            target = joined(answer.url, answer.location) or answer.url
            headers["location"] = memento.as_link(
                f"{room.here(request)}/web/{memento.stamp(when)}/{target}"
            )
            return Response(status_code=answer.status, headers=headers)
        given = room.shelf.part(record, number)
        if given is not None:
            return Response(given.body, headers=headers | {"content-type": given.content_type})
        return _as_file(room, record.key, number, answer.content_type, headers)


def _links(room: _Room, request: Request, url: str, place: str, when: datetime) -> str:
    """Of what a page loads only its own state is known; of a page too, while others look."""
    try:
        held = room.mementos.of(url)
    except (UrlError, Busy):
        held = []
    places = room.places(request, url)
    number = next((n for n, one in enumerate(held) if _place(one) == place), None)
    if number is None:
        own = [Memento(when, f"{room.here(request)}/memento/{place}")]
        return memento.links_of(places, own, 0)
    return memento.links_of(places, room.states(request, held), number)


def _as_file(
    room: _Room, key: str, number: int, declared: str, headers: dict[str, str]
) -> Response:
    """What no page shows in place: a document, or bytes to be saved."""
    body = room.replayer.body(key, number, limit=MOST_PART)
    if body is None:
        raise HTTPException(404)
    served = serve_as(ArtifactKind.RAW, sniff(body[:LOOK_BYTES], declared))
    how = "inline" if served.is_inline else "attachment"
    told = {"content-type": served.content_type, "content-disposition": how}
    return Response(body, headers=headers | told)


def _add_index(app: FastAPI, room: _Room) -> None:
    @app.api_route("/cdx", methods=READ)
    def index(
        request: Request,
        url: Annotated[str, Query(min_length=1)],
        since: Annotated[Stamp, Query(alias="from")] = "",
        to: Stamp = "",
        limit: Lines = MOST_LINES,
        match: Annotated[
            Literal["exact", "prefix", "host", "domain"], Query(alias="matchType")
        ] = "exact",
        output: Literal["cdxj", "json"] = "cdxj",
    ) -> Response:
        """Lines of an index, by key and time."""
        asked = asked_url(url)

        def is_within(held: Held) -> bool:
            return _is_within(held, since, to)

        if match == "exact":
            found = [held for held in room.mementos.of(asked) if is_within(held)][:limit]
        else:
            found = room.mementos.below(asked, match, is_within, limit)
        lines = [_line(room.web.base_url, held, output) for held in found]
        kind = "text/x-cdxj" if output == "cdxj" else "text/x-ndjson"
        return PlainTextResponse("".join(lines), media_type=kind, headers=room.open(request))


def _is_within(held: Held, since: str, to: str) -> bool:
    """By as many digits as were given: `to=2026` means to the end of that year."""
    when = memento.stamp(held.when)
    return when[: len(since)] >= since and when[: len(to)] <= to


def _line(base_url: str, held: Held, output: str) -> str:
    answer = held.answer
    key, when = surt(answer.url), memento.stamp(held.when)
    told = {
        "url": answer.url,
        "mime": answer.content_type.partition(";")[0].strip() or "application/octet-stream",
        "status": str(answer.status),
        "digest": answer.digest,
        "length": str(answer.length),
        "offset": str(answer.offset),
        "filename": f"{base_url}/artifacts/{held.record.artifact_id}",
    }
    if output == "json":
        return json.dumps({"urlkey": key, "timestamp": when} | told, ensure_ascii=False) + "\n"
    return f"{key} {when} {json.dumps(told, ensure_ascii=False)}\n"


def _asked(request: Request, before: str) -> str:
    """The URL behind a prefix of the path, as it was sent, its query too."""
    raw = bytes(request.scope.get("raw_path") or b"").decode("latin-1")
    query = bytes(request.scope.get("query_string") or b"").decode("latin-1")
    text = raw.removeprefix(before)
    return asked_url(f"{text}?{query}" if query else text)


def _place(held: Held) -> str:
    return f"{held.record.artifact_id}/{held.answer.number}"

"""Other ways out at the desk, by the API, and in feeds: K5."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.web.conftest import SignedIn, end, seed, start

from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.outputs import AnswerKind, OutputAnswer, OutputState
from strandline.pipelines.delivery.outputs import send_to_outputs
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import ScriptedOutput

HERE = "/desk/outputs"


@pytest.fixture(scope="module")
def team() -> ScriptedOutput:
    return ScriptedOutput()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, team: ScriptedOutput) -> Iterator[SignedIn]:
    store = open_store(DatabaseSettings(path=tmp_path_factory.mktemp("outputs") / "s.sqlite3"))
    seed(store)
    running = start(store, ways_out=(team,))
    store.note_outputs([team.name], NOW)
    signed_in = SignedIn(running)
    yield signed_in
    signed_in.close()
    end(running)
    store.close()


@pytest.fixture(scope="module")
def publisher(house: SignedIn) -> Any:
    return house.client(Role.PUBLISHER)


def tried(house: SignedIn, name: str) -> None:
    """An edition that is published, and a turn."""
    edition = Digest(name, "public", NOW, name, "en", state=EditionState.SENT, published_at=NOW)
    house.page.store.save_digest(edition, [])
    send_to_outputs(house.page.ports, house.page.settings)


def told(client: Any, path: str, **data: Any) -> str:
    answer = client.post(path, **data)
    assert answer.status_code == 303, answer.text
    return str(client.get(answer.headers["location"]).text)


def test_what_is_unknown_a_person_decides(
    house: SignedIn, publisher: Any, team: ScriptedOutput
) -> None:
    """It is told, with what to do; said to be there it is done, and nothing was sent again."""
    team.answers = [OutputAnswer(AnswerKind.UNSURE, "status <500>")]
    tried(house, "e1")
    page = publisher.get(f"{HERE}?state=unknown").text
    assert "status &lt;500&gt;" in page
    assert "Look there, then say so." in page
    given = len(team.given)
    assert "Noted" in told(publisher, f"{HERE}/webhook:team/editions/e1/settle")
    row = house.page.store.output_delivery("webhook:team", "e1")
    assert row is not None
    assert (row.state, len(team.given)) == (OutputState.DONE, given)
    assert "publisher" in row.said
    assert "already" in told(publisher, f"{HERE}/webhook:team/editions/e1/retry")
    assert "nothing was changed" in told(publisher, f"{HERE}/webhook:team/editions/e1/settle")


def test_what_was_refused_is_sent_again_by_a_person(
    house: SignedIn, publisher: Any, team: ScriptedOutput
) -> None:
    """With the next turn, once."""
    team.answers = [OutputAnswer(AnswerKind.REFUSED, "status 422")]
    tried(house, "e2")
    assert "status 422" in publisher.get(HERE).text
    assert "in a moment" in told(publisher, f"{HERE}/webhook:team/editions/e2/retry")
    send_to_outputs(house.page.ports, house.page.settings)
    send_to_outputs(house.page.ports, house.page.settings)
    assert team.given.count("strandline-e2") == 2


def test_an_output_is_held_and_let_go_on(
    house: SignedIn, publisher: Any, team: ScriptedOutput
) -> None:
    """What is published meanwhile waits; the reason of one that held itself is shown."""
    assert "is held" in told(publisher, f"{HERE}/webhook:team/hold")
    tried(house, "e3")
    assert "strandline-e3" not in team.given
    assert "held already" in told(publisher, f"{HERE}/webhook:team/hold")
    team.answers = [OutputAnswer(AnswerKind.CLOSED, "status 401: unknown key")]
    assert "goes on" in told(publisher, f"{HERE}/webhook:team/resume")
    send_to_outputs(house.page.ports, house.page.settings)
    assert "status 401: unknown key" in publisher.get(HERE).text
    assert "goes on" in told(publisher, f"{HERE}/webhook:team/resume")
    assert "is not held" in told(publisher, f"{HERE}/webhook:team/resume")
    send_to_outputs(house.page.ports, house.page.settings)
    assert team.given.count("strandline-e3") == 2


def test_an_output_is_tried_out(house: SignedIn, publisher: Any, team: ScriptedOutput) -> None:
    """What it said is told either way."""
    assert "lets us in: status 204" in told(publisher, f"{HERE}/webhook:team/test")
    team.answers = [OutputAnswer(AnswerKind.CLOSED, "status 403")]
    assert "does not let us in: status 403" in told(publisher, f"{HERE}/webhook:team/test")
    owner = house.client(Role.OWNER)
    assert "tried an output" in owner.get("/desk/audit?what=output").text


def test_what_is_not_there_is_told(house: SignedIn, publisher: Any) -> None:
    """An output, an edition, an act; a draft and somebody's own edition go nowhere."""
    store = house.page.store
    store.save_digest(Digest("d1", "public", NOW, "d", "en", state=EditionState.DRAFT), [])
    assert "no such output" in told(publisher, f"{HERE}/nobody/test")
    assert "no such edition" in told(publisher, f"{HERE}/webhook:team/editions/nix/retry")
    assert "not published" in told(publisher, f"{HERE}/webhook:team/editions/d1/retry")
    assert publisher.post(f"{HERE}/webhook:team/burn").status_code == 404
    assert publisher.post(f"{HERE}/webhook:team/editions/d1/burn").status_code == 404
    assert house.client(Role.EDITOR).get(HERE).status_code == 403


def test_the_log_goes_back_page_by_page(house: SignedIn, publisher: Any) -> None:
    """By a link, with the choice kept; a place that is none begins anew."""
    for number in range(45):
        tried(house, f"p{number:02}")
    first = publisher.get(f"{HERE}?state=done").text
    link = first.split('href="/desk/outputs?state=done&amp;before=')[1].split('"')[0]
    second = publisher.get(f"{HERE}?state=done&before={link.replace('&amp;', '&')}").text
    seen = set(re.findall(r"/desk/editions/(p\d\d)", first + second))
    assert seen == {f"p{number:02}" for number in range(45)}
    assert publisher.get(f"{HERE}?before=yesterday").status_code == 200


def test_the_same_by_the_api(house: SignedIn, publisher: Any, team: ScriptedOutput) -> None:
    """Lists, the log with its cursor, and the acts."""
    (one,) = publisher.get("/api/v1/outputs").json()["outputs"]
    assert (one["name"], one["where"], one["repeats"]) == ("webhook:team", "team.example", "none")
    team.answers = [OutputAnswer(AnswerKind.UNSURE, "lost")]
    tried(house, "a1")
    tried(house, "a2")
    page = publisher.get("/api/v1/outputs/log?limit=1").json()
    assert page["next"]
    rest = publisher.get(page["next"].replace("http://testserver", "")).json()
    names = {row["digest_id"] for row in [*page["deliveries"], *rest["deliveries"]]}
    assert len(names) == 2
    unknown = publisher.get("/api/v1/outputs/log?state=unknown").json()["deliveries"]
    assert [row["digest_id"] for row in unknown] == ["a1"]
    at = "/api/v1/outputs/webhook:team"
    for path, status, code in (
        ("/hold", 200, "outputs.held"),
        ("/resume", 200, "outputs.resumed"),
        ("/test", 200, "outputs.tried"),
        ("/editions/a1/settle", 200, "outputs.settled"),
        ("/editions/a1/retry", 409, "outputs.is_done"),
        ("/editions/nix/retry", 404, "outputs.gone"),
    ):
        answer = publisher.post(at + path, json={} if path == "/hold" else None)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path
    assert publisher.post("/api/v1/outputs/nobody/test").status_code == 404


def test_feeds_name_the_hub(serve: Callable[..., Any], seeded: Store) -> None:
    """Hub and own address stand in the head of the answer and in each format."""
    hub, site = "https://hub.example/", "https://news.example"
    page = serve(seeded, base_url=site, outputs={"websub_hub": hub})
    for ending in ("xml", "atom", "json"):
        answer = page.get(f"/feed.{ending}")
        own = f"{site}/feed.{ending}"
        assert answer.headers["link"] == f'<{hub}>; rel="hub", <{own}>; rel="self"'
        if ending == "json":
            told = json.loads(answer.content)
            assert told["hubs"] == [{"type": "WebSub", "url": hub}]
            assert told["feed_url"] == own
            continue
        root = ET.fromstring(answer.content)  # noqa: S314 - our own answer
        links = {
            (one.get("rel"), one.get("href"))
            for one in root.iter("{http://www.w3.org/2005/Atom}link")
        }
        assert {("hub", hub), ("self", own)} <= links
    assert "hub.example" not in page.get("/recent.xml").text
    assert "link" not in page.get("/recent.xml").headers

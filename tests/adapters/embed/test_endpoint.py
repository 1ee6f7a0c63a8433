"""An embeddings endpoint that fails in every way, on a real loopback server."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import pytest
from pydantic import SecretStr

from strandline.adapters.embed import endpoint
from strandline.adapters.embed.answers import Nonsense, read_vectors
from strandline.adapters.embed.choosing import choose_embedders
from strandline.adapters.embed.endpoint import BATCH, EndpointEmbedder, embeddings_address
from strandline.adapters.fetch import make_poster
from strandline.model.errors import ConfigError, ModelError
from strandline.settings import FetchSettings, StorySettings
from strandline.testing.embeddings_server import EmbeddingsServer, Reply
from strandline.testing.fakes import FrozenClock

KEY = "canary-key-7f3a"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer(dimension=8) as running:
        yield running


class Maker(Protocol):
    """Makes embedders on servers, and closes them after the test."""

    def __call__(
        self,
        server: EmbeddingsServer,
        waits: list[float] | None = None,
        *,
        allow: bool = True,
        clock: FrozenClock | None = None,
        over: Mapping[str, object] = {},
    ) -> EndpointEmbedder: ...


@pytest.fixture
def an_embedder() -> Iterator[Maker]:
    with ExitStack() as made:

        def make(
            server: EmbeddingsServer,
            waits: list[float] | None = None,
            *,
            allow: bool = True,
            clock: FrozenClock | None = None,
            over: Mapping[str, object] = {},
        ) -> EndpointEmbedder:
            networks = (f"127.0.0.1:{server.port}",) if allow else ()
            given: dict[str, Any] = {
                "embeddings": "endpoint",
                "embeddings_url": server.url,
                "embeddings_model": "test-embed",
                "embeddings_key": SecretStr(KEY),
                **over,
            }
            clock = clock or FrozenClock(NOW)
            poster = make_poster(FetchSettings(allow_private_networks=networks), clock)
            slept = waits if waits is not None else []
            embedder = EndpointEmbedder(StorySettings(**given), poster, clock, sleep=slept.append)
            made.callback(embedder.close)
            return embedder

        yield make


def answers(status: int, body: bytes = b"{}", repeat: int = 1, **headers: str) -> list[Reply]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return [lambda _: (status, named, body)] * repeat


def test_the_key_is_sent_to_the_endpoint_alone(
    an_embedder: Maker, server: EmbeddingsServer
) -> None:
    """As a bearer token; model and texts are the whole of the question."""
    an_embedder(server).embed(["Ferry cancels crossings"])
    assert server.keys == [f"Bearer {KEY}"]
    assert server.asked == [{"model": "test-embed", "input": ["Ferry cancels crossings"]}]


def test_no_key(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """An endpoint of one's own needs none, and gets no header."""
    an_embedder(server, over={"embeddings_key": SecretStr("")}).embed(["a"])
    assert server.keys == [""]


def test_many_texts(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Asked for in batches, answered in order."""
    embedder = an_embedder(server)
    texts = [f"headline {number}" for number in range(2 * BATCH + 3)]
    vectors = embedder.embed(texts)
    assert [len(question["input"]) for question in server.asked] == [BATCH, BATCH, 3]
    assert vectors[BATCH + 1] == embedder.embed([texts[BATCH + 1]])[0]


def test_its_id_names_model_host_and_dimension(
    an_embedder: Maker, server: EmbeddingsServer
) -> None:
    """The endpoint is asked for the dimension once."""
    embedder = an_embedder(server)
    assert embedder.model == f"test-embed@127.0.0.1:{server.port}/8"
    assert embedder.dimension == 8
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_fault_that_passes(an_embedder: Maker, server: EmbeddingsServer, status: int) -> None:
    """Is tried again, after one second and then two."""
    waits: list[float] = []
    server.replies = answers(status, repeat=2)
    assert len(an_embedder(server, waits).embed(["a"])) == 1
    assert waits == [1.0, 2.0]


def test_a_fault_that_does_not_pass_in_time(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Three attempts, then an error that says to try later."""
    waits: list[float] = []
    server.replies = answers(500, repeat=3)
    with pytest.raises(ModelError) as error:
        an_embedder(server, waits).embed(["a"])
    assert error.value.is_passing
    assert len(server.asked) == 3
    assert len(waits) == 2


def test_a_server_that_asks_to_wait(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """As long as it asks."""
    waits: list[float] = []
    server.replies = answers(429, retry_after="4")
    an_embedder(server, waits).embed(["a"])
    assert waits == [4.0]


def test_a_server_that_asks_to_wait_for_long(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Is left alone: matching goes on without vectors."""
    waits: list[float] = []
    server.replies = answers(429, retry_after="3600")
    with pytest.raises(ModelError) as error:
        an_embedder(server, waits).embed(["a"])
    assert error.value.is_passing
    assert (waits, len(server.asked)) == ([], 1)


def test_after_it_has_failed(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """It is left alone for a minute, or as long as it asks; then it is asked again."""
    clock = FrozenClock(NOW)
    embedder = an_embedder(server, clock=clock)
    server.replies = [*answers(500, repeat=3), *answers(429, retry_after="600")]
    for seconds, asked in ((0, 3), (59, 3), (2, 4), (61, 4), (500, 4)):
        clock.advance(timedelta(seconds=seconds))
        with pytest.raises(ModelError):
            embedder.embed(["a"])
        assert len(server.asked) == asked
    clock.advance(timedelta(seconds=40))
    assert len(embedder.embed(["a"])) == 1


@pytest.mark.parametrize(
    ("status", "advice"),
    [(400, "EMBEDDINGS_MODEL"), (401, "EMBEDDINGS_API_KEY"), (403, "EMBEDDINGS_API_KEY"),
     (404, "EMBEDDINGS_URL")],
)  # fmt: skip
def test_a_fault_that_a_person_must_end(
    an_embedder: Maker, server: EmbeddingsServer, status: int, advice: str
) -> None:
    """Is not tried again; the advice names the setting to look at."""
    server.replies = answers(status, f'{{"error": "wrong key {KEY}"}}'.encode())
    with pytest.raises(ModelError) as error:
        an_embedder(server).embed(["a"])
    assert not error.value.is_passing
    assert advice in error.value.advice
    assert len(server.asked) == 1


def test_a_redirect(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Is not followed: the key is for the host that was named."""
    with EmbeddingsServer() as other:
        server.replies = answers(307, location=f"{other.url}/embeddings")
        with pytest.raises(ModelError) as error:
            an_embedder(server).embed(["a"])
        assert not error.value.is_passing
        assert other.asked == []


ROW = [0.1] * 8
NONSENSE = {
    "no JSON": b"<html>welcome</html>",
    "a list": b"[]",
    "deep": b"[" * 100_000,
    "no data": b"{}",
    "data that is none": b'{"data": "x"}',
    "rows that are none": b'{"data": [1]}',
    "too few": json.dumps({"data": []}).encode(),
    "too many": json.dumps({"data": [{"embedding": ROW}] * 2}).encode(),
    "of another text": json.dumps({"data": [{"index": 4, "embedding": ROW}]}).encode(),
    "no numbers": json.dumps({"data": [{"embedding": []}]}).encode(),
    "a text": json.dumps({"data": [{"embedding": "AAAA"}]}).encode(),
    "texts for numbers": json.dumps({"data": [{"embedding": ["0.1"] * 8}]}).encode(),
    "truths for numbers": json.dumps({"data": [{"embedding": [True] * 8}]}).encode(),
    "not a number": json.dumps({"data": [{"embedding": [float("nan")] * 8}]}).encode(),
    "no end": json.dumps({"data": [{"embedding": [float("inf")] * 8}]}).encode(),
    "huge": json.dumps({"data": [{"embedding": [10**400] * 8}]}).encode(),
    "no direction": json.dumps({"data": [{"embedding": [0] * 8}]}).encode(),
    "too long a vector": json.dumps({"data": [{"embedding": [0.1] * 20_000}]}).encode(),
}


@pytest.mark.parametrize("body", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense(an_embedder: Maker, server: EmbeddingsServer, body: bytes) -> None:
    """No answer but vectors for these texts is taken for one."""
    server.replies = answers(200, body)
    with pytest.raises(ModelError, match="nonsense"):
        an_embedder(server).embed(["a"])


def test_another_dimension_than_before(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Another model behind the same name is noticed."""
    embedder = an_embedder(server)
    embedder.embed(["a"])
    server.replies = answers(200, json.dumps({"data": [{"embedding": [0.5] * 4}]}).encode())
    with pytest.raises(ModelError, match="dimension 4 where 8"):
        embedder.embed(["b"])


def test_different_dimensions_in_one_answer() -> None:
    """Such an answer is no answer."""
    rows = [{"embedding": [1.0, 0.0]}, {"embedding": [1.0]}]
    with pytest.raises(Nonsense, match="different"):
        read_vectors(json.dumps({"data": rows}).encode(), 2, None)


def test_an_answer_over_the_cap(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Is not read to its end."""
    server.replies = [lambda _: (200, {"content-length": "40000000"}, b"{")]
    with pytest.raises(ModelError) as error:
        an_embedder(server).embed(["a"])
    assert not error.value.is_passing


def test_an_answer_that_breaks_off(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Is asked for again."""
    server.replies = [lambda _: (200, {"content-length": "100", "connection": "close"}, b"{")]
    assert len(an_embedder(server).embed(["a"])) == 1


def test_an_answer_that_does_not_come(
    an_embedder: Maker, server: EmbeddingsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is waited for until the deadline, three times."""
    monkeypatch.setattr(endpoint, "TIMEOUT_S", 0.2)
    ended = threading.Event()

    def wait(_: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        ended.wait(60)
        return 200, {}, b"{}"

    server.replies = [wait] * 3
    with pytest.raises(ModelError) as error:
        an_embedder(server).embed(["a"])
    ended.set()
    assert error.value.is_passing
    assert len(server.asked) == 3


def test_nobody_listens(
    an_embedder: Maker,
) -> None:
    """An endpoint that is down is an error that passes."""
    with EmbeddingsServer() as gone:
        pass
    with pytest.raises(ModelError) as error:
        an_embedder(gone).embed(["a"])
    assert error.value.is_passing


def test_a_private_address_that_is_not_allowed(
    an_embedder: Maker, server: EmbeddingsServer
) -> None:
    """The guard holds here too; the advice says how to allow it."""
    with pytest.raises(ModelError) as error:
        an_embedder(server, allow=False).embed(["a"])
    assert "ALLOW_PRIVATE_NETWORKS" in error.value.advice
    assert not error.value.is_passing
    assert server.asked == []


def test_the_key_is_nowhere_to_be_read(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Not in what the embedder shows of itself, nor in any error, cause included."""
    embedder = an_embedder(server)
    server.replies = [
        *answers(200, KEY.encode()),
        *answers(401, f"{{'error': '{KEY}'}}".encode()),
    ]
    shown = [repr(embedder), str(embedder)]
    for _ in range(2):
        with pytest.raises(ModelError) as error:
            embedder.embed(["a"])
        fault: BaseException | None = error.value
        while fault is not None:
            shown += [str(fault), repr(fault), repr(fault.args), repr(vars(fault))]
            fault = fault.__cause__
    assert not any(KEY in text for text in shown)


@pytest.mark.parametrize("key", ["with space in", "line\nbreak", "schlüssel"])
def test_a_key_that_a_header_cannot_carry(
    an_embedder: Maker, server: EmbeddingsServer, key: str
) -> None:
    """Is refused at once, without showing it."""
    with pytest.raises(ConfigError) as error:
        an_embedder(server, over={"embeddings_key": SecretStr(key)})
    assert key not in str(error.value)


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("https://api.example", "https://api.example/v1/embeddings"),
        ("https://api.example/", "https://api.example/v1/embeddings"),
        ("https://api.example/v1", "https://api.example/v1/embeddings"),
        ("https://api.example/v1/", "https://api.example/v1/embeddings"),
        ("https://api.example/v1/embeddings", "https://api.example/v1/embeddings"),
        ("http://10.0.0.4:8000/x/v2", "http://10.0.0.4:8000/x/v2/embeddings"),
        ("https://me:secret@api.example/v1", "https://api.example/v1/embeddings"),
        ("https://api.example/a?version=2", "https://api.example/a/embeddings?version=2"),
    ],
)
def test_however_the_address_is_written(given: str, asked: str) -> None:
    """Host, base or whole address mean the same; a password in it is dropped."""
    assert embeddings_address(given) == asked


@pytest.mark.parametrize("missing", ["embeddings_url", "embeddings_model"])
def test_an_endpoint_that_is_not_named(
    an_embedder: Maker, server: EmbeddingsServer, missing: str
) -> None:
    """The setting that is missing is named."""
    with pytest.raises(ConfigError, match=missing.upper()):
        an_embedder(server, over={missing: ""})


def test_an_address_is_enough(server: EmbeddingsServer) -> None:
    """Where EMBEDDINGS is auto, a set address is wanted; it is the only model then."""
    settings = StorySettings(embeddings_url=server.url, embeddings_model="m")
    clock = FrozenClock(NOW)
    light, better = choose_embedders(settings, lambda: make_poster(FetchSettings(), clock), clock)
    assert isinstance(light, EndpointEmbedder)
    assert better is None


def test_two_threads_at_once(an_embedder: Maker, server: EmbeddingsServer) -> None:
    """Neither waits for the other's answer."""
    gate = threading.Barrier(2)

    def wait_for_the_other(question: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        gate.wait(120)
        return server.behave(question)

    server.replies = [wait_for_the_other, wait_for_the_other]
    embedder = an_embedder(server)
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(len(embedder.embed(["a"])))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == [1, 1]

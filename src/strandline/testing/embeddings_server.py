"""An embeddings endpoint on loopback, for tests and benches: speaks the protocol, and misbehaves.

Its vectors count character pairs, so that texts with words in common are near.
"""

import hashlib
import http.server
import itertools
import json
from collections.abc import Callable
from typing import Any

from strandline.testing.world.server import Endpoint

#: Gives status, headers and body for a request's JSON.
Reply = Callable[[dict[str, Any]], tuple[int, dict[str, str], bytes]]


class EmbeddingsServer(Endpoint):
    """`POST /v1/embeddings`.

    Args:
        dimension: Numbers in a vector.

    Attributes:
        replies: Answer the next requests, one each; when they are used up, it behaves.
        asked: What was posted, oldest first.
        keys: The `Authorization` headers that came with it.
    """

    def __init__(self, dimension: int = 64) -> None:
        self.dimension = dimension
        self.replies: list[Reply] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        super().__init__(self._handler())

    @property
    def url(self) -> str:
        """As `EMBEDDINGS_URL` has it."""
        return f"http://{self.address}/v1"

    def behave(self, question: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        """The right answer; texts that services refuse are refused."""
        texts = question["input"]
        if not texts or not all(isinstance(text, str) and text for text in texts):
            return 400, {}, b'{"error": {"message": "input is invalid"}}'
        rows = [
            {"object": "embedding", "index": place, "embedding": embedding(text, self.dimension)}
            for place, text in enumerate(texts)
        ]
        answer = {"object": "list", "data": rows[::-1], "model": question["model"]}
        return 200, {}, json.dumps(answer).encode()

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                question = json.loads(body)
                endpoint.asked.append(question)
                endpoint.keys.append(self.headers.get("authorization", ""))
                reply = endpoint.replies.pop(0) if endpoint.replies else endpoint.behave
                status, headers, answer = reply(question)
                self.send_response(status)
                sent = {"content-type": "application/json", "content-length": str(len(answer))}
                for name, value in {**sent, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


def embedding(text: str, dimension: int) -> list[float]:
    """Counts of character pairs, each at a place of its own choice; not of unit length."""
    row = [0.0] * dimension
    folded = f" {text.lower()} "
    for pair in itertools.pairwise(folded):
        seed = hashlib.blake2b("".join(pair).encode("utf-8", "replace"), digest_size=4).digest()
        row[int.from_bytes(seed, "little") % dimension] += 1.0
    return row

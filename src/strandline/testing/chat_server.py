"""A chat endpoint on loopback that speaks the OpenAI-compatible protocol, and misbehaves on demand.

For tests, and for trials by hand: `python -m strandline.testing.chat_server --port 8801` serves a
rule of little wit (`by_words`); `--fault slow` one of the faults of `chat_replies.FAULTS`.
"""

import argparse
import http.server
import itertools
import json
import threading
from collections.abc import Iterable
from typing import Any

from strandline.testing.chat_replies import FAULTS, Asked, Reply, Rule, by_words
from strandline.testing.world.server import Endpoint

#: Between two bytes of an answer that drips, seconds.
DRIP_S = 0.01


class ChatServer(Endpoint):
    """`POST /v1/chat/completions`; safe for many clients at once.

    Args:
        rule: Answers what no scripted reply answers.
        key: Without it in `Authorization`, the answer is 401; empty to ask for none.
        port: 0 takes a free one.

    Attributes:
        replies: Answer the next questions, one each, before the rule does.
        asked: Every question, oldest first.
    """

    def __init__(self, rule: Rule = by_words, *, key: str = "", port: int = 0) -> None:
        self.rule = rule
        self.replies: list[Reply] = []
        self.asked: list[Asked] = []
        self._key = key
        self._lock = threading.Lock()
        self._stop = threading.Event()
        super().__init__(self._handler(), port)

    @property
    def url(self) -> str:
        """As `JUDGE_URL` has it."""
        return f"http://{self.address}/v1"

    def will(self, *replies: Reply | str) -> None:
        """Script the next answers; a word names one of the faults."""
        self.replies += [FAULTS[r] if isinstance(r, str) else r for r in replies]

    def always(self, reply: Reply | str) -> None:
        """Answer every question alike."""
        one = FAULTS[reply] if isinstance(reply, str) else reply
        self.rule = lambda _: one

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        super().__exit__()

    def reply_to(self, asked: Asked) -> Reply:
        """The next scripted reply, or the rule's."""
        with self._lock:
            self.asked.append(asked)
            if self._key and asked.headers.get("authorization") != f"Bearer {self._key}":
                return FAULTS["wrong_key"]
            if self.replies:
                return self.replies.pop(0)
        if not asked.path.endswith("/chat/completions"):
            return FAULTS["no_model"]
        return self.rule(asked)

    def pieces(self, reply: Reply, body: bytes) -> Iterable[bytes]:
        """The body as it goes out; a drip waits between its bytes and ends with the server."""
        if reply.cut_at is not None:
            body = body[: reply.cut_at]
        if not reply.drips:
            return (body,)
        wait = itertools.takewhile(lambda _: not self._stop.wait(DRIP_S), itertools.count())
        return (body[i : i + 1] for i, _ in zip(range(len(body)), wait, strict=False))

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 10

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(self.path, headers, json.loads(raw))
                reply = endpoint.reply_to(asked)
                self._send(reply, reply.bytes_for(asked))

            def _send(self, reply: Reply, body: bytes) -> None:
                if reply.cut_at == 0:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for piece in endpoint.pieces(reply, body):
                    self.wfile.write(piece)
                if reply.cut_at is not None:
                    self.close_connection = True

            def log_message(self, *_: Any) -> None:
                """Quiet: what was asked is in `asked`."""

        return Handler


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8801)
    parser.add_argument("--key", default="", help="ask for this key")
    parser.add_argument("--fault", choices=sorted(FAULTS), help="answer everything with a fault")
    options = parser.parse_args()
    with ChatServer(key=options.key, port=options.port) as server:
        if options.fault:
            server.always(options.fault)
        print(f"JUDGE_URL={server.url} ALLOW_PRIVATE_NETWORKS={server.address}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()

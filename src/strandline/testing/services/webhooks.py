"""A receiver of webhooks as Standard Webhooks asks for: it checks signatures and counts by id."""

from datetime import UTC, datetime
from typing import Any

from standardwebhooks.webhooks import Webhook

from strandline.testing.services.server import Asked

#: Its key, and one that is to replace it.
KEY, NEXT_KEY = "whsec_c3RyYW5kbGluZSB0ZXN0IGtleQ==", "whsec_dGhlIG9uZSB0aGF0IGNvbWVzIG5leHQ="


class Receiver:
    """Takes each id once.

    Attributes:
        events: Id → what came under it.
    """

    def __init__(self, key: str = KEY) -> None:
        self.events: dict[str, Any] = {}
        self._key = Webhook(key)

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """204 for what is signed; what comes again changes nothing."""
        headers = dict(asked.headers)
        timestamp = headers["webhook-timestamp"]
        event_id, body = headers["webhook-id"], asked.body.decode()
        moment = datetime.fromtimestamp(int(timestamp), UTC)
        wanted = self._key.sign(event_id, moment, body)
        if wanted not in headers["webhook-signature"].split(" "):
            return 401, {"message": "the signature does not hold"}
        self.events.setdefault(event_id, asked.value)
        return 204, None

    @property
    def made(self) -> list[str]:
        """Ids of editions."""
        return [name for name, event in self.events.items() if event["type"] != "test"]

"""Webhooks as Standard Webhooks has them: signed, with an id by which a receiver counts once.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import json
from collections.abc import Callable, Iterator
from datetime import datetime

from standardwebhooks.webhooks import Webhook

from strandline.adapters.outputs.asking import Service
from strandline.adapters.outputs.making import Making, pairs
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output
from strandline.render.times import machine_time

#: A receiver that knows the id has it once, however late it comes again.
REPEATS = Repeats(RepeatKind.KEY)
#: Shorter ones are no keys.
MIN_KEY_BYTES = 16
MAKE_ONE = "Make a key by `openssl rand -base64 32`, and write name=whsec_… with it."
EVENT, TEST = "edition.published", "test"


class WebhookOutput:
    """One address that is told of each edition.

    Args:
        keys: All that sign: a receiver takes any of them, so that one can replace another.
    """

    repeats = REPEATS

    def __init__(
        self,
        name: str,
        lists: tuple[str, ...],
        service: Service,
        keys: tuple[Webhook, ...],
        now: Callable[[], datetime],
    ) -> None:
        self.name, self.lists, self.where = name, lists, service.host
        self._service, self._keys, self._now = service, keys, now

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Tell it of an edition; the body is the same at each attempt."""
        published = machine_time(parcel.published_at)
        body = f'{{"type":"{EVENT}","timestamp":{json.dumps(published)},"data":{parcel.data}}}'
        return self._post(parcel.name, body, may_go)

    def try_out(self, now: datetime) -> OutputAnswer:
        """Send an event of the type `test`."""
        moment = machine_time(now)
        body = json.dumps({"type": TEST, "timestamp": moment, "data": {}}, separators=(",", ":"))
        return self._post(f"test-{now.timestamp():.6f}", body, lambda: True)

    def close(self) -> None:
        """It holds nothing."""

    def _post(self, event_id: str, body: str, may_go: MayGo) -> OutputAnswer:
        now = self._now()
        headers = {
            "Content-Type": "application/json",
            "webhook-id": event_id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": " ".join(key.sign(event_id, now, body) for key in self._keys),
        }
        reply = self._service.send(may_go, "POST", "", body.encode(), headers)
        if reply.trouble is None:
            return OutputAnswer(AnswerKind.DONE, f"status {reply.status}", event_id)
        if reply.trouble.kind is AnswerKind.REFUSED:
            # Whatever it says, it is tried again: its address may be under repair.
            return OutputAnswer(AnswerKind.LATER, reply.trouble.said)
        return reply.trouble


def make(making: Making) -> Iterator[Output]:
    """One for each address of `WEBHOOKS`.

    Raises:
        ConfigError: One has no key, or one that cannot be read.
    """
    settings = making.settings.outputs
    secrets = pairs(settings.webhook_secrets.get_secret_value().split(), "WEBHOOK_SECRETS")
    for name, addresses in pairs(settings.webhooks, "WEBHOOKS").items():
        given = secrets.get(name, [])
        if len(addresses) > 1 or not given:
            raise ConfigError(
                f"WEBHOOKS needs one address for {name}, and WEBHOOK_SECRETS a key.",
                subject="WEBHOOK_SECRETS",
                advice=MAKE_ONE,
            )
        keys = tuple(_key(name, one) for one in given)
        service = Service(making.ask, addresses[0], "WEBHOOKS", secrets=tuple(given))
        full = f"webhook:{name}"
        yield WebhookOutput(full, making.lists_of(full), service, keys, making.clock.now)


def _key(name: str, secret: str) -> Webhook:
    """Read strictly: the library passes over letters that are none of base64."""
    encoded = secret.removeprefix("whsec_").rstrip("=")
    try:
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except ValueError:
        key = b""
    if len(key) < MIN_KEY_BYTES:
        raise ConfigError(
            f"A key of {name} in WEBHOOK_SECRETS is not whsec_ with base64 of {MIN_KEY_BYTES} "
            "bytes or more.",
            subject="WEBHOOK_SECRETS",
            advice=MAKE_ONE,
        )
    return Webhook(key)

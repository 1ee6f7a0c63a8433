"""Mastodon: an edition becomes one status (https://docs.joinmastodon.org/methods/statuses/#create).

Its idempotency key is remembered for an hour; what is in doubt for longer, a person decides.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from strandline.adapters.fetch.posting import header_key
from strandline.adapters.outputs.asking import UNREADABLE, Service
from strandline.adapters.outputs.making import Making
from strandline.core.delivery.short import short_text
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output

NAME = "mastodon"
#: A few minutes less than it says: a key that has just been forgotten is worth nothing.
REPEATS = Repeats(RepeatKind.KEY, timedelta(minutes=55))


class MastodonOutput:
    """One account.

    Args:
        visibility: `public`, `unlisted`, `private` or `direct`.
        limit: Longest status, characters.
    """

    name, repeats = NAME, REPEATS

    def __init__(
        self, service: Service, lists: tuple[str, ...], visibility: str, limit: int
    ) -> None:
        self.where, self.lists = service.host, lists
        self._service, self._visibility, self._limit = service, visibility, limit

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Post a status with the first titles and the link to the edition."""
        text = short_text(parcel, self._limit)
        return self._post(text, parcel.language, self._visibility, parcel.name, may_go)

    def try_out(self, now: datetime) -> OutputAnswer:
        """Post a status that nobody is named in, and so nobody but the account sees."""
        key = f"strandline-test-{now.timestamp():.6f}"
        text = f"Strandline: a test at {now:%Y-%m-%d %H:%M} UTC."
        return self._post(text, "en", "direct", key, lambda: True)

    def close(self) -> None:
        """It holds nothing."""

    def _post(
        self, text: str, language: str, visibility: str, key: str, may_go: MayGo
    ) -> OutputAnswer:
        value = {"status": text, "visibility": visibility, "language": language}
        headers = {"Idempotency-Key": key}
        reply = self._service.change(may_go, "POST", "/api/v1/statuses", value, headers)
        if reply.trouble is not None:
            return reply.trouble
        if not reply["id"]:
            return UNREADABLE
        return OutputAnswer(AnswerKind.DONE, "posted", str(reply["id"]))


def make(making: Making) -> Iterator[Output]:
    """The account of `MASTODON_URL`.

    Raises:
        ConfigError: `MASTODON_TOKEN` is missing or cannot be sent.
    """
    settings = making.settings.outputs
    if not settings.mastodon_url:
        return
    name = "MASTODON_TOKEN"
    token = header_key(settings.mastodon_token, name, name).get_secret_value()
    if not token:
        raise ConfigError("MASTODON_URL needs MASTODON_TOKEN.", subject=name)
    service = Service(
        making.ask,
        settings.mastodon_url,
        "MASTODON_URL",
        headers=lambda: {"Authorization": f"Bearer {token}"},
        secrets=(token,),
    )
    yield MastodonOutput(
        service, making.lists_of(NAME), settings.mastodon_visibility, settings.mastodon_length
    )

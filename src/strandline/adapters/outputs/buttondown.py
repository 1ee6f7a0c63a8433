"""Buttondown sends: an edition becomes an email (https://docs.buttondown.com/api-emails-introduction).

It is looked for by our name in its metadata, made as a draft under an idempotency key, and sent by
a change of its state: created and sent at once, an email that its server answers for too late could
go out twice.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from strandline.adapters.fetch.posting import header_key
from strandline.adapters.outputs.asking import UNREADABLE, Reply, Service
from strandline.adapters.outputs.making import Making
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output

NAME = "buttondown"
#: From this version on, lists hold emails of every state.
VERSION = "2026-04-01"
#: Pages of its list that are looked through, newest first.
_PAGES = 10
#: Before an edition is published there is nothing of it there; a clock may be off.
_EARLIER = timedelta(days=2)


class ButtondownOutput:
    """One newsletter of Buttondown.

    Args:
        sends: False leaves emails as drafts.
    """

    name, repeats = NAME, Repeats(RepeatKind.LOOK_UP)

    def __init__(self, service: Service, lists: tuple[str, ...], *, sends: bool) -> None:
        self.where, self.lists = service.host, lists
        self._service, self._sends = service, sends

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Make an email of an edition, if there is none, and send it where that is wanted."""
        email = self._find(parcel)
        if isinstance(email, Reply):
            return email.trouble or UNREADABLE
        if email is None:
            key = {"X-Idempotency-Key": parcel.name}
            reply = self._service.change(may_go, "POST", "/v1/emails", _new(parcel), key)
            if reply.trouble is not None:
                return reply.trouble
            email = reply.value if isinstance(reply.value, dict) else {}
        if "id" not in email:
            return UNREADABLE
        return self._sent(email, may_go)

    def try_out(self, now: datetime) -> OutputAnswer:  # noqa: ARG002 - of the port
        """Ask whether it lets us in; nothing is made."""
        reply = self._service.get("/v1/emails", {"page": "1", "excluded_fields": "body"})
        return reply.trouble or OutputAnswer(AnswerKind.DONE, "it lets us in")

    def close(self) -> None:
        """It holds nothing."""

    def _find(self, parcel: Parcel) -> dict[str, Any] | Reply | None:
        """The email with our name; the reply where it did not say."""
        since = (parcel.published_at - _EARLIER).date().isoformat()
        for page in range(1, _PAGES + 1):
            query = {
                "ordering": "-creation_date",
                "creation_date__start": since,
                "excluded_fields": "body",
                "page": str(page),
            }
            reply = self._service.get("/v1/emails", query)
            results = reply["results"]
            if reply.trouble is not None or not isinstance(results, list):
                return reply
            for one in results:
                told = one.get("metadata") if isinstance(one, dict) else None
                if isinstance(told, dict) and told.get("strandline") == parcel.name:
                    return dict(one)
            if not reply["next"]:
                break
        return None

    def _sent(self, email: Mapping[str, Any], may_go: MayGo) -> OutputAnswer:
        number, status = str(email["id"]), str(email.get("status"))
        if not self._sends or status != "draft":
            return OutputAnswer(AnswerKind.DONE, f"email: {status}", number)
        path = f"/v1/emails/{quote(number, safe='')}"
        reply = self._service.change(may_go, "PATCH", path, {"status": "about_to_send"})
        return reply.trouble or OutputAnswer(AnswerKind.DONE, "email: about_to_send", number)


def _new(parcel: Parcel) -> dict[str, Any]:
    return {
        # What looks like an expression of its templates is text.
        "subject": re.sub(r"\{(?=[{%#])", "{ ", parcel.title),
        "body": f"<!-- buttondown-editor-mode: fancy -->{parcel.html.replace('{', '&#123;')}",
        "status": "draft",
        "metadata": {"strandline": parcel.name},
        **({"canonical_url": parcel.page} if parcel.page else {}),
    }


def make(making: Making) -> Iterator[Output]:
    """The one of `BUTTONDOWN_KEY`.

    Raises:
        ConfigError: Its key cannot be sent.
    """
    settings = making.settings.outputs
    name = "BUTTONDOWN_KEY"
    key = header_key(settings.buttondown_key, name, name).get_secret_value()
    if not key:
        return
    service = Service(
        making.ask,
        settings.buttondown_url,
        "BUTTONDOWN_URL",
        headers=lambda: {"Authorization": f"Token {key}", "X-API-Version": VERSION},
        secrets=(key,),
    )
    sends = settings.buttondown_mode == "send"
    yield ButtondownOutput(service, making.lists_of(NAME), sends=sends)

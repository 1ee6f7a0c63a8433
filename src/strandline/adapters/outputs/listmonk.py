"""listmonk sends: an edition becomes a campaign (https://listmonk.app/docs/apis/campaigns/).

Its API takes no key against doubles, so that a campaign of our name is looked for first. It is made
as a draft, and of several drafts of one name (a server that answered too late) only the first is
ever started.
"""

import base64
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from strandline.adapters.outputs.asking import UNREADABLE, Reply, Service
from strandline.adapters.outputs.making import Making
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output

NAME = "listmonk"
#: A campaign that is on its way to its readers, or was stopped by a person there.
_STARTED = frozenset({"running", "scheduled", "finished", "paused", "cancelled"})
#: Another would be made at each attempt.
UNFOUND = "a campaign was made, and is not found by its name: look there before this goes on"


class ListmonkOutput:
    """One listmonk, and the lists there that are sent to.

    Args:
        list_ids: Of listmonk.
        template_id: 0 for its default.
        sends: False leaves campaigns as drafts.
    """

    name, repeats = NAME, Repeats(RepeatKind.LOOK_UP)

    def __init__(
        self,
        service: Service,
        lists: tuple[str, ...],
        list_ids: tuple[int, ...],
        template_id: int,
        *,
        sends: bool,
    ) -> None:
        self.where, self.lists = service.host, lists
        self._service, self._list_ids, self._sends = service, list_ids, sends
        self._template_id = template_id

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Make a campaign of an edition, if there is none, and start it where that is wanted."""
        found = self._find(parcel.name)
        if isinstance(found, Reply):
            return found.trouble or UNREADABLE
        if not found:
            made = self._service.change(may_go, "POST", "/api/campaigns", self._campaign(parcel))
            if made.trouble is not None:
                return made.trouble
            found = self._find(parcel.name)
            if isinstance(found, Reply):
                return found.trouble or UNREADABLE
            if not found:
                return OutputAnswer(AnswerKind.CLOSED, UNFOUND)
        return self._started(found[0], may_go)

    def try_out(self, now: datetime) -> OutputAnswer:  # noqa: ARG002 - of the port
        """Ask whether it lets us in and has the lists; nothing is made."""
        for list_id in self._list_ids:
            reply = self._service.get(f"/api/lists/{list_id}")
            if reply.trouble is not None:
                return reply.trouble
        return OutputAnswer(AnswerKind.DONE, "it lets us in, and has the lists")

    def close(self) -> None:
        """It holds nothing."""

    def _find(self, name: str) -> list[dict[str, Any]] | Reply:
        """Campaigns of exactly this name, the first made first; the reply where it did not say."""
        reply = self._service.get(
            "/api/campaigns",
            {"query": name, "per_page": "50", "order_by": "created_at", "order": "ASC"},
        )
        if reply.trouble is not None:
            return reply
        results = (reply["data"] or {}).get("results") if isinstance(reply["data"], dict) else None
        if not isinstance(results, list):
            return reply
        ours = [one for one in results if isinstance(one, dict) and one.get("name") == name]
        if not all(isinstance(one.get("id"), int) for one in ours):
            return reply
        return sorted(ours, key=lambda one: int(one["id"]))

    def _started(self, campaign: dict[str, Any], may_go: MayGo) -> OutputAnswer:
        number, status = str(campaign["id"]), str(campaign.get("status"))
        if not self._sends or status in _STARTED:
            return OutputAnswer(AnswerKind.DONE, f"campaign {number}: {status}", number)
        path = f"/api/campaigns/{number}/status"
        reply = self._service.change(may_go, "PUT", path, {"status": "running"})
        if reply.trouble is not None:
            return reply.trouble
        return OutputAnswer(AnswerKind.DONE, f"campaign {number}: started", number)

    def _campaign(self, parcel: Parcel) -> dict[str, Any]:
        value: dict[str, Any] = {
            "name": parcel.name,
            "subject": _as_text(parcel.title),
            "lists": list(self._list_ids),
            "type": "regular",
            "content_type": "html",
            "body": parcel.html.replace("{", "&#123;"),
            "altbody": _as_text(parcel.text),
            "messenger": "email",
            "tags": ["strandline"],
        }
        return value | ({"template_id": self._template_id} if self._template_id else {})


def _as_text(text: str) -> str:
    """Text that its templates leave alone: `{{` would begin an expression of theirs."""
    return text.replace("{{", '{{ "{{" }}')


def make(making: Making) -> Iterator[Output]:
    """The one of `LISTMONK_URL`.

    Raises:
        ConfigError: It lacks what it needs.
    """
    settings = making.settings.outputs
    if not settings.listmonk_url:
        return
    token = settings.listmonk_token.get_secret_value()
    if not (settings.listmonk_user and token and settings.listmonk_lists):
        raise ConfigError(
            "LISTMONK_URL needs LISTMONK_USER, LISTMONK_TOKEN and LISTMONK_LISTS.",
            subject="LISTMONK_URL",
        )
    if not all(one.isascii() and one.isdigit() for one in settings.listmonk_lists):
        raise ConfigError("LISTMONK_LISTS holds ids, such as 1 3.", subject="LISTMONK_LISTS")
    login = base64.b64encode(f"{settings.listmonk_user}:{token}".encode()).decode()
    service = Service(
        making.ask,
        settings.listmonk_url,
        "LISTMONK_URL",
        headers=lambda: {"Authorization": f"Basic {login}"},
        secrets=(token, login),
    )
    yield ListmonkOutput(
        service,
        making.lists_of(NAME),
        tuple(map(int, settings.listmonk_lists)),
        settings.listmonk_template,
        sends=settings.listmonk_mode == "send",
    )

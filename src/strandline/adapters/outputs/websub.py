"""WebSub: a hub is told that feeds have changed (https://www.w3.org/TR/websub/).

How a publisher tells its hub is left open there; hubs take `hub.mode=publish` with `hub.url`, as
PubSubHubbub had it. To tell it twice makes it look twice and change nothing.
"""

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode

from strandline.adapters.outputs.asking import Service
from strandline.adapters.outputs.making import PUBLIC, Making
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output

NAME = "websub"
#: Our feeds of editions, which name the hub; each is a topic.
FEEDS = ("/feed.xml", "/feed.atom", "/feed.json")
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class WebSubOutput:
    """The hub of our feeds."""

    name, lists, repeats = NAME, PUBLIC, Repeats(RepeatKind.KEY)

    def __init__(self, service: Service, base_url: str) -> None:
        self.where = service.host
        self._service, self._base = service, base_url.rstrip("/")

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Tell it that every feed of editions has changed."""
        return self._ping(may_go, parcel.name)

    def try_out(self, now: datetime) -> OutputAnswer:  # noqa: ARG002 - of the port
        """The same: the hub finds the feeds as they were."""
        return self._ping(lambda: True, "")

    def close(self) -> None:
        """It holds nothing."""

    def _ping(self, may_go: MayGo, remote_id: str) -> OutputAnswer:
        fields = [("hub.mode", "publish"), *(("hub.url", self._base + feed) for feed in FEEDS)]
        reply = self._service.send(may_go, "POST", "", urlencode(fields).encode(), _FORM)
        if reply.trouble is not None:
            return reply.trouble
        return OutputAnswer(AnswerKind.DONE, f"status {reply.status}", remote_id)


def make(making: Making) -> Iterator[Output]:
    """The hub of `WEBSUB_HUB`.

    Raises:
        ConfigError: The page has no address for its feeds.
    """
    hub, base = making.settings.outputs.websub_hub, making.settings.web.base_url
    if not hub:
        return
    if not base:
        raise ConfigError("WEBSUB_HUB needs BASE_URL: a hub fetches the feeds.", subject="BASE_URL")
    yield WebSubOutput(Service(making.ask, hub, "WEBSUB_HUB"), base)

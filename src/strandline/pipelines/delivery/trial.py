"""An edition for one address, to look at: nothing is planned, nothing recorded."""

from contextlib import closing
from dataclasses import dataclass

from strandline.core.delivery.replies import outcome_of
from strandline.model.delivery import Delivery, DeliveryState, Reply
from strandline.model.digests import Digest
from strandline.model.errors import UsageError
from strandline.pipelines.delivery.letters import letters_of
from strandline.pipelines.delivery.way import the_way
from strandline.ports import Ports
from strandline.settings import Settings

#: Stands for a subscriber; its links open nothing.
_NOBODY = "test"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of it.

    Attributes:
        text: The server's words.
    """

    is_accepted: bool
    text: str
    size_bytes: int


def send_test(ports: Ports, settings: Settings, digest: Digest, to: str) -> Trial:
    """Send an edition to one address.

    Raises:
        UsageError: No way out is set up, or the edition is empty.
        ConfigError: `MAIL_FROM` is no address.
    """
    way, now = the_way(ports), ports.clock.now()
    delivery = Delivery(digest.digest_id, _NOBODY, to, DeliveryState.PLANNED, now)
    letter = letters_of(ports, settings, digest, now).letter(delivery)
    if letter is None:
        raise UsageError("The edition is empty.", subject=digest.digest_id)
    connection = way.connect()
    if isinstance(connection, Reply):
        return Trial(
            is_accepted=False, text=outcome_of(connection).said, size_bytes=len(letter.message)
        )
    with closing(connection):
        reply = connection.send(letter.sender, letter.to, letter.message, lambda: True)
    outcome = outcome_of(reply) if reply else None
    is_accepted = outcome is not None and outcome.state is DeliveryState.ACCEPTED
    return Trial(
        is_accepted=is_accepted,
        text=outcome.said if outcome else "",
        size_bytes=len(letter.message),
    )

"""An installation that sends mails: subscribers, an edition, settings, ports."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from strandline.model.delivery import Basis, Proof, Subscriber, SubscriberState
from strandline.model.digests import Digest, DigestItem, Section
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, MailSettings, Settings, WebSettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock

#: Marks the links of these mails.
SECRET = b"a secret of the site, long enough"


def an_item(position: int, **changes: Any) -> DigestItem:
    """An item of an edition."""
    plain = DigestItem(
        position,
        Section.ARTICLES,
        "news",
        f"00000000-0000-4000-8000-{position:012}",
        f"https://paper.example/{position}",
        f"The harbour wall, part {position}",
        "The Paper",
        NOW,
        summary="What was decided, and by whom.",
    )
    return replace(plain, **changes)


def an_edition(digest_id: str = "0123456789abcdef0123456789abcdef", **changes: Any) -> Digest:
    """An edition of two items."""
    plain = Digest(digest_id, "public", NOW, "Digest of 5 Jan", "en", (an_item(1), an_item(2)))
    return replace(plain, **changes)


def people(count: int, **changes: Any) -> list[Subscriber]:
    """So many subscribers, at three domains."""
    return [
        replace(
            Subscriber(
                f"s{number:015}",
                f"p{number}@d{number % 3}.example",
                "public",
                SubscriberState.ACTIVE,
                NOW,
                Proof(Basis.HAND),
            ),
            **changes,
        )
        for number in range(count)
    ]


@dataclass
class House:
    """Ports and settings of an installation that sends."""

    ports: Ports
    settings: Settings
    clock: FrozenClock

    @property
    def store(self) -> Store:
        """Its ledger."""
        return self.ports.store


def house_settings(path: Path, port: int, **mail: Any) -> Settings:
    """Settings of an installation that sends to a server on loopback."""
    chosen: dict[str, Any] = {
        "way": "smtp",
        "sender": "River News <news@river.example>",
        "smtp_host": "127.0.0.1",
        "smtp_port": port,
        "smtp_security": "none",
        "secret_key": SecretStr(SECRET.decode()),
        "smtp_timeout_s": 20,
    }
    return Settings(
        database=DatabaseSettings(path=path),
        web=WebSettings(base_url="https://river.example", title="River News"),
        mail=MailSettings(**(chosen | mail)),
    )

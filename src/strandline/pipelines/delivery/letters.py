"""The mails of one edition: rendered once for all who get the same, addressed to each."""

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import quote

from strandline.core.delivery.marks import EDITION, LEAVE, mark, return_path, token
from strandline.core.digest.timetable import zone_of
from strandline.model.delivery import Delivery
from strandline.model.digests import Digest
from strandline.model.readers import DigestScope, Reader
from strandline.pipelines.delivery.pictures import MailPictures, mail_pictures
from strandline.ports import Ports
from strandline.render.digest_email import MailLinks, render_email
from strandline.render.mail_message import (
    Letterhead,
    MailTemplate,
    Personal,
    Slots,
    sender_of,
)
from strandline.render.times import long_date
from strandline.settings import Settings

#: Where the links of a mail lead.
LEAVE_PATH, EDITION_PATH = "/mail/", "/editions/"


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, ready to go out."""

    sender: str
    to: str
    message: bytes


class Letters:
    """Makes the mails of an edition; may be called from many threads.

    Args:
        reader: Whose edition it is; None where they are gone meanwhile.
        secret: Of the site.
        planned_at: Date of every mail of this edition.
        pictures: Of its items; None for none.

    Raises:
        ConfigError: `MAIL_FROM` is no address.
    """

    def __init__(
        self,
        digest: Digest,
        reader: Reader | None,
        settings: Settings,
        secret: bytes,
        planned_at: datetime,
        pictures: "MailPictures | None" = None,
    ) -> None:
        self._digest = digest
        self._pictures = pictures or MailPictures()
        self._is_shared = reader is not None and reader.scope is DigestScope.SHARED
        self._zone = zone_of(reader.settings.timezone if reader else "")
        self._settings = settings
        self._secret = secret
        sender = sender_of(settings.mail.sender)
        self._domain = settings.mail.bounce_domain or sender.domain
        self._slots = Slots(
            f"page{mark(secret, 'slot', digest.digest_id, 'page')}",
            f"leave{mark(secret, 'slot', digest.digest_id, 'leave')}",
        )
        self._head = Letterhead(
            settings.mail.sender,
            settings.mail.reply_to,
            settings.web.title,
            digest.reader_id,
            sender.domain,
            planned_at.astimezone(UTC),
        )
        self._base = settings.web.base_url.rstrip("/")
        self._templates: dict[tuple[str | None, tuple[str, ...]], MailTemplate | None] = {}
        self._turn = threading.Lock()

    def letter(self, delivery: Delivery) -> Letter | None:
        """The mail of one recipient; None where none of their categories has news."""
        template = self._template(delivery.language, delivery.categories)
        if template is None:
            return None
        who = self._personal(delivery)
        sender = return_path(self._secret, self._domain, delivery.digest_id, delivery.subscriber_id)
        return Letter(sender, delivery.email, template.addressed(who))

    def _personal(self, delivery: Delivery) -> Personal:
        own = token(self._secret, LEAVE, delivery.subscriber_id)
        leave = f"{self._base}{LEAVE_PATH}{own}" if self._base else ""
        leave_mail = f"unsubscribe+{own}@{self._domain}"
        return Personal(
            to=delivery.email,
            message_id=f"{delivery.digest_id}.{delivery.subscriber_id}",
            page=edition_page(
                self._settings, self._secret, delivery.digest_id, is_shared=self._is_shared
            ),
            leave=leave or f"mailto:{leave_mail}?subject=unsubscribe",
            leave_post=leave if leave.startswith("https://") else "",
            leave_mail=leave_mail,
        )

    def _template(self, language: str | None, categories: tuple[str, ...]) -> MailTemplate | None:
        key = (language, categories)
        with self._turn:
            if key not in self._templates:
                self._templates[key] = self._rendered(language, categories)
            return self._templates[key]

    def _rendered(self, language: str | None, categories: tuple[str, ...]) -> MailTemplate | None:
        digest = self._digest
        if categories:
            kept = tuple(item for item in digest.items if item.category in categories)
            digest = replace(digest, items=kept)
        if language:
            digest = replace(digest, language=language)
        if not digest.items:
            return None
        email = render_email(
            digest,
            base_url=self._settings.web.base_url,
            site_title=self._settings.web.title,
            zone=self._zone,
            subject=subject_of(digest, self._settings),
            links=MailLinks(
                self._slots.page if self._base else "",
                self._slots.leave,
            ),
            pictures=self._pictures.shown,
        )
        attached = [one for one in self._pictures.attached if f"cid:{one.cid}" in email.html]
        return MailTemplate(email, self._head, self._slots, attached)


def edition_page(settings: Settings, secret: bytes, digest_id: str, *, is_shared: bool) -> str:
    """Where an edition is read on the page: public ones by their address, others by a marked one;
    empty where the page has no address.
    """
    base = settings.web.base_url.rstrip("/")
    if not base:
        return ""
    if is_shared:
        return f"{base}/digests/{quote(digest_id)}"
    return f"{base}{EDITION_PATH}{token(secret, EDITION, digest_id)}"


def subject_of(digest: Digest, settings: Settings) -> str:
    """`MAIL_SUBJECT` filled in; braces that name nothing stay as they are."""
    words = {
        "title": digest.title,
        "date": long_date(digest.created_at, digest.language),
        "first": min(digest.items, key=lambda item: item.position).title if digest.items else "",
        "site": settings.web.title,
    }
    subject = settings.mail.subject
    for name, word in words.items():
        subject = subject.replace(f"{{{name}}}", word)
    return subject


def letters_of(ports: Ports, settings: Settings, digest: Digest, planned_at: datetime) -> Letters:
    """The mails of an edition, with the zone of whose it is.

    Raises:
        ConfigError: `MAIL_FROM` is no address.
    """
    reader = ports.store.reader(digest.reader_id)
    pictures = mail_pictures(ports, settings, digest)
    return Letters(digest, reader, settings, ports.secret, planned_at, pictures)

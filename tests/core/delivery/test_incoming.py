"""What a mail that comes in is: K4. Nothing counts that does not carry our mark."""

from email.message import EmailMessage, MIMEPart
from email.policy import SMTP

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.delivery.incoming import read_incoming
from strandline.core.delivery.marks import LEAVE, return_path, returned_from, token
from strandline.model.delivery import IncomingKind

SECRET = b"a secret of the site, long enough"
EDITION = "0123456789abcdef0123456789abcdef"
BACK = return_path(SECRET, "news.example", EDITION, "s1")
LINK = f"https://news.example/mail/{token(SECRET, LEAVE, 's1')}"


def report(status: str, action: str = "failed", to: str = BACK, said: str = "") -> bytes:
    """A delivery status notification (RFC 3464)."""
    code = f"Diagnostic-Code: smtp; {said}\n" if said else ""
    fields = f"Reporting-MTA: dns; mx.example\n\nAction: {action}\nStatus: {status}\n{code}"
    return enclosed("delivery-status", fields, to, "Mail delivery failed")


def enclosed(
    kind: str, fields: str, to: str, subject: str, within: str = "Subject: x\n\n"
) -> bytes:
    lines = [
        f"From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: {subject}\nMIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type={kind}; boundary="b"\n',
        "--b\nContent-Type: text/plain\n\nSomething happened.\n",
        f"--b\nContent-Type: message/{kind}\n\n{fields}\n",
        f"--b\nContent-Type: message/rfc822\n\n{within}\n--b--\n",
    ]
    return "\n".join(lines).replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("status", "action", "kind"),
    [
        ("5.1.1", "failed", IncomingKind.HARD_BOUNCE),
        ("5.7.1", "failed", IncomingKind.HARD_BOUNCE),
        ("4.4.1", "failed", IncomingKind.SOFT_BOUNCE),
        ("4.2.2", "expired", IncomingKind.SOFT_BOUNCE),
        ("4.4.1", "delayed", IncomingKind.AUTOMATIC),
        ("2.0.0", "delivered", IncomingKind.AUTOMATIC),
    ],
)
def test_a_report_of_a_server(status: str, action: str, kind: IncomingKind) -> None:
    """Hard, soft, or no bounce at all, about the one whose mail it was."""
    found = read_incoming(report(status, action, said="550 no such user"), (), SECRET)
    assert (found.kind, found.subscriber_id, found.edition) == (kind, "s1", EDITION[:12])
    assert found.said == "smtp; 550 no such user"


def test_the_envelope_comes_before_the_head() -> None:
    """Where the mail system says to whom it was, nothing else counts."""
    found = read_incoming(report("5.1.1", to="somebody@news.example"), (BACK,), SECRET)
    assert found.kind is IncomingKind.HARD_BOUNCE
    assert read_incoming(report("5.1.1"), ("x@news.example",), SECRET).kind is IncomingKind.OTHER


def test_a_forged_report_is_for_a_person() -> None:
    """A mark that is not ours, or of another subscriber, pauses nobody."""
    for forged in (
        BACK.replace(".s1.", ".s2."),
        "bounce+x.y.z@news.example",
        "bounce@news.example",
    ):
        found = read_incoming(report("5.1.1", to=forged), (), SECRET)
        assert (found.kind, found.subscriber_id) == (IncomingKind.OTHER, "")


def test_a_report_in_words_alone() -> None:
    """Old servers write no fields; a library knows their words."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = "MAILER-DAEMON@old.example", BACK
    message["Subject"] = "failure notice"
    message.set_content(
        "Hi. This is the qmail-send program at old.example.\n"
        "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
        "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
        "<ada@old.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
        "--- Below this line is a copy of the message.\n"
    )
    assert read_incoming(bytes(message), (), SECRET).kind is IncomingKind.HARD_BOUNCE


def test_a_holiday_note_is_no_bounce() -> None:
    """It comes to the same address and means nothing."""
    message = EmailMessage(policy=SMTP)
    message["To"], message["Subject"] = BACK, "Out of office"
    message["Auto-Submitted"] = "auto-replied"
    message.set_content("Back on Monday. 550 5.1.1")
    assert read_incoming(bytes(message), (), SECRET).kind is IncomingKind.AUTOMATIC


def test_a_mail_to_leave() -> None:
    """Whatever is in it, in any case of letters."""
    to = f"Unsubscribe+{token(SECRET, LEAVE, 's1')}@news.example"
    found = read_incoming(b"Subject: unsubscribe\r\n\r\n", (to,), SECRET)
    assert (found.kind, found.subscriber_id) == (IncomingKind.LEAVE, "s1")


@pytest.mark.parametrize(
    "link", [LINK, f"<mailto:unsubscribe+{token(SECRET, LEAVE, 's1')}@n.example>"]
)
def test_a_complaint(link: str) -> None:
    """ARF: the enclosed mail's own link says about whom."""
    within = f"List-Unsubscribe: {link}\nSubject: News\n\nText"
    fields = "Feedback-Type: abuse\nVersion: 1\n"
    body = enclosed("feedback-report", fields, "abuse@news.example", "complaint", within)
    found = read_incoming(body, (), SECRET)
    assert (found.kind, found.subscriber_id) == (IncomingKind.COMPLAINT, "s1")
    forged = body.replace(b"/mail/s1.", b"/mail/s2.").replace(b"+s1.", b"+s2.")
    assert read_incoming(forged, (), SECRET).kind is IncomingKind.OTHER


def test_an_answer_is_for_a_person() -> None:
    """With its subject."""
    found = read_incoming(b"To: news@news.example\r\nSubject: Thank you\r\n\r\nHello", (), SECRET)
    assert (found.kind, found.said) == (IncomingKind.OTHER, "Thank you")


def test_bombs() -> None:
    """Parts within parts, huge heads and endless fields end in an answer."""
    nested = MIMEPart()
    for _ in range(80):
        outer = MIMEPart()
        outer["Content-Type"] = 'multipart/mixed; boundary="x"'
        outer.set_payload([nested])
        nested = outer
    for body in (
        bytes(nested),
        b"To: " + BACK.encode() * 40_000 + b"\r\n\r\n",
        b"Subject: " + b"x" * 12_000_000,
        b"--x\r\n" * 100_000,
        report("5.1.1") + b"Status: 5.1.1\r\n" * 100_000,
    ):
        assert read_incoming(body, (), SECRET).kind in IncomingKind


@given(st.binary(max_size=2_000), st.lists(st.text(max_size=80), max_size=3))
def test_any_bytes_are_something(body: bytes, recipients: list[str]) -> None:
    """Total; without a mark it is about nobody."""
    found = read_incoming(body, tuple(recipients), SECRET)
    assert found.subscriber_id == ""


@given(
    st.from_regex(r"[0-9a-f]{32}", fullmatch=True), st.from_regex(r"[0-9a-f]{16}", fullmatch=True)
)
def test_a_return_path_is_read_back(edition: str, subscriber: str) -> None:
    """In any case of letters, with a local part of 64 octets at most."""
    address = return_path(SECRET, "news.example", edition, subscriber)
    assert len(address.partition("@")[0]) <= 64
    assert returned_from(SECRET, address.upper()) == (edition[:12], subscriber)
    assert returned_from(b"another secret", address) is None

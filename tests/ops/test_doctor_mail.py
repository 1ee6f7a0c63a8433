"""What doctor says of a sending domain, from the answers of a real name server on loopback."""

import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.reversename
import dns.rrset
import pytest

from strandline.adapters.dns import DnsRecords
from strandline.model.errors import NameFault
from strandline.ops.doctor_mail import examine_mail
from strandline.ops.findings import Finding, Level
from strandline.settings import MailSettings, Settings

RIVER = "river.example"
Records = dict[tuple[str, str], list[str]]
#: As long as one of 2,048 bits; a text record holds it in pieces of 255 letters.
KEY = b64encode(b"k" * 294).decode()
GOOD: Records = {
    (RIVER, "MX"): ["20 backup.river.example.", "10 mail.river.example."],
    (RIVER, "TXT"): ['"site-check=1"', '"v=spf1 include:_spf.relay" ".example ~all"'],
    ("_spf.relay.example", "TXT"): ['"v=spf1 ip4:192.0.2.0/24 -all"'],
    (f"one._domainkey.{RIVER}", "TXT"): [f'"v=DKIM1; k=rsa; p={KEY[:200]}" "{KEY[200:]}"'],
    (f"_dmarc.{RIVER}", "TXT"): ['"v=DMARC1; p=quarantine; rua=mailto:d@river.example"'],
    ("mail.river.example", "A"): ["192.0.2.7"],
    ("192.0.2.7", "PTR"): ["mail.river.example."],
}


class Names:
    """A name server; its answers are put in by tests, `silent` ones never come."""

    def __init__(self) -> None:
        self.records: Records = {}
        self.silent: set[str] = set()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.server = f"127.0.0.1:{self.socket.getsockname()[1]}"

    def serve(self) -> None:
        while True:
            try:
                data, asker = self.socket.recvfrom(4_096)
            except OSError:
                return
            asked = dns.message.from_wire(data)
            question = asked.question[0]
            kind = dns.rdatatype.to_text(question.rdtype)
            name = question.name.to_text(omit_final_dot=True).lower()
            if kind == "PTR":
                name = dns.reversename.to_address(question.name)
            if name in self.silent:
                continue
            answer = dns.message.make_response(asked)
            answer.flags |= dns.flags.RA
            found = self.records.get((name, kind))
            if found:
                answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
            elif not any(one == name for one, _ in self.records):
                answer.set_rcode(dns.rcode.NXDOMAIN)
            self.socket.sendto(answer.to_wire(), asker)


@pytest.fixture(scope="module")
def names() -> Iterator[Names]:
    server = Names()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    yield server
    server.socket.close()


def told(
    names: Names, changes: dict[tuple[str, str], list[str]], **mail: Any
) -> dict[str, Finding]:
    names.records = {key: value for key, value in (GOOD | changes).items() if value}
    usual = {
        "way": "smtp",
        "sender": f"News <news@{RIVER}>",
        "dkim_selector": "one",
        "dns_server": names.server,
        "smtp_hello": "mail.river.example",
    }
    settings = Settings(mail=MailSettings(**(usual | mail)))
    look = DnsRecords(settings.mail.dns_server).look
    return {one.what: one for one in examine_mail(settings, look, "host.local")}


def test_a_domain_in_order(names: Names) -> None:
    """Each is looked at, and is well."""
    found = told(names, {})
    assert list(found) == ["MX", "SPF", "DKIM", "DMARC", "reverse name"]
    assert {one.level for one in found.values()} == {Level.OK}
    assert "mail.river.example, backup.river.example" in found["MX"].detail
    assert "include:_spf.relay.example ~all" in found["SPF"].detail


@pytest.mark.parametrize(
    ("what", "changes", "level", "said"),
    [
        ("MX", {(RIVER, "MX"): []}, Level.FAULT, "neither MX nor address"),
        ("MX", {(RIVER, "MX"): [], (RIVER, "A"): ["192.0.2.1"]}, Level.OK, "own address"),
        ("MX", {(RIVER, "MX"): ["0 ."]}, Level.FAULT, "takes no mails"),
        ("SPF", {(RIVER, "TXT"): ['"v=spf10 x"']}, Level.FAULT, "names nobody"),
        (
            "SPF",
            {(RIVER, "TXT"): ['"v=spf1 mx -all"', '"v=spf1 a"']},
            Level.FAULT,
            "2 records",
        ),
        ("SPF", {(RIVER, "TXT"): ['"v=spf1 mx +all"']}, Level.FAULT, "lets everybody"),
        ("SPF", {(RIVER, "TXT"): ['"v=spf1 mx"']}, Level.WARNING, "everybody else"),
        (
            "SPF",
            {
                (RIVER, "TXT"): ['"v=spf1 include:loop.example include:b.example -all"'],
                ("loop.example", "TXT"): [f'"v=spf1 include:{RIVER} include:loop.example -all"'],
                ("b.example", "TXT"): ['"v=spf1 a mx a:c.example exists:x a mx a mx -all"'],
            },
            Level.FAULT,
            "12 look-ups",
        ),
        ("DKIM", {(f"one._domainkey.{RIVER}", "TXT"): []}, Level.FAULT, "holds no key"),
        ("DKIM", {(f"one._domainkey.{RIVER}", "TXT"): ['"p="']}, Level.FAULT, "taken back"),
        ("DKIM", {(f"one._domainkey.{RIVER}", "TXT"): ['"p=!!"']}, Level.FAULT, "cannot be read"),
        ("DKIM", {(f"one._domainkey.{RIVER}", "TXT"): ['"p=QUFB"']}, Level.WARNING, "shorter"),
        ("DMARC", {(f"_dmarc.{RIVER}", "TXT"): []}, Level.FAULT, "does not say"),
        ("DMARC", {(f"_dmarc.{RIVER}", "TXT"): ['"v=DMARC1; p=all"']}, Level.FAULT, "not valid"),
        (
            "reverse name",
            {("192.0.2.7", "PTR"): ["x.isp.example."]},
            Level.WARNING,
            "x.isp.example",
        ),
        ("reverse name", {("mail.river.example", "A"): []}, Level.WARNING, "has no address"),
    ],
)
def test_what_is_wrong(names: Names, what: str, changes: Records, level: Level, said: str) -> None:
    """In a sentence, with the record that is to be set."""
    found = told(names, changes)[what]
    assert (found.level, said in found.detail) == (level, True), found
    assert bool(found.advice) == (level is not Level.OK)


def test_a_part_of_a_domain_is_covered_by_the_whole(names: Names) -> None:
    """DMARC of the domain above counts, and mails may return to a part of it."""
    changes = {("news.river.example", "MX"): ["10 mail.river.example."]}
    found = told(names, changes, sender="n@news.river.example", bounce_domain=RIVER)
    assert (found["DMARC"].level, found["DMARC"].detail) == (
        Level.OK,
        "_dmarc.river.example: p=quarantine",
    )
    other = told(names, {("b.example", "MX"): ["1 x.b.example."]}, bounce_domain="b.example")
    assert "another domain" in other["DMARC"].detail
    assert "names nobody" in other["SPF"].detail  # the return path's domain


def test_who_does_not_answer(names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is silent hides none of the others."""
    monkeypatch.setattr("strandline.adapters.dns._PATIENCE_S", 0.3)
    names.silent = {f"one._domainkey.{RIVER}"}
    found = told(names, {})
    names.silent = set()
    assert found["sending domain"].level is Level.WARNING
    assert found["DMARC"].level is Level.OK
    with pytest.raises(NameFault):
        DnsRecords(names.server).look("no address", "PTR")


def test_only_what_concerns_the_way(names: Names) -> None:
    """No mails: nothing; a relay elsewhere has a name of its own; nobody to ask is told."""
    assert told(names, {}, way="none") == {}
    assert "reverse name" not in told(names, {}, smtp_host="smtp.relay.example")
    settings = Settings(mail=MailSettings(way="smtp", sender=f"n@{RIVER}"))
    (only,) = examine_mail(settings, None, "host")
    assert only.level is Level.WARNING

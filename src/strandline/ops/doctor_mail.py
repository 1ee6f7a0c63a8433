"""What `strandline doctor` says of the domain that mails come from.

What large receivers ask for: somebody answers for the return path (MX), SPF names who may send for
it, DKIM signs, DMARC says what is to be done with the rest, and a server of one's own has a name
that leads back to it.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence

from strandline.model.errors import NameFault
from strandline.ops.findings import Finding, Level
from strandline.render.mail_message import sender_of
from strandline.settings import Settings

#: Name and kind of record → texts. Raises `NameFault` where nobody answers.
Look = Callable[[str, str], Sequence[str]]

#: RFC 7208, 4.6.4: with more questions to the name servers a record is not valid.
_MOST_LOOKUPS = 10
_ASKS = re.compile(r"[-+~?]?(?:include:|a\b|mx\b|ptr\b|exists:)|redirect=", re.IGNORECASE)
_FOLLOWED = re.compile(r"[-+~?]?(?:include:|redirect=)(\S+)", re.IGNORECASE)
#: Bytes of a public key of 2,048 bits, as a record holds it.
_LONG_KEY = 290


def examine_mail(settings: Settings, look: Look | None, own_name: str) -> Iterator[Finding]:
    """The sending domain; nothing where no mails leave.

    Args:
        look: None where there is nobody to ask.
        own_name: Of this machine, as it would greet a mail server.
    """
    mail = settings.mail
    if mail.way in ("none", "folder") or not mail.sender:
        return
    if look is None:
        yield Finding("sending domain", Level.WARNING, "not looked at: no name server is known")
        return
    domain = sender_of(mail.sender).domain
    back = mail.bounce_domain or domain
    checks: tuple[Callable[[], Finding], ...] = (
        lambda: _returns(back, look),
        lambda: _spf(back, look),
        lambda: _dkim(domain, mail.dkim_selector, look),
        lambda: _dmarc(domain, back, look),
    )
    for check in checks:
        yield _asked(check)
    if mail.way == "sendmail" or mail.smtp_host in ("127.0.0.1", "::1", "localhost"):
        yield _asked(lambda: _reverse(mail.smtp_hello or own_name, look))


def _asked(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except NameFault as error:
        return Finding("sending domain", Level.WARNING, error.message, "Try again later.")


def _returns(domain: str, look: Look) -> Finding:
    """Mails that cannot be delivered come back to the domain of the return path."""
    servers = list(look(domain, "MX"))
    if servers == [""]:  # RFC 7505
        return Finding(
            "MX",
            Level.FAULT,
            f"{domain} takes no mails (a null MX)",
            "Set BOUNCE_DOMAIN to a domain that does: many servers refuse mails from one that "
            "does not.",
        )
    if servers:
        return Finding("MX", Level.OK, f"{domain}: {', '.join(servers[:3])}")
    if look(domain, "A") or look(domain, "AAAA"):
        return Finding("MX", Level.OK, f"{domain} has none; mails come to its own address")
    return Finding(
        "MX",
        Level.FAULT,
        f"{domain} has neither MX nor address: nothing can come back to it",
        f"Set an MX record at {domain} that names your mail server.",
    )


def _spf(domain: str, look: Look) -> Finding:
    records = _records(domain, "v=spf1", look)
    if not records:
        return Finding(
            "SPF",
            Level.FAULT,
            f"{domain} names nobody who may send for it",
            f'Set a TXT record at {domain}: "v=spf1 include:<your relay\'s name> ~all"; your relay '
            "tells its name, a server of your own is ip4:<its address>.",
        )
    if len(records) > 1:
        return Finding(
            "SPF",
            Level.FAULT,
            f"{domain} has {len(records)} records; with more than one none is valid (RFC 7208)",
            "Make one of them.",
        )
    (record,) = records
    if re.search(r"(?:^|\s)\+?all\b", record, re.IGNORECASE):
        return Finding(
            "SPF",
            Level.FAULT,
            f"{domain} lets everybody send for it ({record[:120]})",
            "End it with ~all or -all.",
        )
    count = _lookups(record, look, {domain})
    if count > _MOST_LOOKUPS:
        return Finding(
            "SPF",
            Level.FAULT,
            f"{domain} asks for {count} look-ups; with more than {_MOST_LOOKUPS} it is not valid",
            "Name fewer others in it (include:).",
        )
    if not re.search(r"[-~?]all\b|redirect=", record, re.IGNORECASE):
        return Finding(
            "SPF",
            Level.WARNING,
            f"{domain} does not say what of everybody else",
            f'End it with ~all: "{record[:200]} ~all"',
        )
    return Finding("SPF", Level.OK, f"{domain}: {record[:200]}")


def _lookups(record: str, look: Look, seen: set[str]) -> int:
    """Questions that the record costs a receiver; the counting ends behind what is allowed."""
    count = sum(bool(_ASKS.match(term)) for term in record.split()[1:])
    for term in record.split()[1:]:
        found = _FOLLOWED.match(term)
        named = found[1].lower() if found else ""
        if named and "%" not in named and named not in seen and count <= _MOST_LOOKUPS:
            seen.add(named)
            for inner in _records(named, "v=spf1", look)[:1]:
                count += _lookups(inner, look, seen)
    return count


def _dkim(domain: str, selector: str, look: Look) -> Finding:
    if not selector:
        return Finding(
            "DKIM",
            Level.OK,
            "not looked at: set DKIM_SELECTOR to the selector with which your relay signs",
        )
    name = f"{selector}._domainkey.{domain}"
    records = [one for one in look(name, "TXT") if "p=" in one]
    if not records:
        return Finding(
            "DKIM",
            Level.FAULT,
            f"{name} holds no key: signatures of {selector} are worth nothing",
            f"Set the TXT record that your relay shows at {name}.",
        )
    tags = _tags(records[0])
    try:
        key = b64decode("".join(tags.get("p", "").split()), validate=True)
    except (binascii.Error, ValueError):
        return Finding("DKIM", Level.FAULT, f"{name}: its key cannot be read", "Set it anew.")
    if not key:
        return Finding(
            "DKIM", Level.FAULT, f"{name}: its key was taken back (p= is empty)", "Set a new one."
        )
    if tags.get("k", "rsa") == "rsa" and len(key) < _LONG_KEY:
        return Finding(
            "DKIM",
            Level.WARNING,
            f"{name}: its key is shorter than 2,048 bits",
            "Let your relay make a longer one.",
        )
    return Finding("DKIM", Level.OK, f"{name} holds a key")


def _dmarc(domain: str, back: str, look: Look) -> Finding:
    name = f"_dmarc.{domain}"
    records, asked = _records(name, "v=DMARC1", look), domain
    while not records and asked.count(".") > 1:  # a part of the domain speaks for it
        asked = asked.partition(".")[2]
        name = f"_dmarc.{asked}"
        records = _records(name, "v=DMARC1", look)
    if not records:
        return Finding(
            "DMARC",
            Level.FAULT,
            f"{domain} does not say what becomes of mails that are not from it",
            f'Set a TXT record at _dmarc.{domain}: "v=DMARC1; p=none; rua=mailto:<where reports '
            'may go>"; large receivers ask for one.',
        )
    policy = _tags(records[0]).get("p", "").lower()
    if len(records) > 1 or policy not in ("none", "quarantine", "reject"):
        return Finding(
            "DMARC",
            Level.FAULT,
            f"{name} is not valid ({records[0][:120]})",
            "It needs one record with p=none, p=quarantine or p=reject.",
        )
    if not _is_aligned(domain, back):
        return Finding(
            "DMARC",
            Level.WARNING,
            f"{name} says {policy}, and mails return to {back}, another domain: only a signature "
            f"(DKIM) of {domain} counts for it",
            f"Let your relay sign as {domain}, or set BOUNCE_DOMAIN below {domain}.",
        )
    return Finding("DMARC", Level.OK, f"{name}: p={policy}")


def _reverse(name: str, look: Look) -> Finding:
    """A server of one's own: the name that it greets with, its address, and back."""
    addresses = [*look(name, "A"), *look(name, "AAAA")] if "." in name else []
    advice = (
        "Set SMTP_HELLO to a name of this machine, an address record for the name, and let who "
        "gave you the address set its reverse name (PTR) to the same."
    )
    if not addresses:
        return Finding("reverse name", Level.WARNING, f"{name} has no address", advice)
    for address in addresses:
        names = look(address, "PTR")
        if name.lower() not in names:
            told = ", ".join(names[:3]) or "nothing"
            return Finding(
                "reverse name",
                Level.WARNING,
                f"{name} is {address}, which is called {told}",
                advice,
            )
    return Finding("reverse name", Level.OK, f"{name} and {addresses[0]} name each other")


def _records(name: str, begins: str, look: Look) -> list[str]:
    """Text records of one version, such as `v=spf1`."""
    wanted = begins.lower()
    return [
        one.strip()
        for one in look(name, "TXT")
        if re.split(r"[\s;]", one.strip().lower(), maxsplit=1)[0] == wanted
    ]


def _tags(record: str) -> dict[str, str]:
    pairs = (piece.partition("=") for piece in record.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _is_aligned(domain: str, back: str) -> bool:
    """Relaxed alignment (RFC 7489, 3.1.2): one registrable domain."""
    from strandline.core.urls.domains import registrable_domain

    return registrable_domain(f"https://{domain}/") == registrable_domain(f"https://{back}/")

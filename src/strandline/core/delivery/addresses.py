"""Addresses of people: what is one, and when two are the same."""

from email_validator import EmailNotValidError, validate_email

from strandline.model.errors import UsageError

#: RFC 5321, 4.5.3.1.3, without the angle brackets.
_LONGEST = 254


def read_address(text: str) -> str:
    """An address as it is kept and written to: its domain in ASCII, its local part as given.

    Nothing is asked of the network. Literal addresses and names without a dot are refused: they
    are typing errors on a newsletter's form. Quoted local parts and those beyond ASCII are kept;
    whether a server takes the latter is seen when it is asked (RFC 6531).

    Raises:
        UsageError: It is none; the message says what is wrong with it.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        raise UsageError(
            "An e-mail address has 254 characters at most.", subject=text[:80], advice="Shorten it."
        )
    try:
        found = validate_email(text, check_deliverability=False, allow_quoted_local=True)
    except EmailNotValidError as error:
        raise UsageError(
            f"This is no e-mail address: {str(error)[:200]}",
            subject=text[:80],
            advice="Write it as name@domain.example.",
        ) from error
    return f"{found.local_part}@{found.ascii_domain or found.domain}"


def address_key(email: str) -> str:
    """What two spellings of an address share: letters of one case.

    Dots and tags of the local part are kept: only the receiving side knows what they mean.
    """
    return email.strip().casefold()


def domain_of(email: str) -> str:
    """The receiving domain, lower-case."""
    return email.rpartition("@")[2].lower()

"""The one error tree.

Expected outcomes are values (`Drop`, `FetchOutcome`, `Verdict`); an exception is a fault that
somebody must act on, so its message says what happened and what to do. Foreign errors are
translated where the foreign library is called and chained as cause.

    StrandlineError
    ├── UsageError      what was typed cannot be done
    │   └── SourceError     a source cannot be so
    ├── ConfigError     a setting is wrong
    ├── UrlError        a URL cannot be read
    ├── FetchError      the network side failed in a way no outcome covers
    ├── ParseError      a document cannot be read
    ├── ParserFault     no document can be read: the processes that do it cannot begin
    ├── StoreError      the database refused
    │   ├── SchemaError     the database is older or newer than this program
    │   ├── IdentityConflict   one article id, two canonical URLs
    │   ├── AlreadyShown    another edition has just shown the same to this reader
    │   ├── NameTaken       another account has this name
    │   ├── BlobError       the object store refused, or holds other bytes than it was given
    │   └── BackupError     a backup cannot be made, read or brought back
    ├── Busy            too many ask for the same costly thing at once
    ├── ProviderFault   the OpenID provider is down, or its word does not hold
    ├── CaptureError    a capture could not be made
    ├── IndexFault      the vector index is broken or held by another process
    └── ModelError      a language or embedding model gave no answer
        └── QuestionRefused    it gives none to this question; others may pass
"""


class StrandlineError(Exception):
    """A fault with a message for a person.

    Args:
        message: What happened, in one line.
        subject: The URL, file, setting or id it happened to.
        advice: What to do about it; empty where nothing can be done.
    """

    def __init__(self, message: str, *, subject: str = "", advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.subject = subject
        self.advice = advice

    def __str__(self) -> str:
        """One line: the message, then what to do."""
        return f"{self.message} {self.advice}".strip()


class UsageError(StrandlineError):
    """What was typed cannot be done; exit status 2."""


class SourceError(UsageError):
    """A source cannot be as it was meant to be.

    Attributes:
        reason: Short code of why, such as `address` or `interval`; pages have words for it.
    """

    def __init__(self, reason: str, message: str, *, subject: str = "", advice: str = "") -> None:
        super().__init__(message, subject=subject, advice=advice)
        self.reason = reason


class ConfigError(StrandlineError):
    """A setting has a value that is not allowed; exit status 2."""


class UrlError(StrandlineError):
    """A URL that the WHATWG parser refuses, or that is no web address.

    The subject is the URL as received; the message is a short reason code such as
    `not_a_url`, `unsupported_scheme`, `too_long`.
    """


class FetchError(StrandlineError):
    """The network side failed in a way that no `FetchOutcome` covers."""


class ParseError(StrandlineError):
    """A document that cannot be read at all; a partly readable one is a warning instead."""


class ParserFault(StrandlineError):
    """The processes that read documents cannot begin; no document is at fault."""


class StoreError(StrandlineError):
    """The database refused: locked for too long, full disk, read-only folder, broken file."""


class SchemaError(StoreError):
    """The database is older or newer than this program."""


class IdentityConflict(StoreError):
    """One `article_uuid`, two canonical URLs: refused, both named (requirement A3)."""

    def __init__(self, article_uuid: str, stored_url: str, refused_url: str) -> None:
        super().__init__(
            f"{article_uuid} is already the id of {stored_url}; {refused_url} was refused.",
            subject=article_uuid,
            advice="Nothing was merged. Please report both URLs: their hashes collide.",
        )
        self.stored_url = stored_url
        self.refused_url = refused_url


class AlreadyShown(StoreError):
    """An edition holds what another one has shown to the same reader since it was chosen."""

    def __init__(self, reader_id: str, count: int) -> None:
        super().__init__(
            f"{count} of these articles were shown to {reader_id} a moment ago by another run.",
            subject=reader_id,
            advice="Nothing was saved; run it again for what is new since.",
        )


class NameTaken(StoreError):
    """Another account has this login, or stands for the same person at the OpenID provider."""

    def __init__(self, login: str) -> None:
        super().__init__(
            f"There is an account {login} already.",
            subject=login,
            advice="Choose another name.",
        )


class EditionChanged(StoreError):
    """Somebody else changed an edition since it was looked at; nothing was saved."""

    def __init__(self, digest_id: str) -> None:
        super().__init__(
            f"The edition {digest_id} was changed meanwhile.",
            subject=digest_id,
            advice="Nothing was saved; look at it again.",
        )


class BlobError(StoreError):
    """The object store refused, is down, or holds other bytes than it was given.

    Attributes:
        is_passing: True when the same may succeed later; False when somebody must act first.
    """

    def __init__(
        self, message: str, *, subject: str = "", advice: str = "", is_passing: bool = False
    ) -> None:
        super().__init__(message, subject=subject, advice=advice)
        self.is_passing = is_passing


class BackupError(StoreError):
    """A backup cannot be made, is not whole, or cannot be brought back; nothing was changed."""


class NameFault(StrandlineError):
    """The name servers do not answer, or none is known."""


class MailboxFault(StrandlineError):
    """The mailbox cannot be read now: what was not read yet waits there."""


class Busy(StrandlineError):
    """Too many ask for the same costly thing at once; later it is done."""


class ProviderFault(StrandlineError):
    """The OpenID provider is down, or what it says does not hold; other ways in still work."""


class CaptureError(StrandlineError):
    """A capture could not be made; the other captures of the same article go on."""


class IndexFault(StrandlineError):
    """The vector index is broken, held by another process, or its server is down.

    Nothing is lost: it is rebuilt from the database.
    """


class ModelError(StrandlineError):
    """A language or embedding model gave no usable answer.

    Attributes:
        is_passing: True when the same may succeed later; False when somebody must act first
            (a wrong key, an unknown model).
        wait_s: How long the endpoint asked to be left alone, seconds; 0 where it did not.
        was_asked: False where nothing was sent, because it is being left alone.
    """

    def __init__(
        self,
        message: str,
        *,
        subject: str = "",
        advice: str = "",
        is_passing: bool = True,
        wait_s: float = 0.0,
        was_asked: bool = True,
    ) -> None:
        super().__init__(message, subject=subject, advice=advice)
        self.is_passing = is_passing
        self.wait_s = wait_s
        self.was_asked = was_asked


class QuestionRefused(ModelError):
    """The model gives no answer to this one question: too long, or its words are not wanted."""

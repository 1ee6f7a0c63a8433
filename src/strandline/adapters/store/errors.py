"""Every fault of a database, in words: what happened and what to do.

Foreign errors are translated at one place, `translated`, which the engine puts around every use of
a connection. SQLite says what is wrong by the name of its error code, PostgreSQL by SQLSTATE; both
are looked up by their longest known prefix, and what no row knows still ends as a `StoreError`.
"""

import errno
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import sqlalchemy.exc

from strandline.model.errors import StoreError

_FREE_SPACE = "Free some space; nothing of the last step was stored, and it can be run again."
_REPORT = "Nothing of the last step was stored. Please report this with the log."
_BROKEN = (
    "Stop Strandline, move the file away but keep it, and bring the newest backup back: "
    "strandline restore."
)
_RETRY = "Nothing of the last step was stored; it can be run again."
_REACH = "Check DATABASE_URL, and that the server runs and can be reached."

#: Names of SQLite result codes by prefix: what happened, what to do.
SQLITE_FAULTS: Final[dict[str, tuple[str, str]]] = {
    "SQLITE_FULL": ("The disk with the database is full", _FREE_SPACE),
    "SQLITE_READONLY": (
        "The database cannot be written: its file or folder is read-only",
        "Give this user the right to write to the file and its folder, or set DATABASE_PATH.",
    ),
    "SQLITE_BUSY": (
        "The database is locked by another program for too long",
        "Close what holds it (a shell, a backup), or raise DATABASE_BUSY_TIMEOUT_SECONDS.",
    ),
    "SQLITE_LOCKED": ("The database is locked by this program for too long", _RETRY),
    "SQLITE_NOTADB": (
        "The file is not an SQLite database",
        "Set DATABASE_PATH to another file, or move this one away and run strandline restore.",
    ),
    "SQLITE_CORRUPT": ("The database file is damaged", _BROKEN),
    "SQLITE_FORMAT": ("The database file is damaged", _BROKEN),
    "SQLITE_CANTOPEN": (
        "The database file cannot be opened",
        "Check DATABASE_PATH, and that this user may read and write its folder.",
    ),
    "SQLITE_PERM": (
        "This user may not open the database file",
        "Give this user the right to read and write the file and its folder.",
    ),
    "SQLITE_AUTH": ("SQLite refused the statement", _REPORT),
    "SQLITE_IOERR": (
        "The disk with the database does not answer properly",
        "Check the disk and its free space; then run the step again.",
    ),
    "SQLITE_TOOBIG": (
        "A text is longer than SQLite stores (about 1 GB)",
        "Nothing of the last step was stored; look at the source that sent it.",
    ),
    "SQLITE_CONSTRAINT": ("The database refused a row that breaks a rule", _REPORT),
    "SQLITE_MISMATCH": ("The database refused a value of the wrong kind", _REPORT),
    "SQLITE_RANGE": ("The database refused a number that is out of range", _REPORT),
    "SQLITE_NOMEM": ("There is not enough memory for the database", _RETRY),
    "SQLITE_INTERRUPT": ("The statement was interrupted", _RETRY),
    "SQLITE_ABORT": ("The statement was interrupted", _RETRY),
    "SQLITE_SCHEMA": ("The tables changed while they were used", _RETRY),
    "SQLITE_PROTOCOL": ("The database's locks do not work on this disk", _RETRY),
    "SQLITE_NOLFS": ("This disk cannot hold a file of that size", _FREE_SPACE),
    "SQLITE_ERROR": ("SQLite refused the statement", _REPORT),
}

#: SQLSTATE by prefix (PostgreSQL, appendix A): what happened, what to do.
POSTGRES_FAULTS: Final[dict[str, tuple[str, str]]] = {
    "08": ("The connection to PostgreSQL was lost", _REACH),
    "22": ("PostgreSQL refused a value that is out of range", _REPORT),
    "23": ("The database refused a row that breaks a rule", _REPORT),
    "25006": (
        "PostgreSQL is read-only: a standby, or set so",
        "Set DATABASE_URL to the primary server.",
    ),
    "25P03": ("A transaction stood still for too long", _RETRY),
    "28": ("PostgreSQL refused the user or the password", "Check DATABASE_URL."),
    "3D000": (
        "PostgreSQL has no database of that name",
        "Create it (`createdb NAME`), or change DATABASE_URL.",
    ),
    "3F000": ("The PostgreSQL schema does not exist", "Check search_path of this user."),
    "40": ("Two writers stood in each other's way", _RETRY),
    "42501": (
        "This PostgreSQL user lacks the rights it needs",
        "Make it the owner of the database, or grant it the tables.",
    ),
    "42": ("PostgreSQL refused the statement", _REPORT),
    "53100": ("The disk of the PostgreSQL server is full", _FREE_SPACE),
    "53200": ("The PostgreSQL server has not enough memory", _RETRY),
    "53300": (
        "PostgreSQL takes no more connections",
        "Raise its max_connections, or run fewer processes.",
    ),
    "53": ("The PostgreSQL server has run out of something it needs", _RETRY),
    "54000": ("A text is longer than PostgreSQL can index", _REPORT),
    "55P03": (
        "A row or table is locked by another program for too long",
        "Close what holds it, or raise DATABASE_BUSY_TIMEOUT_SECONDS.",
    ),
    "57014": ("The statement was cancelled", _RETRY),
    "57": ("The PostgreSQL server is starting or stopping", _RETRY),
    "58": ("The disk of the PostgreSQL server does not answer properly", _RETRY),
    "XX001": (
        "Data on the PostgreSQL server are damaged",
        "Make an empty database, name it in DATABASE_URL, and run strandline restore.",
    ),
    "XX002": ("An index on the PostgreSQL server is damaged", "Run REINDEX DATABASE."),
}

_UNKNOWN = ("The database failed", _REPORT)
_NO_ANSWER = ("PostgreSQL cannot be reached", _REACH)


def sqlite_fault(name: str) -> tuple[str, str]:
    """What an SQLite error code means, by its longest known prefix."""
    return _longest(SQLITE_FAULTS, name) or _UNKNOWN


def postgres_fault(sqlstate: str | None) -> tuple[str, str]:
    """What an SQLSTATE means; a failure without one happened before the server could answer."""
    if sqlstate is None:
        return _NO_ANSWER
    return _longest(POSTGRES_FAULTS, sqlstate) or _UNKNOWN


def _longest(table: dict[str, tuple[str, str]], code: str) -> tuple[str, str] | None:
    known = [prefix for prefix in table if code.startswith(prefix)]
    return table[max(known, key=len)] if known else None


@contextmanager
def translated(subject: str) -> Iterator[None]:
    """Turn what a database or its driver raises into `StoreError`; everything else passes.

    Args:
        subject: Path or address of the database, without a password.
    """
    try:
        yield
    except (sqlalchemy.exc.SQLAlchemyError, sqlite3.Error, OverflowError) as error:
        raise explained(error, subject) from error
    except (OSError, UnicodeEncodeError) as error:
        raise explained(error, subject) from error
    except Exception as error:
        # psycopg is an extra: ask for its error class without importing it.
        if type(error).__module__.startswith("psycopg"):
            raise explained(error, subject) from error
        raise


def explained(error: BaseException, subject: str) -> StoreError:
    """The fault in words; never the statement or its values, which may be private."""
    original = getattr(error, "orig", None) or error
    if isinstance(original, StoreError):  # SQLAlchemy wraps what our column types refuse
        return original
    what, advice = _fault_of(original)
    said = (str(original).splitlines() or [""])[0].strip().rstrip(".")
    detail = f" ({said})" if said and not _may_quote_values(original) else ""
    return StoreError(f"{what}: {subject}{detail}.", subject=subject, advice=advice)


def is_passing(error: BaseException) -> bool:
    """True where running the same transaction again is the cure (deadlock, serialization)."""
    original = getattr(error, "orig", None) or error
    return str(getattr(original, "sqlstate", "") or "").startswith("40")


def _fault_of(error: BaseException) -> tuple[str, str]:
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", None)
        return sqlite_fault(name) if name else _by_words(error)
    if isinstance(error, sqlalchemy.exc.TimeoutError):
        return (
            "Too many threads wait for the database",
            "Run fewer at once, or raise DATABASE_BUSY_TIMEOUT_SECONDS.",
        )
    if isinstance(error, OverflowError):
        return "A number is larger than the database stores", _REPORT
    if isinstance(error, UnicodeEncodeError):
        return "A text is no valid Unicode", "Look at what was typed or sent; nothing was stored."
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return SQLITE_FAULTS["SQLITE_FULL"]
    if isinstance(error, OSError):
        return "The database's folder cannot be used", "Check DATABASE_PATH and its rights."
    if type(error).__module__.startswith("psycopg"):
        return _of_psycopg(error)
    return _UNKNOWN


def _of_psycopg(error: BaseException) -> tuple[str, str]:
    """A value that the driver cannot send has no SQLSTATE either, and is no lost server."""
    sqlstate = getattr(error, "sqlstate", None)
    if sqlstate is None and type(error).__name__ not in {"OperationalError", "ConnectionTimeout"}:
        return "PostgreSQL cannot take a value", _REPORT
    return postgres_fault(sqlstate or _state_by_words(str(error)))


#: A refused connection comes without SQLSTATE, only with the server's words.
_WORDS = (
    (r'database "[^"]*" does not exist', "3D000"),
    (r"password|authentication|role \"[^\"]*\" does not exist|pg_hba", "28000"),
    (r"too many (clients|connections)|connection slots", "53300"),
    (r"starting up|shutting down|recovery", "57P03"),
)


def _state_by_words(message: str) -> str | None:
    return next((state for words, state in _WORDS if re.search(words, message)), None)


def _by_words(error: sqlite3.Error) -> tuple[str, str]:
    """Errors of the `sqlite3` module itself have no code (a value it cannot bind)."""
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError | sqlite3.DataError):
        return "SQLite cannot take a value", _REPORT
    return _UNKNOWN


def _may_quote_values(error: BaseException) -> bool:
    """The refused value is quoted by PostgreSQL in class 22, by Python where it cannot encode.

    A reader's data may be in it.
    """
    if isinstance(error, UnicodeEncodeError):
        return True
    return str(getattr(error, "sqlstate", "") or "").startswith("22")

"""What is known of a database before it is opened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SchemaState:
    """What schema a database has and what this program needs.

    Attributes:
        name: Path or address of the database, without a password.
        found: Revision in the database; None where there is none yet.
        newest: Revision that this program needs.
        backup_hint: How to copy this database before its schema changes.
    """

    name: str
    found: str | None
    newest: str
    backup_hint: str

    @property
    def is_current(self) -> bool:
        """True where nothing is to do."""
        return self.found == self.newest

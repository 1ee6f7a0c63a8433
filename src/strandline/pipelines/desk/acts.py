"""What every act is made of: one transaction with its rows of the audit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from strandline.model.accounts import Actor
from strandline.model.acts import AuditEntry
from strandline.ports import Ports

#: Longest text of a value in the audit, characters.
MAX_VALUE = 500


@dataclass(frozen=True, slots=True)
class Trail:
    """Where an act notes what it changed."""

    ports: Ports
    actor: Actor
    what: str

    def note(
        self,
        subject: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """One row of the audit; of values that stayed the same nothing is written.

        Args:
            subject: Id of what was changed.
            before: The values as they were; None for something new.
            after: As they are now; None for something that is gone.
        """
        old, new = dict(before or {}), dict(after or {})
        same = {name for name in old.keys() & new.keys() if old[name] == new[name]}
        entry = AuditEntry(
            self.ports.clock.now(),
            self.actor,
            self.what,
            subject,
            {name: _short(value) for name, value in old.items() if name not in same},
            {name: _short(value) for name, value in new.items() if name not in same},
        )
        self.ports.store.record(entry)


@contextmanager
def audited(ports: Ports, actor: Actor, what: str) -> Iterator[Trail]:
    """One transaction for a change and its rows of the audit: all of it happens, or nothing.

    An act that finds within that it must refuse returns without a note, and before it has written.

    Args:
        what: `area.verb`; its words are under `audit.` in the catalogue.
    """
    with ports.store.together():
        yield Trail(ports, actor, what)


def _short(value: Any) -> Any:
    """A value as JSON keeps it, cut where it is long."""
    if isinstance(value, str):
        return value if len(value) <= MAX_VALUE else value[:MAX_VALUE] + "…"
    if isinstance(value, Mapping):
        return {str(name): _short(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_short(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float) else str(value)

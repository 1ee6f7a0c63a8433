"""What every act on an edition needs: the ports, the edition, and words for how it ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.acting import open_desk
from strandline.cli.output import safe
from strandline.model.errors import StrandlineError, UsageError

if TYPE_CHECKING:
    from strandline.model.accounts import Actor
    from strandline.model.acts import Outcome
    from strandline.model.digests import Digest
    from strandline.ports import Ports, Store
    from strandline.settings import Settings

EditionId = Annotated[
    str, typer.Argument(metavar="ID", help="Id of the edition, its beginning, or `latest`.")
]
Note = Annotated[str, typer.Option(help="Why, for whoever works on it.")]

#: Editions among which one is looked for by the beginning of its id.
_MOST = 1_000


class Refused(StrandlineError):
    """An act that was not done; the message says why."""


def find_edition(store: "Store", digest_id: str, reader: str = "public") -> "Digest":
    """An edition by its id, the beginning of it, or `latest` of a reader.

    Raises:
        UsageError: There is none, or more than one begins so.
    """
    if digest_id == "latest":
        newest = store.digests(reader_id=reader, limit=1)
        found = store.digest(newest[0].digest_id) if newest else None
    else:
        found = store.digest(digest_id) or _by_beginning(store, digest_id)
    if found is None:
        raise UsageError(
            f"There is no edition {safe(digest_id, 80)}.",
            subject=digest_id,
            advice="List them: strandline digest list",
        )
    return found


def _by_beginning(store: "Store", beginning: str) -> "Digest | None":
    fitting = [one for one in store.digests(limit=_MOST) if one.digest_id.startswith(beginning)]
    return store.digest(fitting[0].digest_id) if len(fitting) == 1 and beginning else None


@contextmanager
def on_edition(digest_id: str) -> "Iterator[tuple[Ports, Settings, Digest]]":
    """The ports and the edition, for the length of one act."""
    with open_desk() as (ports, settings):
        yield ports, settings, find_edition(ports.store, digest_id)


def act(digest_id: str, what: "Callable[[Ports, Settings, Actor, Digest], Outcome]") -> None:
    """Do it as the console, and say how it ended.

    Raises:
        Refused: It was not done.
    """
    from strandline.model.accounts import Actor

    with on_edition(digest_id) as (ports, settings, edition):
        tell(what(ports, settings, Actor.console(), edition))


def tell(outcome: "Outcome") -> None:
    """Print an outcome in words.

    Raises:
        Refused: It was none.
    """
    from strandline.render.edition_words import outcome_words

    said = safe(outcome_words(outcome, "en"), 2000)
    if not outcome.is_done:
        raise Refused(said, subject=outcome.subject)
    typer.echo(said)

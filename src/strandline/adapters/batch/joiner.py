"""Near titles of the ledger, found on Daft, stage by stage: `dedup backfill --engine daft`."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from strandline.adapters.batch.engine import engine, translated
from strandline.adapters.batch.found import FoundPairs
from strandline.adapters.batch.join import join_spans
from strandline.adapters.batch.layout import Layout, State, faults, span_folders
from strandline.adapters.batch.spread import spread
from strandline.model.errors import ParseError, StoreError
from strandline.model.stories import DatedTitle


class DaftJoiner:
    """Implements `TitleJoiner` in a folder, which it owns until `close`.

    Args:
        processes: Spans of time at once; each holds the titles of two windows.

    Raises:
        ConfigError: Daft is not installed.
        StoreError: The folder cannot be written, or is in use.
    """

    def __init__(self, folder: Path, processes: int) -> None:
        engine()
        self._layout = Layout(folder)
        self._processes = processes

    def keep(
        self, key: str, titles: Iterable[Sequence[DatedTitle]], *, window: timedelta, least: float
    ) -> bool:
        """Take the titles in, unless those of the same key are there."""
        state = self._layout.state
        if state.has_titles and state.key == key:
            return False
        self._layout.begin(State(key, window.total_seconds(), least))
        folder = self._layout.folder / "titles"
        with faults(folder):
            folder.mkdir()
            for number, some in enumerate(titles):
                _write(folder / f"{number:06}.parquet", some)
        self._layout.note(replace(self._layout.state, has_titles=True))
        return True

    def spans(self) -> int:
        """Spans of time that the titles fall into; they are laid out where they are not yet."""
        layout = self._layout
        if not layout.state.has_spans:
            files = layout.folder / "titles"
            if any(files.iterdir()):
                with _failures(layout.folder):
                    spread(
                        str(files / "*.parquet"), str(layout.folder / "spans"), layout.state.window
                    )
            layout.note(replace(layout.state, has_spans=True))
        return len(span_folders(layout.folder))

    def join(self) -> Iterator[int]:
        """Find the pairs, span by span; yields the number of pairs of each."""
        state = self._layout.state
        with _failures(self._layout.folder):
            yield from join_spans(self._layout.folder, state.window, state.least, self._processes)

    def near(self) -> FoundPairs:
        """What was found."""
        return FoundPairs(self._layout.folder, self._layout.state.window)

    def clear(self) -> None:
        """Let go of everything."""
        self._layout.clear()

    def close(self) -> None:
        """Let others use the folder."""
        self._layout.close()


@contextmanager
def _failures(folder: Path) -> Iterator[None]:
    """Faults of the engine on files of ours, as those of a store.

    Raises:
        StoreError: With what the engine says.
    """
    try:
        with translated(str(folder)):
            yield
    except ParseError as error:
        raise StoreError(
            f"{error.message}",
            subject=str(folder),
            advice="Run the same command again: it goes on where it stood.",
        ) from error


def _write(path: Path, titles: Sequence[DatedTitle]) -> None:
    from pyarrow import float64, schema, string, table, timestamp
    from pyarrow.parquet import write_table

    columns = {
        "id": [title.article_id for title in titles],
        "folded": [title.folded for title in titles],
        "time": [title.time for title in titles],
        "common": [title.common for title in titles],
        "least": [title.least for title in titles],
    }
    kinds = (string(), string(), timestamp("us", "UTC"), string(), float64())
    write_table(table(columns, schema=schema(list(zip(columns, kinds, strict=True)))), path)

"""Looking at addresses that somebody pasted: what is behind each, so that they can choose."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from time import monotonic

from strandline.core.sources.feeds.hrefs import web_address
from strandline.core.sources.kinds import guess_kind
from strandline.core.sources.registry import LONGEST_URL, address_key, by_address, check_source
from strandline.core.sources.window import Window
from strandline.model.errors import SourceError
from strandline.model.sources import Source
from strandline.pipelines.poll.discovery import Candidate, Look
from strandline.ports import Ports
from strandline.settings import Settings

#: Addresses that are looked at in one go.
MOST_ADDRESSES = 10
#: Seconds that somebody waits for all of them; what has been found by then is shown.
LONGEST_S = 25.0
#: Candidates of one address.
_MOST_CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class Looked:
    """What is behind an address.

    Attributes:
        address: As it is asked for.
        candidates: What may be polled, best first.
        known: Sources that have the address of a candidate already, by its address.
        problem: Why nothing could be read.
        is_address: False for what is no web address.
        is_late: It had not answered when the wait was over.
    """

    address: str
    candidates: tuple[Candidate, ...] = ()
    known: tuple[tuple[str, Source], ...] = ()
    problem: str = ""
    is_address: bool = True
    is_late: bool = False

    def source_at(self, url: str) -> Source | None:
        """The source that has the address of a candidate already."""
        return dict(self.known).get(url)


def addresses_in(text: str) -> list[str]:
    """The addresses of a pasted text, one a line or between blanks, each once."""
    pieces = (piece.strip("<>\"',;") for piece in text.split())
    return list(dict.fromkeys(piece for piece in pieces if piece))


class Looker:
    """Looks at addresses in threads of its own, so that a slow site holds up nobody else.

    Args:
        ports: With the guarded fetcher.
        settings: Of polling.
    """

    def __init__(self, ports: Ports, settings: Settings) -> None:
        self._ports, self._settings = ports, settings
        self._threads = ThreadPoolExecutor(max_workers=MOST_ADDRESSES, thread_name_prefix="look")

    def look(self, addresses: Sequence[str], *, longest_s: float = LONGEST_S) -> list[Looked]:
        """Look at each address, all at the same time; ends in time whatever they answer."""
        until = monotonic() + longest_s
        found: list[list[Looked]] = [[] for _ in addresses]
        tasks = [
            self._threads.submit(self._one, address, into, until)
            for address, into in zip(addresses, found, strict=True)
        ]
        wait(tasks, timeout=longest_s)
        for task in tasks:
            task.cancel()
        sources = by_address(self._ports.store.sources())
        return [
            _with_known(into[-1] if into else Looked(address[:LONGEST_URL], is_late=True), sources)
            for address, into in zip(addresses, found, strict=True)
        ]

    def _one(self, pasted: str, into: list[Looked], until: float) -> None:
        """Put what is known by now into a list, again and again as more is found."""
        address = web_address(pasted)
        kind = guess_kind(address)
        try:
            check_source(Source("look", kind, address, ""))
        except SourceError:
            into.append(Looked(pasted[:LONGEST_URL], is_address=False))
            return
        window = Window.of(self._ports.clock.now(), self._settings.poll)
        look = Look(self._ports, address, kind, window)
        result, problem = look.answer()
        if result is None:
            into.append(Looked(address, problem=problem))
            return
        candidates: list[Candidate] = []
        for candidate in look.behind(result):
            candidates.append(candidate)
            into.append(Looked(address, tuple(candidates)))
            if monotonic() > until or len(candidates) == _MOST_CANDIDATES:
                return


def _with_known(looked: Looked, sources: Mapping[str, Source]) -> Looked:
    known = {one.url: sources.get(address_key(one.url)) for one in looked.candidates}
    return replace(looked, known=tuple((url, one) for url, one in known.items() if one))

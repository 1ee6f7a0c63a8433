"""The account of what was done to a URL: notes for the ledger, a trail for a person."""

from strandline.model.urls import TrailStep, UrlNote


class Account:
    """Notes and trail, written while a URL goes its way."""

    def __init__(self) -> None:
        self._notes: set[UrlNote] = set()
        self._trail: list[TrailStep] = []

    def add(self, note: UrlNote, rule: str, detail: str) -> None:
        """Write down that a rule changed something."""
        self._notes.add(note)
        self._trail.append(TrailStep(rule, detail))

    @property
    def notes(self) -> tuple[UrlNote, ...]:
        """The standard tokens, in their order, each once."""
        return tuple(note for note in UrlNote if note in self._notes)

    @property
    def trail(self) -> tuple[TrailStep, ...]:
        """The steps, in the order in which they were done."""
        return tuple(self._trail)

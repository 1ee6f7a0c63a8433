"""Progress for processes that nobody watches."""


class SilentProgress:
    """Implements `ports.Progress` and says nothing."""

    def start(self, label: str, total: int | None) -> None:
        """Nothing."""

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        """Nothing."""

    def finish(self, label: str) -> None:
        """Nothing."""

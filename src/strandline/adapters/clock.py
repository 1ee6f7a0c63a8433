"""The system's clock."""

from datetime import UTC, datetime


class SystemClock:
    """Implements `ports.Clock`."""

    def now(self) -> datetime:
        """Current time, aware UTC."""
        return datetime.now(UTC)

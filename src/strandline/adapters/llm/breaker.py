"""A circuit breaker: an endpoint that fails again and again is left alone for a while."""

from dataclasses import dataclass

#: Failures in a row that open it.
FAILURES = 3
#: First pause, seconds; doubled each time that the first question after a pause fails too.
PAUSE_S, LONGEST_PAUSE_S = 60.0, 3600.0
#: First pause after a fault that somebody must mend (a wrong key), seconds.
SETUP_PAUSE_S = 600.0


@dataclass(frozen=True, slots=True)
class Breaker:
    """The state; a new value after each question.

    Attributes:
        failures: In a row.
        pauses: In a row, without a success between them.
        open_until_s: On the clock of whoever asks, seconds.
    """

    failures: int = 0
    pauses: int = 0
    open_until_s: float = 0.0

    @property
    def is_trying(self) -> bool:
        """True after a pause, until a question has been answered: one at a time is enough."""
        return self.pauses > 0

    def is_open(self, now_s: float) -> bool:
        """True while nothing is to be asked."""
        return self.pauses > 0 and now_s < self.open_until_s

    def after_success(self) -> "Breaker":
        """Closed."""
        return Breaker()

    def after_failure(
        self, now_s: float, *, wait_s: float = 0.0, is_passing: bool = True
    ) -> "Breaker":
        """Opened at the last of several failures in a row, at the first after a pause, and at
        once where the endpoint asks for a pause or somebody must mend something.

        Args:
            wait_s: What the endpoint asked for, seconds; kept to, up to the longest pause.
        """
        if self.is_open(now_s):
            # A question that was under way when it opened: no news.
            until_s = max(self.open_until_s, now_s + min(wait_s, LONGEST_PAUSE_S))
            return Breaker(self.failures, self.pauses, until_s)
        failures = self.failures + 1
        if failures < FAILURES and is_passing and wait_s <= 0 and not self.pauses:
            return Breaker(failures)
        first_s = PAUSE_S if is_passing else SETUP_PAUSE_S
        doubled_s = first_s * 2.0 ** min(self.pauses, 10)
        pause_s = min(max(doubled_s, wait_s), LONGEST_PAUSE_S)
        return Breaker(failures, self.pauses + 1, now_s + pause_s)

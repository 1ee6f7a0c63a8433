"""How fast mails go out, and when one that was put off is tried again."""

from collections import deque
from collections.abc import Mapping
from datetime import datetime, timedelta

#: After the nth attempt that was put off; the last one goes on (RFC 5321, 4.5.4.1 asks for 30
#: minutes at least once a host does not answer; greylisting lets in after a few minutes).
_WAITS = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 180, 360))
_MINUTE = timedelta(minutes=1)
#: Slowest a domain is made, as a share of its rate.
_SLOWEST = 1 / 16


def next_attempt(attempts: int, now: datetime) -> datetime:
    """When a mail that was put off is tried again.

    Args:
        attempts: How often it was tried, this time included: from 1.
    """
    return now + _WAITS[min(max(attempts, 1), len(_WAITS)) - 1]


class Pace:
    """How many mails may still go out in this minute, over all and to each domain.

    A domain that answers 4xx is halved each time, and doubled again for every minute without one.

    Args:
        per_minute: Over all; 0 = no limit.
        per_domain: To one domain; 0 = no limit.
        domains: Limits of single domains, which come before `per_domain`.
    """

    def __init__(
        self, per_minute: int, per_domain: int, domains: Mapping[str, int] | None = None
    ) -> None:
        self._per_minute = per_minute
        self._per_domain = per_domain
        self._domains = dict(domains or {})
        self._sent: dict[str, deque[datetime]] = {}
        self._slow: dict[str, tuple[float, datetime]] = {}

    def next_slot(self, domain: str, now: datetime) -> datetime:
        """When a mail to this domain may go out: now, or later.

        Nothing is counted: `spent` does that once it goes.
        """
        return max(
            self._slot("", self._per_minute, now),
            self._slot(domain, self._limit(domain, now), now),
        )

    def spent(self, domain: str, now: datetime) -> None:
        """Count a mail that goes out."""
        for key in ("", domain):
            self._sent.setdefault(key, deque()).append(now)

    def slower(self, domain: str, now: datetime) -> None:
        """The domain asked to be left alone."""
        share, _ = self._share(domain, now)
        self._slow[domain] = (max(_SLOWEST, share / 2), now)

    def _limit(self, domain: str, now: datetime) -> int:
        limit = self._domains.get(domain, self._per_domain)
        share, _ = self._share(domain, now)
        if share >= 1:
            return limit
        # Without a limit of its own, a domain that asks for less gets one.
        return max(1, int((limit or 60) * share))

    def _share(self, domain: str, now: datetime) -> tuple[float, datetime]:
        share, since = self._slow.get(domain, (1.0, now))
        minutes = int((now - since) / _MINUTE)
        return min(1.0, share * 2.0 ** min(minutes, 8)), since

    def _slot(self, key: str, limit: int, now: datetime) -> datetime:
        sent = self._sent.get(key)
        if not limit or not sent:
            return now
        while sent and sent[0] <= now - _MINUTE:
            sent.popleft()
        return now if len(sent) < limit else sent[len(sent) - limit] + _MINUTE

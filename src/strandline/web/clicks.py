"""Which ways out are a person's click, and how many of one article a minute can bring.

Nothing of who clicks is looked at or kept: one reader's many clicks cannot be told from those of
many readers. So a flood is bounded by article: it writes to the database so many times and no more.
"""

import threading
from collections import Counter
from collections.abc import Mapping
from datetime import datetime

#: Clicks of one article that count in a minute, in this process. Twenty readers who open one
#: article in the same minute are many for a page of this kind.
A_MINUTE = 20
#: Articles that are counted in a minute; an address may name any that is in the ledger.
ARTICLES = 10_000


def is_click(headers: Mapping[str, str]) -> bool:
    """False for what a browser fetches ahead, and for pages elsewhere that embed our addresses.

    Browsers say for what they fetch (`Sec-Fetch-*`); programs that say nothing are believed.
    """
    if "prefetch" in f"{headers.get('sec-purpose', '')} {headers.get('purpose', '')}":
        return False
    return (
        headers.get("sec-fetch-dest", "document") == "document"
        and headers.get("sec-fetch-mode", "navigate") == "navigate"
        and headers.get("sec-fetch-site", "") != "cross-site"
    )


class ClickBound:
    """Lets the first clicks of each minute through. May be asked by many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minute = ""
        self._counts: Counter[str] = Counter()

    def admits(self, article_uuid: str, now: datetime) -> bool:
        """True where a click on an article still counts."""
        minute = f"{now:%Y%m%d%H%M}"
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            if article_uuid not in self._counts and len(self._counts) >= ARTICLES:
                return False
            self._counts[article_uuid] += 1
            return self._counts[article_uuid] <= A_MINUTE

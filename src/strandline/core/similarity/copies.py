"""Of things that many articles have in common on one day, the first few stand for all.

A feed may list one title ten thousand times. Each new copy is compared with the first few, which
bind it to the story of all; the others would say the same again, ten thousand times.
"""

from bisect import insort
from collections.abc import Hashable
from datetime import datetime

#: Copies of a day that are found, the earliest ones: a new copy has so many links to its story.
FEW = 5

_Place = tuple[datetime, str]


class Copies:
    """Which articles are found, and which are hidden behind them."""

    def __init__(self) -> None:
        self._places: dict[Hashable, list[_Place]] = {}
        self._hidden: dict[str, Hashable] = {}

    def add(self, common: Hashable, time: datetime, article_uuid: str) -> list[str]:
        """Put one in.

        Args:
            common: What it has in common with others; the day is added.

        Returns:
            Ids that are hidden from now on: its own, one that it takes the place of, or none.
        """
        key = (common, time.date())
        places = self._places.setdefault(key, [])
        insort(places, (time, article_uuid))
        if len(places) <= FEW:
            return []
        hidden = article_uuid if (time, article_uuid) > places[FEW - 1] else places[FEW][1]
        self._hidden[hidden] = key
        return [hidden]

    def remove(self, common: Hashable, time: datetime, article_uuid: str) -> list[str]:
        """Take one out, named as it was put in; an unknown one is no fault.

        Returns:
            Ids that are hidden no longer.
        """
        key, place = (common, time.date()), (time, article_uuid)
        places = self._places.get(key, [])
        if place not in places:
            return []
        places.remove(place)
        if not places:
            del self._places[key]
        self._hidden.pop(article_uuid, None)
        return [uuid for _, uuid in places[:FEW] if self._hidden.pop(uuid, None) is not None]

    def is_hidden(self, article_uuid: str) -> bool:
        """True where others stand for it."""
        return article_uuid in self._hidden

    def found_for(self, article_uuid: str) -> list[str]:
        """The article itself, or those that stand for it."""
        key = self._hidden.get(article_uuid)
        if key is None:
            return [article_uuid]
        return [uuid for _, uuid in self._places[key][:FEW]]

    def forget_before(self, time: datetime) -> list[str]:
        """Forget what is older.

        Returns:
            Ids that are hidden no longer.
        """
        shown: list[str] = []
        for key, places in list(self._places.items()):
            if places[0][0] >= time:
                continue
            kept = [place for place in places if place[0] >= time]
            for _, uuid in places[: len(places) - len(kept)]:
                self._hidden.pop(uuid, None)
            if not kept:
                del self._places[key]
                continue
            self._places[key] = kept
            shown += [uuid for _, uuid in kept[:FEW] if self._hidden.pop(uuid, None) is not None]
        return shown

"""Searches that somebody keeps."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.searches import SavedSearch
from strandline.web.api.answers.base import Answer, Line


class SavedSearchAnswer(Answer):
    """A search with a feed of its own."""

    search_id: int
    name: Line
    params: dict[str, str] = Field(description="Parameters of `/search`.")
    feed: str = Field(description="Private address of its feed.")
    created_at: datetime

    @classmethod
    def of(cls, search: SavedSearch, base_url: str) -> Self:
        """A search as kept."""
        return cls(
            search_id=search.search_id,
            name=search.name,
            params=dict(search.params),
            feed=f"{base_url}/feeds/{search.secret}.atom",
            created_at=search.created_at,
        )


class SavedSearchesAnswer(Answer):
    """Searches of one's own, the newest first."""

    searches: list[SavedSearchAnswer]

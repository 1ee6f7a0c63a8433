"""What forums link to, by topic and post."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from strandline.model.forums import ForumLink


class ForumStore(Protocol):
    """Links of posts, with what is kept of each."""

    def forum_links(
        self,
        source_uuids: Sequence[str],
        *,
        limit: int,
        before: int | None = None,
        topic_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[ForumLink]:
        """Links that lead out of forums, those found last first.

        Args:
            before: The `mention_id` of the last one seen.
            topic_url: Only of this topic.
            since: Only of posts made at or after this; `until`: before this.
        """
        ...

"""What a source's titles carry that is its name, learnt from what repeats in them."""

from strandline.core.text.titles import learn_site_names
from strandline.model.stories import StoryInput
from strandline.ports.stories import StoryStore

#: Newest titles of a source that are looked at.
TITLES = 200


class SiteNames:
    """Site names by source, learnt once a process; not for many threads."""

    def __init__(self, store: StoryStore) -> None:
        self._store = store
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, article: StoryInput) -> tuple[str, ...]:
        """The names that may stand before or after an article's title."""
        source = article.source_uuid
        if source not in self._known:
            learnt = learn_site_names(self._store.titles_of(source, limit=TITLES))
            named = (article.source_name,) if article.source_name else ()
            self._known[source] = (*named, *learnt)
        return self._known[source]

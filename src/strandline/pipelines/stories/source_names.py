"""What a source's titles carry that is no news: its name and its series, learnt from repetition."""

from urllib.parse import urlsplit

from strandline.core.dedup.telling import Telling, tell
from strandline.core.text.titles import learn_series_names, learn_site_names
from strandline.model.stories import StoryInput
from strandline.ports.stories import StoryStore

#: Newest titles of a source that are looked at.
TITLES = 200


class SourceNames:
    """Names by source, learnt once a process; not for many threads."""

    def __init__(self, store: StoryStore) -> None:
        self._store = store
        self._sites: dict[str, tuple[str, ...]] = {}
        self._series: dict[str, tuple[str, ...]] = {}

    def tell(self, article: StoryInput) -> Telling:
        """Read an article with what is known of its source's titles."""
        source = article.source_uuid
        if source not in self._sites:
            titles = self._store.titles_of(source, limit=TITLES)
            self._sites[source] = tuple(learn_site_names(titles))
            self._series[source] = tuple(learn_series_names(titles))
        named = (name for name in (article.source_name, _host(article.url)) if name)
        return tell(
            article,
            site_names=(*named, *self._sites[source]),
            series_names=self._series[source],
        )


def _host(url: str) -> str:
    """The host of a canonical URL, as sites write it in titles."""
    return (urlsplit(url).hostname or "").removeprefix("www.")

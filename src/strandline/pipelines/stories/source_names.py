"""What a source's titles carry that is no news: its name and its series, learnt from repetition."""

from dataclasses import replace
from urllib.parse import urlsplit

import structlog

from strandline.core.dedup.telling import Telling, tell
from strandline.core.text.titles import learn_series_names, learn_site_names
from strandline.model.stories import StoryInput
from strandline.ports.stories import StoryStore

log = structlog.get_logger()

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
        try:
            return tell(
                article,
                site_names=(*named, *self._sites[source]),
                series_names=self._series[source],
            )
        except Exception:
            # Titles are a stranger's: one that no rule can read must not keep all others waiting.
            log.exception("an article could not be read", article=article.article_uuid)
            return tell(replace(article, title="", summary="", text="", language=None))


def _host(url: str) -> str:
    """The host of a canonical URL, as sites write it in titles."""
    return (urlsplit(url).hostname or "").removeprefix("www.")

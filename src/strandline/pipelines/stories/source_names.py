"""What a source's articles carry that is no news, learnt from repetition: its name, its series,
sentences under many titles.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

import structlog

from strandline.core.dedup.leads import LISTINGS, learn_standing, without_standing_leads
from strandline.core.dedup.telling import Telling, tell
from strandline.core.text.titles import learn_series_names, learn_site_names
from strandline.model.stories import Listing, StoryInput
from strandline.ports.stories import StoryStore

log = structlog.get_logger()

#: New articles after which a source is looked at again; as many as were known, if those are fewer.
LEARN_EVERY = 50


@dataclass(slots=True)
class _Learnt:
    """What is known of a source.

    Attributes:
        left: New articles until it is looked at again.
    """

    sites: tuple[str, ...]
    series: tuple[str, ...]
    left: int
    standing: dict[str, int] = field(default_factory=dict)


class SourceNames:
    """What sources repeat; not for many threads."""

    def __init__(self, store: StoryStore) -> None:
        self._store = store
        self._learnt: dict[str, _Learnt] = {}

    def take_in(self, articles: Sequence[StoryInput]) -> None:
        """New articles are about to be read: what their sources repeat in them is learnt before."""
        for source, count in Counter(article.source_uuid for article in articles).items():
            learnt = self._learnt.get(source)
            if learnt is None:
                continue
            learnt.left -= count
            if learnt.left <= 0:
                del self._learnt[source]
            else:
                own = [_listing(a) for a in articles if a.source_uuid == source]
                learnt.standing |= learn_standing(own)

    def tell(self, article: StoryInput) -> Telling:
        """Read an article with what is known of its source."""
        learnt = self._of(article.source_uuid)
        named = (name for name in (article.source_name, _host(article.url)) if name)
        try:
            return tell(
                without_standing_leads(article, learnt.standing),
                site_names=(*named, *learnt.sites),
                series_names=learnt.series,
            )
        except Exception:
            # Titles are a stranger's: one that no rule can read must not keep all others waiting.
            log.exception("an article could not be read", article=article.article_uuid)
            return tell(replace(article, title="", summary="", text="", language=None))

    def _of(self, source: str) -> _Learnt:
        learnt = self._learnt.get(source)
        if learnt is None:
            listings = self._store.listings_of(source, limit=LISTINGS)
            titles = [listing.title for listing in listings]
            learnt = self._learnt[source] = _Learnt(
                sites=tuple(learn_site_names(titles)),
                series=tuple(learn_series_names(titles)),
                left=max(1, min(LEARN_EVERY, len(titles))),
                standing=learn_standing(listings),
            )
        return learnt


def _listing(article: StoryInput) -> Listing:
    return Listing(article.title, article.summary, article.text)


def _host(url: str) -> str:
    """The host of a canonical URL, as sites write it in titles."""
    return (urlsplit(url).hostname or "").removeprefix("www.")

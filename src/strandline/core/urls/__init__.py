"""What a URL is: canonical URL, key, id; rules as data."""

from strandline.core.urls.identity import (
    Found,
    after_redirect,
    article_uuid,
    identify,
    identify_many,
)
from strandline.core.urls.rulebook import RULES_VERSION

__all__ = [
    "RULES_VERSION",
    "Found",
    "after_redirect",
    "article_uuid",
    "identify",
    "identify_many",
]

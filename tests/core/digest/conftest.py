"""Drafts for the pure parts of digests."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from strandline.core.digest.drafts import Draft
from strandline.core.digest.scoring import scored
from strandline.model.digests import OtherSource
from strandline.model.readers import ScoreWeights
from strandline.model.sources import ContentType
from strandline.testing.builders import NOW, a_candidate


@pytest.fixture
def draft() -> Callable[..., Draft]:
    """A scored draft; keyword arguments are fields of its candidate, but for the category."""

    def make(url: str = "https://a.example/news/1", **changes: Any) -> Draft:
        category = changes.pop("category", "news")
        original = changes.pop("original", "")
        plain = Draft(a_candidate(url, **changes), category, original=original)
        return scored(plain, ScoreWeights(), 72, NOW)

    return make


@pytest.fixture
def drafts(draft: Callable[..., Draft]) -> st.SearchStrategy[list[Draft]]:
    """Up to 40 drafts of few sources, categories and types, each with its own URL."""
    rows = st.tuples(
        st.sampled_from(list(ContentType)),
        st.sampled_from(["S1", "S2", "S3"]),
        st.sampled_from(["science", "sport"]),
        st.integers(0, 30),
        st.integers(0, 3),
        st.floats(0, 1),
    )

    def make(values: list[tuple[ContentType, str, str, int, int, float]]) -> list[Draft]:
        return [
            draft(
                f"https://{source.lower()}.example/news/{n}",
                content_type=kind,
                source_uuid=source,
                category=category if kind in (ContentType.ARTICLE, ContentType.VIDEO) else "",
                clicks=clicks,
                reputation=reputation,
                other_sources=tuple(
                    OtherSource(f"o{i}", "https://o.example/") for i in range(more)
                ),
            )
            for n, (kind, source, category, clicks, more, reputation) in enumerate(values)
        ]

    return st.lists(rows, max_size=40).map(make)

"""Builders of tellings for the tables of evidence."""

from collections.abc import Callable
from datetime import datetime

import pytest

from strandline.core.dedup.evidence import EVIDENCE, Objection, objections
from strandline.core.dedup.telling import Telling
from strandline.core.text.titles import read_title
from strandline.model.stories import StoryInput

Tell = Callable[..., Telling]
Says = Callable[..., str]


def telling(
    title: str,
    *,
    language: str | None = None,
    summary: str = "",
    published: datetime | None = None,
    source: str = "",
    url: str = "",
) -> Telling:
    """A telling with a title and little else."""
    given = StoryInput(
        title,
        url=url,
        source_name=source,
        published=published,
        summary=summary,
        language=language,
    )
    return Telling(given, read_title(title, language=language), frozenset())


def loudness(objection: Objection | None) -> str:
    """`hard`, `update`, `soft`, or empty where there is no objection."""
    if objection is None:
        return ""
    return "hard" if objection.is_hard else "update" if objection.is_update else "soft"


@pytest.fixture
def tell() -> Tell:
    """Builds a telling with a title and little else."""
    return telling


@pytest.fixture
def says() -> Says:
    """What a veto says on two titles, whichever comes first."""

    def said(veto: str, a: str | Telling, b: str | Telling, language: str | None = None) -> str:
        first = a if isinstance(a, Telling) else telling(a, language=language)
        second = b if isinstance(b, Telling) else telling(b, language=language)
        assert veto in EVIDENCE
        there, back = (
            next((o for o in objections(*both) if o.veto == veto), None)
            for both in ((first, second), (second, first))
        )
        assert there == back
        return loudness(there)

    return said

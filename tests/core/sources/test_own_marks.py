"""`?ref=` with the name of who links says nothing about the page."""

import pytest

from strandline.core.sources.own_marks import without_own_mark
from strandline.core.sources.sightings import sight
from strandline.core.urls import identify
from strandline.model.entries import Entry, Listing
from strandline.model.sources import Source
from strandline.model.urls import UrlNote
from strandline.testing.builders import a_source

STORY = "https://paper.example/town/bridge"


def a_link_blog(name: str = "Harbour Notes") -> Source:
    return a_source(1, name=name, url="https://www.harbournotes.net/feed.xml")


def seen(url: str, source: Source) -> str:
    (sighting,), _ = sight(Listing((Entry(url=url),)))
    marked = without_own_mark(source, sighting)
    assert marked.article.original == url
    assert identify(marked.article.canonical).key == marked.article.key
    return marked.article.canonical


@pytest.mark.parametrize(
    "query",
    [
        "ref=harbournotes",
        "ref=harbour-notes",
        "ref=Harbour+Notes",
        "ref=harbournotes.net",
        "source=harbournotes_weekly",
        "via=harbour",
        "REF=harbournotes",
    ],
)
def test_its_own_name_goes(query: str) -> None:
    """In whatever spelling, the link blog's article is the paper's."""
    assert seen(f"{STORY}?{query}", a_link_blog()) == STORY
    assert seen(f"{STORY}?id=7&{query}", a_link_blog()) == f"{STORY}?id=7"


@pytest.mark.parametrize(
    "query",
    ["ref=main", "ref=v2.1", "ref=5001", "source=11", "ref=gazette", "ref=har", "q=harbour"],
)
def test_anything_else_stays(query: str) -> None:
    """A branch, a version, a number, another name, too short a beginning, another parameter."""
    assert seen(f"{STORY}?{query}", a_link_blog()) == f"{STORY}?{query}"


def test_on_its_own_site_it_may_mean_something() -> None:
    """There the source knows what its parameters are for."""
    own = "https://blog.harbournotes.net/list?ref=harbournotes"
    assert seen(own, a_link_blog()) == own


def test_what_was_done_is_told() -> None:
    """In the notes and in the finer account."""
    (sighting,), _ = sight(Listing((Entry(url=f"{STORY}?ref=harbournotes"),)))
    article = without_own_mark(a_link_blog(), sighting).article
    assert UrlNote.REMOVED_TRACKING_PARAMS in article.notes
    assert [(step.rule, step.detail) for step in article.trail] == [
        ("tracking:own-name", "ref=harbournotes")
    ]

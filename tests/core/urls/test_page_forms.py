"""URLs of one page that the ledger's keys keep apart."""

import pytest

from strandline.core.urls import identify
from strandline.core.urls.page_forms import differ_in_who_linked, lead_to_one_page, page_form


def are_one_page(one: str, other: str) -> bool:
    return lead_to_one_page(identify(one).key, identify(other).key)


ONE_PAGE = [
    ("https://m.paper.example/a/b", "https://www.paper.example/a/b"),
    ("https://mobile.paper.example/a/b", "https://paper.example/a/b"),
    ("https://paper.example/a/b/amp", "https://paper.example/a/b"),
    ("https://paper.example/amp/a/b", "https://paper.example/a/b"),
    ("https://paper.example/a/b?amp=1", "https://paper.example/a/b"),
    (
        "https://paper.example/bridge-closed-in-lormont?trk=x",
        "https://paper.example/bridge-closed-in-lormont",
    ),
    ("https://paper.example/a?ocid=x&CMP=share", "https://paper.example/a"),
    (
        "https://paper.example/bridge-closed-in-lormont?from=app",
        "https://paper.example/bridge-closed-in-lormont?s=9",
    ),
]
TWO_PAGES = [
    ("https://paper.example/news?id=1", "https://paper.example/news?id=2"),
    ("https://paper.example/a?from=1", "https://paper.example/a?from=2"),
    ("https://paper.example/a?page=1", "https://paper.example/a?page=2"),
    ("https://paper.example/live/x?post=1", "https://paper.example/live/x?post=2"),
    ("https://paper.example/Article", "https://paper.example/article"),
    ("https://paper.example/story-1", "https://paper.example/story-10"),
    ("https://m.example/a", "https://www.example/a"),
    ("https://amplifier.example/a", "https://lifier.example/a"),
    ("https://paper.example/camp", "https://paper.example/c"),
]


@pytest.mark.parametrize(("one", "other"), ONE_PAGE)
def test_forms_and_campaigns(one: str, other: str) -> None:
    """A mobile or AMP form and a campaign's parameters lead to the same page."""
    assert are_one_page(one, other)
    assert are_one_page(other, one)


@pytest.mark.parametrize(("one", "other"), TWO_PAGES)
def test_what_names_another_page(one: str, other: str) -> None:
    """What may carry the identity of a page is left alone."""
    assert not are_one_page(one, other)


def test_without_a_url_there_is_no_page() -> None:
    """Two articles without URLs are not one page."""
    assert not lead_to_one_page("", "")


@pytest.mark.parametrize(("one", "other"), ONE_PAGE)
def test_a_form_is_its_own_form(one: str, other: str) -> None:
    """Taking the marks off twice takes nothing more off."""
    for url in (one, other):
        form = page_form(identify(url).key)
        assert page_form(form) == form


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a.example/s/quake", "a.example/s/quake?ref=gazette", True),
        ("a.example/s?id=1", "a.example/s?id=1&ref=morning-brew", True),
        ("a.example/s/quake?ref=main", "a.example/s/quake?ref=dev", False),
        ("a.example/s/quake", "a.example/s/quake?ref=5001", False),
        ("a.example/s/quake", "a.example/s/quake?ref=v2.1", False),
        ("a.example/s/quake", "a.example/s/quake?page=two", False),
        ("a.example", "a.example?ref=gazette", False),
    ],
)
def test_who_linked_to_a_page_makes_no_other_page(one: str, other: str, same: bool) -> None:
    """One name more is a mark; two names, a number, a version or another parameter are not."""
    assert differ_in_who_linked(one, other) is same
    assert differ_in_who_linked(other, one) is same

"""Kinds of pages, domains, and claims of `rel=canonical`."""

import pytest

from strandline.core.urls.claims import ClaimVerdict, judge_rel_canonical
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.pages import PageKind, is_home_page, is_profile, page_kind


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://x.com/name", PageKind.PROFILE),
        ("https://twitter.com/name/media", PageKind.PROFILE),
        ("https://x.com/name/status/1", PageKind.POST),
        ("https://x.com/search?q=a", PageKind.LISTING),
        ("https://www.youtube.com/@name", PageKind.PROFILE),
        ("https://youtu.be/abcdefghijk", PageKind.POST),
        ("https://www.reddit.com/r/some/", PageKind.LISTING),
        ("https://www.reddit.com/user/name", PageKind.PROFILE),
        ("https://www.reddit.com/r/some/comments/abc12/t/", PageKind.POST),
        ("https://github.com/owner", PageKind.PROFILE),
        ("https://github.com/owner/repo", PageKind.ARTICLE),
        ("https://www.linkedin.com/in/name", PageKind.PROFILE),
        ("https://social.example/@name", PageKind.PROFILE),
        ("https://social.example/@name/107795852426456993", PageKind.POST),
        ("https://news.example/", PageKind.HOME),
        ("https://news.example", PageKind.HOME),
        ("https://news.example/index.html", PageKind.HOME),
        ("https://news.example/fr/", PageKind.HOME),
        ("https://news.example/?p=42", PageKind.ARTICLE),
        ("https://news.example/?s=word", PageKind.LISTING),
        ("https://news.example/tag/ships", PageKind.LISTING),
        ("https://news.example/category/world/page/2/", PageKind.LISTING),
        ("https://news.example/blog/page/2/", PageKind.LISTING),
        ("https://news.example/2026/03/", PageKind.LISTING),
        ("https://news.example/2026/03/02/some-story", PageKind.ARTICLE),
        ("https://news.example/news/some-story-of-four-words", PageKind.ARTICLE),
        ("https://news.example/topic/some-story-of-four-words-12345", PageKind.ARTICLE),
    ],
)
def test_kind(url: str, kind: PageKind) -> None:
    """The URL alone tells a profile from a post, a listing from an article."""
    assert page_kind(url) is kind


def test_questions_of_what_is_no_url() -> None:
    """What is no URL is no home page and no profile either."""
    assert not is_home_page("nope")
    assert not is_profile("nope")
    assert is_home_page("https://news.example")
    assert is_profile("https://x.com/name")


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("https://a.b.co.uk/x", "b.co.uk"),
        ("www.news.example", "news.example"),
        ("https://alice.github.io/post", "alice.github.io"),
        ("https://user:p@News.example.:8080/x", "news.example"),
        ("http://127.0.0.1/x", "127.0.0.1"),
        ("http://[::1]:80/x", "::1"),
        ("http://[broken/x", ""),
        ("localhost", "localhost"),
        ("co.uk", "co.uk"),
        ("", ""),
    ],
)
def test_registrable_domain(text: str, domain: str) -> None:
    """The name that somebody registered, after the Public Suffix List."""
    assert registrable_domain(text) == domain


PAGE = "https://www.news.example/2026/03/some-story?view=full"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (None, ClaimVerdict.MISSING),
        ("", ClaimVerdict.MISSING),
        (PAGE + "&utm_source=x", ClaimVerdict.SELF),
        ("/2026/03/some-story", ClaimVerdict.BELIEVED),
        ("https://m.news.example/2026/03/some-story", ClaimVerdict.BELIEVED),
        ("https://other.example/2026/03/some-story", ClaimVerdict.FOREIGN),
        ("https://www.news.example/", ClaimVerdict.HOME),
        ("https://www.news.example/tag/ships", ClaimVerdict.HOME),
        ("javascript:void(0)", ClaimVerdict.UNREADABLE),
        (["/2026/03/some-story", "/2026/03/some-story?x=1"], ClaimVerdict.CONTRADICTING),
        (["/2026/03/some-story", "/2026/03/some-story/"], ClaimVerdict.BELIEVED),
    ],
)
def test_claim(claim: str | list[str] | None, verdict: ClaimVerdict) -> None:
    """A claim is believed on one domain, single, and never for a home page."""
    judged = judge_rel_canonical(PAGE, claim)
    assert judged.verdict is verdict
    assert judged.is_believed == (verdict is ClaimVerdict.BELIEVED)


def test_a_claim_that_its_page_does_not_share_is_not_believed() -> None:
    """The claimed page must call itself canonical, where that is known."""
    claim = "/2026/03/some-story"
    own = judge_rel_canonical(PAGE, claim, claim_of_claimed=claim)
    other = judge_rel_canonical(PAGE, claim, claim_of_claimed="/2026/03/")
    unreadable = judge_rel_canonical(PAGE, claim, claim_of_claimed="mailto:x")
    assert own.is_believed
    assert other.verdict is ClaimVerdict.NOT_ITSELF
    assert unreadable.verdict is ClaimVerdict.NOT_ITSELF

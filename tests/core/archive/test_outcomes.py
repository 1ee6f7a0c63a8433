"""What an answer is worth keeping as."""

from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import pytest

from strandline.core.archive.outcomes import ORDER, best, judge_answer, may_replace
from strandline.core.text.extract import extract_page
from strandline.model.archive import CaptureOutcome
from strandline.model.fetching import FetchOutcome, FetchResult, Hop
from strandline.testing.builders import an_answer

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
URL = "https://paper.example/town/mill"
O = CaptureOutcome  # noqa: E741 - tables read better
STORY = "".join(
    f"<p>On day {day} of the repairs it turned {day * 7} times and {day + 3} people came.</p>"
    for day in range(1, 40)
)


def page(title: str, body: str) -> str:
    return f"<!doctype html><title>{title}</title><body><main><h1>{title}</h1>{body}</main>"


def judged(result: FetchResult) -> CaptureOutcome:
    return judge_answer(result, extract_page("A_0", result, NOW)).outcome


def failed(outcome: FetchOutcome, status: int = 0, **changes: Any) -> FetchResult:
    return FetchResult(URL, outcome, URL, status, **changes)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (failed(FetchOutcome.HTTP_ERROR, 404), O.GONE),
        (failed(FetchOutcome.GONE, 410), O.GONE),
        (failed(FetchOutcome.HTTP_ERROR, 401), O.LOGIN_WALL),
        (failed(FetchOutcome.HTTP_ERROR, 402), O.LOGIN_WALL),
        (failed(FetchOutcome.HTTP_ERROR, 403), O.BLOCKED),
        (failed(FetchOutcome.HTTP_ERROR, 405), O.BLOCKED),
        (failed(FetchOutcome.HTTP_ERROR, 408), O.TIMEOUT),
        (failed(FetchOutcome.HTTP_ERROR, 451), O.BLOCKED),
        (failed(FetchOutcome.HTTP_ERROR, 500), O.FAILED),
        (failed(FetchOutcome.RATE_LIMITED, 429), O.BLOCKED),
        (failed(FetchOutcome.BLOCKED, 503), O.BLOCKED),
        (failed(FetchOutcome.NOT_NOW), O.BLOCKED),
        (failed(FetchOutcome.REFUSED), O.REFUSED),
        (failed(FetchOutcome.ROBOTS), O.REFUSED),
        (failed(FetchOutcome.TOO_LARGE, 200), O.TOO_LARGE),
        (failed(FetchOutcome.TRUNCATED, 200, body=b"<p>half"), O.TRUNCATED),
        (failed(FetchOutcome.TIMEOUT, 200, body=b"<p>half"), O.TRUNCATED),
        (failed(FetchOutcome.TIMEOUT), O.TIMEOUT),
        (failed(FetchOutcome.DNS), O.FAILED),
        (failed(FetchOutcome.TLS), O.FAILED),
        (failed(FetchOutcome.CONNECTION), O.FAILED),
        (failed(FetchOutcome.PROTOCOL), O.FAILED),
        (failed(FetchOutcome.BAD_URL), O.UNSUPPORTED),
        (failed(FetchOutcome.REDIRECT_LOOP, 302), O.FAILED),
    ],
)
def test_answer_without_a_page(result: FetchResult, expected: CaptureOutcome) -> None:
    """Every end of a fetch has its outcome, and a line that says so."""
    found = judge_answer(result)
    assert found.outcome is expected
    assert found.message


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("The mill", STORY, O.GOOD),
        ("Blocked", "<p>You've been blocked by network security.</p>", O.BLOCKED),
        ("Access denied", "<p>Reference 18.2f</p>", O.BLOCKED),
        ("One moment", "<p>Please verify you are human.</p>", O.BLOCKED),
        ("Attention Required!", "<p>Please complete the security check.</p>", O.BLOCKED),
        ("One more step", "<p>Please complete the security check to go on.</p>", O.BLOCKED),
        ("r/mill", "<p>whoa there, pardner!</p><p>Your request has been blocked.</p>", O.BLOCKED),
        ("paper.example", "<p>Press & Hold to confirm you are a human.</p>", O.BLOCKED),
        (
            "Sorry!",
            "<p>We have seen unusual traffic from your network.</p>",
            O.BLOCKED,
        ),
        ("Robot Check", "<p>Type the characters you see.</p>", O.BLOCKED),
        ("人机验证", "<p>拖动滑块。</p>", O.BLOCKED),
        ("How sites say 'you have been blocked'", "<p>In many ways.</p>", O.GOOD),
        ("Help", "<p>All I get is “You've been blocked by network security”.</p>", O.GOOD),
        (
            "The mill's web page is back",
            "<p>For a week all that anybody saw of it was a line that you've been blocked.</p>",
            O.GOOD,
        ),
        ("Page not found", "<p>Try the search.</p>", O.SOFT_404),
        ("Clips", "<p>This video is no longer available</p>", O.SOFT_404),
        ("r/mill", "<p>Sorry, this post was deleted by the person who posted it.</p>", O.SOFT_404),
        ("Log in", "<form><input type=password></form>", O.LOGIN_WALL),
        ("How I was blocked by network security", STORY, O.GOOD),
        ("Access denied: a history of the mill", STORY, O.GOOD),
        ("App", "<div id=root></div><noscript>Please enable JavaScript</noscript>", O.GOOD),
    ],
)
def test_page_at_200(title: str, body: str, expected: CaptureOutcome) -> None:
    """A page that says it is none is none, whatever its status; an article about that is one."""
    assert judged(an_answer(URL, page(title, body))) is expected


LINKS = "".join(f"<li><a href=/{n}>The mill opens on day {n} of the repairs</a>" for n in range(40))
COMPLAINT = "<p>All that I get since Tuesday, whichever of its pages I ask for. Do you see it?</p>"
SEARCH = "<nav><a href=/>Home</a><form><input name=q><button>Search</button></form></nav>"
BANNER = (
    "<div id=onetrust-banner-sdk><p>By clicking “Accept All Cookies”, you agree to the storing of "
    "cookies on your device.</p><button>Accept All Cookies</button></div>"
)


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        (
            "Paper",
            f"{SEARCH}<h1>This story is no longer available</h1><ul>{LINKS}</ul>",
            O.SOFT_404,
        ),
        ("Paper", f"{SEARCH}<h2>Die Seite existiert nicht mehr</h2>", O.SOFT_404),
        ("ページが見つかりません | Paper", f"{SEARCH}<p>トップへ</p>", O.SOFT_404),
        ("Paper", f"{BANNER}<h1>Page introuvable</h1>", O.SOFT_404),
        ("Paper", "<p>502 Bad Gateway</p>", O.FAILED),
        ("We'll be back soon!", "<p>Some maintenance is going on.</p>", O.FAILED),
        ("Paper", BANNER, O.LOGIN_WALL),
        ("Paper", f"{BANNER}<article><h1>The wheel</h1><img src=wheel.png></article>", O.GOOD),
        ("Paper", f"{BANNER}<h1>The mill is open</h1><p>Come at six; bread is sold.</p>", O.GOOD),
        ("Paper", f"<h1>The mill's list</h1><ul>{LINKS}</ul><p>Page not found</p>", O.GOOD),
        (
            "Forum",
            f"<h1>The mill's site is broken</h1><p>Page not found</p>{COMPLAINT}",
            O.GOOD,
        ),
        ("Paper", "<h1>The mill</h1><div style='display: none'>Access denied</div>", O.GOOD),
        ("Paper", f"<p>{'Flour. ' * 30}</p><p>You must be logged in to reply here.</p>", O.GOOD),
    ],
)
def test_page_with_few_words(title: str, body: str, expected: CaptureOutcome) -> None:
    """Links, search boxes and banners beside it are not the page's words; a post below a subject
    of its own may tell of such a page.
    """
    assert judged(an_answer(URL, f"<!doctype html><title>{title}</title>{body}")) is expected


def test_nothing_at_200() -> None:
    """An answer without a byte is no page that was kept; it may be one later."""
    found = judge_answer(an_answer(URL, ""))
    assert (found.outcome, found.message) == (O.FAILED, "the answer is empty")


def test_challenge_at_200() -> None:
    """A challenge page is blocked whatever its status says."""
    result = an_answer(URL, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>")
    assert judged(result) is O.BLOCKED


def test_redirect_to_the_home_page() -> None:
    """An article that leads to the home page is gone; a home page that was asked for is not."""
    home = "https://paper.example/"
    hop = Hop(302, URL, home)
    moved = an_answer(URL, page("Paper", STORY), final_url=home, hops=(hop,))
    assert judged(moved) is O.SOFT_404
    assert judged(an_answer(home, page("Paper", STORY))) is O.GOOD


def test_redirect_to_a_login() -> None:
    """An answer that was sent on to a login page is a wall."""
    login = "https://paper.example/login?next=/town/mill"
    moved = an_answer(URL, page("Paper", STORY), final_url=login, hops=(Hop(302, URL, login),))
    assert judged(moved) is O.LOGIN_WALL


def test_what_is_no_page() -> None:
    """A PDF has no text to judge: it is good as it came."""
    result = an_answer(URL, b"%PDF-1.7 ...", content_type="application/pdf")
    assert judged(result) is O.GOOD


def test_retry_after_is_handed_on() -> None:
    """When the server asked to be left alone, the time comes with the outcome."""
    result = failed(FetchOutcome.RATE_LIMITED, 429, retry_after=NOW)
    assert judge_answer(result).retry_after == NOW


def test_order_is_whole() -> None:
    """Every outcome has its place, once."""
    assert sorted(ORDER) == sorted(CaptureOutcome)


def test_worse_never_replaces_better() -> None:
    """Of two outcomes exactly one may take the other's place; the first copy always may."""
    for new, current in permutations(CaptureOutcome, 2):
        assert may_replace(new, current) is not may_replace(current, new)
    for outcome in CaptureOutcome:
        assert may_replace(outcome, None)
        assert may_replace(outcome, outcome)
        assert outcome is O.GOOD or not may_replace(outcome, O.GOOD)


def test_best() -> None:
    """The best of several outcomes, and none of none."""
    assert best([O.BLOCKED, O.TRUNCATED, O.GONE]) is O.TRUNCATED
    assert best([]) is None

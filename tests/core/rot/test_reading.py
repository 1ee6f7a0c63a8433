"""What the answer to a visit shows."""

from dataclasses import replace
from typing import Any

import pytest

from strandline.core.archive.same_page import shown_text
from strandline.core.rot.drift import difference, drift, title_drift
from strandline.core.rot.reading import Seen, is_doubtful, read, sibling_of
from strandline.core.text.extract import extract_page
from strandline.model.fetching import FetchOutcome, FetchResult, Hop
from strandline.model.rot import Sibling, Sign
from strandline.testing.builders import NOW

URL = "https://paper.example/town/mill.html"
ELSEWHERE = "https://paper.example/archive/mill"
STORY = [f"On day {n} of the repairs {n * 7} people came to see wheel {n + 3}." for n in range(40)]
OTHER = [f"The council of ward {n} votes on {n * 5} new benches by the canal." for n in range(40)]


def html(title: str, lines: list[str]) -> bytes:
    body = "".join(f"<p>{line}</p>" for line in lines)
    return f"<!doctype html><title>{title}</title><main><h1>{title}</h1>{body}</main>".encode()


def an_answer(body: bytes, final_url: str = URL, *, by: int = 301, **changes: Any) -> FetchResult:
    hops = () if final_url == URL else (Hop(by, URL, final_url),)
    result = FetchResult(
        URL, FetchOutcome.OK, final_url, 200, {"content-type": "text/html"}, body, hops
    )
    return replace(result, **changes)


def failed(outcome: FetchOutcome, status: int = 0) -> FetchResult:
    return FetchResult(URL, outcome, URL, status, message="as told")


def seen(answer: FetchResult, kept: bytes | None = None, **changes: Any) -> Seen:
    """An answer with what was kept, read as both are."""
    was = an_answer(kept) if kept is not None else None
    return Seen(
        answer,
        text=extract_page("A_0", answer, NOW) if answer.is_ok else None,
        kept=extract_page("A_0", was, NOW) if was else None,
        shown=shown_text(answer),
        kept_shown=shown_text(was) if was else "",
        is_own=answer.final_url == URL,
        **changes,
    )


KEPT = html("The mill", STORY)


@pytest.mark.parametrize(
    ("answer", "sign"),
    [
        (failed(FetchOutcome.HTTP_ERROR, 404), Sign.GONE),
        (failed(FetchOutcome.GONE, 410), Sign.GONE),
        (failed(FetchOutcome.HTTP_ERROR, 500), Sign.FAILING),
        (failed(FetchOutcome.REDIRECT_LOOP), Sign.FAILING),
        (failed(FetchOutcome.DNS), Sign.DOWN),
        (failed(FetchOutcome.CONNECTION), Sign.DOWN),
        (failed(FetchOutcome.TIMEOUT), Sign.DOWN),
        (failed(FetchOutcome.HTTP_ERROR, 503), Sign.DOWN),
        (failed(FetchOutcome.RATE_LIMITED, 503), Sign.DOWN),
        (failed(FetchOutcome.HTTP_ERROR, 522), Sign.DOWN),
        (failed(FetchOutcome.TLS), Sign.UNKNOWN),
        (failed(FetchOutcome.ROBOTS), Sign.UNKNOWN),
        (failed(FetchOutcome.REFUSED), Sign.UNKNOWN),
        *((failed(FetchOutcome.HTTP_ERROR, n), Sign.BLOCKED) for n in (401, 402, 403, 412, 451)),
        (failed(FetchOutcome.RATE_LIMITED, 429), Sign.BLOCKED),
        (failed(FetchOutcome.BLOCKED, 403), Sign.BLOCKED),
        (failed(FetchOutcome.TOO_LARGE, 200), Sign.ALIVE),
    ],
)
def test_what_no_page_answers(answer: FetchResult, sign: Sign) -> None:
    """Only what the host itself says is gone; walls, guards and certificates say nothing of it."""
    assert read(Seen(answer)).sign is sign


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("404 Not Found", ["Sorry."]),
        ("Page introuvable", ["Cette page n’existe plus."]),
        ("页面不存在", ["您访问的页面不存在"]),
    ],
)
def test_a_page_that_says_that_it_is_none(title: str, lines: list[str]) -> None:
    """With status 200, in any language that captures know."""
    assert read(seen(an_answer(html(title, lines)), KEPT)).sign is Sign.SOFT_GONE


def test_a_page_is_held_against_what_was_kept() -> None:
    """The same bytes and small edits are alive; a rewritten one is changed, with the passages."""
    edited = [*STORY[:20], "The wheel was stopped for an hour.", *STORY[21:]]
    half = [*STORY[:20], *OTHER[20:]]
    assert read(seen(an_answer(KEPT), KEPT, is_same=True)).sign is Sign.ALIVE
    alive = read(seen(an_answer(html("The mill", edited)), KEPT))
    assert (alive.sign, alive.difference) == (Sign.ALIVE, ())
    changed = read(seen(an_answer(html("The mill", half)), KEPT))
    assert changed.sign is Sign.CHANGED
    assert 0.5 < changed.change < 0.8
    marks = dict(changed.difference)
    assert marks["-"] in STORY[20:]
    assert marks["+"] in OTHER[20:]
    assert read(seen(an_answer(KEPT), None)).sign is Sign.ALIVE


def test_a_page_that_is_somewhere_else() -> None:
    """Moved where it says the same there; gone where it says something else."""
    moved = read(seen(an_answer(KEPT, ELSEWHERE), KEPT))
    assert (moved.sign, moved.target) == (Sign.MOVED, ELSEWHERE)
    other = read(seen(an_answer(html("Benches", OTHER), ELSEWHERE), KEPT))
    assert other.sign is Sign.SOFT_GONE
    home = read(seen(an_answer(html("The Paper", OTHER), "https://paper.example/"), KEPT))
    assert home.sign is Sign.SOFT_GONE
    for_now = read(seen(an_answer(KEPT, ELSEWHERE, by=302), None))
    assert for_now.sign is Sign.UNKNOWN
    for_good = read(seen(an_answer(KEPT, ELSEWHERE), None))
    assert for_good.sign is Sign.MOVED


def test_where_many_links_are_led_nothing_is() -> None:
    """Redirects of many to one, and of what cannot exist, whatever stands there."""
    page = an_answer(KEPT, ELSEWHERE)
    assert read(seen(page, KEPT, crowd=3)).sign is Sign.SOFT_GONE
    assert read(seen(page, KEPT, crowd=2)).sign is Sign.MOVED
    sibling = Sibling(NOW, 200, ELSEWHERE)
    assert read(seen(page, KEPT, sibling=sibling)).sign is Sign.SOFT_GONE


@pytest.mark.parametrize("asked", ["mill.html", "x7f.html"])
def test_a_page_that_stands_at_every_address_is_none(asked: str) -> None:
    """In a language that nobody taught us, repeating the address or not; unless it was kept so."""
    words = [f"Zoritxarreko {asked}", "Ez dago ezer hemen bilatzen duzunik gure gunean gaur ere"]
    nothing = html("Hutsik", words * 2)
    says = html("Hutsik", [words[0].replace(asked, "q9k.html"), words[1]] * 2)
    sibling = Sibling(
        NOW, 200, "https://paper.example/town/q9k.html", text=shown_text(an_answer(says))
    )
    answer = an_answer(nothing)
    assert is_doubtful(seen(answer, KEPT))
    assert read(seen(answer, KEPT, sibling=sibling)).sign is Sign.SOFT_GONE
    assert read(seen(answer, nothing, sibling=sibling)).sign is not Sign.SOFT_GONE
    hard = replace(sibling, status=404)
    assert read(seen(answer, KEPT, sibling=hard)).sign is not Sign.SOFT_GONE


def test_a_document_in_whose_place_a_page_stands() -> None:
    """Is another thing, however friendly the page is."""
    reading = read(seen(an_answer(KEPT), None, kept_as="application/pdf"))
    assert (reading.sign, reading.change) == (Sign.CHANGED, 1.0)


def test_a_page_that_says_too_little_without_its_scripts() -> None:
    """Tells nothing either way."""
    shell = b"<!doctype html><title>The mill</title><div id=app></div><script>run()</script>"
    assert read(seen(an_answer(shell), KEPT)).sign in (Sign.UNKNOWN, Sign.ALIVE)


def test_nothing_is_asked_where_the_answer_is_plain() -> None:
    """A host is asked for what cannot exist only where its answer leaves a doubt."""
    assert not is_doubtful(seen(failed(FetchOutcome.DNS)))
    assert not is_doubtful(seen(an_answer(KEPT), KEPT, is_same=True))
    assert not is_doubtful(seen(an_answer(KEPT), KEPT))
    assert is_doubtful(seen(an_answer(html("The mill", OTHER)), KEPT))
    assert is_doubtful(seen(an_answer(KEPT, ELSEWHERE), KEPT))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/b/c.html?d=1#e", "https://a.example/b/tok.html"),
        ("https://a.example/b/", "https://a.example/b/tok"),
        ("https://a.example", "https://a.example/tok"),
        ("https://a.example:8080/x", "https://a.example:8080/tok"),
    ],
)
def test_a_sibling_lies_in_the_same_folder(url: str, expected: str) -> None:
    """With the same ending: servers answer by both."""
    assert sibling_of(url, "tok") == expected


def test_how_much_is_other() -> None:
    """0 for the same words, 1 for none in common, in scripts without spaces too."""
    assert drift("a b c d", "A  b, c d!") == 0
    assert drift("", "") == 0
    assert drift("a b c", "") == 1
    assert drift("a b c d e f", "f e d c b a") == 1
    assert 0 < drift("轮渡今天停运因为大风", "轮渡今天停运因为大雾") < 1
    assert title_drift("The mill", "The mill – Paper") == 0
    assert title_drift("The mill", "") == 1
    assert difference("One. Two. Three.", "One. 2. Three.") == (("-", "Two."), ("+", "2."))
    assert len(difference("", "\n".join(map(str, range(900))))) == 40

"""The edition desk in the browser, as forms and answers."""

import re
from dataclasses import replace
from typing import Any

import pytest

from strandline.model.accounts import Role
from strandline.model.digests import Digest, DigestDrop, DigestItem, Section
from strandline.model.editions import EditionState
from strandline.model.funnel import Funnel, StepReport
from strandline.testing.builders import NOW

NAMES = ("Ferry returns", "Market moves", "Clocks go wrong")


def a_draft(digest_id: str, count: int = 3, **changes: Any) -> Digest:
    items = tuple(
        DigestItem(
            n, Section.ARTICLES, "news", f"A_{digest_id}{n}", f"https://a.example/{digest_id}/{n}",
            NAMES[(n - 1) % 3], "The Harbour Post", NOW, f"Summary {n}",
        )
        for n in range(1, count + 1)
    )  # fmt: skip
    drop = DigestDrop("A_out", "https://a.example/out", "fill", "source_cap", "", "Left", "Post")
    funnel = Funnel((StepReport("fill", count + 1, count, {"source_cap": 1}),))
    draft = EditionState.DRAFT
    edition = Digest(digest_id, "public", NOW, "Today", "en", items, funnel, (drop,), draft)
    return replace(edition, **changes)


@pytest.fixture
def draft(desk: Any, request: pytest.FixtureRequest) -> str:
    """An id of its own for each test."""
    digest_id = re.sub(r"\W", "", request.node.name)[-40:]
    desk.page.store.save_digest(a_draft(digest_id), ())
    return digest_id


def here(digest_id: str, more: str = "") -> str:
    return f"/desk/editions/{digest_id}{more}"


def post(client: Any, path: str, **form: Any) -> Any:
    return client.post(path, data=form, follow_redirects=True)


def test_an_editor_edits_and_a_publisher_approves(desk: Any, draft: str) -> None:
    """Each form leads back to the edition, which tells what was done; drafting is not sending."""
    editor, publisher = desk.client(Role.EDITOR), desk.client(Role.PUBLISHER)
    told = post(editor, here(draft, "/edit"), do=f"move up A_{draft}2", seen=1)
    assert "Moved: Market moves" in told.text
    assert told.url.fragment == f"item-A_{draft}2"
    assert told.text.index("Market moves") < told.text.index("Ferry returns")
    words = {"article": f"A_{draft}2", "title": "Own words", "summary": "Summary 2", "seen": "2"}
    assert "Title changed: Own words" in post(editor, here(draft, "/edit"), **words).text
    assert (
        "The introduction was changed"
        in post(editor, here(draft, "/edit"), introduction="*Hello*", closing="", seen=3).text
    )
    assert "<em>Hello</em>" in editor.get(here(draft)).text
    assert editor.post(here(draft, "/approve"), data={"seen": "4"}).status_code == 403
    assert "Taken back" in post(editor, here(draft, "/acts"), do="undo 1").text
    assert desk.page.get(f"/digests/{draft}").status_code == 404
    assert "somebody else changed" not in publisher.get(here(draft)).text
    stale = post(publisher, here(draft, "/approve"), seen=4)
    assert "Nothing was changed" in stale.text
    assert "Approved." in post(publisher, here(draft, "/approve"), seen=5).text
    assert "Published." in post(publisher, here(draft, "/publish")).text
    public = desk.page.get(f"/digests/{draft}")
    assert "Own words" in public.text
    assert "<em>Hello</em>" in public.text
    assert "Corrected" not in public.text
    post(editor, here(draft, "/edit"), article=f"A_{draft}1", title="Right at last")
    corrected = desk.page.get(f"/digests/{draft}").text
    assert "Right at last" in corrected
    assert "Corrected" in corrected


def test_drafts_are_on_no_public_page(desk: Any, draft: str) -> None:
    """Not in lists, feeds, the API, nor on an article's page; an unknown id looks the same."""
    for path in ("/digests", "/feed.xml", "/", "/api/v1/digests", f"/digests/{draft}.json"):
        answer = desk.page.get(path)
        assert draft not in answer.text or answer.status_code == 404, path
    assert desk.page.get(f"/api/v1/digests/{draft}").status_code == 404


def test_a_reader_and_nobody_see_no_draft(desk: Any, draft: str) -> None:
    """The desk's pages are for who works on it; a person's own edition for nobody there."""
    own = a_draft("ownofada", reader_id="ada")
    if desk.page.store.digest("ownofada") is None:
        desk.page.store.save_digest(own, ())
    assert desk.client(Role.READER).get(here(draft)).status_code == 403
    assert desk.client(None).get(here(draft)).status_code == 303
    assert desk.client(Role.OWNER).get(here("ownofada")).status_code == 404
    assert "ownofada" not in desk.client(Role.OWNER).get("/desk/editions").text


def test_what_was_left_out_has_titles_and_sentences(desk: Any, draft: str) -> None:
    """By step; who drafts can bring it back."""
    editor = desk.client(Role.EDITOR)
    text = editor.get(here(draft, "/left-out?step=fill")).text
    assert "Left" in text
    assert "Enough items of its source were better placed" in text
    assert 'value="A_out"' in text
    assert "Left</bdi>" not in editor.get(here(draft, "/left-out?step=search")).text


@pytest.mark.parametrize("part", ["page", "phone", "light", "dark", "forced"])
def test_the_preview_shows_what_goes_out(desk: Any, draft: str, part: str) -> None:
    """In frames that run nothing, from our own origin alone; with its size against the limit."""
    editor = desk.client(Role.EDITOR)
    page = editor.get(here(draft, f"/preview/{part}"))
    assert "The mail has" in page.text
    assert "frame-src 'self'" in page.headers["content-security-policy"]
    framed = editor.get(here(draft, f"/bytes/{part}"))
    assert "Ferry returns" in framed.text
    policy = framed.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    if part not in ("page", "phone"):
        assert "sandbox" in policy
        assert ("@media all" in framed.text) is (part == "dark")
    assert "Ferry returns" in editor.get(here(draft, "/preview/text")).text


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("/edit", {"do": "move sideways A_x"}, "not one of the choices"),
        ("/edit", {"do": "drop out A_x"}, "no such item"),
        ("/edit", {}, "all is as it was"),
        ("/edit", {"introduction": "x" * 20_001}, "too long"),
        ("/acts", {"do": "undo 7"}, "no such act"),
        ("/acts", {"do": "undo \u0663"}, "no such act"),
        ("/schedule", {"at": "2027-01-01T10:00"}, "cannot be done to an edition that is draft"),
        ("/schedule", {"at": "soon"}, "no date and time"),
        ("/publish", {}, "cannot be done"),
        ("/take_up", {}, "cannot be done"),
        ("/add", {"address": "no address"}, "Not added: not a web address"),
    ],
)
def test_what_cannot_be_done_is_told(
    desk: Any, draft: str, path: str, form: dict[str, str], said: str
) -> None:
    """In a sentence, on the edition's page; nothing is changed."""
    before = desk.page.store.digest(draft)
    assert said in post(desk.client(Role.OWNER), here(draft, path), **form).text
    assert desk.page.store.digest(draft) == before


def test_a_page_stays_small(desk: Any) -> None:
    """However many items an edition has: at most 80 kB, and the rest on further pages."""
    desk.page.store.save_digest(a_draft("hugeone", 130), ())
    editor = desk.client(Role.EDITOR)
    sizes, path = [], here("hugeone")
    while path:
        text = editor.get(path).text
        sizes.append(len(text.encode()))
        found = re.search(r'rel="next" href="([^"]+)"', text)
        path = found[1] if found else ""
    assert len(sizes) == 4
    assert max(sizes) < 80_000

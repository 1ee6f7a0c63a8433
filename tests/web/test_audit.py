"""The page that tells the owner who changed what."""

import re
from dataclasses import replace
from typing import Any

import pytest

from strandline.model.accounts import Actor, Role, Via
from strandline.model.acts import AuditEntry
from strandline.testing.builders import NOW
from strandline.web.desk.audit import SHOWN

ADA = Actor("id-ada", "ada", Role.OWNER, Via.SESSION)


@pytest.fixture(scope="module")
def audited(desk: Any) -> Any:
    """More entries than a page holds, of two actors and two areas."""
    store = desk.page.store
    for number in range(SHOWN + 5):
        entry = AuditEntry(
            NOW, ADA, "account.change", f"user{number}", {"role": "editor"}, {"role": "owner"}
        )
        store.record(entry)
    store.record(AuditEntry(NOW, Actor.console(), "token.add", "Script", {}, {"scope": ["own"]}))
    store.record(
        AuditEntry(NOW, replace(ADA, via=Via.TOKEN), "made.up", "<script>x", {"a": "<b>" * 200}, {})
    )
    return desk.client(Role.OWNER)


def subjects(page: Any) -> list[str]:
    return re.findall(r'class="trace"[^>]*>([^<]*)<', page.text)


def test_the_newest_come_first_page_by_page(audited: Any) -> None:
    """Each page leads to the next; nothing is shown twice and nothing is left out."""
    first = audited.get("/desk/audit")
    older = re.search(r'href="(/desk/audit\?before=\d+)"', first.text)
    assert older is not None
    second = audited.get(older[1])
    shown = subjects(first) + subjects(second)
    assert len(subjects(first)) == SHOWN
    assert shown[2:] == [f"user{number}" for number in reversed(range(SHOWN + 5))]
    assert "Back to the newest" in second.text


def test_who_what_before_and_after(audited: Any) -> None:
    """In words, with the old value and the new one; text from outside is text."""
    page = audited.get("/desk/audit").text
    assert "changed an account" in page
    assert "<del>editor</del> → <ins>owner</ins>" in page
    assert "by token" in page
    assert "<script>x" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("who=console", ["Script"]),
        ("what=token", ["Script"]),
        ("subject=user7", ["user7"]),
        ("who=ada&what=account.change&subject=user9", ["user9"]),
        ("who=nobody", []),
        ("subject=%27%20OR%201%3D1", []),
    ],
)
def test_it_is_narrowed(audited: Any, wish: str, found: list[str]) -> None:
    """By who, by what, by whom it was about, and by all of them."""
    assert subjects(audited.get(f"/desk/audit?{wish}")) == found


@pytest.mark.parametrize("wish", ["before=-1", "before=x", f"who={'x' * 300}"])
def test_a_wish_that_cannot_be_is_named(audited: Any, wish: str) -> None:
    """422, as on every page."""
    assert audited.get(f"/desk/audit?{wish}").status_code == 422

"""The states of an edition, and what editors make of it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.editing import apply, collisions, refusal
from strandline.core.digest.editions import WAYS, published, stepped, steps_from
from strandline.core.digest.plans import TOO_FEW, Plan, plan_of, planned
from strandline.core.digest.worth import NOTHING_NEW
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.editions import (
    IN_HISTORY,
    PUBLISHED,
    Edit,
    EditionAct,
    EditionState,
    EditKind,
    Step,
)
from strandline.model.readers import DigestScope, Reader
from strandline.settings import DigestSettings
from strandline.testing.builders import NOW

NAMES = "abcdefgh"
SECTIONS = (Section.MUST_READS, Section.QUICK_WINS, Section.POSTS, Section.ARTICLES)


def an_item(name: str, section: Section = Section.ARTICLES, category: str = "news") -> DigestItem:
    url = f"https://a.example/{name}"
    return DigestItem(1, section, category, name, url, f"Title {name}", "Paper", NOW, f"Sum {name}")


BASE = tuple(an_item(name, SECTIONS[at // 2]) for at, name in enumerate(NAMES))
DRAFT = Digest("d1", "public", NOW, "Today", "en", BASE, state=EditionState.DRAFT)


def acts_of(*edits: Edit, by: str = "ann") -> list[EditionAct]:
    return [EditionAct(n, edit, by, NOW, n + 1) for n, edit in enumerate(edits, start=1)]


def order(items: tuple[DigestItem, ...]) -> str:
    return "".join(item.article_uuid for item in items)


edits = st.one_of(
    st.builds(
        Edit, st.just(EditKind.MOVE), st.sampled_from(NAMES), st.sampled_from(["up", "down"])
    ),
    st.builds(Edit, st.just(EditKind.MOVE), st.sampled_from(NAMES), st.just("top")),
    st.builds(Edit, st.just(EditKind.PIN), st.sampled_from(NAMES), st.sampled_from(["on", "off"])),
    st.builds(Edit, st.just(EditKind.DROP), st.sampled_from(NAMES)),
    st.builds(Edit, st.just(EditKind.TITLE), st.sampled_from(NAMES), st.text(max_size=5)),
    st.builds(Edit, st.just(EditKind.SUMMARY), st.sampled_from(NAMES), st.text(max_size=5)),
    st.builds(
        Edit,
        st.just(EditKind.SECTION),
        st.sampled_from(NAMES),
        st.sampled_from(["posts", "must_reads", "articles:other", "articles"]),
    ),
)


@given(st.lists(st.sampled_from(Step), max_size=12))
def test_history_is_held_by_exactly_the_approved(steps: list[Step]) -> None:
    """Whatever is done in whatever order, no edition is published that was not approved, and one
    that was published stays so."""
    edition, approved = DRAFT, False
    for step in steps:
        after = stepped(edition, step, NOW, send_at=NOW, reason="x")
        if after is None:
            continue
        assert (edition.state, step) in WAYS
        approved = approved or step is Step.APPROVE
        if edition.state in PUBLISHED:
            assert after.state in PUBLISHED
        edition = after
        assert edition.state not in IN_HISTORY or approved
        assert (edition.reason != "") == (edition.state is EditionState.SKIPPED)
        assert (edition.published_at is not None) == (edition.state in PUBLISHED)
        assert edition.send_at is None or edition.state is EditionState.SCHEDULED


def test_every_state_but_the_last_can_be_left() -> None:
    """No edition is stuck, and what is sent is."""
    stuck = [state for state in EditionState if not steps_from(state)]
    assert stuck == [EditionState.SENT]


def test_to_publish_without_a_way_out_is_to_have_sent() -> None:
    """The page is all there is: nobody waits for a last step."""
    edition = published(replace(DRAFT, state=EditionState.APPROVED), NOW)
    assert (edition.state, edition.published_at) == (EditionState.SENT, NOW)


@given(st.lists(edits, max_size=15), st.data())
def test_any_edit_can_be_taken_back(made: list[Edit], data: st.DataObject) -> None:
    """An edition without one of its edits is the edition in which that edit was never made."""
    acts = acts_of(*made)
    result = apply(BASE, acts)
    assert [item.position for item in result.items] == list(range(1, len(result.items) + 1))
    assert set(order(result.items)) <= set(NAMES)
    assert len(order(result.items)) == len(set(order(result.items)))
    if acts:
        out = data.draw(st.sampled_from(acts))
        undone = [replace(a, undone_at=NOW) if a is out else a for a in acts]
        assert apply(BASE, undone) == apply(BASE, [a for a in acts if a is not out])


@given(st.lists(edits, max_size=15))
def test_sections_stay_together_and_pinned_items_lead(made: list[Edit]) -> None:
    """However items are moved, each section is one block and its pinned ones are at its head."""
    items = apply(BASE, acts_of(*made)).items
    groups = [(i.section, i.category if i.section is Section.ARTICLES else "") for i in items]
    blocks = [group for n, group in enumerate(groups) if n == 0 or groups[n - 1] != group]
    assert len(blocks) == len(set(blocks))
    for group in blocks:
        pins = [item.is_pinned for item, own in zip(items, groups, strict=True) if own == group]
        assert pins == sorted(pins, reverse=True)


@given(st.text(max_size=8), st.text(max_size=8))
def test_own_words_are_kept_apart_from_the_sources(title: str, summary: str) -> None:
    """An editor's words are shown, the source's are still known, and empty brings them back."""
    acts = acts_of(Edit(EditKind.TITLE, "a", title), Edit(EditKind.SUMMARY, "a", summary))
    item = apply(BASE, acts).items[0]
    assert item.title == (" ".join(title.split()) or "Title a")
    assert (item.title if item.source_title is None else item.source_title) == "Title a"
    assert (item.summary if item.source_summary is None else item.source_summary) == "Sum a"
    back = acts_of(*(a.edit for a in acts), Edit(EditKind.TITLE, "a"), Edit(EditKind.SUMMARY, "a"))
    assert apply(BASE, back).items == apply(BASE, []).items


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(EditKind.MOVE, "d", "up"), "abdcefgh"),
        (Edit(EditKind.MOVE, "c", "up"), "abcdefgh"),
        (Edit(EditKind.MOVE, "c", "down"), "abdcefgh"),
        (Edit(EditKind.PIN, "h", "on"), "abcdefhg"),
        (Edit(EditKind.SECTION, "a", "posts"), "bcdefagh"),
        (Edit(EditKind.SECTION, "a", "skills"), "bcdefagh"),
        (Edit(EditKind.SECTION, "a", "articles:other"), "bcdefgha"),
        (Edit(EditKind.DROP, "a"), "bcdefgh"),
        (Edit(EditKind.DROP, "z"), "abcdefgh"),
        (Edit(EditKind.ADD, "z", item=an_item("z", Section.QUICK_WINS)), "abcdzefgh"),
        (Edit(EditKind.ADD, "z", item=an_item("z", Section.MORE_PODCASTS)), "abcdzefgh"),
    ],
)
def test_where_an_edit_leads(edit: Edit, expected: str) -> None:
    """Moves stay within a section; what comes new stands where its section is or would be."""
    assert order(apply(BASE, acts_of(edit)).items) == expected


@pytest.mark.parametrize(
    ("edit", "state", "key"),
    [
        (Edit(EditKind.MOVE, "a", "up"), EditionState.DRAFT, ""),
        (Edit(EditKind.MOVE, "a", "sideways"), EditionState.DRAFT, "no_such_value"),
        (Edit(EditKind.SECTION, "a", "gossip"), EditionState.DRAFT, "no_such_section"),
        (Edit(EditKind.TITLE, "a", "x" * 301), EditionState.DRAFT, "too_long"),
        (Edit(EditKind.DROP, "z"), EditionState.DRAFT, "not_there"),
        (Edit(EditKind.ADD, "a"), EditionState.DRAFT, "there_already"),
        (Edit(EditKind.INTRODUCTION, value="*Hi*"), EditionState.DRAFT, ""),
        (Edit(EditKind.TITLE, "a", "x"), EditionState.APPROVED, "locked"),
        (Edit(EditKind.TITLE, "a", "x"), EditionState.SCHEDULED, "locked"),
        (Edit(EditKind.TITLE, "a", "x"), EditionState.SENDING, "locked"),
        (Edit(EditKind.TITLE, "a", "x"), EditionState.SENT, ""),
        (Edit(EditKind.MOVE, "a", "up"), EditionState.SENT, "only_corrections"),
    ],
)
def test_what_is_refused(edit: Edit, state: EditionState, key: str) -> None:
    """A draft alone is edited; of what was sent only the page's words are corrected."""
    assert refusal(replace(DRAFT, state=state), edit) == key


@pytest.mark.parametrize(
    ("mine", "theirs", "meet"),
    [
        (Edit(EditKind.TITLE, "a", "x"), Edit(EditKind.TITLE, "a", "y"), True),
        (Edit(EditKind.TITLE, "a", "x"), Edit(EditKind.SUMMARY, "a", "y"), False),
        (Edit(EditKind.TITLE, "a", "x"), Edit(EditKind.TITLE, "b", "y"), False),
        (Edit(EditKind.MOVE, "a", "up"), Edit(EditKind.PIN, "a", "on"), True),
        (Edit(EditKind.TITLE, "a", "x"), Edit(EditKind.DROP, "a"), True),
        (Edit(EditKind.INTRODUCTION, value="x"), Edit(EditKind.INTRODUCTION, value="y"), True),
        (Edit(EditKind.INTRODUCTION, value="x"), Edit(EditKind.CLOSING, value="y"), False),
    ],
)
def test_two_people_at_one_draft(mine: Edit, theirs: Edit, meet: bool) -> None:
    """What was done to the same thing since one looked meets; all else goes together; one's own
    earlier edits never do."""
    acts = acts_of(theirs, by="bob")
    assert bool(collisions(mine, acts, seen_version=1, by="ann")) is meet
    assert collisions(mine, acts, seen_version=2, by="ann") == []
    assert collisions(mine, acts, seen_version=1, by="bob") == []


@pytest.mark.parametrize(
    ("setting", "scope", "is_draft", "waits"),
    [
        ("at_once", DigestScope.SHARED, False, None),
        ("after_review", DigestScope.SHARED, True, NOW + timedelta(minutes=30)),
        ("by_person", DigestScope.SHARED, True, None),
        ("by_person", DigestScope.PERSONAL, False, None),
    ],
)
def test_what_the_settings_plan(
    setting: str, scope: DigestScope, is_draft: bool, waits: object
) -> None:
    """The shared digest waits as long as it was set to; one's own has no editor."""
    settings = DigestSettings(publish=setting, review_minutes=30)  # type: ignore[arg-type]
    plan = plan_of(Reader("r", "R", scope), settings, NOW)
    assert (plan.is_draft, plan.send_at) == (is_draft, waits)


@pytest.mark.parametrize(
    ("items", "plan", "state", "reason"),
    [
        (BASE, Plan(), EditionState.SENT, ""),
        (BASE, Plan(is_unasked=True), EditionState.SENT, ""),
        (BASE[:2], Plan(is_unasked=True), EditionState.SKIPPED, TOO_FEW),
        (BASE[:2], Plan(is_unasked=True, is_draft=True), EditionState.SKIPPED, TOO_FEW),
        (BASE[:2], Plan(), EditionState.SENT, ""),
        (BASE, Plan(is_draft=True), EditionState.DRAFT, ""),
        ((), Plan(is_unasked=True), EditionState.SKIPPED, NOTHING_NEW),
    ],
)
def test_nothing_thin_is_published_unasked(
    items: tuple[DigestItem, ...], plan: Plan, state: EditionState, reason: str
) -> None:
    """The schedule skips an edition with fewer items than the least, and says why; a person who
    asks gets it."""
    made = planned(replace(DRAFT, items=items), plan, 3)
    assert (made.state, made.reason) == (state, reason)

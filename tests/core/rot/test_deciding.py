"""What a link is taken for after a visit, and when it is visited again."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.rot.deciding import (
    MONTH,
    QUARTER,
    WEEK,
    Rules,
    after_visit,
    asked_to_wait,
    interval,
    without_visit,
)
from strandline.core.rot.reading import Reading
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.rot import FAILURES, LOST, HostHealth, LinkHealth, LinkState, Sign
from strandline.testing.builders import NOW

DAY = timedelta(days=1)
URL = "https://a.example/1"
LINK = LinkHealth("A_1", "a.example", NOW, NOW, NOW, LinkState.ALIVE)
HOST = HostHealth("a.example")
ANSWER = FetchResult(URL, FetchOutcome.OK, URL, 200)
RULES = Rules()


def lived(
    *visits: tuple[float, Sign], link: LinkHealth = LINK, host: HostHealth = HOST
) -> tuple[LinkHealth, HostHealth]:
    """A link after visits on some days."""
    for day, sign in visits:
        now = NOW + day * DAY
        after = after_visit(link, host, ANSWER, Reading(sign, "seen"), now, RULES)
        link, host = after.health, after.host or host
    return link, host


def test_a_failure_is_looked_at_again_and_three_over_six_days_are_enough() -> None:
    """One or two leave a link what it was."""
    once, _ = lived((0, Sign.GONE))
    assert (once.state, once.failures) == (LinkState.ALIVE, 1)
    assert once.next_at == NOW + 3 * DAY
    twice, _ = lived((0, Sign.GONE), (3, Sign.GONE))
    assert twice.state is LinkState.ALIVE
    gone, _ = lived((0, Sign.GONE), (3, Sign.FAILING), (6, Sign.GONE))
    assert (gone.state, gone.since) == (LinkState.GONE, NOW + 6 * DAY)
    assert gone.next_at == NOW + 6 * DAY + WEEK
    soft, _ = lived((0, Sign.GONE), (3, Sign.GONE), (6, Sign.SOFT_GONE))
    assert soft.state is LinkState.SOFT_GONE
    hasty, _ = lived((0, Sign.GONE), (1, Sign.GONE), (2, Sign.GONE), (3, Sign.GONE))
    assert hasty.state is LinkState.ALIVE


@pytest.mark.parametrize("sign", [Sign.ALIVE, Sign.CHANGED, Sign.MOVED, Sign.BLOCKED])
def test_an_answer_begins_the_row_anew(sign: Sign) -> None:
    """Before a link is gone, and after it."""
    link, _ = lived((0, Sign.GONE), (3, Sign.GONE), (4, sign), (7, Sign.GONE))
    assert (link.state, link.failures) == (LinkState(sign.value), 1)
    gone, _ = lived((0, Sign.GONE), (3, Sign.GONE), (6, Sign.GONE), (20, sign))
    assert (gone.state, gone.failures) == (LinkState(sign.value), 0)


@given(st.lists(st.tuples(st.floats(0.1, 30), st.sampled_from(Sign)), max_size=12))
def test_only_a_row_of_failures_makes_a_link_gone(steps: list[tuple[float, Sign]]) -> None:
    """Whatever else was seen before: a wall never does."""
    day, visits = 0.0, []
    for step, sign in steps:
        day += step
        visits.append((day, sign))
    link, host = lived(*visits)
    lasting = []
    for at, sign in visits:
        if sign in FAILURES:
            lasting.append(at)
        elif sign is not Sign.UNKNOWN:
            lasting = []
    if visits and visits[-1][1] in FAILURES and link.state in LOST:
        assert len(lasting) >= 3
        assert lasting[-1] - lasting[0] >= 6 - 1e-6
    if visits and visits[-1][1] is Sign.BLOCKED:
        assert link.state is LinkState.BLOCKED
    assert link.next_at > NOW if visits else link == LINK
    assert host.failures == 0 or host.failing_since is not None


def test_links_of_a_host_that_is_down_wait_together() -> None:
    """And are gone with it, as one event; a host that answers sets them free."""
    _, down = lived((0, Sign.DOWN))
    other = replace(LINK, article_uuid="A_2")
    after = without_visit(other, down, NOW + DAY, RULES)
    assert after is not None
    assert (after.visit, after.health.state) == (None, LinkState.ALIVE)
    assert after.health.next_at == down.next_at
    assert without_visit(other, down, NOW + 3 * DAY, RULES) is None
    _, dead = lived((0, Sign.DOWN), (3, Sign.DOWN), (6, Sign.DOWN))
    after = without_visit(other, dead, NOW + 7 * DAY, RULES)
    assert after is not None
    assert after.health.state is LinkState.GONE
    assert after.visit is not None
    assert "has not answered since 2026" in after.visit.evidence
    again = without_visit(after.health, dead, NOW + 8 * DAY, RULES)
    assert again is not None
    assert again.visit is None
    _, back = lived((9, Sign.GONE), host=dead)
    assert back == HOST
    assert without_visit(other, back, NOW + 9 * DAY, RULES) is None


def test_what_a_person_dismissed_stays_so_until_something_is_new() -> None:
    """Another state, or another address, is told again."""
    moved = replace(LINK, state=LinkState.MOVED, target="https://b.example/", is_dismissed=True)

    def seen(sign: Sign, target: str) -> LinkHealth:
        reading = Reading(sign, "seen", target)
        return after_visit(moved, HOST, ANSWER, reading, NOW, RULES).health

    assert seen(Sign.MOVED, "https://b.example/").is_dismissed
    assert not seen(Sign.MOVED, "https://c.example/").is_dismissed
    assert not seen(Sign.CHANGED, "").is_dismissed


def test_what_is_old_is_visited_less() -> None:
    """Each week, month, quarter; a server's wish to wait is kept, up to a week."""
    assert interval(NOW, NOW + 29 * DAY) == WEEK
    assert interval(NOW, NOW + 31 * DAY) == MONTH
    assert interval(NOW, NOW + 400 * DAY) == QUARTER
    polite = replace(ANSWER, retry_after=NOW + 5 * DAY)
    reading = Reading(Sign.DOWN, "HTTP 503")
    assert after_visit(LINK, HOST, polite, reading, NOW, RULES).health.next_at == NOW + 5 * DAY
    endless = replace(ANSWER, retry_after=NOW + 500 * DAY)
    assert asked_to_wait(LINK, endless, NOW).next_at == NOW + 7 * DAY

"""What a source prints under many titles is no lead, from its feed to the verdict."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from strandline.model.stories import Answer, StoredVerdict
from strandline.ops.explain import explain
from strandline.pipelines.stories import Matcher, run_match
from strandline.settings import StorySettings

NOON = datetime.fromisoformat("2026-03-02T12:00:00+00:00")
SETTINGS = StorySettings(review_share=0)
#: Words of a house that prints two papers.
CALL = (
    "Get the best of the harbour in your mailbox every morning before breakfast: sign up for our"
    " letter, which costs nothing and ends whenever you like."
)
BRIEF = "Fined again"
FILLERS = ("Ferry timetable changes", "Mill museum opens late", "Choir sings in the square")


def feed(host: str, *items: tuple[str, str]) -> bytes:
    """An RSS feed of titles and descriptions."""
    entries = "".join(
        f"<item><title>{title}</title><link>https://{host}/{number}-{len(items)}</link>"
        f"<description>{lead}</description><pubDate>Mon, 02 Mar 2026 1{number % 2}:00:00 GMT"
        "</pubDate></item>"
        for number, (title, lead) in enumerate(items)
    )
    return f"<rss version='2.0'><channel><title>{host}</title>{entries}</channel></rss>".encode()


class Papers:
    """Two papers whose feeds are polled, and matched by one process."""

    HOSTS = ("east.example", "west.example")

    def __init__(self, rig: Any, answer: Any) -> None:
        self.rig, self.answer = rig, answer
        self.matcher = Matcher(rig.ports, SETTINGS)
        self.now = NOON
        for host in self.HOSTS:
            rig.add(f"https://{host}/feed.xml")

    def print(self, *papers: list[tuple[str, str]]) -> None:
        """Each paper's feed, polled and matched an hour after the last."""
        for host, items in zip(self.HOSTS, papers, strict=True):
            headers = {"content-type": "application/rss+xml"}
            self.rig.web.answers[f"https://{host}/feed.xml"] = self.answer(
                feed(host, *items), 200, headers
            )
        self.now += timedelta(hours=1)
        self.rig.poll(self.now, force=True)
        run_match(self.rig.ports, SETTINGS, now=self.now, matcher=self.matcher)

    def verdict(self, first: str, second: str) -> StoredVerdict | None:
        """On the article of the east with one title and that of the west with another."""
        east, west = (
            next(
                a.article_uuid
                for a in self.rig.ports.store.recent(limit=99)
                if a.article_title == title and host in a.article_url_final
            )
            for host, title in zip(self.HOSTS, (first, second), strict=True)
        )
        said = self.rig.ports.store.verdicts_of(east)
        return next((one for one in said if west in (one.article_a, one.article_b)), None)

    def is_same(self, first: str, second: str) -> bool:
        said = self.verdict(first, second)
        return said is not None and said.verdict.answer is Answer.SAME


@pytest.fixture
def papers(rig: Any, answer: Any) -> Papers:
    return Papers(rig, answer)


def test_a_thin_title_over_standing_words_names_no_event(papers: Papers) -> None:
    """Found in one poll of a new source; behind real leads that agree, the two are one story."""
    house = [(title, CALL) for title in (BRIEF, *FILLERS)]
    papers.print(house, house[:1] + [(f"{title} again", CALL) for title in FILLERS])
    said = papers.verdict(BRIEF, BRIEF)
    assert said is not None
    assert said.verdict.answer is Answer.UNSURE
    news = "The lock at Aldermoor stays shut until Friday after a barge struck its lower gate."
    notes = [("Port notes", f"{news} {CALL}")]
    papers.print(notes, notes)
    assert papers.is_same("Port notes", "Port notes")


def test_one_standing_text_makes_no_copy_of_two_articles(papers: Papers) -> None:
    """Two titles over the same words of a house, long enough for a text, are two stories."""
    papers.print(
        [(title, CALL) for title in (*FILLERS, "New owner for the Aldermoor cannery")],
        [(f"{title} today", CALL) for title in ("Sailing", "Chess", "Rowing")]
        + [("New roof for the Aldermoor cinema", CALL)],
    )
    assert papers.verdict(
        "New owner for the Aldermoor cannery", "New roof for the Aldermoor cinema"
    )
    assert not papers.is_same(
        "New owner for the Aldermoor cannery", "New roof for the Aldermoor cinema"
    )


def test_a_known_source_begins_to_repeat_itself(papers: Papers) -> None:
    """What stands in its next poll is learnt from that poll."""
    papers.print(
        [(f"{n} goals in the derby of town {n}", f"It rained on match {n}.") for n in range(9)],
        [(f"{n} boats in the race of bay {n}", f"It blew on day {n}.") for n in range(9)],
    )
    house = [(title, CALL) for title in (BRIEF, *FILLERS)]
    papers.print(house, house)
    assert not papers.is_same(BRIEF, BRIEF)


def test_explain_tells_what_was_not_counted(papers: Papers) -> None:
    """The sentence, and under how many titles its source has it."""
    papers.print([(title, f"Of it all. {CALL}") for title in FILLERS], [("Alone", CALL)])
    east, alone = (
        explain(papers.rig.ports.store, f"https://{host}/{page}")
        for host, page in (("east.example", "0-3"), ("west.example", "0-1"))
    )
    assert CALL in east.no_lead
    assert east.no_lead[CALL] == len(FILLERS)
    assert not alone.no_lead

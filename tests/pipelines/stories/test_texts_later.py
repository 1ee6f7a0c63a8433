"""A text that comes after its article was matched: matched once more, with the body."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.dedup.grouping import group
from strandline.core.dedup.judging.prompt import PROMPT_HASH
from strandline.core.dedup.judging.ruling import LAYER
from strandline.model.articles import TextStatus
from strandline.model.stories import (
    Answer,
    MatchBatch,
    Relation,
    StoredVerdict,
    Verdict,
)
from strandline.pipelines.stories import Matcher
from strandline.pipelines.stories.again import bonds, in_force, is_settled
from strandline.pipelines.stories.rulings import merge, split
from strandline.testing.builders import NOW, a_text

Town = Any

DAY = timedelta(days=1)
AGENCY, OTHER = (" ".join(f"{word}{n}" for n in range(60)) for word in ("mill", "road"))
HERE, THERE = "Ferry service ends after ninety years", "A farewell on the water for old sailors"


def test_a_copy_under_another_title_is_found_when_its_text_comes(towns: Sequence[Town]) -> None:
    """Nothing in the titles binds the two; their bodies are one."""
    town = towns[0]
    one, two = town.told(1, HERE, text=AGENCY), town.told(2, THERE)
    town.match()
    assert town.is_one(one)
    town.store.save_text(a_text(two, text=AGENCY))
    assert town.store.story_counts().unmatched == 1
    assert town.match().matched == 1
    assert town.is_one(one, two)


def test_it_is_matched_once(towns: Sequence[Town]) -> None:
    """Saved again, read again, or fetched in vain later: nothing more waits."""
    town = towns[0]
    one = town.told(1, HERE)
    town.match()
    for text in (a_text(one, text=AGENCY), a_text(one, text=OTHER, fetched_at=NOW)):
        town.store.save_text(text)
    assert town.match().matched == 1
    town.store.save_text(a_text(one, text=OTHER, fetched_at=NOW + timedelta(hours=1)))
    town.store.save_text(a_text(one, text="", status=TextStatus.FAILED))
    assert town.match().matched == 0


@pytest.mark.parametrize("status", [TextStatus.FAILED, TextStatus.EMPTY])
def test_what_cannot_be_read_is_no_text(towns: Sequence[Town], status: TextStatus) -> None:
    """A page that was asked for in vain changes nothing."""
    town = towns[0]
    one = town.told(1, HERE)
    town.match()
    town.store.save_text(a_text(one, text="", status=status))
    assert town.match().matched == 0


def test_a_text_that_comes_before_matching_asks_for_nothing_more(towns: Sequence[Town]) -> None:
    """The usual way: the poll reads the page, then it is matched."""
    town = towns[0]
    town.told(1, HERE, text=AGENCY)
    assert town.match().matched == 1
    assert town.match().matched == 0


def test_a_text_that_comes_while_it_is_matched(towns: Sequence[Town]) -> None:
    """Matching read it without; what it saves then does not count as done."""
    town, scraper = towns
    one, two = town.told(1, HERE, text=AGENCY), town.told(2, THERE)

    class Meanwhile:
        """The store of a process that another one comes in between."""

        def __getattr__(self, name: str) -> Any:
            return getattr(town.store, name)

        def save_match(self, batch: MatchBatch, regroup: Any) -> Any:
            if two.article_uuid in batch.bare:
                scraper.store.save_text(a_text(two, text=AGENCY))
            return town.store.save_match(batch, regroup)

    report = town.match(town.with_ports(store=Meanwhile()))
    assert report.matched == 3
    assert town.is_one(one, two)


def test_what_it_held_without_a_text_it_holds_with_it(towns: Sequence[Town]) -> None:
    """A copy that comes later is compared with the body: in the process that matched it again, and
    in another one that held it bare.
    """
    town, other = towns
    matchers = [Matcher(town.ports, town.settings), Matcher(other.ports, other.settings)]
    one = town.told(1, HERE)
    town.match(matcher=matchers[0])
    other.told(9, "Something else")
    other.match(other.ports, matcher=matchers[1])
    town.store.save_text(a_text(one, text=AGENCY))
    town.match(matcher=matchers[0])
    two = town.told(2, THERE, text=AGENCY)
    town.match(matcher=matchers[0])
    assert town.is_one(one, two)
    third = other.told(3, "The last crossing", text=AGENCY)
    other.match(other.ports, matcher=matchers[1])
    assert town.is_one(one, two, third)


def test_a_persons_word_outlives_the_text(towns: Sequence[Town]) -> None:
    """What was split stays apart, what was merged stays together."""
    town = towns[0]
    one, two = town.told(1, HERE, text=AGENCY), town.told(2, HERE)
    three, four = town.told(3, "Wheat is cheap this year"), town.told(4, "Choir wins a prize")
    town.match()
    assert town.is_one(one, two)
    split(town.store, two.article_uuid, now=NOW)
    merge(town.store, [three.article_uuid, four.article_uuid], now=NOW)
    for article, text in ((two, AGENCY), (three, OTHER), (four, OTHER[:900])):
        town.store.save_text(a_text(article, text=text))
    assert town.match().matched == 3
    assert town.is_one(one)
    assert town.is_one(two)
    assert town.is_one(three, four)
    assert len(town.store.rulings()) == 2


def a_word_of_a_model(a: str, b: str, answer: Answer) -> StoredVerdict:
    """What a language model said of two articles."""
    relation = Relation.SAME_STORY if answer is Answer.SAME else Relation.RELATED
    verdict = Verdict(answer, relation, LAYER, 0.9, "said", model="m", prompt_hash=PROMPT_HASH)
    first, second = sorted((a, b))
    return StoredVerdict(first, second, NOW, verdict)


@pytest.mark.parametrize("answer", [Answer.SAME, Answer.DIFFERENT])
def test_a_models_word_outlives_a_doubt(towns: Sequence[Town], answer: Answer) -> None:
    """The cascade is no surer with the text than before: what the model said holds, and is not
    asked again.
    """
    town = towns[0]
    one = town.told(1, "3,000 march through Oldtown against the new ring road")
    two = town.told(2, "2,980 march through Oldtown against the new ring road")
    town.match()
    (before,) = town.store.verdicts_of(one.article_uuid)
    assert before.verdict.answer is Answer.UNSURE, "there is a doubt to settle"
    said = a_word_of_a_model(one.article_uuid, two.article_uuid, answer)
    said = replace(said, decided_at=before.decided_at + timedelta(seconds=1))
    town.store.save_match(MatchBatch(NOW, "", verdicts=(said,)), group)
    town.store.save_text(a_text(two, text="Short."))
    assert town.match(now=NOW + timedelta(hours=1)).matched == 1
    (newest, *_) = town.store.verdicts_of(one.article_uuid)
    assert (newest.verdict.layer, newest.verdict.answer) == (LAYER, answer)


def test_a_bond_that_the_text_speaks_against_is_looked_at_again(towns: Sequence[Town]) -> None:
    """Every bond is compared anew, whatever the window finds by itself."""
    town = towns[0]
    one, two = town.told(1, HERE, text=AGENCY), town.told(2, HERE)
    town.match()
    before = town.store.verdicts_of(two.article_uuid)
    town.store.save_text(a_text(two, text=OTHER))
    town.match(now=NOW + timedelta(hours=1))
    after = town.store.verdicts_of(two.article_uuid)
    assert len(after) == len(before) + 1
    assert after[0].decided_at > before[0].decided_at
    assert {after[0].article_a, after[0].article_b} == {one.article_uuid, two.article_uuid}


def test_what_is_said_with_the_text_is_in_force_whenever_the_run_began(
    towns: Sequence[Town],
) -> None:
    """By an edition that began before others matched, or by a clock that was put back: what was
    said without the text is older all the same.
    """
    town = towns[0]
    title, site = "Tides along the coast", "https://paper1.example"
    one = town.told(1, title, url=f"{site}/mon/tides", published=NOW - DAY, text=AGENCY)
    two = town.told(1, title, url=f"{site}/tue/tides", published=NOW)
    town.match(now=NOW)
    assert town.is_one(one), "without its text it may be the tides of another day"
    town.store.save_text(a_text(two, text=AGENCY))
    town.match(now=NOW - timedelta(hours=1))
    assert town.is_one(one, two)
    newest, before = town.store.verdicts_of(two.article_uuid)
    assert newest.verdict.answer is Answer.SAME
    assert before.verdict.answer is not Answer.SAME


def test_the_newest_word_on_each_other_article_is_in_force() -> None:
    """Bonds, and what parts by evidence or a model's word; not mere want of likeness."""
    old = a_word_of_a_model("A_1", "A_2", Answer.SAME)
    new = a_word_of_a_model("A_1", "A_2", Answer.DIFFERENT)
    weak = a_word_of_a_model("A_0", "A_1", Answer.SAME)
    weak = replace(weak, verdict=replace(weak.verdict, score=0.1))
    strong = a_word_of_a_model("A_1", "A_9", Answer.UNSURE)
    said = in_force([new, old, weak, strong], "A_1")
    assert said == {"A_2": new, "A_0": weak, "A_9": strong}
    assert bonds(said) == ["A_2", "A_9", "A_0"]
    unlike = replace(new, verdict=replace(new.verdict, layer="title_similarity"))
    assert bonds(said | {"A_2": unlike}) == ["A_2", "A_9", "A_0"], "it links a running story"
    other = replace(unlike, verdict=replace(unlike.verdict, relation=Relation.DIFFERENT))
    assert bonds(said | {"A_2": other}) == ["A_9", "A_0"]


def test_what_would_be_asked_anew_is_not_settled() -> None:
    """Another model or another prompt, an answer that is still awaited, or a layer of ours."""
    said = a_word_of_a_model("A_1", "A_2", Answer.SAME)
    assert is_settled(said, "m")
    assert is_settled(said, "")
    assert not is_settled(said, "another model")
    assert not is_settled(replace(said, is_pending=True), "m")
    other_prompt = replace(said.verdict, prompt_hash="0" * 64)
    assert not is_settled(replace(said, verdict=other_prompt), "m")
    by_title = replace(said.verdict, layer="same_title")
    assert not is_settled(replace(said, verdict=by_title), "m")

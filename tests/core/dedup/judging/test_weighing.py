"""What a judge's answer weighs."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.judging.ruling import verdict_of
from strandline.core.dedup.judging.weighing import is_telling, reliability, says_nothing, weigh
from strandline.core.evaluation.judges import figures, read_measure, write_measure
from strandline.model.errors import ParseError
from strandline.model.levels import JudgeMeasure, Level, Trial
from strandline.model.stories import Answer, JudgeAnswer, Relation, Verdict

WHEN = datetime(2026, 3, 4, tzinfo=UTC)
BEFORE = Verdict(Answer.UNSURE, Relation.UNKNOWN, "nearest_vectors", 0.8, "near")
SAID = JudgeAnswer("k", "m-1", "p", Relation.SAME_STORY, 0.0, "x", "y", "", WHEN)

LEVELS = st.sampled_from(Level)
TRIALS = st.builds(
    Trial, st.sampled_from(["en", "fr", "xx"]), LEVELS, st.none() | LEVELS, st.floats(0, 1)
)


def measured(*trials: Trial) -> JudgeMeasure:
    return JudgeMeasure("m-1", "p", WHEN, ("pairs.jsonl",), trials)


def said(level: Level, right: int, wrong: int, confidence: float = 0.0) -> list[Trial]:
    """So many answers of a level in English, of which some are right."""
    other = Level.NEITHER if level is not Level.NEITHER else Level.SAME_NEWS
    return [Trial("en", level, level, confidence)] * right + [
        Trial("en", other, level, confidence)
    ] * wrong


def test_a_judge_without_a_confidence_is_worth_what_was_measured() -> None:
    """95 of 100 right: SAME; 60 of 100: left to a person."""
    good = measured(*said(Level.SAME_NEWS, 95, 5))
    poor = measured(*said(Level.SAME_NEWS, 60, 40))
    assert verdict_of(SAID, BEFORE, "en", good).answer is Answer.SAME
    left = verdict_of(SAID, BEFORE, "en", poor)
    assert left.answer is Answer.UNSURE
    assert "right in 0.60 of 100 answers measured" in left.reason


def test_a_claim_is_not_believed_against_a_measurement() -> None:
    """Who says .99 to everything, and is right in six of ten, weighs six tenths."""
    boaster = measured(*said(Level.SAME_NEWS, 60, 40, confidence=0.99))
    weight = weigh(replace(SAID, confidence=0.99), BEFORE, "en", boaster)
    assert weight.value == pytest.approx(61 / 102)


def test_a_confidence_that_tells_something_counts() -> None:
    """Right at .95 and wrong at .65: the one weighs more than the share, the other less."""
    honest = measured(
        *said(Level.SAME_NEWS, 40, 0, confidence=0.95), *said(Level.SAME_NEWS, 0, 40, 0.65)
    )
    assert is_telling(honest.trials)
    high, low = (
        weigh(replace(SAID, confidence=c), BEFORE, "en", honest).value for c in (0.95, 0.65)
    )
    assert high > 0.85
    assert low < 0.15


@pytest.mark.parametrize(
    ("relation", "score", "answer"),
    [
        (Relation.UPDATE, 0.8, Answer.DIFFERENT),
        (Relation.DIFFERENT, 0.8, Answer.DIFFERENT),
        (Relation.SAME_STORY, 0.8, Answer.SAME),
        (Relation.SAME_STORY, 0.7, Answer.UNSURE),
    ],
)
def test_nothing_given_and_nothing_measured(
    relation: Relation, score: float, answer: Answer
) -> None:
    """Two stories are believed, for nothing is hidden; one story only where the score says nearly
    as much.
    """
    before = replace(BEFORE, score=score)
    assert verdict_of(replace(SAID, relation=relation), before).answer is answer


def test_evidence_asks_for_more_of_a_judge_without_a_confidence() -> None:
    """A doubt of ours outweighs the same word."""
    before = replace(BEFORE, vetoes=("numbers",))
    assert verdict_of(SAID, before).answer is Answer.UNSURE


def test_one_number_to_everything_is_no_confidence() -> None:
    """Twenty answers show it, where the number is too low to rule; a second number is one."""
    assert says_nothing([0.5] * 20, 0.8)
    assert not says_nothing([0.5] * 19, 0.8)
    assert not says_nothing([0.5] * 19 + [0.6], 0.8)
    assert not says_nothing([0.95] * 20, 0.8)


def test_a_measurement_of_another_model_or_prompt_is_not_read() -> None:
    """It says nothing of this one."""
    good = measured(*said(Level.SAME_NEWS, 95, 5))
    for other in (replace(good, model="m-2"), replace(good, prompt_hash="q")):
        assert weigh(SAID, BEFORE, "en", other) == weigh(SAID, BEFORE, "en", None)


def test_a_language_weighs_by_its_own_answers_where_there_are_enough() -> None:
    """Good in English, poor in French; of Chinese nothing is known but all together."""
    english = said(Level.SAME_NEWS, 40, 0)
    french = [replace(t, language="fr") for t in said(Level.SAME_NEWS, 10, 30)]
    measure = measured(*english, *french)
    en, fr, zh = (weigh(SAID, BEFORE, language, measure).value for language in ("en", "fr", "zh"))
    assert fr < zh < en


@given(st.lists(TRIALS, max_size=60), LEVELS, st.floats(0, 1), st.floats(0, 1))
def test_a_weight_is_a_probability(
    trials: list[Trial], level: Level, confidence: float, score: float
) -> None:
    """Whatever was measured and claimed."""
    answer = replace(SAID, relation=level.relation, confidence=confidence)
    found = weigh(answer, replace(BEFORE, score=score), "en", measured(*trials))
    assert 0 <= found.value <= 1


@given(st.lists(TRIALS, max_size=40))
def test_a_measurement_is_kept_whole(trials: list[Trial]) -> None:
    """Written and read again it is the same."""
    measure = replace(measured(*trials), cost=0.25, seconds=1.5, reasons={"it is empty": 2})
    assert read_measure(write_measure(measure)) == measure


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"trials": 3}', "[" * 100_000])
def test_what_is_no_measurement_is_refused(text: str) -> None:
    """With a reason, whatever stands in the file."""
    with pytest.raises(ParseError):
        read_measure(text)


@given(st.lists(TRIALS, max_size=60))
def test_every_answer_stands_in_one_step_of_the_table(trials: list[Trial]) -> None:
    """None twice, none nowhere."""
    read = [trial for trial in trials if trial.said]
    assert sum(step.answers for step in reliability(trials)) == len(read)


def test_figures_by_language_and_level() -> None:
    """A pair without an answer is one that was not found."""
    trials = [*said(Level.SAME_NEWS, 3, 1), Trial("en", Level.SAME_NEWS, None)]
    row = next(row for row in figures(trials) if row.level is Level.SAME_NEWS)
    assert (row.language, row.pairs, row.said, row.right, row.unread) == ("en", 4, 4, 3, 1)
    assert row.rates.precision == row.rates.recall == 0.75

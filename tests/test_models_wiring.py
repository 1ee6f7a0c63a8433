"""From settings to the models that judge and classify."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from strandline.adapters.classify import EmbeddingClassifier, ModelClassifier
from strandline.core.digest.classify import RuleClassifier
from strandline.model.errors import ConfigError
from strandline.settings import DatabaseSettings, DigestSettings, Settings, StorySettings
from strandline.wiring import open_chat, open_ports

OWN = {"judge_url": "http://127.0.0.1:11434"}


def settings(tmp_path: Path, classifier: Any = "auto", **stories: Any) -> Settings:
    return Settings(
        database=DatabaseSettings(path=tmp_path / "ledger.sqlite3"),
        digest=DigestSettings(classifier=classifier),
        stories=StorySettings(**stories),
    )


@pytest.mark.parametrize(
    ("stories", "is_asked"),
    [
        ({}, False),
        ({"judge_key": SecretStr("sk-canary")}, True),
        (OWN, True),
        ({"judge_url": ""}, False),
        ({"judge_url": "", "judge_key": SecretStr("sk-canary")}, False),
    ],
    ids=["nothing set", "a key", "an endpoint of one's own", "no endpoint", "only a key"],
)
def test_who_is_asked(tmp_path: Path, stories: dict[str, Any], is_asked: bool) -> None:
    """Nothing leaves the machine before somebody has set a key or an address."""
    chat = open_chat(settings(tmp_path, **stories))
    assert (chat is not None) == is_asked
    if chat is not None:
        chat.close()


def test_a_key_that_cannot_be_sent_is_a_wrong_setting(tmp_path: Path) -> None:
    """Said at the start, without the key."""
    with pytest.raises(ConfigError, match="DEEPSEEK_API_KEY") as caught:
        open_chat(settings(tmp_path, judge_key=SecretStr("sk-can\nary")))
    assert "ary" not in str(caught.value)


@pytest.mark.parametrize(
    ("classifier", "stories", "kind"),
    [
        ("rules", OWN, RuleClassifier),
        ("auto", OWN | {"embeddings": "off"}, EmbeddingClassifier),
        ("auto", {"embeddings": "off"}, RuleClassifier),
        ("model", OWN, ModelClassifier),
        ("model", {"embeddings": "off"}, RuleClassifier),
    ],
)
def test_who_classifies(
    tmp_path: Path, classifier: str, stories: dict[str, Any], kind: type
) -> None:
    """As the setting says, with what there is; a model that is not set is no obstacle."""
    with open_ports(settings(tmp_path, classifier, **stories), log=False, stories=True) as ports:
        assert isinstance(ports.classifier, kind)
        assert (ports.chat is not None) == ("judge_url" in stories)


def test_verbs_that_need_no_model_open_none(tmp_path: Path) -> None:
    """Neither for matching nor for categories."""
    with open_ports(settings(tmp_path, "model", **OWN), log=False) as ports:
        assert (ports.chat, ports.embedder, ports.rescorer) == (None, None, None)
        assert isinstance(ports.classifier, RuleClassifier)

"""What one's own labels teach the score."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from strandline.core.dedup.score import packaged
from strandline.core.evaluation.pairs import ReadPair, read_pair
from strandline.model.errors import ConfigError, UsageError
from strandline.ops.calibration_file import read_file, write_file
from strandline.ops.evaluate import PairFile
from strandline.ops.learning import LEAST_LABELS, Learnt, learn

pytest.importorskip("numpy")
SUBJECTS = ("bridge", "school", "tram", "harbour", "mill", "library", "market", "theatre")
TOWNS = [f"{start}{end}" for start in ("Lor", "Ber", "Lan", "Bla", "Arc") for end in ("mont", "ey")]


class Near:
    """A model that sees that two titles name one thing, in whatever words."""

    model = "near@somewhere/2"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        import numpy as np

        found = []
        for text in texts:
            named = [word for word in (*SUBJECTS, *TOWNS) if word.lower() in text.lower()]
            angle = sum(map(ord, "".join(sorted(named)))) % 97
            row = np.array([np.cos(angle), np.sin(angle)], dtype="<f4")
            found.append((row / np.linalg.norm(row)).astype("<f4").tobytes())
        return found


def pair(number: int, a: str, b: str, label: int) -> ReadPair:
    sides = [{"title": title, "lang": "en", "source": f"Paper {number % 7}"} for title in (a, b)]
    return read_pair(json.dumps({"id": number, "label": label, "a": sides[0], "b": sides[1]}))


def labels(count: int = 320) -> list[ReadPair]:
    """Half are of one story: of one thing in one town, in other words."""
    pairs = []
    for number in range(count):
        town, subject = TOWNS[number % 10], SUBJECTS[number // 10 % 8]
        when = ("spring", "summer", "autumn", "winter")[number // 80 % 4]
        one = f"Council of {town} votes to close its old {subject} for repairs until {when}"
        again = f"Repairs: old {subject} of {town} to stay closed until {when}, council decides"
        other = f"Youngest rowers of {TOWNS[(number + 3) % 10]} win a cup on the lake in {when}"
        pairs.append(pair(number, one, again if number // 10 % 2 else other, number // 10 % 2))
    return pairs


def taught(pairs: Sequence[ReadPair], *models: Near) -> Learnt:
    return learn([PairFile("own.jsonl", tuple(pairs), "c")], models, packaged(), name="own")


def test_labels_raise_what_is_found(tmp_path: Path) -> None:
    """More is rightly SAME on labels that were not learnt from, and nothing wrongly; other
    languages keep what they have.
    """
    learnt = taught(labels())
    (gain,) = learnt.gains
    assert (gain.language, gain.labels) == ("en", 320)
    assert gain.after[0] > gain.before[0]
    assert gain.after[1] == 0
    file = tmp_path / "data" / "calibration.json"
    write_file(file, learnt.calibration)
    kept = read_file(file)
    assert kept == learnt.calibration
    before, after = packaged().models[0], kept.models[0]
    assert after.weights["en"] != before.weights["en"]
    assert after.weights["fr"] == before.weights["fr"]
    assert after.bounds["fr"] == before.bounds["fr"]
    assert kept.models[1:] == packaged().models[1:]


def test_a_model_that_nothing_was_fitted_on_gets_a_weight() -> None:
    """Its cosines score from then on; without them the titles do."""
    learnt = taught(labels(), Near())
    model = learnt.calibration.model_for([Near.model])
    assert model.vectors == (Near.model,)
    assert model.weights["en"][Near.model] > 0
    assert model.weights["zh"][Near.model] == 0
    assert learnt.calibration.model_for(()).vectors == ()
    assert learnt.calibration.checksum != packaged().checksum


@pytest.mark.parametrize("count", [LEAST_LABELS - 1, 20])
def test_too_few_labels(count: int) -> None:
    """Nothing is learnt; how many are needed is said."""
    with pytest.raises(UsageError, match="too few"):
        taught(labels(count))


def test_labels_of_one_kind_are_too_few() -> None:
    """Three hundred pairs of one story teach nothing of two."""
    with pytest.raises(UsageError, match="too few"):
        taught([one for one in labels(700) if one.label])


def test_the_same_labels_teach_the_same() -> None:
    """To the last digit."""
    assert taught(labels(240)) == taught(labels(240))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"data": {"name": "x"}}', "[" * 90_000])
def test_a_file_that_is_no_calibration(text: str, tmp_path: Path) -> None:
    """The setting and the file are named."""
    file = tmp_path / "c.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"STORY_CALIBRATION: .*c\.json cannot be used"):
        read_file(file)
    with pytest.raises(ConfigError, match="No such file"):
        read_file(tmp_path / "none.json")


def test_a_file_of_other_features_is_refused(tmp_path: Path) -> None:
    """One that another version wrote would score by what is not measured any more."""
    file = tmp_path / "c.json"
    write_file(file, packaged())
    text = file.read_text(encoding="utf-8").replace('"opening"', '"closing"')
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="another version"):
        read_file(file)

"""The file of labels: one pair a line, as `evaluate` reads it, rewritten whole after each answer.

A pair that was skipped has a line without a label. An undone answer is gone from the file. The
file is replaced at once, so that a process which is killed leaves the last whole one.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from strandline.core.evaluation.labelling import Answered, Key
from strandline.model.errors import UsageError
from strandline.model.levels import Level
from strandline.model.stories import StoryInput
from strandline.ops.label_pool import Offer

#: Characters of a summary that are kept with a label.
_SUMMARY_CHARS = 1_000


class LabelFile:
    """Answers of a person on pairs, in a file.

    Raises:
        UsageError: The file is there and holds something else, or cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[Key, dict[str, Any]] = {}
        self.answered: dict[Key, Answered] = {}
        self._count = 0
        for number, line in enumerate(self._lines(), start=1):
            try:
                self._read(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise UsageError(
                    f"{path}, line {number}: no label of `dedup label`.",
                    subject=str(path),
                    advice="Name another file for --out; this one is left as it is.",
                ) from error

    def add(self, offer: Offer, level: Level | None, now: datetime) -> None:
        """An answer; None where the pair was skipped.

        Raises:
            UsageError: The file cannot be written.
        """
        key = offer.candidate.key
        said = [*self._rows.get(key, {}).get("said", []), [self._count, level and level.value]]
        row = {
            "language": offer.candidate.language,
            "at": now.isoformat(),
            "a": _side(offer.a),
            "b": _side(offer.b),
        }
        self._keep(key, row, said)
        self._write()

    def undo(self) -> Answered | None:
        """Take the last answer back; what it was about, None where there is none.

        Raises:
            UsageError: The file cannot be written.
        """
        if not self.answered:
            return None
        last = max(self.answered.values(), key=lambda one: one.place)
        row = self._rows[last.key]
        if len(row["said"]) > 1:
            self._keep(last.key, row, row["said"][:-1])
        else:
            del self.answered[last.key], self._rows[last.key]
        self._write()
        return last

    def _keep(self, key: Key, row: Mapping[str, Any], said: list[Any]) -> None:
        answers = tuple(Level(word) for _, word in said if word is not None)
        place = int(said[-1][0])
        language = str(row["language"])
        self._rows[key] = {
            "id": f"{key[0]} {key[1]}",
            **(_label(answers[-1]) if answers else {}),
            "said": said,
            **{name: row[name] for name in ("language", "at", "a", "b")},
        }
        self.answered[key] = Answered(key, answers, place, language)
        self._count = max(self._count, place + 1)

    def _read(self, row: Mapping[str, Any]) -> None:
        self._keep(_key(str(row["a"]["id"]), str(row["b"]["id"])), row, list(row["said"]))

    def _lines(self) -> list[str]:
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{self._path} cannot be read: {error}.", subject=str(self._path)
            ) from error
        return [line for line in text.splitlines() if line.strip()]

    def _write(self) -> None:
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in self._rows.values())
        beside = self._path.with_name(self._path.name + ".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text("".join(lines), encoding="utf-8", errors="replace")
            beside.replace(self._path)
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror or error}.",
                subject=str(self._path),
            ) from error


def _label(level: Level) -> dict[str, Any]:
    return {"label": int(level is Level.SAME_NEWS), "level": level.value}


def _side(article: StoryInput) -> dict[str, Any]:
    """As `evaluate` and `compare` read an article."""
    return {
        "id": article.article_uuid,
        "title": article.title,
        "url": article.url,
        "source": article.source_name,
        "published": article.published.isoformat() if article.published else None,
        "summary": article.summary[:_SUMMARY_CHARS],
        "lang": article.language,
    }


def _key(a: str, b: str) -> Key:
    return (a, b) if a <= b else (b, a)

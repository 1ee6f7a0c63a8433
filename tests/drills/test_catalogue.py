"""The catalogue of drills and the page that tells of it say the same."""

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parents[1]
RUNNER = runpy.run_path(str(FOLDER / "run.py"))
DRILLS = RUNNER["DRILLS"]


def test_each_drill_is_told_of() -> None:
    """docs/security.md has one row for each drill, in the same words, and no other."""
    lines = (REPOSITORY / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    start = lines.index("| drill | what must hold | tests |") + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")][:2])
    assert rows == [[drill.name, drill.defends] for drill in DRILLS]


def test_each_drill_has_its_tests() -> None:
    """Every file that a drill names is there, and every file of drills belongs to one."""
    named = {test.partition("::")[0] for drill in DRILLS for test in drill.tests}
    assert [name for name in sorted(named) if not (REPOSITORY / name).is_file()] == []
    own = {f"tests/drills/{path.name}" for path in FOLDER.glob("test_*.py")}
    assert own - named == {"tests/drills/test_catalogue.py"}


def test_a_drill_that_fails_or_never_ends_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Failures are counted, an endless drill is ended at its bound, and neither passes."""
    fails, hangs = tmp_path / "test_fails.py", tmp_path / "test_hangs.py"
    fails.write_text("def test_no():\n    assert 0\ndef test_yes():\n    pass\n")
    hangs.write_text("import time\ndef test_it():\n    time.sleep(600)\n")
    drill, run = RUNNER["Drill"], RUNNER["run"]
    failed = run(drill("fails", "", (str(fails),)))
    assert (failed.tried, failed.failed) == (2, 1)
    hung = run(drill("hangs", "", (str(hangs),), limit_s=3.0))
    assert "longer than 3 s" in hung.message
    assert RUNNER["main"](["no such"]) == 2
    assert "There are: egress" in capsys.readouterr().out

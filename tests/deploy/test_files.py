"""Containers, services and alerts: what other programs say of our files, and what ours say.

Programs that are not here are told as skipped tests: hadolint and check-jsonschema come with
`[dev]`, systemd-analyze with systemd, promtool with Prometheus.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from strandline.model.archive import JobStatus
from strandline.ops.health import StatusKeeper
from strandline.ops.metrics import Metrics
from strandline.ports import Store
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock

REPOSITORY = Path(__file__).parents[2]
UNITS = sorted((REPOSITORY / "deploy/systemd").iterdir())
#: systemd's own measure, in tenths: 100 is a service that may do everything.
MOST_EXPOSED = 25
ALERTS = REPOSITORY / "deploy/prometheus/alerts.yml"
DASHBOARD = REPOSITORY / "deploy/grafana/strandline.json"


def said_by(program: str, *words: object, **environ: str) -> str:
    """What a program says of our files; it finds nothing wrong."""
    beside = Path(sys.executable).parent / program
    found = str(beside) if beside.exists() else shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        [found, *map(str, words)],
        cwd=REPOSITORY,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_dockerfile_has_no_fault() -> None:
    """hadolint finds nothing."""
    assert not said_by("hadolint", "Dockerfile")


def test_the_compose_file_is_one() -> None:
    """It fits the schema of the Compose specification."""
    said_by("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_the_image_runs_as_a_user_of_its_own(stages: list[Any]) -> None:
    """The last stage has no pip and no compiler, a numbered user, a check, and tini before us."""
    last = stages[-1]
    assert last.all("USER") == ["10001:10001"]
    assert "pip" not in " ".join(last.all("RUN"))
    assert "venv" not in " ".join(last.all("RUN"))
    assert last.all("HEALTHCHECK")
    assert json.loads(last.all("ENTRYPOINT")[0]) == ["/usr/bin/tini", "--", "strandline"]
    assert "pip uninstall" in stages[0].all("RUN")[-1]


def test_nothing_of_a_ledger_goes_into_the_image() -> None:
    """Everything is left out but what is built."""
    lines = (REPOSITORY / ".dockerignore").read_text().split("\n")
    assert "*" in lines
    taken = {line[1:] for line in lines if line.startswith("!")}
    assert taken == {"LICENSE", "README.md", "pyproject.toml", "src"}


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """The units with a program that is there."""
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("@PROGRAM@", sys.executable)
        (tmp_path / unit.name).write_text(text, "utf-8")
    return sorted(tmp_path.iterdir())


def test_units_are_understood(units: list[Path]) -> None:
    """systemd reads every line of every unit."""
    assert not said_by("systemd-analyze", "verify", "--man=no", *units)


def test_units_are_shut_in(units: list[Path]) -> None:
    """No service is more exposed than it must be, by systemd's own measure."""
    for unit in units:
        if unit.suffix == ".service":
            least = f"--threshold={MOST_EXPOSED}"
            said_by("systemd-analyze", "security", "--offline=true", "--no-pager", least, unit)


def test_units_call_verbs_that_there_are() -> None:
    """Each starts the program with one of its verbs."""
    from strandline.cli import VERBS

    verbs = dict(VERBS)
    for unit in UNITS:
        for line in re.findall(
            r"^ExecStart=@PROGRAM@ (\w+)", unit.read_text("utf-8"), re.MULTILINE
        ):
            assert line in verbs


def expressions() -> list[str]:
    """Every expression of the alerts and the dashboard."""
    yaml = pytest.importorskip("yaml")
    rules = [
        rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]
    ]
    panels = json.loads(DASHBOARD.read_text())["panels"]
    told = [rule["expr"] for rule in rules]
    return told + [target["expr"] for panel in panels for target in panel["targets"]]


def test_alerts_and_dashboard_name_numbers_that_are_told(sqlite_store: Store) -> None:
    """A number that is renamed takes its alerts along; so does an outcome of jobs."""
    metrics = Metrics(sqlite_store, StatusKeeper(sqlite_store, FrozenClock(NOW)), "1")
    for status in JobStatus:
        metrics.count_job(status.value)
    told = set(re.findall(r"^# TYPE (\w+)", metrics.exposition().decode(), re.MULTILINE))
    named = {name for line in expressions() for name in re.findall(r"\bstrandline_\w+", line)}
    assert len(named) > 15
    assert named <= told
    outcomes = {word for line in expressions() for word in re.findall(r'outcome=~?"([^"]+)"', line)}
    known = {status.value for status in JobStatus}
    assert {word for some in outcomes for word in some.split("|")} <= known


def test_alerts_are_rules_that_ring(tmp_path: Path) -> None:
    """promtool takes the rules, the expressions of the dashboard, and the tests of both."""
    said_by("promtool", "check", "rules", ALERTS)
    said_by("promtool", "test", "rules", ALERTS.with_name("alerts_test.yml"))
    rules = [
        {"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(expressions())
    ]
    panels = tmp_path / "panels.yml"
    panels.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    said_by("promtool", "check", "rules", panels)

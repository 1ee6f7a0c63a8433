"""The package as a person gets it: what it imports it asks for, and that is enough."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email.utils import formatdate
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from strandline.testing.world.answers import Answer, html, not_found
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

REPOSITORY = Path(__file__).parents[1]
#: One step of the installation may take so long, seconds: an index may be far away.
PATIENCE_S = 600

STORY = "A ferry that had been out of service since the winter returned to its line this morning. "
PAGE = f"<html><head><title>Ferry returns</title></head><body><article><p>{STORY * 8}</p></article>"
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><item>
<title>Ferry returns to its line</title><link>{site}/ferry-returns</link>
<pubDate>{now}</pubDate></item></channel></rss>"""


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


#: Servers that tests start; nothing that is installed without `dev` calls them.
OF_TESTS_ALONE = {("smtp_server.py", "aiosmtpd")}


def _declared() -> set[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = list(project["dependencies"])
    for extra in extras.keys() - {"dev", "bench"}:
        named += extras[extra]
    return {_normal(re.split(r"[^\w.-]", one, maxsplit=1)[0]) for one in named}


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_what_is_imported_is_asked_for_by_name() -> None:
    """No module works only because some other package happens to bring what it imports."""
    brought_by = packages_distributions()
    declared = _declared()
    ours = {*sys.stdlib_module_names, "strandline", "compression"}  # Python 3.14 has the last
    for path in sorted((REPOSITORY / "src").rglob("*.py")):
        for name in set(_imported(ast.parse(path.read_text("utf-8")))) - ours:
            if (path.name, name) in OF_TESTS_ALONE:
                continue
            packages = {_normal(one) for one in brought_by.get(name, (name,))}
            assert packages & declared, f"{path.name} imports {name}"


def _page(_host: str, _method: str, ask: Ask) -> Answer:
    """A feed with one story, and its page."""
    if ask.path == "/feed.xml":
        feed = FEED.format(site=f"http://{ask.headers['host']}", now=formatdate())
        return Answer(feed.encode(), "application/rss+xml")
    return html(PAGE) if ask.path == "/ferry-returns" else not_found()


@pytest.fixture
def paper() -> Iterator[str]:
    """A paper on loopback; its address without a path."""
    with serving(_page) as port:
        yield f"http://127.0.0.1:{port}"


def _run(folder: Path, *command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command,
        cwd=folder,
        env={**kept, **environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.install
def test_the_wheel_in_an_empty_environment_reads_a_feed(tmp_path: Path, paper: str) -> None:
    """Installed by the pip that Python brings, without an extra, it polls a feed and its page."""
    made = _run(tmp_path, sys.executable, "-m", "venv", "env")
    assert made.returncode == 0, made.stderr
    python = str(tmp_path / "env/bin/python")
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    reached = _run(tmp_path, *pip, "download", "--no-deps", "--dest", "reached", "hatchling")
    if reached.returncode != 0:
        pytest.skip(f"no package index can be reached: {reached.stderr.strip()[-200:]}")
    built = _run(tmp_path, *pip, "wheel", "--no-deps", "--wheel-dir", "dist", str(REPOSITORY))
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("strandline-*.whl")
    installed = _run(tmp_path, *pip, "install", str(wheel))
    assert installed.returncode == 0, installed.stderr

    strandline = str(tmp_path / "env/bin/strandline")
    environ = {"ALLOW_PRIVATE_NETWORKS": "127.0.0.0/8", "RESPECT_ROBOTS": "false"}
    added = _run(tmp_path, strandline, "sources", "add", f"{paper}/feed.xml", **environ)
    assert added.returncode == 0, added.stderr
    polled = _run(tmp_path, strandline, "poll", "--once", "--json", **environ)
    assert polled.returncode == 0, polled.stdout + polled.stderr
    told = _run(tmp_path, strandline, "explain", f"{paper}/ferry-returns", **environ)
    assert "Ferry returns to its line" in told.stdout
    status = _run(tmp_path, strandline, "status", **environ)
    assert re.search(r"texts +1 +ok 1", status.stdout), status.stdout

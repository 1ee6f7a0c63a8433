"""The image without an engine: its steps and its command, in a folder of an unprivileged user."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from strandline.testing.world.answers import Answer, html, not_found
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

REPOSITORY = Path(__file__).parents[2]
NOBODY = 65534
PATIENCE_S = 900
EXTRAS = re.compile(r"\.\[([a-z,]+)\]")
OURS = set(
    tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
)

STORY = "A ferry that had been out of service since the winter returned to its line this morning. "
PAGE = f"<html><head><title>Ferry returns</title></head><body><article><p>{STORY * 8}</p></article>"
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><item>
<title>Ferry returns to its line</title><link>{site}/ferry-returns</link>
<pubDate>{now}</pubDate></item></channel></rss>"""


def as_nobody() -> list[str]:
    """Words before a command that take all rights away; none where there are none."""
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"]


@pytest.fixture
def home() -> Iterator[Path]:
    """An empty folder of that user."""
    folder = Path(tempfile.mkdtemp(prefix="strandline-image-"))
    if os.getuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def mapped(text: str, folder: Path) -> str:
    """Paths of the image as paths below the folder."""
    return re.sub(r"(?<![\w/])/(opt/strandline|data|src)\b", rf"{folder}/\1", text)


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


@pytest.mark.install
def test_steps_of_the_image_build_a_program_that_reads_a_feed(
    home: Path, stages: list[Any], paper: str
) -> None:
    """What the first stage does ends with a program without pip, by a user without rights; in an
    environment where nothing else is, it polls a feed and its page.

    Without extras, which take minutes; that they are ours is looked up.
    """
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    kept = {name: text for name, text in os.environ.items() if name.startswith("PIP_")}
    kept["PIP_NO_COMPILE"] = "1"
    source = home / "src"
    source.mkdir()
    for line in stages[0].all("COPY"):
        *names, target = line.split()
        for name in names:
            if (REPOSITORY / name).is_dir():
                shutil.copytree(REPOSITORY / name, source / target)
            else:
                shutil.copy(REPOSITORY / name, source / target)
    if os.getuid() == 0:
        subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", str(home)], check=True)
    for step in stages[0].all("RUN"):
        if "apt-get" in step:  # packages of the system: what they bring is here
            continue
        assert {name for some in EXTRAS.findall(step) for name in some.split(",")} <= OURS
        done = subprocess.run(
            [*as_nobody(), "sh", "-ec", EXTRAS.sub(".", mapped(step, home))],
            cwd=source,
            env={**environ, **kept},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        if "No matching distribution found for hatchling" in done.stderr:
            pytest.skip("no package index can be reached")
        assert done.returncode == 0, done.stderr[-2000:]
    assert not (home / "opt/strandline/bin/pip").exists()
    environ |= {"ALLOW_PRIVATE_NETWORKS": "127.0.0.0/8", "RESPECT_ROBOTS": "false"}

    def strandline(*words: str) -> str:
        program = home / "opt/strandline/bin/strandline"
        command = [*as_nobody(), str(program), *words]
        done = subprocess.run(
            command, cwd=home, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert strandline("--version").startswith("strandline ")
    strandline("sources", "add", f"{paper}/feed.xml")
    strandline("poll", "--once", "--json")
    assert "Ferry returns to its line" in strandline("explain", f"{paper}/ferry-returns")
    assert re.search(r"texts +1 +ok 1", strandline("status"))


def answers(port: int) -> bool:
    """True once somebody listens."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def test_command_of_the_image_is_up_and_ends_in_order(home: Path, stages: list[Any]) -> None:
    """With the image's environment and command, its own check says that it is well."""
    last = stages[-1]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = home / "data"
    data.mkdir(mode=0o700)
    if os.getuid() == 0:
        os.chown(data, NOBODY, NOBODY)
    environ = {name: mapped(value, home) for name, value in last.environ().items()}
    environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environ |= {"PORT": str(port), "EMBEDDINGS": "off", "LOG_LEVEL": "warning"}
    command = json.loads(last.all("ENTRYPOINT")[0])[2:] + json.loads(last.all("CMD")[0])
    check = [
        re.sub(r":8400\b", f":{port}", word)
        for word in json.loads(last.all("HEALTHCHECK")[0].partition("CMD ")[2])
    ]
    running = subprocess.Popen([*as_nobody(), *command], cwd=data, env=environ)
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not answers(port):
            assert running.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        subprocess.run(check, env=environ, check=True)
        assert (data / "strandline.sqlite3").stat().st_mode & 0o077 == 0
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_S) == 0
    finally:
        running.kill()
        running.wait()


#: Loads the filter that an engine would make of the profile, then becomes another program.
UNDER = """
import errno, json, os, sys, pyseccomp as s
profile = json.load(open(sys.argv[1]))
rules = s.SyscallFilter(s.ERRNO(profile["defaultErrnoRet"]))
for rule in profile["syscalls"]:
    act = s.ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else s.ERRNO(rule["errnoRet"])
    for name in rule["names"]:
        values = [s.Arg(a["index"], s.EQ, a["value"]) for a in rule.get("args", ())]
        rules.add_rule(act, name, *values)
rules.load()
os.execv(sys.argv[2], sys.argv[2:])
"""
MOUNTS = (
    "import ctypes; c = ctypes.CDLL(None, use_errno=True);"
    "print(c.mount(b'none', b'/mnt', b'tmpfs', 0, None), ctypes.get_errno())"
)


def under_the_profile(*command: str, before: tuple[str, ...] = ()) -> str:
    """What a command says under the filter that an engine makes of the profile."""
    pytest.importorskip("pyseccomp", reason="pip install pyseccomp, and libseccomp2")
    profile = REPOSITORY / "deploy/seccomp.json"
    done = subprocess.run(
        [*before, sys.executable, "-c", UNDER, str(profile), *command],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.stdout + done.stderr


def test_what_the_profile_forbids_is_refused() -> None:
    """Mounting is refused by the filter, whoever asks."""
    assert under_the_profile(sys.executable, "-c", MOUNTS).strip() == "-1 1"


@pytest.mark.browser
def test_the_browser_has_its_sandbox_under_the_profile(home: Path) -> None:
    """Under the filter Chromium starts with its sandbox, and programs are shut in as without it."""
    from strandline.adapters.browser import Missing, find_browser
    from strandline.wiring import try_enclosure

    browser = find_browser()
    if isinstance(browser, Missing):
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    held = "import strandline.wiring as w; print(w.try_enclosure())"
    assert under_the_profile(sys.executable, "-c", held).strip() == str(try_enclosure())
    show = (str(browser), "--headless", "--disable-gpu", f"--user-data-dir={home}/profile")
    page = ("--dump-dom", "data:text/html,<p>shown</p>")
    plain = subprocess.run([*as_nobody(), *show, *page], capture_output=True, check=False)
    if b"<p>shown</p>" not in plain.stdout:
        pytest.skip("this machine has no sandbox to begin with")
    assert "<p>shown</p>" in under_the_profile(*show, *page, before=tuple(as_nobody()))


def test_what_cannot_be_installed_is_said_plainly(home: Path) -> None:
    """Without rights and without a person to ask, set-up names what is missing and goes on."""
    tools = home / "bin"
    tools.mkdir()
    for name in ("bash", "dirname", "id", "env"):
        (tools / name).symlink_to(str(shutil.which(name)))
    (tools / "apt-get").write_text("#!/bin/sh\nexit 1\n")
    (tools / "apt-get").chmod(0o755)
    script = f". {REPOSITORY}/scripts/setup.sh; id() {{ echo 1000; }}; install_tools; echo went on"
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=home,
        env={"PATH": str(tools)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "went on\n"
    assert "Not here: chromium ffmpeg" in done.stderr
    assert "scripts/install_deps_ubuntu.sh" in done.stderr


def test_services_are_written_and_removed(home: Path) -> None:
    """Below another root everything has its place; removed again, settings and ledger stay."""
    program = home / "opt/strandline/bin/python"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\nexit 0\n")  # stands for an environment that is there already
    program.chmod(0o755)
    environ = {**os.environ, "STRANDLINE_ROOT": str(home)}
    script = REPOSITORY / "scripts/run_systemd_service.sh"
    subprocess.run([script, "apart"], env=environ, check=True, capture_output=True)
    units = home / "etc/systemd/system"
    assert {path.name for path in units.iterdir()} == {
        path.name for path in (REPOSITORY / "deploy/systemd").iterdir()
    }
    unit = (units / "strandline-poll.service").read_text()
    assert "ExecStart=/opt/strandline/bin/strandline poll" in unit
    settings = home / "etc/strandline/environment"
    assert settings.stat().st_mode & 0o007 == 0
    settings.write_text("BASE_URL=https://mine.example\n")
    subprocess.run([script], env=environ, check=True, capture_output=True)
    assert settings.read_text() == "BASE_URL=https://mine.example\n"
    subprocess.run([script, "remove"], env=environ, check=True, capture_output=True)
    assert not list(units.iterdir())
    assert not (home / "opt/strandline").exists()
    assert settings.exists()
    wrong = subprocess.run([script, "everything"], env=environ, capture_output=True, check=False)
    assert b"there are: up, apart, remove" in wrong.stderr

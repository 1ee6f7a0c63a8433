"""The root command: what a stranger meets first."""

import ast
import importlib
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typer

from strandline import __version__
from strandline.cli import QUICK_VERBS, VERBS, root

CLI = Path(importlib.import_module("strandline.cli").__file__ or "").parent


def strandline(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "strandline", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=600,
        check=False,
    )


@cache
def help_of(*words: str) -> subprocess.CompletedProcess[str]:
    """Of a verb, in a process of its own: each must load by itself."""
    return strandline(*words, "--help")


def test_version() -> None:
    """`--version` prints name and version."""
    done = strandline("--version")
    assert (done.returncode, done.stdout) == (0, f"strandline {__version__}\n")


def test_help_lists_every_verb() -> None:
    """`--help` names each verb with what it does."""
    done = help_of()
    assert done.returncode == 0
    for verb, _ in VERBS:
        assert f" {verb} " in done.stdout


@pytest.mark.parametrize("verb", [verb for verb, _ in VERBS])
def test_every_verb_has_a_helpful_help(verb: str) -> None:
    """Each verb loads, and its help says more than its name."""
    done = help_of(verb)
    assert done.returncode == 0
    assert len(done.stdout) > 200
    if verb in QUICK_VERBS:
        return
    module = importlib.import_module(f"strandline.cli.{verb}")
    command = typer.main.get_command(module.app)
    subcommands = getattr(command, "commands", {"": command})
    for name, sub in subcommands.items():
        assert len(sub.help or "") > 20, f"{verb} {name} has no help"


def test_help_breaks_lines_where_the_terminal_ends() -> None:
    """A paragraph of a help text is one paragraph, however its lines are broken in the source."""
    group = typer.main.get_command(root.app)
    assert isinstance(group, root.VerbGroup)
    command = group.get_command(typer.Context(group), "poll")
    first, *others = (command.help or "").split("\n\n")
    assert others
    assert not any("\n" in paragraph for paragraph in (first, *others))


def test_every_file_is_a_verb() -> None:
    """The list of verbs and the files of the command line that make an application are the same."""
    made = [path for path in CLI.rglob("*.py") if "\napp = " in path.read_text()]
    files = {path.relative_to(CLI).with_suffix("").parts[0] for path in made}
    assert (files - {"root"}) | QUICK_VERBS == {verb for verb, _ in VERBS}


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["pol"], "poll"),
        (["histroy", "list"], "history"),
        (["history", "lst"], "list"),
        (["archive", "lst"], "list"),
    ],
)
def test_an_unknown_verb_is_wrong_usage(arguments: list[str], meant: str) -> None:
    """A typo ends with status 2, the way to the help, and the verb that was meant."""
    done = strandline(*arguments)
    assert done.returncode == 2
    assert "strandline" in done.stderr
    assert f"Did you mean '{meant}'?" in done.stderr


def test_a_word_that_is_near_no_verb() -> None:
    """What is neither a verb nor an address is told so, and no page of that name is captured."""
    done = strandline("archive", "walrus")
    assert done.returncode == 2
    assert "'walrus' is neither a command nor a URL." in done.stderr
    assert "Did you mean" not in done.stderr


@pytest.mark.parametrize("verb", [[], *([verb] for verb, _ in VERBS), ["sources", "add"]])
def test_help_names_values_for_a_person(verb: list[str]) -> None:
    """No help text speaks of types of a programming language."""
    done = help_of(*verb)
    for word in ("<bool>", "<str>", "<int", "<float", "list[", "[["):
        assert word not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sources", "add", "https://a.example/f", "--kind", "feet"], "'feet' is not one of"),
        (["archive", "list", "--limit", "many"], "a whole number is needed"),
        (["archive", "list", "--limit", "0"], "it should be greater than or equal to 1"),
    ],
)
def test_a_value_that_is_not_allowed(arguments: list[str], said: str) -> None:
    """What is wrong with a value is said without the words of the library that found it."""
    done = strandline(*arguments)
    assert done.returncode == 2
    words = " ".join(done.stderr.replace("│", " ").split())
    assert said in words
    assert "Value error" not in words
    assert "Input should" not in words


def test_a_fault_is_one_line(tmp_path: Path) -> None:
    """A fault is one line on standard error without a traceback; a wrong setting is status 2."""
    (tmp_path / "strandline.toml").write_text("[web]\nprot = 1\n", encoding="utf-8")
    done = strandline("status", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: There is no setting web.prot.")


#: What the two quickest verbs must not load: each costs more than everything they need.
HEAVY = {
    "sqlalchemy",
    "httpx2",
    "fastapi",
    "feedparser",
    "trafilatura",
    "lxml",
    "structlog",
    "rich",
}


@pytest.mark.parametrize("arguments", [["--version"], ["url", "https://a.example/b"]])
def test_quick_verbs_load_nothing_heavy(arguments: list[str]) -> None:
    """Start-up stays short because what is heavy is imported where it is used."""
    program = (
        "import sys\nfrom strandline.cli import run\n"
        f"code = run({arguments!r})\n"
        "print(sorted(m for m in sys.modules if '.' not in m), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0
    assert not HEAVY & set(ast.literal_eval(done.stderr.splitlines()[-1]))


def test_ending_early_is_quiet() -> None:
    """`strandline url - | head -1` says nothing of a broken pipe."""
    urls = "https://a.example/b\n" * 20_000
    done = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m strandline url - | head -1"],
        input=urls,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""

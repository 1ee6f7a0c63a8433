"""The package asks for what it imports; that it is enough, `deploy/test_running.py` tries."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


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

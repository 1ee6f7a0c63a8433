"""The settings told from their declarations: the sample file and the reference page.

Both are made from `settings.leaves()`, so neither can fall behind the code.
"""

import json
from pathlib import Path

from strandline.settings import ENVIRONMENT_ONLY, leaves


def settings_toml() -> str:
    """A `strandline.toml` with every setting at its default, commented out."""
    lines = [
        "# Strandline configuration. Uncomment what you change.",
        "# Environment variables win over this file; their names stand in brackets.",
        "# Secrets (DATABASE_URL, S3 credentials) belong in the environment only.",
    ]
    section = ""
    for (part, key), name, what, default in leaves():
        if part != section:
            lines += ["", f"[{part}]"]
            section = part
        lines.append(f"# {what} [{name}]")
        if (part, key) not in ENVIRONMENT_ONLY:
            lines.append(f"# {key} = {toml_value(default)}")
    return "\n".join(lines) + "\n"


def settings_page() -> str:
    """`docs/reference/settings.md`."""
    lines = [
        "# Settings",
        "",
        "Made from the code by `python -m strandline.ops.reference`; a test holds them equal.",
        "A setting comes from its default, then `strandline.toml`, then the environment.",
        "",
        "| setting | environment | default | meaning |",
        "|---|---|---|---|",
    ]
    for (part, key), name, what, default in leaves():
        shown = "environment only" if (part, key) in ENVIRONMENT_ONLY else toml_value(default)
        lines.append(f"| `{part}.{key}` | `{name}` | `{shown}` | {what} |")
    return "\n".join(lines) + "\n"


def toml_value(value: object) -> str:
    """A default as TOML writes it (JSON strings, numbers, booleans and arrays are TOML too)."""
    if isinstance(value, Path):
        value = str(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    Path("docs/reference/settings.md").write_text(settings_page(), encoding="utf-8")

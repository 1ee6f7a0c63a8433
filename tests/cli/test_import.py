"""`strandline import`: one command for every program."""

import json
from typing import Any

from strandline.testing.builders import NOW

KARAKEEP = json.dumps(
    {
        "bookmarks": [
            {
                "createdAt": NOW.timestamp(),
                "title": "Ferry",
                "tags": ["boats"],
                "content": {"type": "link", "url": "https://paper.example/ferry"},
            }
        ]
    }
)


def test_a_file_is_brought_along_once(shell: Any) -> None:
    """It says what it was and what became of it; again, that nothing is new."""
    (shell.folder / "export.json").write_text(KARAKEEP)
    assert "Karakeep: 1 link" in shell.ok("import", "export.json", "--dry-run")
    assert "Karakeep: New: links 1, sources 0" in shell.ok("import", "export.json")
    assert "Nothing new. There already: 1." in shell.ok("import", "-", given=KARAKEEP.encode())
    assert "Asked" not in shell.ok("explain", "https://paper.example/ferry")


def test_what_cannot_be_is_said(shell: Any) -> None:
    """A file of another program and a reader whom nobody knows end in a sentence."""
    refused = shell("import", "-", given=b'{"vaults": []}')
    assert refused.returncode == 1
    assert "of no program that is known here" in refused.stderr
    nobody = shell("import", "-", "--reader", "nobody", given=KARAKEEP.encode())
    assert nobody.returncode == 2
    assert "There is no reader nobody" in nobody.stderr

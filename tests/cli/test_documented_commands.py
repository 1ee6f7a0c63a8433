"""The commands of the README and the how-tos, run as they stand against the small world."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline.testing.world import World

REPOSITORY = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: Verbs that go on until they are stopped, or need what a test has not: they are tried elsewhere.
_ELSEWHERE = {
    *("up", "worker", "serve", "demo", "doctor", "archive", "export", "search", "init"),
    "evaluate",
}


def lines_of(page: str) -> Iterator[str]:
    """Command lines of a page, in order, without comments, pipes into files and continuations."""
    text = (REPOSITORY / page).read_text("utf-8")
    for block in _BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            command = re.split(r"\s+#|\s+>", line)[0].strip()
            if "strandline " in command and command.split()[0] in {"strandline", "echo"}:
                yield command


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The small world, at the time that this machine has."""
    from datetime import UTC, datetime

    with World(datetime.now(UTC)) as world:
        monkeypatch.setenv("ALLOW_PRIVATE_NETWORKS", ",".join(world.allow_list))
        monkeypatch.setenv("HOST_DELAY_SECONDS", "0")
        monkeypatch.setenv("EMBEDDINGS", "off")
        yield world


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/how-to/newsletter.md", "docs/how-to/sign-in.md", "docs/how-to/stories.md"],
)
def test_commands_of_a_page_work(page: str, world: World, shell: Any) -> None:
    """Each ends well, in the order of the page, once it names sources that are there."""
    feeds = [source.url for source in world.sources() if source.kind.value == "feed"]
    Path("subscriptions.opml").write_text(
        '<opml version="2.0"><body>'
        + "".join(f'<outline type="rss" xmlUrl="{url}"/>' for url in feeds[:6])
        + "</body></opml>"
    )
    titles = ("Bridge closed after cracks", "Cracks close the old bridge")
    Path("articles.jsonl").write_text("".join(f'{{"title": "{t}"}}\n' for t in titles))
    Path("seen_urls.json").write_text('{"https://blog.example/a": "2026-02-17"}')
    if "newsletter" not in page and page != "README.md":
        shell.ok("sources", "import", "subscriptions.opml")
        shell.ok("poll", "--once")
        shell.ok("readers", "add", "ada")
        shell.ok("digest", "run")
    ran = 0
    for line in lines_of(page):
        given, _, command = line.rpartition("| strandline ")
        words = shlex.split(command if given else line.removeprefix("strandline "))
        if words[0] in _ELSEWHERE:
            continue
        ran += 1
        text = shlex.split(given)[1] if given else ""
        done = shell(*_there(words, feeds, shell), given=text.encode())
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert ran >= 3


def _there(words: list[str], feeds: list[str], shell: Any) -> list[str]:
    """The words of a command with addresses of the world in the place of examples."""
    found: list[str] = []
    for word in words:
        if word == "https://example.org/feed.xml":
            found.append(feeds[0])
        elif word in {"https://example.org/story", "URL", "URL…"}:
            found.append(_stories(shell)[len([one for one in found if "://" in one])])
        else:
            found.append(word)
    return found


def _stories(shell: Any) -> list[str]:
    from contextlib import closing

    from strandline.settings import load_settings
    from strandline.wiring import open_ledger

    with closing(open_ledger(load_settings())) as store:
        return [article.article_url_final for article in store.recent(limit=5)]

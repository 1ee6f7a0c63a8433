"""Kept pages beside the pages that they were: our replay, pywb and ReplayWeb.page on one WARC.

    python bench/replay.py [--only KIND ...] [--pywb BIN_FOLDER] [--replayweb FOLDER]
                           [--pictures FOLDER] [--sent]

A server on loopback answers the pages of `replay_parts/pages`; each is photographed in Chromium and
captured by a `strandline worker`. Then the server answers nothing any more and counts who comes,
and every player shows each page out of its record, scrolled through as the live page was. `ssim`
is the mean structural similarity over the parts where either picture shows something (1: the same
picture), `text` the share of the live page's words that the replay shows. The players are run,
never shipped: `--pywb` is the `bin` of an environment with pywb, `--replayweb` an unpacked
`npm pack replaywebpage`.
"""

import argparse
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from archive import Ours
from loopback import listening
from replay_parts.looking import FLAGS, Shown, all_of, look, look_within, scored
from replay_parts.pages import kinds
from replay_parts.players import ours, pywb, records, replayweb
from strandline.testing.world.answers import Answer


@dataclass
class Site:
    """The pages, until it closes; afterwards it counts who comes."""

    files: dict[str, Answer] = field(default_factory=dict)
    is_closed: bool = False
    late: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)


@contextmanager
def served(only: list[str]) -> Iterator[tuple[Site, list[str]]]:
    site = Site()

    def answer(path: str) -> Answer:
        if site.is_closed:
            site.late.append(path)
            return Answer(b"closed", "text/plain", 503)
        path = re.sub(r"[^\x21-\x7e]", lambda odd: quote(odd[0]), path)
        return site.files.get(path, Answer(b"not here", "text/plain", 404))

    with listening(answer) as origins:
        site.origins = origins
        made = kinds(origins[1])
        names = [name for name in made if not only or name in only]
        for name in names:
            for path, (kind, body) in made[name].items():
                site.files[f"/{name}/{path}"] = Answer(body, kind)
        yield site, names


def table(names: list[str], players: dict[str, list[tuple[float, float]]]) -> None:
    print(f"{'':20}" + "".join(f"{name:>16}" for name in players))
    rows = list(zip(*players.values(), strict=True))
    for kind, row in zip(names, rows, strict=True):
        print(f"{kind:20}" + "".join(f"{s:9.3f}{t:7.2f}" for s, t in row))
    means = [np.mean(values, axis=0) for values in players.values()]
    print(f"{'mean':20}" + "".join(f"{s:9.3f}{t:7.2f}" for s, t in means))
    best = [max((s for s, _ in row[1:]), default=0.0) for row in rows]
    behind = [k for k, row, b in zip(names, rows, best, strict=True) if row[0][0] < 0.8 * b]
    print("below .8 of the better peer: " + (", ".join(behind) or "none"))


def keep(folder: Path, player: str, names: list[str], shown: list[Shown | None]) -> None:
    folder.mkdir(exist_ok=True)
    for name, one in zip(names, shown, strict=True):
        if one is not None:
            Image.fromarray(one.picture.astype("uint8")).save(folder / f"{name}.{player}.png")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--pywb", type=Path)
    parser.add_argument("--replayweb", type=Path)
    parser.add_argument("--pictures", type=Path, help="Keep every picture here.")
    parser.add_argument(
        "--sent", action="store_true", help="Our replay of the page as it was sent."
    )
    chosen = parser.parse_args()
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    print(f"{platform.platform()}, Python {platform.python_version()}, {program}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="bench-replay-") as name,
        served(chosen.only) as (site, asked),
        sync_playwright() as playwright,
    ):
        folder, urls = Path(name), [f"{site.origins[0]}/{kind}/" for kind in asked]
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        seen = dict(zip(asked, all_of(browser, urls, look), strict=True))
        names = [kind for kind in asked if seen[kind] is not None]
        live = [shown for shown in seen.values() if shown is not None]
        urls = [f"{site.origins[0]}/{kind}/" for kind in names]
        place = Ours(folder, 1)
        row = place.run(urls, "ours")
        print(f"captured {row.good} of {row.pages}: {row.note}", flush=True)
        site.is_closed = True
        players: dict[str, list[tuple[float, float]]] = {}
        reached = {}
        warcs = records(place, urls, folder / "warcs")
        ways: dict[str, tuple[Any, Any]] = {
            "ours": (ours(place, urls, sent=chosen.sent), look),
        }
        if chosen.pywb:
            ways["pywb"] = (pywb(chosen.pywb, warcs, urls), look)
        if chosen.replayweb:
            ways["replayweb"] = (replayweb(chosen.replayweb, warcs, urls), look_within)
        for player, (way, how) in ways.items():
            with way as addresses:
                before = len(site.late)
                found = all_of(browser, addresses, how)
                reached[player] = len(site.late) - before
            if chosen.pictures:
                keep(chosen.pictures, player, names, found)
            players[player] = [scored(*pair) for pair in zip(live, found, strict=True)]
            bad = [k for k, (s, t) in zip(names, players[player], strict=True) if min(s, t) < 0.99]
            print(f"{player} is done; less than .99: {' '.join(bad)}", flush=True)
        if chosen.pictures:
            keep(chosen.pictures, "live", names, list(live))
        browser.close()
        table(names, players)
        print("requests that reached the site: " + str(reached))


if __name__ == "__main__":
    main()

"""Films that lead elsewhere: nothing that a page or a list of pieces names is reached directly.

Each run starts yt-dlp, so each tries one place with one of the addresses that get furthest there.
"""

import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.capture import find_tools

TOOLS = replace(find_tools(), chromium="")
pytestmark = pytest.mark.skipif(
    bool(TOOLS.missing(["yt-dlp", "ffmpeg"])), reason="yt-dlp or ffmpeg is not installed"
)

KEY = '#EXT-X-KEY:METHOD=AES-128,URI="{uri}",IV=0x00000000000000000000000000000001'


@dataclass
class Trap:
    """A service of this machine that is none of a page's business; counts who comes."""

    hits: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                try:
                    self.hits.append(connection.recv(100))
                except OSError:
                    self.hits.append(b"")

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)


@pytest.fixture
def trap() -> Iterator[Trap]:
    """A port of this machine."""
    made = Trap()
    yield made
    made.close()


def playlist(*lines: str) -> bytes:
    start = ("#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2")
    return "\n".join((*start, *lines, "#EXT-X-ENDLIST", "")).encode()


def segments(*uris: str) -> list[str]:
    return [line for uri in uris for line in ("#EXTINF:1.0,", uri)]


def dash(uri: str) -> bytes:
    return (
        '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
        'mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">'
        '<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000" '
        f'codecs="avc1.4d401e" width="160" height="120"><BaseURL>{uri}</BaseURL>'
        "</Representation></AdaptationSet></Period></MPD>"
    ).encode()


#: Where a film's list may name an address.
PLACES: dict[str, Callable[[str], bytes]] = {
    "key": lambda uri: playlist(KEY.format(uri=uri), *segments("/part.ts")),
    "part": lambda uri: playlist(KEY.format(uri="/key"), *segments(uri, "/part.ts")),
    # A method that yt-dlp leaves to ffmpeg.
    "left to ffmpeg": lambda uri: playlist(
        KEY.format(uri="/key").replace("AES-128", "SAMPLE-AES"), *segments(uri)
    ),
    "map": lambda uri: playlist(
        f'#EXT-X-MAP:URI="{uri}"', KEY.format(uri="/key"), *segments("/part.ts")
    ),
    "variant": lambda uri: playlist("#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=160x120", uri),
    "dash": dash,
}


def publish(site: Any, kit: Any, body: bytes, *later: bytes) -> None:
    """The list of a film, what it says from the second time on, and a page with its player."""
    left = [body, *later]
    is_dash = body.startswith(b"<?xml")
    kind = "application/dash+xml" if is_dash else "application/vnd.apple.mpegurl"

    def answer(connection: socket.socket) -> None:
        connection.sendall(kit.http(left.pop(0) if len(left) > 1 else left[0], kind))

    name = "/film.mpd" if is_dash else "/film.m3u8"
    site.answers[name] = answer
    site.answers["/key"] = kit.http(b"0123456789abcdef", "application/octet-stream")
    site.answers["/part.ts"] = kit.http(bytes(376), "video/mp2t")
    site.answers["/page"] = kit.http(player(name))


def player(address: str) -> bytes:
    return f'<!doctype html><title>A film</title><video src="{address}"></video>'.encode()


@pytest.mark.parametrize(
    ("place", "address"),
    [
        ("key", "tcp://127.0.0.1:{port}"),
        ("part", "concat:tcp://127.0.0.1:{port}|httpproxy://127.0.0.1:{port}/x"),
        ("left to ffmpeg", "async:cache:tcp://127.0.0.1:{port}"),
        ("map", "httpproxy://127.0.0.1:{port}/x"),
        ("map", "subfile,,start,0,end,0,,:tcp://127.0.0.1:{port}"),
        ("variant", "rtmp://127.0.0.1:{port}/live/x"),
        ("variant", "ftp://127.0.0.1:{port}/x.m3u8"),
        ("dash", "rtsp://127.0.0.1:{port}/x"),
    ],
)
def test_list_that_names_this_machine(
    place: str, address: str, bench: Any, site: Any, kit: Any, trap: Trap
) -> None:
    """Whatever a list of pieces names, nothing of this machine is asked."""
    publish(site, kit, PLACES[place](address.format(port=trap.port)))
    bench.tools = TOOLS
    bench.capture("/page", deadline_s=90)
    assert trap.hits == []


@pytest.mark.parametrize("place", ["part", "left to ffmpeg", "dash"])
def test_list_that_changes(place: str, bench: Any, site: Any, kit: Any, trap: Trap) -> None:
    """A list that was harmless when it was first read leads nowhere when it is read again."""
    harmless = PLACES[place]("/part.ts")
    swapped = PLACES[place](f"httpproxy://127.0.0.1:{trap.port}/x")
    publish(site, kit, harmless, harmless, swapped)
    bench.tools = TOOLS
    bench.capture("/page", deadline_s=90)
    assert trap.hits == []


@pytest.mark.parametrize("scheme", ["rtmp", "rtsp", "ftp", "httpproxy"])
def test_player_that_names_this_machine(
    scheme: str,
    bench: Any,
    site: Any,
    kit: Any,
    trap: Trap,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A protocol for which yt-dlp knows another program starts no program but ours."""
    started = tmp_path / "started"
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("rtmpdump", "mplayer", "mpv", "aria2c", "curl", "wget", "phantomjs", "deno"):
        program = programs / name
        program.write_text(f"#!/bin/sh\necho {name} $* >> {started}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    site.answers["/page"] = kit.http(player(f"{scheme}://127.0.0.1:{trap.port}/live/x.flv"))
    bench.tools = TOOLS
    bench.capture("/page", deadline_s=90)
    assert trap.hits == []
    assert not started.exists()


def ffmpeg(folder: Path, *output: str) -> None:
    """Make a short film with a sound."""
    picture = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=2"]
    sound = ["-f", "lavfi", "-i", "sine=duration=2"]
    command = [TOOLS.ffmpeg, "-v", "error", *picture, *sound, *output]
    subprocess.run(command, cwd=folder, check=True, timeout=60)


@pytest.mark.parametrize("named", ["file://{path}", "{path}", "subfile,,start,0,end,0,,:{path}"])
def test_film_in_disguise(named: str, bench: Any, site: Any, kit: Any, tmp_path: Path) -> None:
    """A "film" that is a list of this machine's own films brings none of them into the archive."""
    ffmpeg(tmp_path, "-map", "0:v", "-c:v", "mpeg2video", "private.ts")
    ffmpeg(tmp_path, "-map", "1:a", "-c:a", "aac", "sound.m4a")
    disguised = playlist(*segments(named.format(path=tmp_path / "private.ts")))
    sound = (tmp_path / "sound.m4a").read_bytes()
    site.answers["/video.mp4"] = kit.http(disguised, "video/mp4")
    site.answers["/sound.m4a"] = kit.http(sound, "audio/mp4")
    both = dash("/video.mp4").replace(
        b"</AdaptationSet>",
        b'</AdaptationSet><AdaptationSet mimeType="audio/mp4"><Representation id="2" '
        b'bandwidth="900" codecs="mp4a.40.2"><BaseURL>/sound.m4a</BaseURL></Representation>'
        b"</AdaptationSet>",
    )
    publish(site, kit, both)
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=90)
    assert "GET /video.mp4" in site.asked
    assert "video" not in kit.kinds(captured)


def test_settings_of_a_person(
    bench: Any, site: Any, kit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's own settings, plug-ins and cookies of yt-dlp have no say."""
    home = tmp_path / "home"
    marks = tmp_path / "marks"
    plugin = home / ".config/yt-dlp/plugins/own/yt_dlp_plugins/extractor/own.py"
    plugin.parent.mkdir(parents=True)
    plugin.write_text(f"open({str(marks)!r}, 'w')\n")
    config = home / ".config/yt-dlp/config"
    config.write_text(f"--exec 'touch {marks}'\n--cookies-from-browser firefox\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("PYTHONPATH", str(plugin.parents[2]))
    publish(site, kit, PLACES["dash"]("/part.ts"))
    bench.tools = TOOLS
    bench.capture("/page", deadline_s=90)
    assert not marks.exists()

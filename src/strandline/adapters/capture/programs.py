"""The programs that a loader of films may start: ffmpeg and ffprobe, for films on the disk alone.

What was loaded may be a list of pieces in disguise, which names other files of this machine or
addresses; and what a page names may be the name of a program that knows no proxy. yt-dlp has
options for some of its ways to start ffmpeg; it finds these here by all of them.
"""

import os
import shlex
from pathlib import Path

#: What ffmpeg may open, and as what: no lists (hls, dash, concat, sdp), which lead elsewhere.
_PROTOCOLS = "file,pipe,crypto,data"
_FORMATS = "aac,ac3,aiff,asf,avi,caf,eac3,flac,flv,matroska,mov,mp3,mpeg,mpegts,ogg,wav,webm"
_ONLY_FILMS = f"-protocol_whitelist {_PROTOCOLS} -format_whitelist {_FORMATS}"

#: Before every input; the last word on an option counts.
_FFMPEG = f"""#!/bin/sh
for word; do
  shift
  [ "$word" != -i ] || set -- "$@" {_ONLY_FILMS}
  set -- "$@" "$word"
done
exec {{program}} "$@"
"""
_FFPROBE = f"""#!/bin/sh
exec {{program}} {_ONLY_FILMS} "$@"
"""


def make_programs(folder: Path, ffmpeg: str) -> Path:
    """A folder with nothing else in it, to be the whole path of a loader.

    Where the folder may hold no programs there are none: films are kept as they come, or not.

    Args:
        folder: Made if it is absent.
        ffmpeg: Path of the real one; ffprobe stands beside it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, script in (("ffmpeg", _FFMPEG), ("ffprobe", _FFPROBE)):
        program = Path(ffmpeg).with_name(name)
        if os.access(program, os.X_OK):
            path = folder / name
            path.write_text(script.format(program=shlex.quote(str(program))), encoding="utf-8")
            path.chmod(0o700)
    return folder

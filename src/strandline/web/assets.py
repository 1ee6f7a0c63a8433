"""Files that pages need, read once from the package; nothing else is ever served from disk."""

import hashlib
from dataclasses import dataclass
from importlib import resources

#: Every file that may be served, with its type. No folder is walked, no path is taken.
STATIC_FILES: tuple[tuple[str, str], ...] = (
    ("strandline.css", "text/css; charset=utf-8"),
    ("desk.css", "text/css; charset=utf-8"),
    ("htmx.min.js", "text/javascript; charset=utf-8"),
    ("passkeys.js", "text/javascript; charset=utf-8"),
    ("keys.js", "text/javascript; charset=utf-8"),
    ("mark.svg", "image/svg+xml"),
    ("strand.svg", "image/svg+xml"),
    ("icon-192.png", "image/png"),
    ("icon-512.png", "image/png"),
)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with the checksum that names its version."""

    name: str
    media_type: str
    body: bytes
    checksum: str

    @property
    def href(self) -> str:
        """Its address; another version has another one, so a browser may keep it for ever."""
        return f"/static/{self.name}?v={self.checksum[:12]}"


def load_assets() -> dict[str, Asset]:
    """All of `STATIC_FILES`, by name."""
    folder = resources.files("strandline.render") / "static"
    assets = {}
    for name, media_type in STATIC_FILES:
        body = (folder / name).read_bytes()
        assets[name] = Asset(name, media_type, body, hashlib.sha256(body).hexdigest())
    return assets

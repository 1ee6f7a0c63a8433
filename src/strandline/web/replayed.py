"""Which stored file of an article is replayed, and where: the replay has an origin of its own."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from strandline.model.archive import KEPT, Artifact, ArtifactKind
from strandline.model.errors import ConfigError
from strandline.settings import WebSettings

#: What can be shown as a page: as it was seen, after its scripts ran; as it was sent.
RENDERED = (ArtifactKind.SNAPSHOT, ArtifactKind.DOM)
SENT = (ArtifactKind.WARC, ArtifactKind.RAW)


def page_of(current: Sequence[Artifact], *, sent: bool) -> Artifact | None:
    """The file to replay: the page after its scripts, or as it was sent, else the other one."""
    order = (*SENT, *RENDERED) if sent else (*RENDERED, *SENT)
    for kind in order:
        for artifact in current:
            if artifact.kind is kind and _is_page(artifact):
                return artifact
    return None


def has_page(current: Sequence[Artifact]) -> bool:
    """True where there is something to replay."""
    return page_of(current, sent=False) is not None


def has_both(current: Sequence[Artifact]) -> bool:
    """True where the page is there after its scripts and as it was sent."""
    pages = [page_of(current, sent=False), page_of(current, sent=True)]
    return all(pages) and pages[0] is not pages[1]


def _is_page(artifact: Artifact) -> bool:
    """A block page is a download; replaying it would show it in the page's place."""
    if not artifact.size_bytes or artifact.capture_outcome not in KEPT:
        return False
    return artifact.kind is not ArtifactKind.RAW or "html" in artifact.content_type


def replay_address(web: WebSettings, port: int | None) -> str:
    """Where readers reach the replay; empty where that cannot be known.

    The `Host` header is not asked: whoever asks could write anything there.

    Args:
        web: Settings.
        port: On which the replay listens; None where it does not.

    Raises:
        ConfigError: It would be the page's own origin.
    """
    if web.replay_base_url:
        address = web.replay_base_url.rstrip("/")
        if _origin(address) == _origin(web.base_url):
            raise ConfigError(
                "REPLAY_BASE_URL has the same origin as BASE_URL.",
                subject="web.replay_base_url",
                advice="Give archived pages another host name or another port.",
            )
        return address
    if port is None or not web.replay_host:
        return ""
    return f"http://{_bracketed(web.replay_host)}:{port}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", parts.port or usual

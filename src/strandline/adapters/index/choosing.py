"""From settings to the index of a model."""

from importlib.util import find_spec
from urllib.parse import urlsplit

import structlog

from strandline.model.errors import ConfigError
from strandline.ports import VectorIndex
from strandline.settings import StorySettings

#: Kind of index → the modules that it needs, and how a person gets them.
_STORIES, _SERVER = "pip install 'strandline[stories]'", "pip install 'strandline[qdrant]'"
NEEDS = {
    "exact": (("numpy",), _STORIES),
    "embedded": (("numpy", "qdrant_edge"), _STORIES),
    "qdrant": (("numpy", "qdrant_client"), _SERVER),
}

#: Qdrant's port for HTTP.
_QDRANT_PORT = 6333

log = structlog.get_logger()


def is_possible(kind: str) -> bool:
    """True where what an index needs is installed."""
    return all(find_spec(module) is not None for module in NEEDS[kind][0])


def way_to_index(kind: str) -> str:
    """How a person gets a better index than `wanted_kind` found; empty where there is none."""
    return _STORIES if kind in ("", "exact") and not is_possible("embedded") else ""


def wanted_kind(settings: StorySettings) -> str:
    """Which index is wanted and possible; empty where `auto` has not even numpy for one.

    `auto` is the server where one is named, else the embedded one, else an exact scan.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
    """
    kind: str = settings.index
    if kind == "auto" and settings.qdrant_url:
        kind = "qdrant"
    if kind == "auto":
        return next((name for name in ("embedded", "exact") if is_possible(name)), "")
    modules, advice = NEEDS[kind]
    if not is_possible(kind):
        raise ConfigError(
            f"The {kind} vector index needs {' and '.join(modules)}, and not all is installed.",
            subject="stories.index",
            advice=f"Install it: {advice}. Or set VECTOR_INDEX to another.",
        )
    if kind == "qdrant" and not settings.qdrant_url:
        raise ConfigError(
            "VECTOR_INDEX is qdrant, and QDRANT_URL is empty.",
            subject="stories.qdrant_url",
            advice="Set it to the server's address, such as http://127.0.0.1:6333.",
        )
    return kind


def choose_index(settings: StorySettings, model: str, dimension: int) -> VectorIndex:
    """The index that is wanted.

    Where the embedded one is in use by another process, `auto` scans in memory, so that a second
    process works beside the first.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
        IndexFault: It is held by another process, broken or down.
    """
    kind = wanted_kind(settings)
    if not kind:
        raise ConfigError(
            "There is no vector index without numpy.",
            subject="stories.index",
            advice=f"Install it: {_STORIES}.",
        )
    if kind == "qdrant":
        return _server(settings, model, dimension)
    if kind == "embedded":
        from strandline.adapters.index.embedded import EmbeddedIndex
        from strandline.adapters.index.owner import IndexHeld

        try:
            return EmbeddedIndex(settings.index_path, model, dimension)
        except IndexHeld as error:
            if settings.index != "auto":
                raise
            log.info("vectors are searched in memory", because=error.message)
    from strandline.adapters.index.exact import ExactIndex

    return ExactIndex(dimension)


def _server(settings: StorySettings, model: str, dimension: int) -> VectorIndex:
    from qdrant_client import QdrantClient

    from strandline.adapters.index.server import TIMEOUT_S, ServerIndex

    host, port = _host_and_port(settings.qdrant_url)
    client = QdrantClient(
        url=settings.qdrant_url,
        port=port,
        api_key=settings.qdrant_key.get_secret_value() or None,
        timeout=TIMEOUT_S,
        check_compatibility=False,
    )
    try:
        return ServerIndex(client, model, dimension, where=f"{host}:{port}")
    except BaseException:
        client.close()
        raise


def _host_and_port(url: str) -> tuple[str, int]:
    """Without a port it is Qdrant's own, for https too, as Qdrant's documents have it."""
    try:
        parts = urlsplit(url)
        port = parts.port or _QDRANT_PORT
    except ValueError as error:
        raise ConfigError(
            f"QDRANT_URL is not an address ({error}).", subject="stories.qdrant_url"
        ) from error
    return parts.hostname or "", port

"""From settings to the two models: the light one for recall, the better one for scores."""

from collections.abc import Callable

from strandline.adapters.embed.e5 import E5Embedder
from strandline.adapters.embed.endpoint import EndpointEmbedder
from strandline.adapters.embed.packages import ADVICE, BETTER, LIGHT, is_here
from strandline.adapters.embed.sentence_encoder import SentenceEncoder
from strandline.adapters.fetch.posting import Poster
from strandline.model.errors import ConfigError
from strandline.ports import Clock, Embedder
from strandline.settings import StorySettings

Pair = tuple[Embedder | None, Embedder | None]

#: One of each for the process, however often they are opened: each reads its model with the first
#: text, and keeps it.
_LIGHT_MODEL, _BETTER_MODEL = SentenceEncoder(), E5Embedder()


def choose_embedders(
    settings: StorySettings, make_poster: Callable[[], Poster], clock: Clock
) -> Pair:
    """The light and the better model; None for what is not installed or not wanted.

    An endpoint is both at once: it finds and scores, so there is no better one beside it.

    Args:
        settings: Which ones; `auto` is the endpoint where its address is set, else the local ones
            that are installed.
        make_poster: The way out, made where an endpoint is asked.
        clock: The time for the endpoint's pauses.

    Raises:
        ConfigError: A model is asked for that is not installed, or an endpoint that is not named.
    """
    wanted = settings.embeddings
    if wanted == "auto" and settings.embeddings_url:
        wanted = "endpoint"
    if wanted == "off":
        return None, None
    if wanted == "endpoint":
        return EndpointEmbedder(settings, make_poster(), clock), None
    return _local(must=wanted == "local")


def _local(*, must: bool) -> Pair:
    light = _LIGHT_MODEL if is_here(LIGHT) else None
    better = _BETTER_MODEL if is_here(BETTER) else None
    if must and light is None:
        raise ConfigError(
            f"EMBEDDINGS is local, and {LIGHT} is not installed.",
            subject="stories.embeddings",
            advice=f"Install it: {ADVICE}. Or set EMBEDDINGS to auto, endpoint or off.",
        )
    return light, better

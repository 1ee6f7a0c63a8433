"""From settings to the two models: the light one for recall, the better one for scores."""

from strandline.adapters.embed.e5 import E5Embedder
from strandline.adapters.embed.packages import ADVICE, BETTER, LIGHT, is_here
from strandline.adapters.embed.sentence_encoder import SentenceEncoder
from strandline.model.errors import ConfigError
from strandline.ports import Embedder
from strandline.settings import StorySettings

Pair = tuple[Embedder | None, Embedder | None]


def choose_embedders(settings: StorySettings) -> Pair:
    """The light and the better model; None for what is not installed or not wanted.

    Raises:
        ConfigError: A model is asked for by name that is not installed.
    """
    if settings.embeddings == "off":
        return None, None
    return _local(must=settings.embeddings == "local")


def _local(*, must: bool) -> Pair:
    light = SentenceEncoder() if is_here(LIGHT) else None
    better = E5Embedder() if is_here(BETTER) else None
    if must and light is None:
        raise ConfigError(
            f"EMBEDDINGS is local, and {LIGHT} is not installed.",
            subject="stories.embeddings",
            advice=f"Install it: {ADVICE}. Or set EMBEDDINGS to auto, endpoint or off.",
        )
    return light, better

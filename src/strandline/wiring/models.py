"""What finds, judges and classifies stories: embedders, indexes, language models."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.model.errors import ParseError
from strandline.model.levels import JudgeMeasure
from strandline.ports import ChatModel, Classifier, Embedder, TitleJoiner, VectorIndex
from strandline.settings import Settings

if TYPE_CHECKING:
    from strandline.adapters.llm import BreakingChat


def open_embedders(settings: Settings) -> tuple[Embedder | None, Embedder | None]:
    """The light model that finds near articles, and the better one that scores them.

    None for what is not installed or not wanted; nothing is loaded before the first text.

    Raises:
        ConfigError: A model is asked for that is not installed or not named.
    """
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.embed.choosing import choose_embedders
    from strandline.adapters.fetch import make_poster

    clock = SystemClock()
    return choose_embedders(settings.stories, lambda: make_poster(settings.fetch, clock), clock)


def open_local_embedders(settings: Settings) -> tuple[Embedder, ...]:
    """The models of this machine, the light one first; none where they are missing or off.

    For verbs that use no network whatever the settings say.
    """
    if settings.stories.embeddings == "off":
        return ()
    local = settings.stories.model_copy(update={"embeddings": "auto", "embeddings_url": ""})
    light, better = open_embedders(settings.model_copy(update={"stories": local}))
    return tuple(embedder for embedder in (light, better) if embedder is not None)


def open_index(settings: Settings, model: str, dimension: int) -> VectorIndex:
    """The index that holds a model's vectors; filled from the database by whoever uses it.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
        IndexFault: It is held by another process, broken or down.
    """
    from strandline.adapters.index.choosing import choose_index

    return choose_index(settings.stories, model, dimension)


def open_joiner(folder: Path, processes: int) -> TitleJoiner:
    """The engine that finds near titles of a large archive; whoever opens it closes it.

    Raises:
        ConfigError: It is not installed.
        StoreError: The folder cannot be used.
    """
    from strandline.adapters.batch.joiner import DaftJoiner

    return DaftJoiner(folder, processes)


def open_chat(settings: Settings) -> "BreakingChat | None":
    """The chat endpoint; None where none is set: DeepSeek is not asked without a key.

    Whoever opens it closes it.

    Raises:
        ConfigError: Its address, its model or its key cannot be used.
    """
    stories = settings.stories
    is_default = stories.judge_url == type(stories)().judge_url
    if not stories.judge_url or (is_default and not stories.judge_key.get_secret_value()):
        return None
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.llm import make_chat

    return make_chat(stories, settings.fetch, SystemClock())


def use_calibration(settings: Settings) -> None:
    """Score stories by the calibration of the settings, in this process, from now on.

    Raises:
        ConfigError: The file that they name cannot be used.
    """
    from strandline.core.dedup.score import put_in_force
    from strandline.ops.calibration_file import read_file

    path = settings.stories.calibration
    put_in_force(read_file(Path(path)) if path else None)


def enter_embedders(
    settings: Settings, opened: ExitStack
) -> tuple[Embedder | None, Embedder | None]:
    """The light and the better model, let go of at the end; loaded with their first text."""
    both = open_embedders(settings)
    for embedder in both:
        if (close := getattr(embedder, "close", None)) is not None:
            opened.callback(close)
    return both


def enter_index(settings: Settings, embedder: Embedder, opened: ExitStack) -> VectorIndex | None:
    """Opened with its first use; None where nothing is installed for one."""
    from strandline.adapters.index.choosing import wanted_kind
    from strandline.adapters.index.late import LateIndex

    if not wanted_kind(settings.stories):
        return None
    late = LateIndex(lambda: open_index(settings, embedder.model, embedder.dimension))
    return opened.enter_context(closing(late))


def enter_chat(settings: Settings, opened: ExitStack) -> ChatModel | None:
    """The chat endpoint, let go of at the end."""
    chat = open_chat(settings)
    return None if chat is None else opened.enter_context(closing(chat))


def judge_measure(settings: Settings, model: str) -> JudgeMeasure | None:
    """What was measured of the judge; a file that cannot be read is told and left alone."""
    import structlog

    from strandline.ops.judge_file import load_measure

    try:
        return load_measure(settings.stories.judge_measures, model)
    except ParseError as error:
        structlog.get_logger().warning("the judge weighs as unmeasured", because=error.message)
        return None


def make_classifier(
    settings: Settings, embedder: Embedder | None, chat: ChatModel | None
) -> Classifier:
    """Rules, then meaning where there is a model for it; a language model first where set."""
    from strandline.core.digest.classify import RuleClassifier

    if settings.digest.classifier == "rules" or (embedder is None and chat is None):
        return RuleClassifier()
    from strandline.adapters.classify import EmbeddingClassifier, ModelClassifier
    from strandline.adapters.clock import SystemClock

    nearest = EmbeddingClassifier(lambda: embedder)
    if settings.digest.classifier == "auto" or chat is None:
        return nearest
    budget = settings.stories.judge_calls_per_day
    return ModelClassifier(chat, nearest, SystemClock(), calls_per_day=budget)


def story_tools(settings: Settings) -> dict[str, str]:
    """What finds stories by meaning → how to get it; empty for what is here.

    Raises:
        ConfigError: A model or an index is asked for that is not installed or not named.
    """
    from strandline.adapters.embed.packages import BETTER, LIGHT, way_to_get
    from strandline.adapters.index.choosing import wanted_kind, way_to_index

    light, _ = open_embedders(settings)
    if settings.stories.embeddings == "off":
        return {}
    kind = wanted_kind(settings.stories)
    index = {f"{kind or 'vector'} index": way_to_index(kind)}
    if (close := getattr(light, "close", None)) is not None:
        close()
        return {settings.stories.embeddings_model: "", **index}
    return {package: way_to_get(package) for package in (LIGHT, BETTER)} | index


def index_state(settings: Settings) -> str:
    """How the vector index is, in a few words: opened, and let go of again.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
        IndexFault: It is broken or down, or another process holds it and nothing may stand in.
    """
    from strandline.adapters.index.choosing import wanted_kind
    from strandline.adapters.index.owner import IndexHeld

    stories = settings.stories
    light, _ = open_embedders(settings)
    kind = wanted_kind(stories)
    if light is None or not kind:
        return "not used: there is no embedding model"
    if (close := getattr(light, "close", None)) is not None:
        close()
        return f"{kind}; its size is known when the embeddings endpoint has answered"
    if kind == "exact":
        return "exact: each process holds the vectors of the days that it matches in memory"
    only = settings.model_copy(update={"stories": stories.model_copy(update={"index": kind})})
    try:
        with closing(open_index(only, light.model, light.dimension)) as index:
            return f"{kind}, {index.count():,} vectors"
    except IndexHeld as error:
        if stories.index == kind:
            raise
        return (
            f"{error.message} Another process that matches meanwhile holds the vectors of the days "
            "that it matches in memory."
        )

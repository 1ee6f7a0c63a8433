"""By what stories are scored, whether the vector index opens, whether a chat endpoint answers."""

from collections.abc import Callable, Iterator
from pathlib import Path

from strandline.core.dedup.judging.prompt import PROMPT_HASH
from strandline.core.dedup.score import packaged
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import ModelError, ParseError, StrandlineError, UrlError
from strandline.ops.calibration_file import read_file
from strandline.ops.findings import Finding, Level
from strandline.ops.judge_file import load_measure
from strandline.ports import ChatModel
from strandline.settings import Settings, StorySettings

#: What is asked to see whether anybody answers; in JSON mode the word has to be in the question.
_SYSTEM = "You are being tested. Answer with one JSON object and nothing else."
_USER = 'Answer with the JSON object {"ok": true}.'
_MOST_TOKENS = 50


def examine_calibration(settings: Settings) -> Iterator[Finding]:
    """By what stories are scored, and whether that reads the vectors of an endpoint at all."""
    stories, what = settings.stories, "calibration"
    try:
        found = read_file(Path(stories.calibration)) if stories.calibration else packaged()
    except StrandlineError as error:
        yield Finding(what, Level.FAULT, error.message, error.advice)
        return
    labels = f"{found.name}, {sum(found.files.values()):,} labels"
    yield Finding(what, Level.OK, labels if stories.calibration else "the packaged one")
    endpoint = _endpoint(stories)
    known = {model for one in found.models for model in one.vectors}
    if endpoint and not any(model.startswith(endpoint) for model in known):
        yield Finding(
            "embeddings endpoint",
            Level.WARNING,
            f"the vectors of {stories.embeddings_model} find near articles and score nothing:"
            " no threshold was fitted on them",
            "Label 200 pairs (strandline dedup label), let strandline evaluate … --fit"
            " data/calibration.json learn from them, and set STORY_CALIBRATION to that file.",
        )


def _endpoint(stories: StorySettings) -> str:
    """How the ids of an endpoint's vectors begin; empty where none is asked."""
    is_asked = stories.embeddings in ("auto", "endpoint") and stories.embeddings_url
    if not is_asked:
        return ""
    try:
        host = read_web_address(stories.embeddings_url).authority
    except UrlError:  # told where the endpoint is opened
        return ""
    return f"{stories.embeddings_model}@{host}/"


def examine_index(settings: Settings, index_state: Callable[[Settings], str]) -> Finding:
    """Whether the index of vectors can be used; without it titles and bodies are compared.

    Args:
        index_state: Opens it and says how it is; raises what a person has to know.
    """
    what = "vector index"
    try:
        return Finding(what, Level.OK, index_state(settings))
    except StrandlineError as error:
        return Finding(what, Level.WARNING, error.message, error.advice)


def examine_chat(
    settings: Settings, open_chat: Callable[[Settings], ChatModel | None], *, is_asked: bool
) -> Finding:
    """Whether a language model is set; nothing is sent to it unless `is_asked`.

    A model that does not answer is a warning: what it would judge waits, or is for a person.
    """
    what = "language model"
    try:
        chat = open_chat(settings)
    except StrandlineError as error:
        return Finding(what, Level.FAULT, error.message, error.advice)
    if chat is None:
        return Finding(
            what,
            Level.OK,
            "none is set: undecided pairs wait for you in `strandline dedup review`",
            "To have one (docs/how-to/language-model.md): set DEEPSEEK_API_KEY, or JUDGE_URL.",
        )
    measured, advice_to_measure = _measured(settings.stories, chat.model)
    try:
        if not is_asked:
            detail = f"{chat.model} is set; --online asks it; {measured}"
            return Finding(what, Level.OK, detail, advice_to_measure)
        answer = chat.ask(_SYSTEM, _USER, max_tokens=_MOST_TOKENS)
    except ModelError as error:
        advice = error.advice or "What it would judge waits until it answers."
        return Finding(what, Level.WARNING, error.message, advice)
    finally:
        if (close := getattr(chat, "close", None)) is not None:
            close()
    detail = f"{chat.model} answered in {answer.latency_s:.1f} s; {measured}"
    return Finding(what, Level.OK, detail, advice_to_measure)


def _measured(stories: StorySettings, model: str) -> tuple[str, str]:
    """Whether it is known how good a judge it is, and what to do where it is not."""
    try:
        measure = load_measure(stories.judge_measures, model)
    except ParseError:
        measure = None
    if measure is not None and measure.prompt_hash == PROMPT_HASH:
        return f"measured on {len(measure.trials):,} pairs", ""
    return (
        "not measured as a judge",
        "To know what it is worth: strandline evaluate PAIRS --judge.",
    )

"""Whether the vector index opens, and whether a chat endpoint is set and answers."""

from collections.abc import Callable

from strandline.model.errors import ModelError, StrandlineError
from strandline.ops.findings import Finding, Level
from strandline.ports import ChatModel
from strandline.settings import Settings

#: What is asked to see whether anybody answers; in JSON mode the word has to be in the question.
_SYSTEM = "You are being tested. Answer with one JSON object and nothing else."
_USER = 'Answer with the JSON object {"ok": true}.'
_MOST_TOKENS = 50


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
    try:
        if not is_asked:
            return Finding(what, Level.OK, f"{chat.model} is set; --online asks it")
        answer = chat.ask(_SYSTEM, _USER, max_tokens=_MOST_TOKENS)
    except ModelError as error:
        advice = error.advice or "What it would judge waits until it answers."
        return Finding(what, Level.WARNING, error.message, advice)
    finally:
        if (close := getattr(chat, "close", None)) is not None:
            close()
    return Finding(what, Level.OK, f"{chat.model} answered in {answer.latency_s:.1f} s")

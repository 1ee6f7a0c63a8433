"""Any OpenAI-compatible chat endpoint (`POST …/v1/chat/completions`): a service, or one's own.

Titles and summaries leave the machine for whoever is named here. An address of one's own network
needs `ALLOW_PRIVATE_NETWORKS`, like everything else.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from strandline.adapters.fetch.posting import Poster, header_key
from strandline.adapters.llm.answers import Nonsense, read_completion
from strandline.adapters.llm.dialect import Dialect
from strandline.adapters.llm.faults import REFUSALS, is_passing, model_fault
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import ConfigError, ModelError, UrlError
from strandline.model.fetching import FetchResult
from strandline.model.stories import ChatAnswer
from strandline.ports import Clock
from strandline.settings import StorySettings

#: An answer of a thousand tokens is about 10 kB; what is above the cap is an attack or a mistake.
MOST_BYTES = 1_000_000
#: Attempts at one question, as far as its deadline allows.
ATTEMPTS = 2
#: Pause before the second attempt where the server asks for none, seconds.
PAUSE_S = 1.0
#: Fields that an endpoint may refuse, one after another.
_MOST_REFUSALS = 3


class EndpointChat:
    """A `ChatModel` on an endpoint; safe from many threads.

    Args:
        settings: Address, model, key and deadline.
        poster: The way out; closed with this.
        clock: What `Retry-After` is measured against.
        monotonic: Seconds, for the deadline.
        sleep: Waits between two attempts, seconds.

    Raises:
        ConfigError: The address cannot be read, the model has no name, or the key holds what a
            header cannot.
    """

    def __init__(
        self,
        settings: StorySettings,
        poster: Poster,
        clock: Clock,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = chat_address(settings.judge_url)
        self._host = read_web_address(self._url).authority
        self._name = _model_name(settings.judge_model)
        self._key = header_key(settings.judge_key, "DEEPSEEK_API_KEY", "stories.judge_key")
        self._timeout_s = settings.judge_timeout_s
        self._poster = poster
        self._clock = clock
        self._monotonic = monotonic
        self._sleep = sleep
        self._dialect = Dialect()

    def __repr__(self) -> str:
        return f"EndpointChat({self._name!r} at {self._host!r})"

    @property
    def model(self) -> str:
        """Name of the model, as the endpoint knows it."""
        return self._name

    def ask(self, system: str, user: str, *, max_tokens: int) -> ChatAnswer:
        """One answer; a passing failure is tried once more within the deadline.

        Raises:
            ModelError: Down, slow, out of quota, or not an answer.
            QuestionRefused: This question is not wanted; another one may be.
        """
        began = self._monotonic()
        deadline = began + self._timeout_s
        for tried in range(1, ATTEMPTS + 1):
            result = self._post(system, user, max_tokens, deadline)
            if result.is_ok:
                return self._read(result, self._monotonic() - began)
            wait_s = self._asked_pause_s(result) or PAUSE_S
            is_time_left = self._monotonic() + wait_s < deadline
            if tried == ATTEMPTS or not is_passing(result) or not is_time_left:
                break
            self._sleep(wait_s)
        raise model_fault(
            result, self._host, self._key.get_secret_value(), self._asked_pause_s(result)
        )

    def close(self) -> None:
        """Let go of kept connections."""
        self._poster.close()

    def _post(self, system: str, user: str, max_tokens: int, deadline: float) -> FetchResult:
        """One question; again without a field that the endpoint refuses."""
        for _ in range(_MOST_REFUSALS):
            dialect = self._dialect
            result = self._send(dialect, system, user, max_tokens, deadline)
            if result.status not in REFUSALS:
                return result
            learnt = dialect.after_refusal(result.body)
            if learnt == dialect:
                return result
            self._dialect = learnt
        return self._send(self._dialect, system, user, max_tokens, deadline)

    def _send(
        self, dialect: Dialect, system: str, user: str, max_tokens: int, deadline: float
    ) -> FetchResult:
        secret = self._key.get_secret_value()
        return self._poster.post(
            self._url,
            dialect.question(self._name, system, user, max_tokens),
            headers={"Authorization": f"Bearer {secret}"} if secret else {},
            timeout_s=max(0.0, deadline - self._monotonic()),
            max_bytes=MOST_BYTES,
        )

    def _read(self, result: FetchResult, latency_s: float) -> ChatAnswer:
        try:
            return read_completion(result.body, latency_s)
        except Nonsense as error:
            raise ModelError(
                f"The language model at {self._host} did not answer: {error}.",
                subject=self._host,
                advice="Is JUDGE_URL an OpenAI-compatible chat endpoint?",
            ) from error

    def _asked_pause_s(self, result: FetchResult) -> float:
        if result.retry_after is None:
            return 0.0
        return max(timedelta(0), result.retry_after - self._clock.now()).total_seconds()


def chat_address(url: str) -> str:
    """The address to post to, whether the host, its `/v1` or the whole was given.

    Raises:
        ConfigError: It is no web address.
    """
    try:
        address = read_web_address(url)
    except UrlError as error:
        raise ConfigError(
            f"JUDGE_URL is not a web address ({error.message}).", subject="stories.judge_url"
        ) from error
    path, _, query = address.target.partition("?")
    path = path.rstrip("/") or "/v1"
    if not path.endswith("/chat/completions"):
        path += "/chat/completions"
    return f"{address.scheme}://{address.authority}{path}{'?' + query if query else ''}"


def _model_name(name: str) -> str:
    if not name.strip():
        raise ConfigError(
            "JUDGE_MODEL is empty.",
            subject="stories.judge_model",
            advice="Name a model that the endpoint at JUDGE_URL has.",
        )
    return name.strip()

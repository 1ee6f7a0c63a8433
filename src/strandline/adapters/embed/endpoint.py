"""Any OpenAI-compatible embeddings endpoint (`POST …/v1/embeddings`): a service, or one's own.

Titles leave the machine for whoever is named here, so nothing asks it unless its address is set.
An address of one's own network needs `ALLOW_PRIVATE_NETWORKS`, like everything else.
"""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from strandline.adapters.embed.answers import Nonsense, read_vectors
from strandline.adapters.embed.texts import harmless
from strandline.adapters.fetch.posting import Poster, header_key
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import ConfigError, ModelError, UrlError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.stories import Vector
from strandline.ports import Clock
from strandline.settings import StorySettings

#: Texts in one request: far below every service's limit, and one answer stays under a megabyte
#: or two.
BATCH = 64
ATTEMPTS = 3
TIMEOUT_S = 30.0
MOST_BYTES = 32_000_000
#: A server that asks for a longer pause is not waited for, seconds.
LONGEST_WAIT_S = 10.0
#: An endpoint that has failed is left alone so long, or as long as it asks: a batch of articles
#: asks many times, and would wait out all attempts each time.
REST = timedelta(seconds=60)
LONGEST_REST = timedelta(hours=1)
#: Services refuse an empty text, and an empty title must have a vector too.
_EMPTY = "(no title)"

_PASSING_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_PASSING_OUTCOMES = frozenset(
    {
        FetchOutcome.CONNECTION,
        FetchOutcome.DNS,
        FetchOutcome.PROTOCOL,
        FetchOutcome.RATE_LIMITED,
        FetchOutcome.TIMEOUT,
        FetchOutcome.TRUNCATED,
    }
)


class EndpointEmbedder:
    """An `Embedder` on an endpoint; safe from many threads.

    The dimension is the endpoint's to say: `model` and `dimension` ask it once where no text was
    embedded before, and raise `ModelError` where it is down.

    Args:
        settings: Address, model and key.
        poster: The way out; closed with this.
        clock: What `Retry-After` is measured against.
        sleep: Waits between two attempts, seconds.

    Raises:
        ConfigError: Address or model are missing, or the key holds what a header cannot.
    """

    def __init__(
        self,
        settings: StorySettings,
        poster: Poster,
        clock: Clock,
        *,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = embeddings_address(settings.embeddings_url)
        self._host = read_web_address(self._url).authority
        self._name = _required(settings.embeddings_model, "embeddings_model", "EMBEDDINGS_MODEL")
        self._key = header_key(
            settings.embeddings_key, "EMBEDDINGS_API_KEY", "stories.embeddings_key"
        )
        self._poster = poster
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._dimension: int | None = None
        self._fault: ModelError | None = None
        self._rests_until = clock.now()

    def __repr__(self) -> str:
        return f"EndpointEmbedder({self._name!r} at {self._host!r})"

    @property
    def model(self) -> str:
        """Model, host and dimension; an endpoint tells no version."""
        return f"{self._name}@{self._host}/{self.dimension}"

    @property
    def dimension(self) -> int:
        """Numbers in a vector, as the first answer has them."""
        if self._dimension is None:
            self.embed([_EMPTY])
        assert self._dimension is not None  # noqa: S101 - the answer to a text has set it
        return self._dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order, asked for in batches.

        Raises:
            ModelError: The endpoint is down, refuses, or answers something else.
        """
        clean = [harmless(text).strip() or _EMPTY for text in texts]
        return [
            vector
            for start in range(0, len(clean), BATCH)
            for vector in self._ask(clean[start : start + BATCH])
        ]

    def close(self) -> None:
        """Let go of kept connections."""
        self._poster.close()

    def _ask(self, texts: list[str]) -> list[Vector]:
        self._refuse_while_resting()
        for tried in range(1, ATTEMPTS + 1):
            result = self._post(texts)
            if result.is_ok:
                return self._read(result.body, len(texts))
            wait_s = self._pause_s(result, tried)
            if not _is_passing(result) or tried == ATTEMPTS or wait_s > LONGEST_WAIT_S:
                break
            self._sleep(wait_s)
        raise self._rest(result)

    def _refuse_while_resting(self) -> None:
        if self._fault is not None and self._clock.now() < self._rests_until:
            raise ModelError(
                f"{self._fault.message} It is left alone until {self._rests_until:%H:%M:%S} UTC.",
                subject=self._host,
                advice=self._fault.advice,
                is_passing=self._fault.is_passing,
            )

    def _rest(self, result: FetchResult) -> ModelError:
        """Without the server's own words: some repeat the key."""
        now = self._clock.now()
        asked = (result.retry_after or now) - now
        self._rests_until = now + min(max(REST, asked), LONGEST_REST)
        self._fault = ModelError(
            f"The embeddings endpoint did not answer: {result.message}.",
            subject=self._host,
            advice=_advice(result),
            is_passing=_is_passing(result),
        )
        return self._fault

    def _post(self, texts: list[str]) -> FetchResult:
        secret = self._key.get_secret_value()
        return self._poster.post(
            self._url,
            {"model": self._name, "input": texts},
            headers={"Authorization": f"Bearer {secret}"} if secret else {},
            timeout_s=TIMEOUT_S,
            max_bytes=MOST_BYTES,
        )

    def _read(self, body: bytes, count: int) -> list[Vector]:
        with self._lock:
            try:
                vectors = read_vectors(body, count, self._dimension)
            except Nonsense as error:
                raise ModelError(
                    f"The embeddings endpoint {self._host} answered nonsense: {error}.",
                    subject=self._host,
                    advice="Is EMBEDDINGS_URL an OpenAI-compatible embeddings endpoint?",
                ) from error
            self._dimension = len(vectors[0]) // 4
            return vectors

    def _pause_s(self, result: FetchResult, tried: int) -> float:
        """As long as the server asks; else one second, then two."""
        if result.retry_after is None:
            return float(2 ** (tried - 1))
        return max(timedelta(0), result.retry_after - self._clock.now()).total_seconds()


def embeddings_address(url: str) -> str:
    """The address to post to, whether the host, its `/v1` or the whole was given.

    Raises:
        ConfigError: None was given, or it is no web address.
    """
    _required(url, "embeddings_url", "EMBEDDINGS_URL")
    try:
        address = read_web_address(url)
    except UrlError as error:
        raise ConfigError(
            f"EMBEDDINGS_URL is not a web address ({error.message}).",
            subject="stories.embeddings_url",
        ) from error
    path, _, query = address.target.partition("?")
    path = path.rstrip("/") or "/v1"
    if not path.endswith("/embeddings"):
        path += "/embeddings"
    return f"{address.scheme}://{address.authority}{path}{'?' + query if query else ''}"


def _required(value: str, leaf: str, name: str) -> str:
    if not value:
        raise ConfigError(
            f"{name} is empty, and EMBEDDINGS is endpoint.",
            subject=f"stories.{leaf}",
            advice=f"Set {name}, or EMBEDDINGS to local or off.",
        )
    return value


def _is_passing(result: FetchResult) -> bool:
    return result.outcome in _PASSING_OUTCOMES or result.status in _PASSING_STATUSES


def _advice(result: FetchResult) -> str:
    if result.outcome is FetchOutcome.REFUSED:
        return "Its address is not public: add it to ALLOW_PRIVATE_NETWORKS."
    if result.status in (401, 403):
        return "Look at EMBEDDINGS_API_KEY."
    if result.status in (400, 404, 405, 422):
        return "Look at EMBEDDINGS_URL and EMBEDDINGS_MODEL."
    return "Articles are matched without vectors until it does."

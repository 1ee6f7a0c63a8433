"""How articles are brought into stories."""

from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from strandline.settings.declaring import (
    WEB_ADDRESS,
    PathText,
    Section,
    Words,
    env,
)


class StorySettings(Section):
    """Which articles tell the same story."""

    layers_off: Words = env(
        "STORY_LAYERS_OFF", (), "Layers of the cascade that are not asked, by name"
    )
    window_hours: int = env(
        "STORY_WINDOW_HOURS", 48, "Articles further apart are different stories", ge=1, le=8760
    )
    candidates: int = env(
        "STORY_CANDIDATES", 20, "Nearest articles that are compared with a new one", ge=1, le=200
    )
    embeddings: Literal["auto", "local", "endpoint", "off"] = env(
        "EMBEDDINGS", "auto", "Models for vectors: auto, the local ones where they are installed"
    )
    embeddings_url: str = env(
        "EMBEDDINGS_URL", "", "An OpenAI-compatible endpoint for vectors", pattern=WEB_ADDRESS
    )
    embeddings_model: str = env("EMBEDDINGS_MODEL", "", "Its model")
    embeddings_key: SecretStr = env("EMBEDDINGS_API_KEY", "", "Its key")
    index: Literal["auto", "embedded", "qdrant", "exact"] = env(
        "VECTOR_INDEX", "auto", "Where vectors are searched: embedded Qdrant, a server, exact scan"
    )
    index_path: Path = env("VECTOR_INDEX_PATH", "data/vectors", "Folder of the embedded index")
    qdrant_url: str = env("QDRANT_URL", "", "A Qdrant server", pattern=WEB_ADDRESS)
    qdrant_key: SecretStr = env("QDRANT_API_KEY", "", "Its key")
    judge_url: str = env(
        "JUDGE_URL",
        "https://api.deepseek.com",
        "An OpenAI-compatible chat endpoint that judges what is undecided",
        pattern=WEB_ADDRESS,
    )
    judge_model: str = env("JUDGE_MODEL", "deepseek-chat", "Its model")
    judge_key: SecretStr = env(
        "DEEPSEEK_API_KEY",
        "",
        "Its key; without one DeepSeek is not asked, and another endpoint is asked without a key",
    )
    judge_timeout_s: float = env(
        "JUDGE_TIMEOUT_SECONDS", 30.0, "Deadline of one question", gt=0, le=600
    )
    judge_run_s: float = env(
        "JUDGE_RUN_SECONDS",
        120.0,
        "Time for questions in one run of matching; what is not asked by then waits",
        gt=0,
        le=86_400,
    )
    judge_calls_per_day: int = env(
        "JUDGE_CALLS_PER_DAY", 2000, "Questions a day; 0 = none", ge=0, le=10_000_000
    )
    judge_calls_per_run: int = env(
        "JUDGE_CALLS_PER_RUN", 200, "Questions in one run of matching", ge=0, le=10_000_000
    )
    judge_candidates: int = env(
        "JUDGE_CANDIDATES", 3, "Questions about one article at most", ge=0, le=20
    )
    judge_price_in: float = env(
        "JUDGE_PRICE_IN", 0.0, "Price of a million tokens asked, for the sums shown", ge=0, le=1e6
    )
    judge_price_out: float = env(
        "JUDGE_PRICE_OUT", 0.0, "Price of a million tokens answered", ge=0, le=1e6
    )
    judge_measures: Path = env(
        "JUDGE_MEASURES", "data/judges", "Folder of what `evaluate --judge` measured"
    )
    calibration: PathText = env(
        "STORY_CALIBRATION",
        "",
        "File of `evaluate --fit` that scores stories; empty for the packaged one",
    )
    review_share: float = env(
        "REVIEW_SHARE", 0.01, "Share of decided pairs that a person is asked about", ge=0, le=1
    )

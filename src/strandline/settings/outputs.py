"""Other ways out for editions than mail and the page."""

from pydantic import SecretStr

from strandline.settings.declaring import (
    Pairs,
    Section,
    env,
)


class OutputSettings(Section):
    """Other ways out for editions: each is there once its address or key is set."""

    lists: Pairs = env(
        "OUTPUT_LISTS",
        (),
        "Whose editions an output is given, as output=reader, one pair for each reader; those "
        "of the public list where an output is not named",
    )
    give_up_hours: float = env(
        "OUTPUT_GIVE_UP_HOURS", 72.0, "How long an edition is tried", gt=0, le=8760
    )
    fresh_hours: float = env(
        "OUTPUT_FRESH_HOURS",
        12.0,
        "An edition that was published longer ago than this is sent by a person alone",
        gt=0,
        le=8760,
    )
    stop_after: int = env(
        "OUTPUT_STOP_AFTER",
        15,
        "Failures in a row that hold an output for a person",
        ge=1,
        le=1000,
    )
    timeout_s: float = env(
        "OUTPUT_TIMEOUT_SECONDS", 20.0, "Deadline of one request to an output", gt=0, le=60
    )
    webhooks: Pairs = env(
        "WEBHOOKS", (), "Addresses that are told of each edition, as name=https://…"
    )
    webhook_secrets: SecretStr = env(
        "WEBHOOK_SECRETS",
        "",
        "Their keys, as name=whsec_…; two for one name while a new one replaces the old one",
    )

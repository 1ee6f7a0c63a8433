"""Other ways out for editions than mail and the page."""

from typing import Literal

from pydantic import SecretStr

from strandline.settings.declaring import (
    WEB_ADDRESS,
    Pairs,
    Section,
    Words,
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
    apprise_urls: SecretStr = env(
        "APPRISE_URLS",
        "",
        "Chats that Apprise writes to, as name=address, such as phone=ntfys://ntfy.sh/topic",
    )
    websub_hub: str = env(
        "WEBSUB_HUB",
        "",
        "A WebSub hub that our feeds name, and that is told of each edition",
        pattern=WEB_ADDRESS,
    )
    listmonk_url: str = env("LISTMONK_URL", "", "A listmonk that sends", pattern=WEB_ADDRESS)
    listmonk_user: str = env("LISTMONK_USER", "", "Name of its API user")
    listmonk_token: SecretStr = env("LISTMONK_TOKEN", "", "Token of that user")
    listmonk_lists: Words = env("LISTMONK_LISTS", (), "Ids of its lists that are sent to")
    listmonk_template: int = env(
        "LISTMONK_TEMPLATE", 0, "Id of its template; 0 for its default", ge=0, le=2**31
    )
    listmonk_mode: Literal["draft", "send"] = env(
        "LISTMONK_MODE", "draft", "Leave campaigns as drafts, or start them"
    )
    ghost_url: str = env("GHOST_URL", "", "A Ghost that publishes", pattern=WEB_ADDRESS)
    ghost_key: SecretStr = env("GHOST_ADMIN_KEY", "", "Its Admin API key, as id:secret")
    ghost_newsletter: str = env(
        "GHOST_NEWSLETTER", "", "Slug of its newsletter; empty publishes without sending"
    )
    ghost_mode: Literal["draft", "send"] = env(
        "GHOST_MODE", "draft", "Leave posts as drafts, or publish and send them"
    )
    buttondown_url: str = env(
        "BUTTONDOWN_URL", "https://api.buttondown.com", "Buttondown", pattern=WEB_ADDRESS
    )
    buttondown_key: SecretStr = env("BUTTONDOWN_KEY", "", "Its API key; without one it is off")
    buttondown_mode: Literal["draft", "send"] = env(
        "BUTTONDOWN_MODE", "draft", "Leave emails as drafts, or send them"
    )
    mastodon_url: str = env("MASTODON_URL", "", "Address of a Mastodon server", pattern=WEB_ADDRESS)
    mastodon_token: SecretStr = env(
        "MASTODON_TOKEN", "", "Token of an account there, with write:statuses"
    )
    mastodon_visibility: Literal["public", "unlisted", "private", "direct"] = env(
        "MASTODON_VISIBILITY", "public", "Who sees a status"
    )
    mastodon_length: int = env(
        "MASTODON_LENGTH", 500, "Longest status, characters", ge=100, le=100_000
    )

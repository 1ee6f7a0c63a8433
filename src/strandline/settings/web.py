"""The page, and who may come in."""

from typing import Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from strandline.settings.declaring import (
    HEADER_NAME,
    ONE_LINE,
    WEB_ADDRESS,
    Section,
    Words,
    env,
)

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class WebSettings(Section):
    """The page."""

    host: str = env("HOST", "127.0.0.1", "Address to listen on")
    port: int = env("PORT", 8400, "Port to listen on", ge=1, le=65535)
    base_url: str = env(
        "BASE_URL",
        "",
        "Address that readers use, for links in e-mail and feeds",
        pattern=WEB_ADDRESS,
    )
    title: str = env(
        "SITE_TITLE",
        "Strandline",
        "Name shown on the page",
        pattern=ONE_LINE,
        max_length=80,
    )
    replay_port: int = env(
        "REPLAY_PORT",
        0,
        "Port on which archived pages are replayed, an origin of its own; 0 = the page's port "
        "plus one, or a free one where that is taken",
        ge=0,
        le=65535,
    )
    replay_base_url: str = env(
        "REPLAY_BASE_URL",
        "",
        "Address of the replay for readers, where it is not HOST with REPLAY_PORT; "
        "never the page's own",
        pattern=WEB_ADDRESS,
    )
    allowed_hosts: Words = env(
        "ALLOWED_HOSTS",
        (),
        "Further names under which the page may be asked for, as a container's; those of HOST, "
        "BASE_URL and REPLAY_BASE_URL are known",
    )
    public_details: bool = env(
        "PUBLIC_DETAILS",
        False,
        "Everybody sees scores, what each step left out, and errors of sources and captures; "
        "off, only who may see the desk",
    )
    artifact_links: Literal["app", "presigned"] = env(
        "ARTIFACT_LINKS",
        "app",
        "Downloads of artifacts come through the page, or by pre-signed URLs of the bucket",
    )
    api_per_address: int = env(
        "API_PER_ADDRESS", 600, "Requests a minute to the API from one address", ge=1, le=1_000_000
    )
    api_per_token: int = env(
        "API_PER_TOKEN", 600, "Requests a minute to the API with one token", ge=1, le=1_000_000
    )

    @property
    def replay_host(self) -> str:
        """Where readers reach the port of the replay; empty where that cannot be known."""
        base = urlsplit(self.base_url)
        if base.scheme == "http" and base.hostname:
            return base.hostname
        # Behind https a bare port would be neither reachable nor shown in a frame.
        return self.host if not self.base_url and self.host in _LOOPBACK else ""

    @property
    def has_replay(self) -> bool:
        """Readers can be shown what is kept."""
        return bool(self.replay_base_url or self.replay_host)


class AccessSettings(Section):
    """Who signs in, and how."""

    session_days: int = env("SESSION_DAYS", 30, "Days after which one signs in again", ge=1, le=365)
    audit_days: int = env(
        "AUDIT_DAYS",
        730,
        "Days for which it is kept who changed what, and from where who signed in; 0 keeps all",
        ge=0,
        le=36_500,
    )
    local_sign_in: bool = env(
        "LOCAL_SIGN_IN", True, "Passwords and passkeys; off where the provider or proxy is enough"
    )
    owner_login: str = env(
        "OWNER_LOGIN",
        "",
        "Owner's account that is made at the first start, with OWNER_PASSWORD; else a link is "
        "printed that makes one",
        max_length=64,
    )
    owner_password: SecretStr = env("OWNER_PASSWORD", "", "Its password")
    trusted_proxies: Words = env(
        "TRUSTED_PROXIES",
        (),
        "Addresses or networks of proxies in front, as the connection shows them: whose "
        "X-Forwarded-For and PROXY_USER_HEADER are believed",
    )
    proxy_user_header: str = env(
        "PROXY_USER_HEADER",
        "",
        "Header in which a proxy names who is signed in, such as Remote-User; needs "
        "TRUSTED_PROXIES",
        pattern=HEADER_NAME,
    )
    oidc_issuer: str = env(
        "OIDC_ISSUER",
        "",
        "Address of an OpenID Connect provider; empty for none",
        pattern=WEB_ADDRESS,
    )
    oidc_client_id: str = env("OIDC_CLIENT_ID", "", "Our id there")
    oidc_client_secret: SecretStr = env("OIDC_CLIENT_SECRET", "", "Our secret there")
    oidc_name: str = env(
        "OIDC_NAME", "OpenID Connect", "What its button says", pattern=ONE_LINE, max_length=60
    )
    oidc_new_role: Literal["none", "reader", "editor", "publisher"] = env(
        "OIDC_NEW_ROLE",
        "none",
        "Role of people whom the provider knows and we do not; none refuses them",
    )
    oidc_at_once: bool = env(
        "OIDC_AT_ONCE", False, "The sign-in page leads on to the provider by itself"
    )

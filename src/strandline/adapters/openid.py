"""An OpenID Connect provider: the code flow with PKCE (OpenID Connect Core 3.1, RFC 7636).

What it publishes is asked for when somebody signs in and kept for an hour. All of it goes out by
the one guarded way, so a provider on a private address needs `ALLOW_PRIVATE_NETWORKS`.
"""

import base64
import hashlib
import json
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from strandline.adapters.fetch.posting import Poster
from strandline.model.accounts import Identity, SignInTry
from strandline.model.errors import ProviderFault
from strandline.model.fetching import FetchResult
from strandline.ports import Clock
from strandline.settings import AccessSettings

#: Signatures that are taken; never `none`, never one made with a secret that both have.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
_KEPT_FOR = timedelta(hours=1)
_TIMEOUT_S = 10.0
_MAX_BYTES = 500_000
#: How far two clocks may be apart, seconds.
_LEEWAY_S = 120


class OpenIdProvider:
    """Implements `IdentityProvider`.

    Args:
        settings: Who the provider is, and who we are there.
        poster: The way out.
        clock: Says whether what it signed still holds.
    """

    def __init__(self, settings: AccessSettings, poster: Poster, clock: Clock) -> None:
        self._settings, self._poster, self._clock = settings, poster, clock
        self._issuer = settings.oidc_issuer.rstrip("/")
        self._published: tuple[datetime, dict[str, Any]] | None = None
        self._keys: tuple[datetime, KeySet] | None = None

    @property
    def name(self) -> str:
        """What its button says."""
        return self._settings.oidc_name

    def begin(self, tried: SignInTry, back: str) -> str:
        """Address at the provider to which the browser is sent.

        Raises:
            ProviderFault: It is down, or says nothing that can be used.
        """
        digest = hashlib.sha256(tried.verifier.encode()).digest()
        wish = {
            "response_type": "code",
            "client_id": self._settings.oidc_client_id,
            "redirect_uri": back,
            "scope": "openid profile email",
            "state": tried.state,
            "nonce": tried.nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        address = self._address("authorization_endpoint")
        return f"{address}{'&' if '?' in address else '?'}{urlencode(wish)}"

    def finish(self, tried: SignInTry, back: str, code: str) -> Identity:
        """Who signed in there, by the code that the browser brought back.

        Raises:
            ProviderFault: It is down, does not know the code, or its word does not hold.
        """
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": back,
            "code_verifier": tried.verifier,
        }
        answer = self._poster.post_form(
            self._address("token_endpoint"),
            fields,
            headers={"Authorization": f"Basic {self._credentials()}"},
            timeout_s=_TIMEOUT_S,
            max_bytes=_MAX_BYTES,
        )
        told = _read(answer).get("id_token")
        if not isinstance(told, str):
            raise ProviderFault("The provider sent no id_token.")
        return self._checked(told, tried.nonce)

    def close(self) -> None:
        """Let go of kept connections."""
        self._poster.close()

    def _credentials(self) -> str:
        """RFC 6749, 2.3.1: both are encoded as in a form first."""
        secret = self._settings.oidc_client_secret.get_secret_value()
        pair = f"{quote(self._settings.oidc_client_id, safe='')}:{quote(secret, safe='')}"
        return base64.b64encode(pair.encode()).decode()

    def _checked(self, told: str, nonce: str) -> Identity:
        """Claims of an id token that holds (OpenID Connect Core 3.1.3.7)."""
        try:
            claims = self._decoded(told)
            jwt.JWTClaimsRegistry(
                now=int(self._clock.now().timestamp()),
                leeway=_LEEWAY_S,
                iss={"essential": True, "value": self._issuer_said()},
                aud={"essential": True, "value": self._settings.oidc_client_id},
                exp={"essential": True},
                nonce={"essential": True, "value": nonce},
                sub={"essential": True},
            ).validate(claims)
        except (JoseError, ValueError, TypeError) as error:
            raise ProviderFault(f"What the provider signed does not hold: {error}.") from error
        others = claims.get("aud")
        is_for_many = isinstance(others, list) and len(others) > 1
        if is_for_many and claims.get("azp") != self._settings.oidc_client_id:
            raise ProviderFault("What the provider signed is for another program.")
        return Identity(
            subject=f"{self._issuer_said()} {claims['sub']}"[:500],
            login=str(claims.get("preferred_username") or claims.get("email") or "")[:64],
            name=str(claims.get("name") or "")[:80],
        )

    def _decoded(self, told: str) -> dict[str, Any]:
        """By the keys that we have; by fresh ones where they have changed since."""
        try:
            return dict(jwt.decode(told, self._key_set(), algorithms=ALGORITHMS).claims)
        except (JoseError, ValueError):
            self._keys = None
            return dict(jwt.decode(told, self._key_set(), algorithms=ALGORITHMS).claims)

    def _key_set(self) -> KeySet:
        if self._keys is None or self._clock.now() - self._keys[0] > _KEPT_FOR:
            found = self._get(self._address("jwks_uri"))
            try:
                keys = KeySet.import_key_set(found)  # type: ignore[arg-type]
            except (JoseError, ValueError, TypeError, KeyError) as error:
                raise ProviderFault("The provider's keys cannot be read.") from error
            self._keys = (self._clock.now(), keys)
        return self._keys[1]

    def _issuer_said(self) -> str:
        return str(self._discovered().get("issuer"))

    def _address(self, name: str) -> str:
        address = self._discovered().get(name)
        if not isinstance(address, str) or not address.startswith(("https://", "http://")):
            raise ProviderFault(f"The provider does not say its {name}.")
        return address

    def _discovered(self) -> dict[str, Any]:
        """What it publishes of itself; it must call itself as the settings do."""
        if self._published is None or self._clock.now() - self._published[0] > _KEPT_FOR:
            found = self._get(f"{self._issuer}/.well-known/openid-configuration")
            if str(found.get("issuer")).rstrip("/") != self._issuer:
                raise ProviderFault("The provider calls itself by another name than OIDC_ISSUER.")
            self._published = (self._clock.now(), found)
        return self._published[1]

    def _get(self, address: str) -> dict[str, Any]:
        return _read(self._poster.get(address, timeout_s=_TIMEOUT_S, max_bytes=_MAX_BYTES))


def _read(answer: FetchResult) -> dict[str, Any]:
    if not answer.is_ok:
        raise ProviderFault(f"The provider does not answer: {answer.message}.")
    try:
        value = json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise ProviderFault("The provider answers something else than JSON.") from error
    if not isinstance(value, dict):
        raise ProviderFault("The provider answers something else than was asked for.")
    return value

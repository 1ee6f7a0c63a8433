"""The page that signs in, as several ways in lead back to it."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from strandline.model.acts import Outcome
from strandline.pipelines.desk.passkeys import party_of
from strandline.render.account_views import SignInView
from strandline.web.access.ways import own_way
from strandline.web.site import Site


def sign_in_page(
    site: Site,
    request: Request,
    to: str,
    login: str = "",
    refusal: Outcome | None = None,
    status: int = 200,
) -> Response:
    """The form, with why the last try did not do."""
    provider = site.ports.identity
    view = SignInView(
        to=own_way(to),
        login=login[:64],
        refusal=refusal,
        is_local=site.settings.access.local_sign_in,
        has_passkeys=offers_passkeys(site),
        provider=provider.name if provider is not None else "",
        is_begun=bool(site.store.accounts()),
    )
    return site.desk_page(request, "sign_in", view, status=status)


def offers_passkeys(site: Site) -> bool:
    """True where browsers can have passkeys of this site."""
    return bool(party_of(site.base_url)) and site.settings.access.local_sign_in


def provider_way(to: str) -> str:
    """Where a sign-in at the provider begins."""
    return f"/sign-in/openid?{urlencode({'to': to})}"

"""What a process sends to other servers and asks of them: mail, outputs, copies, search."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

from strandline.model.errors import ConfigError, NameFault
from strandline.ports import (
    Fetcher,
    IdentityProvider,
    Mailbox,
    MailWay,
    Output,
    PublicArchive,
    WebSearch,
)
from strandline.settings import Settings


def make_mail(settings: Settings) -> MailWay | None:
    """How mails leave; None where no way is set."""
    from strandline.adapters.mail import mail_way

    return mail_way(settings.mail)


def make_mailbox(settings: Settings) -> Mailbox | None:
    """The mailbox; its library is loaded where one is named."""
    if not settings.mail.imap_host:
        return None
    from strandline.adapters.mail.imap import ImapMailbox
    from strandline.core.urls.addresses import read_allowed

    return ImapMailbox(settings.mail, read_allowed(settings.fetch.allow_private_networks))


def enter_outputs(settings: Settings, opened: ExitStack) -> tuple[Output, ...]:
    """Other ways out; nothing is loaded where none is set."""
    if settings.outputs == type(settings.outputs)():
        return ()
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_poster
    from strandline.adapters.outputs import make_outputs

    clock = SystemClock()
    poster = opened.enter_context(closing(make_poster(settings.fetch, clock)))
    return make_outputs(settings, poster, clock, opened)


def check_outputs(settings: Settings) -> tuple[str, ...]:
    """Names of the other ways out that are set.

    Raises:
        ConfigError: One cannot be used as it is set.
    """
    with ExitStack() as opened:
        return tuple(output.name for output in enter_outputs(settings, opened))


def enter_wayback(settings: Settings, opened: ExitStack) -> PublicArchive | None:
    """What makes public copies; None where neither a policy nor a key is set.

    Raises:
        ConfigError: A key is missing.
    """
    chosen = settings.wayback
    if not chosen.is_on:
        return None
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_poster
    from strandline.adapters.wayback import WaybackMachine

    clock = SystemClock()
    poster = make_poster(settings.fetch, clock)
    return opened.enter_context(closing(WaybackMachine(chosen, poster, clock)))


def check_wayback(settings: Settings) -> str:
    """Host of what makes public copies; empty where there is none.

    Raises:
        ConfigError: It cannot be used as it is set.
    """
    with ExitStack() as opened:
        made = enter_wayback(settings, opened)
        return made.where if made is not None else ""


def enter_identity(settings: Settings, opened: ExitStack) -> IdentityProvider | None:
    """The OpenID provider.

    Raises:
        ConfigError: It is named without what it needs.
    """
    access = settings.access
    if not access.oidc_issuer:
        return None
    for name, value in (
        ("OIDC_CLIENT_ID", access.oidc_client_id),
        ("BASE_URL", settings.web.base_url),
    ):
        if not value:
            raise ConfigError(f"OIDC_ISSUER needs {name}.", subject=name)
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_poster
    from strandline.adapters.openid import OpenIdProvider

    clock = SystemClock()
    poster = make_poster(settings.fetch, clock)
    return opened.enter_context(closing(OpenIdProvider(access, poster, clock)))


def make_web_search(settings: Settings, fetcher: Fetcher) -> WebSearch | None:
    """The engine that is asked for more; None where none is set."""
    if not settings.digest.searxng_url:
        return None
    from strandline.adapters.search.searxng import SearxngSearch

    return SearxngSearch(settings.digest.searxng_url, fetcher)


def records_of_names(settings: Settings) -> Callable[[str, str], Sequence[str]] | None:
    """Who tells the records of names; None where no name server is known."""
    from strandline.adapters.dns import DnsRecords

    try:
        return DnsRecords(settings.mail.dns_server).look
    except NameFault:
        return None

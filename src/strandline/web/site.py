"""What every route is given, and how an answer is put together."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import Outcome
from strandline.model.pictures import NO_PICTURES, Pictures
from strandline.ops.health import StatusKeeper, StorageKeeper
from strandline.ops.metrics import Metrics
from strandline.pipelines.pictures import shown_pictures
from strandline.ports import Ports, Store
from strandline.render.i18n import LANGUAGES
from strandline.render.pages import desk_page
from strandline.render.views import Frame, LanguageLink, MenuEntry
from strandline.settings import Settings
from strandline.web.access.actors import actor_of, known_actor
from strandline.web.access.telling import COOKIE as TOLD
from strandline.web.access.telling import tell, told_of
from strandline.web.assets import Asset
from strandline.web.language import COOKIE, PARAMETER, chosen_language
from strandline.web.menu import MENU
from strandline.web.package_room import PackageRoom
from strandline.web.rankings import Rankings
from strandline.web.shield import DESK_POLICY

View = TypeVar("View")

#: Methods of the routes that everybody may use: pages are read, not written.
READ = ["GET", "HEAD"]

#: A browser may keep a page but must ask whether it still holds: relative times move on.
_PAGE_CACHE = "private, no-cache"
_YEAR_S = 31_536_000
_MAX_QUERY = 20


@dataclass(frozen=True)
class Site:
    """Everything that routes share; made once by `make_app`.

    Attributes:
        rankings: What is featured.
        replay: Address of the origin in which archived pages are replayed; empty for none.
    """

    ports: Ports
    settings: Settings
    assets: Mapping[str, Asset]
    keeper: StatusKeeper
    storage: StorageKeeper
    metrics: Metrics
    version: str
    rankings: Rankings
    replay: str = ""

    @property
    def store(self) -> Store:
        """The ledger."""
        return self.ports.store

    def pictures(self, subjects: Iterable[str]) -> Pictures:
        """Pictures of articles and icons of sources for a page, as the settings allow them."""
        return shown_pictures(self.store, self.settings, list(subjects))

    def feed_pictures(self, subjects: Iterable[str]) -> Pictures:
        """The same for a feed; none where readers' address of this page is not known."""
        if not self.base_url:
            return NO_PICTURES
        wanted = list(subjects)
        return shown_pictures(self.store, self.settings, wanted, base_url=self.base_url)

    @cached_property
    def base_url(self) -> str:
        """Address for links in feeds, from the settings; empty where none is set.

        The `Host` header is never used for it: whoever asks could write anything there.
        """
        return self.settings.web.base_url.rstrip("/")

    @cached_property
    def package_room(self) -> PackageRoom:
        """Where packages lie, beside the ledger, for the whole process."""
        folder = self.settings.database.folder
        return PackageRoom(folder if folder.is_dir() else None)

    def page(
        self,
        request: Request,
        draw: Callable[[Frame, View], bytes],
        view: View,
        *,
        section: str = "",
        status: int = 200,
    ) -> Response:
        """Draw a public page in the language of the request."""
        frame = self._frame(request, section, is_fault=status >= 400)
        headers = {
            "cache-control": _PAGE_CACHE if status == 200 else "no-store",
            "vary": "Accept-Language, Cookie",
        }
        if frame.account:  # keys are for who is signed in; for all others no script is allowed
            headers["content-security-policy"] = DESK_POLICY
        return self._answer(request, draw(frame, view), frame, headers, status)

    def desk_page(
        self, request: Request, template: str, view: object, *, section: str = "", status: int = 200
    ) -> Response:
        """Draw a page for who is signed in, with what the form before it has to tell.

        Args:
            request: Asked by.
            template: Name of a file below `render/templates/desk`, without its ending.
            view: What the template calls `view`.
            section: Its room in the menu of the desk.
            status: 200; 422 where a form comes back to be mended.
        """
        told = told_of(request)
        frame = replace(self._frame(request, section), told=told, forms=self.ports.new_id())
        headers = {"cache-control": "no-store", "content-security-policy": DESK_POLICY}
        answer = self._answer(request, desk_page(frame, template, view), frame, headers, status)
        if told:
            answer.delete_cookie(TOLD)
        return answer

    def told(self, request: Request, outcome: Outcome, where: str) -> Response:
        """The answer to a form: 303 to a page of ours, which tells how the act ended."""
        answer = Response(status_code=303, headers={"location": where, "cache-control": "no-store"})
        tell(answer, outcome, is_secure=self.is_secure)
        if outcome.is_done:
            request.state.led_to = where
        return answer

    def shows_details(self, request: Request) -> bool:
        """True where scores, funnels and errors of sources may be told to who asks."""
        return self.settings.web.public_details or actor_of(request).may(Right.DESK)

    @property
    def is_secure(self) -> bool:
        """True where readers come by https: cookies are for it alone."""
        return self.base_url.startswith("https://")

    def _frame(self, request: Request, section: str, *, is_fault: bool = False) -> Frame:
        language = chosen_language(
            request.query_params, request.cookies, request.headers.get("accept-language", "")
        )
        # Faults are told without asking the database, which may be the fault.
        actor = known_actor(request) if is_fault else actor_of(request)
        return Frame(
            language=language,
            now=self.ports.clock.now(),
            site_title=self.settings.web.title,
            is_mailed=self.settings.mail.way != "none",
            section=section,
            languages=_language_links(request, language),
            assets={name: asset.href for name, asset in self.assets.items()},
            account=actor.name,
            details=self.settings.web.public_details or actor.may(Right.DESK),
            desk=tuple(MenuEntry(room.section, room.href) for room in MENU if actor.may(room.right))
            if actor.is_signed_in
            else (),
        )

    def _answer(
        self, request: Request, body: bytes, frame: Frame, headers: dict[str, str], status: int
    ) -> Response:
        headers["content-language"] = frame.language
        answer = reply(request, body, "text/html; charset=utf-8", headers, status=status)
        if request.query_params.get(PARAMETER) == frame.language:
            self._remember(answer, frame.language)
        return answer

    def _remember(self, answer: Response, language: str) -> None:
        """A language that somebody chose."""
        answer.set_cookie(
            COOKIE,
            language,
            max_age=_YEAR_S,
            httponly=True,
            samesite="lax",
            secure=self.is_secure,
        )


def reply(
    request: Request,
    body: bytes,
    media_type: str,
    headers: Mapping[str, str] | None = None,
    *,
    status: int = 200,
) -> Response:
    """Bytes with a validator; 304 where the browser holds the same (RFC 9110, 13.1.2)."""
    sent = dict(headers or {})
    if status == 200:
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        sent["etag"] = tag
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=sent)
    return Response(body, status_code=status, media_type=media_type, headers=sent)


def matches(header: str, tag: str) -> bool:
    """True where an `If-None-Match` names a validator (RFC 9110, 13.1.2)."""
    held = [part.strip().removeprefix("W/") for part in header[:4_000].split(",")]
    return "*" in held or tag in held


def _language_links(request: Request, current: str) -> tuple[LanguageLink, ...]:
    """The same address in each language; always a path of ours, whatever was asked for."""
    # `//elsewhere.example/` as a path would make a link to another host.
    path = "/" + quote(request.url.path.lstrip("/\\"), safe="/~:@!$&'()*+,;=")
    kept = [(k, v) for k, v in request.query_params.multi_items() if k != PARAMETER]
    kept = kept[:_MAX_QUERY] if sum(len(k) + len(v) for k, v in kept) < 2_000 else []
    return tuple(
        LanguageLink(
            language,
            f"{path[:2_000]}?{urlencode([*kept, (PARAMETER, language)], errors='replace')}",
            language == current,
        )
        for language in LANGUAGES
    )

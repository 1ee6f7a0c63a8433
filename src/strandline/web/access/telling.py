"""What is told on the next page: kept in a cookie of its own until then, escaped like all else."""

import base64
import json
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from strandline.model.acts import Outcome
from strandline.render.i18n import LANGUAGES, catalogue, placeholders
from strandline.render.views import Told

COOKIE = "told"
_SECONDS = 120
_MAX_VALUE, _MAX_COOKIE = 120, 2_000


def tell(answer: Response, outcome: Outcome, *, is_secure: bool) -> None:
    """Send the words of an outcome along."""
    values = {name: _short(value) for name, value in outcome.values.items()}
    text = json.dumps([outcome.message, outcome.is_done, values], ensure_ascii=False)
    value = base64.urlsafe_b64encode(text.encode("utf-8", "replace")).decode().rstrip("=")
    if len(value) <= _MAX_COOKIE:
        answer.set_cookie(
            COOKIE, value, max_age=_SECONDS, httponly=True, samesite="lax", secure=is_secure
        )


def told_of(request: Request) -> tuple[Told, ...]:
    """What the last answer had to tell; nothing for what is no words of ours."""
    value = request.cookies.get(COOKIE, "")[:_MAX_COOKIE]
    if not value:
        return ()
    try:
        text = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode()
        message, is_done, values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return ()
    words = catalogue(LANGUAGES[0]).get(message) if isinstance(message, str) else None
    if words is None or not _are_values(values) or placeholders(words) - values.keys():
        return ()
    return (Told(message, is_done is True, values),)


def _short(value: str | int) -> str | int:
    return value if isinstance(value, int) else value[:_MAX_VALUE]


def _are_values(values: object) -> bool:
    return isinstance(values, Mapping) and all(
        isinstance(value, str | int) for value in values.values()
    )

"""Save Page Now 2 of the Internet Archive, as its public documents and its users describe it.

A request for a copy is answered with a job, whose outcome is asked for later. Faults come with any
status, 200 too, under `status_ext`; names of jobs follow no form; what is asked for again within
`if_not_archived_within` is answered with the copy that is there. Written from "Save Page Now 2
Public API Docs" (2022 to 2026) and reports of clients; the real service was never asked.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

from strandline.adapters.fetch.posting import Poster, header_key
from strandline.adapters.outputs.asking import Reply, Service, asker
from strandline.model.errors import ConfigError
from strandline.model.outputs import AnswerKind
from strandline.model.wayback import Allowance, SaveAnswer, SaveKind
from strandline.ports import Clock
from strandline.settings import WaybackSettings

#: Of this page nothing else is to be expected.
_NEVER = frozenset(
    [
        "bad-request",
        "blocked",
        "blocked-url",
        "filesize-limit",
        "forbidden",
        "ftp-access-denied",
        "gone",
        "http-version-not-supported",
        "invalid-url-syntax",
        "method-not-allowed",
        "no-access",
        "not-found",
        "not-implemented",
        "network-authentication-required",
        "too-many-redirects",
        "unauthorized",
    ]
)
#: The service's own: other pages would be answered the same.
_BUSY = frozenset(("user-session-limit", "celery", "no-browsers-available"))
_CLOSED = frozenset(("blocked-client-ip",))
#: Somebody has had it saved several times today.
_ENOUGH = "too-many-daily-captures"
#: What our own words for an answer are called here.
_KINDS = {
    AnswerKind.LATER: SaveKind.LATER,
    AnswerKind.CLOSED: SaveKind.CLOSED,
    AnswerKind.REFUSED: SaveKind.PAGE_LATER,
}
#: Parts of a second are not told; the longest name of a job and address that are kept, characters.
_STAMP, _LONGEST_JOB, _LONGEST_URL = re.compile(r"\d{14}"), 200, 8_192
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_UNREADABLE = SaveAnswer(SaveKind.UNSURE, "its answer cannot be read")
#: Of sites that asked for it the index answers 403, in plain text; whoever has no right to it, 401.
_EXCLUDED = SaveAnswer(SaveKind.NEVER, "its site is excluded from the Wayback Machine")


class WaybackMachine:
    """The service, with the keys of one account.

    Args:
        poster: The guarded way out; closed with this.
        clock: Says how old a copy is that is there already.

    Raises:
        ConfigError: A key is missing or cannot be sent.
    """

    def __init__(self, settings: WaybackSettings, poster: Poster, clock: Clock) -> None:
        names = ("WAYBACK_ACCESS_KEY", "WAYBACK_SECRET_KEY")
        keys = [
            header_key(key, name, name).get_secret_value()
            for key, name in zip((settings.access_key, settings.secret_key), names, strict=True)
        ]
        for key, name in zip(keys, names, strict=True):
            if not key:
                raise ConfigError(
                    f"The Wayback Machine needs {name}.",
                    subject=name,
                    advice="Keys are given at https://archive.org/account/s3.php.",
                )
        self._base = settings.url.rstrip("/")
        self._service = Service(
            asker(poster, settings.timeout_s),
            settings.url,
            "WAYBACK_URL",
            headers=lambda: {"Authorization": f"LOW {keys[0]}:{keys[1]}"},
            secrets=tuple(keys),
        )
        self._poster, self._clock, self.where = poster, clock, self._service.host
        # Whether it is the first copy nobody asks, and telling it takes the service long.
        self._wishes = {"skip_first_archive": "1"}
        if settings.is_delayed:
            self._wishes["delay_wb_availability"] = "1"

    def save(self, url: str, unless_within: timedelta) -> SaveAnswer:
        """Ask for a copy of a page that answers 200; one that is younger is taken for it."""
        seconds = str(int(unless_within.total_seconds()))
        form = {"url": url, "if_not_archived_within": seconds, **self._wishes}
        reply = self._service.send(lambda: True, "POST", "/save", urlencode(form).encode(), _FORM)
        told = self._trouble(reply)
        if told is not None:
            is_there = _code(reply) == _ENOUGH
            return (self._find(url, unless_within) if is_there else None) or told
        job_id = reply["job_id"]
        if isinstance(job_id, str) and 0 < len(job_id) <= _LONGEST_JOB:
            return SaveAnswer(SaveKind.ACCEPTED, self._words(reply), job_id)
        if isinstance(reply.value, dict):
            return self._find(url, unless_within) or _UNREADABLE
        return _UNREADABLE

    def outcome(self, job_id: str) -> SaveAnswer:
        """What became of a job; 404 for one that is not known."""
        reply = self._service.get(f"/save/status/{quote(job_id, safe='')}")
        if reply.status == 404 and not _code(reply):
            return SaveAnswer(SaveKind.LOST, "it knows nothing of the job")
        told = self._trouble(reply)
        if told is not None:
            return told
        if reply["status"] == "success":
            return self._copy(reply["timestamp"], reply["original_url"]) or _UNREADABLE
        is_pending = reply["status"] == "pending"
        return SaveAnswer(SaveKind.PENDING, self._words(reply)) if is_pending else _UNREADABLE

    def find(self, url: str, until: datetime) -> SaveAnswer:
        """The newest copy of a page that answered 200 before a time, whoever had it made."""
        reply = self._index(url, to=f"{until.astimezone(UTC):%Y%m%d%H%M%S}")
        if reply.status == 403:
            return _EXCLUDED
        told = self._trouble(reply)
        if told is not None:
            return told
        if not isinstance(reply.value, list):
            return _UNREADABLE
        return self._newest(reply) or SaveAnswer(SaveKind.NEVER, "no copy is known")

    def allowance(self) -> Allowance:
        """Sessions that are free, and what is left of the day."""
        reply = self._service.get("/save/status/user")
        trouble = self._trouble(reply)
        if trouble is not None:
            return Allowance(trouble=trouble)
        limit = _number(reply["daily_captures_limit"])
        used = _number(reply["daily_captures"]) or 0
        free = _number(reply["available"])
        if free is None:
            return Allowance(trouble=_UNREADABLE)
        return Allowance(free, max(limit - used, 0) if limit is not None else free)

    def close(self) -> None:
        """Let go of kept connections."""
        self._poster.close()

    def _trouble(self, reply: Reply) -> SaveAnswer | None:
        """What keeps it from being done; None where nothing does."""
        code = _code(reply)
        if code:
            said = self._clean(f"{code}: {reply['message'] or reply['exception'] or ''}")
            later = reply.trouble.not_before if reply.trouble else None
            return SaveAnswer(_kind_of(code), said, not_before=later)
        if reply.trouble is not None:
            kind = _KINDS.get(reply.trouble.kind, SaveKind.UNSURE)
            if reply.status == 404:  # of an address of its own: it is not what the setting says
                kind = SaveKind.CLOSED
            return SaveAnswer(kind, reply.trouble.said, not_before=reply.trouble.not_before)
        if reply["status"] == "error":
            return SaveAnswer(SaveKind.PAGE_LATER, self._words(reply))
        return None

    def _find(self, url: str, within: timedelta) -> SaveAnswer | None:
        """What the index of copies says of it; None where that is older or not in there yet."""
        reply = self._index(url)
        if reply.status == 403:
            return _EXCLUDED
        found = self._newest(reply)
        oldest = self._clock.now() - within
        return found if found and found.memento_at and found.memento_at >= oldest else None

    def _index(self, url: str, **more: str) -> Reply:
        """Of copies: its last row alone, below a row of names; nothing at all where none is."""
        query = {"url": url, "output": "json", "fl": "timestamp,original", "limit": "-1"}
        return self._service.get("/cdx/search/cdx", query | {"filter": "statuscode:200"} | more)

    def _newest(self, reply: Reply) -> SaveAnswer | None:
        rows = reply.value
        if not (isinstance(rows, list) and len(rows) > 1 and isinstance(rows[-1], list)):
            return None
        return self._copy(*rows[-1][:2]) if len(rows[-1]) > 1 else None

    def _copy(self, stamp: Any, original: Any) -> SaveAnswer | None:
        """A copy that is there; None where the answer does not say which."""
        if not (isinstance(stamp, str) and isinstance(original, str)):
            return None
        if not (_STAMP.fullmatch(stamp) and stamp.isascii() and 0 < len(original) <= _LONGEST_URL):
            return None
        with suppress(ValueError):
            when = datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
            memento = f"{self._base}/web/{stamp}/{original}"
            return SaveAnswer(SaveKind.SAVED, "saved", memento_url=memento, memento_at=when)
        return None

    def _words(self, reply: Reply) -> str:
        return self._clean(str(reply["message"] or reply["status"] or ""))

    def _clean(self, said: str) -> str:
        return self._service.told(AnswerKind.DONE, said[:1_000]).said


def _code(reply: Reply) -> str:
    """`not-found` of `error:not-found`; empty where there is none."""
    code = reply["status_ext"]
    return code.removeprefix("error:")[:60] if isinstance(code, str) else ""


def _kind_of(code: str) -> SaveKind:
    """Codes that are not known are those of a page that may work later: the list grows."""
    if code in _BUSY:
        return SaveKind.LATER
    if code in _CLOSED:
        return SaveKind.CLOSED
    return SaveKind.NEVER if code in _NEVER else SaveKind.PAGE_LATER


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None

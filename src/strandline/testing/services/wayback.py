"""Save Page Now 2, as much of it as our links meet.

Written from "Save Page Now 2 Public API Docs" and from what its users have measured: names of jobs
follow from the address, faults come under status 200, the index of copies lags behind.
"""

import hashlib
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from strandline.testing.services.server import Asked

ACCESS_KEY, SECRET_KEY = "wayback-access-canary", "wayback-secret-canary"
#: Answered with a page for people instead of JSON.
PAGE_FOR_PEOPLE = b"<!DOCTYPE html><title>Wayback Machine</title>"

#: Of a site that is left out, as the index of copies says it: no JSON.
EXCLUDED = (
    b"org.archive.util.io.RuntimeIOException: org.archive.wayback.exception."
    b"AdministrativeAccessControlException: Blocked Site Error\n"
)


class SavePageNow:
    """Jobs are done as soon as they are looked at, unless told otherwise.

    Attributes:
        captures: How often each address was captured.
        codes: Address → code with which its job ends.
        refusals: Address → code with which it is not even begun.
        excluded: Hosts that the index of copies does not speak of.
        silent: Addresses whose answer names no job.
        is_stuck: Jobs stay pending.
        is_forgetful: Jobs are not known any more.
        says_html: Everything is answered with a page for people.
        available: Sessions that are free.
        forms: What was asked for, as it was asked.
    """

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.captures: Counter[str] = Counter()
        self.codes: dict[str, str] = {}
        self.refusals: dict[str, str] = {}
        self.excluded: set[str] = set()
        self.silent: set[str] = set()
        self.is_stuck = self.is_forgetful = self.says_html = False
        self.available, self.used, self.limit = 3, 0, 30_000
        self.forms: list[dict[str, list[str]]] = []
        self._copies: dict[str, datetime] = {}
        self._jobs: dict[str, str] = {}

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        if asked.headers.get("authorization") != f"LOW {ACCESS_KEY}:{SECRET_KEY}":
            return 401, {"message": "You need to be logged in to use Save Page Now."}
        if self.says_html:
            return 200, PAGE_FOR_PEOPLE
        if asked.path == "/save/status/user":
            free = {"available": self.available, "processing": 0}
            return 200, free | {"daily_captures": self.used, "daily_captures_limit": self.limit}
        if asked.path.startswith("/save/status/"):
            return self._status(asked.path.rpartition("/")[2])
        if asked.path == "/cdx/search/cdx":
            return self._index(asked.query["url"][0], asked.query.get("to", ["9"])[0])
        if (asked.method, asked.path) == ("POST", "/save"):
            return self._save(parse_qs(asked.body.decode()))
        return 404, {"message": "not found"}

    def copy_from_elsewhere(self, url: str, when: datetime) -> None:
        """Somebody else has had it saved."""
        self._copies[url] = when

    @property
    def made(self) -> list[str]:
        """Addresses, once for each capture."""
        return list(self.captures.elements())

    def _save(self, form: dict[str, list[str]]) -> tuple[int, Any]:
        self.forms.append(form)
        url = form["url"][0]
        job = f"spn2-{hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()}"
        if url in self.refusals:
            code = self.refusals[url]
            return 200, {"status": "error", "status_ext": code, "message": "Not this one."}
        told = {"url": url, "job_id": job}
        within = timedelta(seconds=int(form["if_not_archived_within"][0]))
        if url in self._copies and self.now - self._copies[url] < within:
            told["message"] = "The same snapshot had been made a while ago."
        elif url not in self.codes:
            self._capture(url)
        self._jobs[job] = url
        if url in self.silent:
            del told["job_id"]
        return 200, told

    def _capture(self, url: str) -> None:
        self.captures[url] += 1
        self.used += 1
        self._copies[url] = self.now

    def _status(self, job: str) -> tuple[int, Any]:
        if self.is_forgetful or job not in self._jobs:
            return 404, {"message": "There is no such job."}
        url = self._jobs[job]
        if self.is_stuck:
            return 200, {"status": "pending", "job_id": job, "resources": []}
        if url in self.codes:
            told = {"status_ext": self.codes[url], "message": "It could not be captured."}
            return 200, {"status": "error", "job_id": job} | told
        done = {"status": "success", "original_url": url, "http_status": 200}
        return 200, done | {"job_id": job, "timestamp": _stamp(self._copies[url])}

    def _index(self, url: str, until: str) -> tuple[int, Any]:
        """The last row, below one of names; no row where there is no copy."""
        if urlsplit(url).hostname in self.excluded:
            return 403, EXCLUDED
        if url not in self._copies or _stamp(self._copies[url]) > until:
            return 200, []
        return 200, [["timestamp", "original"], [_stamp(self._copies[url]), url]]


def _stamp(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%d%H%M%S}"

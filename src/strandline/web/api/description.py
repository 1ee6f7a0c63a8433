"""What the API says of itself: OpenAPI 3.1, made from the routes, completed by what all share."""

import json
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from strandline.model.accounts import Right
from strandline.web.api.problems import MEDIA_TYPE, PROBLEMS, Problem
from strandline.web.api.routing import RIGHT, ROOT

#: Where it is.
OPENAPI = f"{ROOT}/openapi.json"
#: Of the API, not of the program: raised where something that was there changes.
VERSION = "1.0"

_ABOUT = """Every read of the pages and every act of the desk.

Lists are read page by page: `next` is the address of the next page, null on the last. Times are ISO
8601 in UTC. Refusals are `application/problem+json` (RFC 9457). Answers to reads have an `ETag`;
`If-None-Match` is answered with 304."""

_TAGS = {
    "articles": "One URL each: where it was seen, what became of it, what is kept.",
    "stories": "Articles that tell the same news, once.",
    "digests": "Editions.",
    "editions": "The edition desk: drafts, edits, approval.",
    "sources": "What is read.",
    "search": "All articles, by any word.",
    "archive": "What is kept, found by any word.",
    "delivery": "Who is sent editions by mail.",
    "own": "A reader's own edition and history.",
    "accounts": "Who may do what, and what they did.",
}

_HEADERS: dict[str, tuple[str, str]] = {
    "RateLimit": ("Requests left, and seconds until they are given anew.", '"address";r=599;t=42'),
    "RateLimit-Policy": ("Requests a minute, by address and by token.", '"address";q=600;w=60'),
    "ETag": ("Validator for `If-None-Match`.", '"5d41402abc4b2a76b9719d911017c592"'),
    "Retry-After": ("Seconds to wait.", "42"),
}
_ALWAYS = ("RateLimit", "RateLimit-Policy")


def describe(app: FastAPI) -> dict[str, Any]:
    """The description; made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _complete(
            get_openapi(
                title="Strandline",
                version=VERSION,
                summary="Every story once, every link kept.",
                description=_ABOUT,
                routes=app.routes,
                tags=[{"name": name, "description": text} for name, text in _TAGS.items()],
                license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
            )
        )
    return app.openapi_schema


def document_of(description: dict[str, Any]) -> bytes:
    """It as the file that is kept beside the reference pages."""
    return (json.dumps(description, indent=1, ensure_ascii=False) + "\n").encode()


def _complete(document: dict[str, Any]) -> dict[str, Any]:
    parts = document.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= problem.pop("$defs", {})
    schemas["Problem"] = problem
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    parts["headers"] = {
        name: {"description": text, "schema": {"type": "string", "examples": [example]}}
        for name, (text, example) in _HEADERS.items()
    }
    parts["securitySchemes"] = _SECURITY
    parts["responses"] = {name: _problem(status, text) for status, (name, text) in PROBLEMS.items()}
    parts["responses"]["NotModified"] = {
        "description": "What was asked for is what `If-None-Match` names.",
        "headers": _headers("ETag"),
    }
    for path, method, operation in _operations(document):
        _complete_operation(path, method, operation)
    parts["schemas"] = dict(sorted(schemas.items()))
    return document


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _complete_operation(path: str, method: str, operation: dict[str, Any]) -> None:
    """What every operation of its kind may answer, and the headers that come with it."""
    answers = operation["responses"]
    answers.pop("422", None)
    is_read = method == "get"
    for code, answer in answers.items():
        is_kept = is_read and code == "200"
        answer["headers"] = _headers(*(["ETag"] if is_kept else [])) | answer.get("headers", {})
    if is_read:
        answers["304"] = {"$ref": "#/components/responses/NotModified"}
        operation.setdefault("parameters", []).append(_IF_NONE_MATCH)
    right = operation.pop(RIGHT)
    is_open = right == Right.PUBLIC.value
    if not is_open:
        operation["security"] = [{"token": [right]}, {"session": [right]}]
    for code in _codes(path, method, operation, is_open=is_open):
        answers[code] = {"$ref": f"#/components/responses/{PROBLEMS[int(code)][0]}"}
    operation["responses"] = dict(sorted(answers.items()))


def _codes(path: str, method: str, operation: dict[str, Any], *, is_open: bool) -> Iterator[str]:
    yield from ("429", "500", "503")
    if not is_open:
        yield from ("401", "403")
    if method != "get":
        yield from ("404", "409", "422")
    if "{" in path or "/me/" in path:  # not everybody has an edition of their own
        yield "404"
    if any(one["in"] == "query" for one in operation.get("parameters", ())):
        yield "422"
    if "requestBody" in operation:
        yield from ("400", "413", "415", "422")


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, *_ALWAYS)}


def _problem(status: int, text: str) -> dict[str, Any]:
    return {
        "description": text,
        "headers": _headers(*(["Retry-After"] if status in {429, 503} else [])),
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


_SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token with the right in its scope; made under `/account`.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "A browser that is signed in (over https the cookie is `__Host-session`); "
        "writes come from our own pages only.",
    },
}
_IF_NONE_MATCH: dict[str, Any] = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The `ETag` of an answer that is held already.",
    "schema": {"type": "string"},
}

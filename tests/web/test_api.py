"""The API: reads, pages of lists, refusals, quotas, and what it says of itself."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.ports import Store
from strandline.web.api.cursors import ID, read_cursor, write_cursor
from strandline.web.api.description import document_of

DESCRIPTION = Path(__file__).parents[2] / "docs/reference/openapi.json"
#: Lists that have pages, with the key of their rows and their names.
LISTS = {
    "/articles": ("articles", "article_uuid"),
    "/recent": ("stories", "article_uuid"),
    "/stories?all=1": ("stories", "story_id"),
    "/digests": ("digests", "digest_id"),
    "/sources": ("sources", "source_uuid"),
    "/archive": ("links", "article_uuid"),
}


def v1(path: str) -> str:
    return f"/api/v1{path}"


def test_the_description_is_the_one_in_the_repository(
    page: Any, request: pytest.FixtureRequest
) -> None:
    """What is served, what the code makes, and the file beside the reference pages are one.

    `pytest tests/web/test_api.py --update-golden` writes the file anew.
    """
    served = page.get(v1("/openapi.json"))
    if request.config.getoption("--update-golden"):
        DESCRIPTION.write_bytes(served.content)
    assert served.content == DESCRIPTION.read_bytes()
    assert document_of(served.json()) == served.content
    assert served.json()["openapi"].startswith("3.1")


def test_every_answer_of_the_description_has_a_form() -> None:
    """References can be followed; every operation and every field of an answer is described."""
    document = json.loads(DESCRIPTION.read_bytes())
    for kind, name in re.findall(r'"#/components/(\w+)/([\w-]+)"', json.dumps(document)):
        assert name in document["components"][kind]
    operations = [one for item in document["paths"].values() for one in item.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert operation["description"], operation["operationId"]
        assert operation["tags"][0] in {tag["name"] for tag in document["tags"]}
        assert {"429", "500", "503"} <= set(operation["responses"])


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_read_page_by_page(page: Any, path: str) -> None:
    """Pages of one row hold, in order, what a page of all rows holds; the last has no `next`."""
    rows, name = LISTS[path]
    whole = page.get(v1(path)).json()
    assert whole["next"] is None
    assert whole[rows]
    following, met = v1(path) + ("&" if "?" in path else "?") + "limit=1", []
    while following:
        answer = page.get(following).json()
        met += [row[name] for row in answer[rows]]
        following = answer["next"]
    assert met == [row[name] for row in whole[rows]]


def test_what_is_listed_can_be_read(page: Any) -> None:
    """Each row's id leads to the whole of it."""
    for path, rows, name in (
        ("/articles", "articles", "article_uuid"),
        ("/stories", "stories", "story_id"),
        ("/digests", "digests", "digest_id"),
        ("/sources", "sources", "source_uuid"),
    ):
        (row, *_) = page.get(v1(path)).json()[rows]
        whole = page.get(v1(f"{path}/{row[name]}"))
        assert whole.status_code == 200
        assert row.items() <= whole.json().items()


def test_an_article_tells_its_whole_way(page: Any) -> None:
    """Aliases, mentions with the quotation marked, editions for everybody, story, captures."""
    uuid = next(
        row["article_uuid"]
        for row in page.get(v1("/articles")).json()["articles"]
        if row["title"].startswith("Ferry line")
    )
    whole = page.get(v1(f"/articles/{uuid}")).json()
    assert [alias["url"] for alias in whole["aliases"]] == ["https://hrbr.example/k3x"]
    assert sorted(mention["in_quote"] for mention in whole["mentions"]) == [False, True]
    assert [edition["digest_id"] for edition in whole["shown"]] == ["edition1"]
    assert whole["story"]["source_count"] == 2
    kept = page.get(v1(f"/articles/{uuid}/captures")).json()
    assert {"screenshot", "text", "warc"} <= {file["kind"] for file in kept["files"]}
    assert [job["status"] for job in kept["jobs"]] == ["failed", "succeeded"]
    assert page.get(kept["files"][0]["address"]).status_code == 200


def test_nothing_private_is_read(page: Any) -> None:
    """No edition of a single reader, no key in a source's address."""
    assert page.get(v1("/digests/private1")).status_code == 404
    everything = "".join(page.get(v1(path)).text for path in LISTS)
    assert "private1" not in everything
    assert "s3cr3t-canary" not in everything


def test_words_are_found_in_the_archive(page: Any) -> None:
    """`q=` narrows the list and marks where; `next` keeps the words."""
    (found,) = page.get(v1("/archive?q=seven")).json()["links"]
    assert "seven" in found["snippet"]
    assert page.get(v1("/archive?q=nothing-like-it")).json()["links"] == []


def test_what_is_the_same_is_not_sent_again(page: Any) -> None:
    """`If-None-Match` is answered with 304 and no body."""
    for path in (*LISTS, "/stats", "/openapi.json"):
        tag = page.get(v1(path)).headers["etag"]
        again = page.get(v1(path), if_none_match=tag)
        assert (again.status_code, again.content) == (304, b""), path


@pytest.mark.parametrize(
    "text",
    [
        "AAAA",
        "yesterday",
        "A" * 401,
        "%00",
        "%ED%A0%80",
        "..%2F",
        "=",
        "1' OR '1'='1",
    ],
)
def test_a_cursor_that_is_none_is_refused(page: Any, text: str) -> None:
    """It is named; the database is not asked."""
    for path in LISTS:
        answer = page.get(v1(path) + ("&" if "?" in path else "?") + f"cursor={text}")
        assert answer.status_code == 422, path
        assert [error["name"] for error in answer.json()["errors"]] == ["cursor"]


def test_a_cursor_of_another_list_or_choice_is_refused(page: Any) -> None:
    """A place in one list means nothing in another."""
    following = page.get(v1("/articles?limit=1&language=en")).json()["next"]
    cursor = following.rpartition("cursor=")[2]
    assert page.get(v1(f"/articles?language=en&cursor={cursor}")).status_code == 200
    for path in ("/articles?", "/articles?language=fr&", "/recent?language=en&", "/digests?"):
        assert page.get(v1(f"{path}cursor={cursor}")).status_code == 422, path


@given(
    st.from_regex(r"[A-Za-z0-9_.-]{1,64}", fullmatch=True),
    st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
)
def test_a_cursor_comes_back_as_it_went(place: str, choice: dict[str, str]) -> None:
    """Whatever the place and the choice."""
    text = write_cursor("list", choice, place)
    assert read_cursor(text, "list", choice, ID) == place
    assert re.fullmatch(r"[A-Za-z0-9_-]+", text)


@pytest.mark.parametrize(
    "place",
    [
        None,
        [],
        10**30,
        -(10**30),
        1.5,
        "\x00",
        "a" * 100,
        ["2026-03-04T07:00:00Z", "A_\x00"],
        ["2026-03-04T07:00:00", "A_1"],
        ["9999-12-31T23:59:59-14:00", "A_1"],
        [1e300, "A_1"],
        "9999-12-31T23:59:59-14:00",
        {"a": 1},
    ],
    ids=repr,
)
def test_a_forged_cursor_is_refused(page: Any, place: object) -> None:
    """Whoever has read how they are sealed still gets nothing past the border."""
    for path, name in (
        ("/articles?", "articles"),
        ("/recent?", "recent"),
        ("/stories?all=1&", "stories"),
        ("/digests?", "digests"),
        ("/sources?", "sources"),
        ("/archive?", "archive"),
        ("/threads?", "threads"),
    ):
        choice = {"all": "1"} if name == "stories" else {}
        answer = page.get(v1(f"{path}cursor={write_cursor(name, choice, place)}"))
        assert answer.status_code == 422, path


@pytest.mark.parametrize(
    ("path", "status", "names"),
    [
        ("/articles?limit=0", 422, ["limit"]),
        ("/articles?limit=99999999999999999999", 422, ["limit"]),
        ("/articles?limit=1e3", 422, ["limit"]),
        ("/articles?language=%00", 422, ["language"]),
        ("/articles?source=a%00b&limit=-1", 422, ["source", "limit"]),
        ("/archive?since=2026-02-31", 422, ["since"]),
        ("/archive?status=lost", 422, ["status"]),
        ("/articles/A_0000000000000000", 404, []),
        ("/articles/A_0000000000000000/captures", 404, []),
        ("/articles/%00", 404, []),
        ("/stories/A_%ED%A0%80", 404, []),
        ("/digests/no%0D%0ASet-Cookie:%20a=b", 404, []),
        ("/sources/W_RSS_99", 404, []),
        ("/nothing", 404, []),
    ],
)
def test_a_refusal_is_a_problem(page: Any, path: str, status: int, names: list[str]) -> None:
    """With the names of what was not understood, and never what was sent."""
    answer = page.get(v1(path))
    told = answer.json()
    assert (answer.status_code, told["status"]) == (status, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert [error["name"] for error in told["errors"]] == names
    assert told["detail"]
    assert told["title"]
    assert "set-cookie" not in answer.headers


def test_any_words_are_a_query(page: Any) -> None:
    """NUL, lone surrogates, operators of the search: found or refused, never a fault."""
    for words in ("%00", "%ED%A0%80", '"*" NEAR(', "%27%22--", "%F0%9F%8C%8A", "a" * 1_999):
        assert page.get(v1(f"/archive?q={words}")).status_code == 200, words
    assert page.get(v1("/archive?q=" + "a" * 2_001)).status_code == 422


def test_another_method_is_refused_with_those_there_are(page: Any) -> None:
    """405 names what is allowed."""
    answer = page.client.request("PATCH", v1("/articles"))
    assert answer.status_code == 405
    assert answer.headers["content-type"] == "application/problem+json"
    assert "GET" in answer.headers["allow"]


def test_head_is_a_read_without_its_body(page: Any) -> None:
    """The same headers."""
    one, other = page.get(v1("/articles")), page.client.head(v1("/articles"))
    assert other.content == b""
    assert other.headers["etag"] == one.headers["etag"]


def test_addresses_from_before_the_version_lead_on(page: Any) -> None:
    """They are moved for good, with their query; a foreign host cannot be made of them."""
    answer = page.get("/api/stories?limit=1")
    assert answer.status_code == 308
    assert answer.headers["location"] == "/api/v1/stories?limit=1"
    assert page.get("/api//evil.example/stories").status_code == 404


@pytest.fixture
def counted(serve: Callable[..., Any], seeded: Store) -> Any:
    """A page whose API may be asked three times a minute by address, twice by token."""
    return serve(seeded, api_per_address=3, api_per_token=2)


def test_who_asks_too_often_is_told_when_to_go_on(counted: Any) -> None:
    """Each answer says what is left; beyond, 429 with `Retry-After`; the next minute is new."""
    left = [counted.get(v1("/stats")).headers["ratelimit"] for _ in range(3)]
    assert left == ['"address";r=2;t=60', '"address";r=1;t=60', '"address";r=0;t=60']
    refused = counted.get(v1("/stats"))
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "60"
    assert refused.headers["ratelimit-policy"] == '"address";q=3;w=60'
    assert refused.json()["title"] == "Too Many Requests"
    assert counted.get("/about").status_code == 200
    counted.clock.advance(timedelta(minutes=1))
    assert counted.get(v1("/stats")).status_code == 200


def test_a_token_has_a_quota_of_its_own(counted: Any) -> None:
    """A wrong one counts as well, and each counts for its address."""
    headers = [
        counted.get(v1("/stats"), authorization=f"Bearer {name}").headers["ratelimit"]
        for name in ("one", "one", "one")
    ]
    assert [re.findall(r"r=(\d)", told) for told in headers] == [["2", "1"], ["1", "0"], ["0", "0"]]
    assert counted.get(v1("/stats"), authorization="Bearer other").status_code == 429


def test_a_body_is_bounded_and_json(page: Any) -> None:
    """Ten megabytes are refused before they are read, and so is what is no JSON."""
    path, kind = v1("/articles"), {"content-type": "application/json"}
    long = page.client.post(path, content=b"[" * 10_000_000, headers=kind)
    assert (long.status_code, long.json()["title"]) == (413, "Content Too Large")
    form = page.client.post(path, data={"a": "b"})
    assert form.status_code == 415


def test_what_is_not_there_is_not_there_for_any_method(page: Any) -> None:
    """404, not a word of methods."""
    for method in ("GET", "POST", "DELETE"):
        assert page.client.request(method, v1("/nothing")).status_code == 404

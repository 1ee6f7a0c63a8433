"""The replay's origin: what it gives out, under which policy, and what it does not."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from strandline.model.archive import ArtifactKind, CaptureOutcome
from strandline.model.errors import ConfigError, StrandlineError
from strandline.ports import RecordedAnswer
from strandline.settings import Settings
from strandline.testing.documents import png
from strandline.web.replay.fence import HEADERS, POLICY
from strandline.web.replay.records import Record
from strandline.web.replayed import replay_address
from strandline.web.server import run_in_thread

URL = "https://courier.example/town/bridge"
PAGE = (
    b"<!doctype html><title>Bridge</title><link rel=stylesheet href=/look.css>"
    b"<h1>As sent</h1><img src=/boat.png><img src=/lies.png><iframe src=/frame></iframe>"
    b"<a href=/frame>inside</a><a href=https://elsewhere.example/>outside</a><script>x()</script>"
)
DOM = PAGE.replace(b"As sent", b"After its scripts")
ANSWERS = (
    (URL, "text/html", PAGE),
    ("https://courier.example/look.css", "text/css", b"h1{background:url(boat.png)}"),
    ("https://courier.example/boat.png", "image/png", png()),
    ("https://courier.example/lies.png", "image/png", b"<html><script>alert(1)</script>"),
    ("https://courier.example/frame", "text/html", b"<p>framed<script>alert(1)</script>"),
    ("https://courier.example/app.js", "text/javascript", b"alert(1)"),
    ("https://courier.example/font", "font/ttf", b"\x00\x01\x00\x00" + bytes(20)),
)


@pytest.fixture(scope="module")
def vault(one_vault: Any) -> Any:
    return one_vault


@pytest.fixture(scope="module")
def kept(vault: Any) -> dict[ArtifactKind, Any]:
    """A page with its record and what its scripts made of it."""
    article = vault.link(URL)
    found: dict[ArtifactKind, Any] = vault.keep(
        article,
        (ArtifactKind.RAW, "fetch/raw.html", PAGE, "text/html"),
        (ArtifactKind.DOM, "render/dom.html", DOM, "text/html"),
        (ArtifactKind.WARC, "warc/page.warc.gz", vault.warc(*ANSWERS), "application/warc"),
        (ArtifactKind.TEXT, "text/extracted.txt", b"As sent", "text/plain"),
    )
    return found


@pytest.fixture(scope="module")
def page(one_page: Any) -> Any:
    return one_page


def replayed(page: Any, path: str) -> httpx2.Response:
    """What the replay's origin answers."""
    return httpx2.get(f"{page.replay}{path}", timeout=30, trust_env=False)


def test_the_replay_has_an_origin_of_its_own(page: Any) -> None:
    """Another port; neither gives out what is the other's."""
    assert page.replay
    assert page.replay != page.server.url
    assert replayed(page, "/").status_code == 404
    assert replayed(page, "/archive").status_code == 404
    assert page.get("/replay/1/").status_code == 404


def test_the_page_frames_the_replay_and_nothing_else(
    page: Any, kept: dict[ArtifactKind, Any]
) -> None:
    """One frame, sandboxed; the policy lets it show nothing but the replay; the WACZ is offered."""
    uuid = kept[ArtifactKind.DOM].article_uuid
    answer = page.get(f"/articles/{uuid}/replay")
    (frame,) = re.findall(r"<iframe[^>]*>", answer.text)
    assert ' sandbox="allow-same-origin" ' in frame
    assert f'src="{page.replay}/replay/{kept[ArtifactKind.DOM].artifact_id}/"' in frame
    policy = answer.headers["content-security-policy"]
    assert re.findall(r"frame-src ([^;]+)", policy) == [page.replay]
    assert "script" not in policy
    assert f"/artifacts/{kept[ArtifactKind.WARC].artifact_id}/wacz" in answer.text
    assert "ReplayWeb.page" in answer.text


def test_the_record_is_given_out_as_a_package(page: Any, kept: dict[ArtifactKind, Any]) -> None:
    """A download with the page and all that it loads; the browser keeps it; HEAD makes none."""
    path = f"/artifacts/{kept[ArtifactKind.WARC].artifact_id}/wacz"
    answer = page.get(path)
    assert answer.headers["content-type"] == "application/wacz"
    name = f'attachment; filename="{kept[ArtifactKind.WARC].article_uuid}.wacz"'
    assert answer.headers["content-disposition"] == name
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert int(answer.headers["content-length"]) == len(answer.content)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as package:
        assert package.testzip() is None
        listed = json.loads(package.read("pages/pages.jsonl").splitlines()[1])
    assert listed["url"] == URL
    tag = {"if-none-match": answer.headers["etag"]}
    assert page.client.get(path, headers=tag).status_code == 304
    head = page.client.head(path)
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("kind", [ArtifactKind.DOM, ArtifactKind.TEXT])
def test_only_records_are_packed(
    page: Any, kept: dict[ArtifactKind, Any], kind: ArtifactKind
) -> None:
    """Other files, and ids of nothing, have no package."""
    assert page.get(f"/artifacts/{kept[kind].artifact_id}/wacz").status_code == 404
    assert page.get("/artifacts/999999/wacz").status_code == 404


def test_a_package_of_a_record_that_is_gone_is_not_there(page: Any, vault: Any) -> None:
    """The object was removed from the store: 404, as for the file itself."""
    record = (ArtifactKind.WARC, "warc/page.warc.gz", vault.warc(*ANSWERS), "application/warc")
    (gone,) = vault.keep(vault.link("https://courier.example/no-record"), record).values()
    vault.blobs.delete([gone.key])
    assert page.get(f"/artifacts/{gone.artifact_id}/wacz").status_code == 404


def test_the_page_as_sent_comes_out_of_the_record(page: Any, kept: dict[ArtifactKind, Any]) -> None:
    """`?sent=1` frames the record instead of the page after its scripts."""
    uuid = kept[ArtifactKind.DOM].article_uuid
    text = page.get(f"/articles/{uuid}/replay?sent=1").text
    assert f"/replay/{kept[ArtifactKind.WARC].artifact_id}/" in text


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        (ArtifactKind.DOM, "After its scripts"),
        (ArtifactKind.WARC, "As sent"),
        (ArtifactKind.RAW, "As sent"),
    ],
)
def test_a_page_loads_from_its_record_and_does_nothing(
    page: Any, kept: dict[ArtifactKind, Any], kind: ArtifactKind, heading: str
) -> None:
    """Pictures, sheets, frames and links within the record lead there; scripts are gone."""
    answer = replayed(page, f"/replay/{kept[kind].artifact_id}/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    text = answer.text
    assert heading in text
    assert '<link rel="stylesheet" href="1">' in text
    assert '<img src="2">' in text
    assert '<iframe src="4" sandbox="allow-same-origin">' in text
    assert '<a href="4">inside</a>' in text
    assert "https://elsewhere.example/" not in re.findall(r'href="([^"]*)"', text)
    assert "<script" not in text


@pytest.mark.parametrize(
    ("number", "content_type", "body"),
    [
        (1, "text/css; charset=utf-8", b'h1{background:url("2")}'),
        (2, "image/png", png()),
        (3, "text/html; charset=utf-8", b"<html>"),
        (4, "text/html; charset=utf-8", b"<p>framed"),
        (6, "font/ttf", b"\x00\x01\x00\x00" + bytes(20)),
    ],
)
def test_parts_are_given_out_as_what_they_are(
    page: Any, kept: dict[ArtifactKind, Any], number: int, content_type: str, body: bytes
) -> None:
    """By their bytes: HTML that was sent as a picture is a page, and one without its scripts."""
    answer = replayed(page, f"/replay/{kept[ArtifactKind.DOM].artifact_id}/{number}")
    assert answer.headers["content-type"] == content_type
    assert answer.content == body


def test_scripts_are_not_given_out(page: Any, kept: dict[ArtifactKind, Any]) -> None:
    """Not even as text."""
    assert replayed(page, f"/replay/{kept[ArtifactKind.DOM].artifact_id}/5").status_code == 404


@pytest.mark.parametrize("path", ["{dom}/", "{dom}/1", "{dom}/2", "{dom}/5", "{text}/", "x", "0/"])
def test_every_answer_of_the_replay_carries_its_policy(
    page: Any, kept: dict[ArtifactKind, Any], path: str
) -> None:
    """Pages, parts and refusals; no cookie is ever set."""
    ids = {kind.value: artifact.artifact_id for kind, artifact in kept.items()}
    answer = replayed(page, f"/replay/{path.format(**ids)}")
    for name, value in HEADERS:
        assert answer.headers[name] == value
    assert "set-cookie" not in answer.headers
    assert POLICY.startswith("sandbox allow-same-origin; default-src 'none'")
    assert "script" not in POLICY, "with scripts, the origin would be a right"


@pytest.mark.parametrize("kind", [ArtifactKind.PDF, ArtifactKind.RAW])
def test_only_pages_are_replayed(vault: Any, page: Any, kind: ArtifactKind) -> None:
    """Other files have no replay; a page that is none is an empty document."""
    article = vault.link("https://courier.example/file")
    kept = vault.keep(article, (kind, "fetch/raw.bin", b"\0\1\2", "application/octet-stream"))
    answer = replayed(page, f"/replay/{kept[kind].artifact_id}/")
    assert answer.status_code == (404 if kind is ArtifactKind.PDF else 200)
    assert "\x00" not in answer.text


def test_a_block_page_is_not_replayed_in_the_pages_place(vault: Any, page: Any) -> None:
    """What stood in the page's place is a download; the replay says that there is nothing."""
    article = vault.link("https://walled.example/x")
    raw = (ArtifactKind.RAW, "fetch/raw.html", b"<p>prove that you are human", "text/html")
    vault.keep(article, raw, outcome=CaptureOutcome.BLOCKED)
    text = page.get(f"/articles/{article.article_uuid}/replay").text
    assert "<iframe" not in text
    assert "Nothing that could be replayed" in text


def test_files_that_are_gone_end_in_words(page: Any, vault: Any) -> None:
    """An object store that lost them is no crash."""
    article = vault.link("https://courier.example/gone")
    (gone,) = vault.keep(article, (ArtifactKind.DOM, "render/dom.html", DOM, "text/html")).values()
    vault.blobs.delete([gone.key])
    answer = replayed(page, f"/replay/{gone.artifact_id}/")
    assert answer.status_code == 503
    assert str(vault.folder) not in answer.text


def test_without_an_object_store_there_is_no_replay(
    vault: Any, serve: Callable[..., Any], kept: dict[ArtifactKind, Any]
) -> None:
    """The page says how to get one."""
    page = serve(vault.store)
    uuid = kept[ArtifactKind.DOM].article_uuid
    assert page.replay == ""
    assert "REPLAY_BASE_URL" in page.get(f"/articles/{uuid}/replay").text
    assert "/replay" not in page.get(f"/articles/{uuid}").text


@pytest.mark.parametrize(
    ("web", "address"),
    [
        ({}, "http://127.0.0.1:9"),
        ({"host": "::1"}, "http://[::1]:9"),
        ({"host": "0.0.0.0"}, ""),  # noqa: S104 - a setting, not bound
        ({"base_url": "http://news.example:8400/"}, "http://news.example:9"),
        ({"base_url": "https://news.example"}, ""),
        ({"replay_base_url": "https://kept.example/"}, "https://kept.example"),
        (
            {"base_url": "https://news.example", "replay_base_url": "https://news.example:8443"},
            "https://news.example:8443",
        ),
    ],
)
def test_the_address_of_the_replay_comes_from_the_settings(
    web: dict[str, str], address: str
) -> None:
    """Set, or derived where that is certain; behind https a bare port is no address."""
    settings = Settings.model_validate({"web": web}).web
    assert replay_address(settings, 9) == address
    assert settings.has_replay is bool(address)


@pytest.mark.parametrize("own", ["https://news.example", "https://news.example:443/kept/"])
def test_the_pages_own_origin_is_refused_as_the_replays(own: str) -> None:
    """A path below the page is the same origin: it would undo the fence."""
    web = {"base_url": "https://news.example/", "replay_base_url": own}
    with pytest.raises(ConfigError, match="same origin"):
        replay_address(Settings.model_validate({"web": web}).web, 9)


def test_a_port_for_the_replay_that_is_taken_is_named(
    vault: Any, serve: Callable[..., Any]
) -> None:
    """A port that was chosen is not silently changed; the advice names its setting."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """Never asked."""

    other = run_in_thread(nothing, "127.0.0.1", 0)
    try:
        with pytest.raises(StrandlineError, match="already in use") as caught:
            serve(vault.store, vault.blobs, replay_port=other.port)
        assert "REPLAY_PORT" in str(caught.value)
    finally:
        other.stop()


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("sign?q=港", "https://courier.example/town/sign?q=%8D`"),
        ("sign?q=日本", "https://courier.example/town/sign?q=%93%FA%96%7B"),
        ("港.png", "https://courier.example/town/%E6%B8%AF.png"),
        ("\\a b\n.png#part", "https://courier.example/a%20b.png"),
        ("//COURIER.example:443/x/../y", "https://courier.example/y"),
    ],
)
def test_addresses_are_found_as_browsers_ask_for_them(address: str, asked: str) -> None:
    """A query in the encoding of its document, all else in UTF-8, spelled by the standard."""
    record = Record([RecordedAnswer(number=4, url=asked, status=200, content_type="image/png")])
    assert record.resolver(URL, "cp932")(address, "image") == "4"


def test_a_text_is_shown_as_one(vault: Any, page: Any) -> None:
    """A page that is plain text has no document: its record is shown, in its encoding."""
    url = "https://courier.example/notes.txt"
    record = vault.warc((url, "text/plain; charset=windows-1251", "Паром <b>".encode("cp1251")))
    kept = vault.keep(
        vault.link(url), (ArtifactKind.WARC, "warc/page.warc.gz", record, "application/warc")
    )
    answer = replayed(page, f"/replay/{kept[ArtifactKind.WARC].artifact_id}/")
    assert (answer.headers["content-type"], answer.text) == (
        "text/plain; charset=utf-8",
        "Паром <b>",
    )


def test_a_frame_of_old_rules_is_given_out(vault: Any, page: Any) -> None:
    """Under its number in the page, under the same policy; there are no others."""
    seen = (b"<!DOCTYPE html><iframe srcdoc='<p>old'></iframe>", "text/html")
    article = vault.link("https://courier.example/framed")
    kept = vault.keep(article, (ArtifactKind.SNAPSHOT, "render/snapshot.html", *seen))
    address = f"/replay/{kept[ArtifactKind.SNAPSHOT].artifact_id}"
    assert 'src="frame-1"' in replayed(page, f"{address}/").text
    answer = replayed(page, f"{address}/frame-1")
    assert (answer.text, answer.headers["content-security-policy"]) == ("<p>old", POLICY)
    assert replayed(page, f"{address}/frame-2").status_code == 404
    assert replayed(page, f"{address}/frame-x").status_code == 404

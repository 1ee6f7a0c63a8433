"""Exports of other programs: each is recognised by itself, and gives links, times and words."""

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.core.imports import PRODUCTS, document, read_export
from strandline.core.imports.saved import moment
from strandline.model.errors import ParseError
from strandline.model.imports import Saved

URL = "https://paper.example/ferry"
ADDED = datetime(2024, 3, 1, 9, 30, tzinfo=UTC)
READ = datetime(2024, 3, 4, 18, 0, tzinfo=UTC)
SECONDS = int(ADDED.timestamp())
NETSCAPE = f"""<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="{SECONDS}">Bookmarks bar</H3>
    <DL><p>
        <DT><H3>Harbour</H3>
        <DL><p>
            <DT><A HREF="{URL}" ADD_DATE="{SECONDS}" TAGS="boats,winter"
                TOREAD="0">Ferry &amp; ice</A>
            <DD>A note under it
        </DL><p>
        <DT><A HREF="javascript:alert(1)">A script</A>
    </DL><p>
</DL><p>
"""
POCKET_HTML = f"""<!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1>
<ul><li><a href="https://paper.example/new" time_added="{SECONDS}" tags="">New</a></li></ul>
<h1>Read Archive</h1>
<ul><li><a href="{URL}" time_added="{SECONDS}" tags="boats,winter">Ferry &amp; ice</a></li></ul>"""
POCKET_CSV = (
    "title,url,time_added,tags,status\n"
    f'"Ferry & ice",{URL},{SECONDS},boats|winter,archive\n'
    f'"New, unread",https://paper.example/new,{SECONDS},,unread\n'
)


def zipped(packed: int = zipfile.ZIP_DEFLATED, **files: str) -> bytes:
    """A zip of texts; `_` stands for a dot in names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packed) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return target.getvalue()


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


TITLE, TAGS = "Ferry & ice", ("boats", "winter")
EXPORTS: dict[str, tuple[bytes, Saved]] = {
    "Karakeep": (
        as_json(
            {
                "bookmarks": [
                    {
                        "createdAt": SECONDS,
                        "title": TITLE,
                        "tags": TAGS,
                        "content": {"type": "link", "url": URL},
                        "note": "for later",
                        "archived": True,
                    },
                    {"createdAt": 1, "title": None, "tags": [], "content": {"type": "text"}},
                ]
            }
        ),
        Saved(URL, TITLE, ADDED, ADDED, TAGS, "for later"),
    ),
    "Linkwarden": (
        as_json(
            {
                "name": "ada",
                "collections": [
                    {
                        "name": "Harbour",
                        "links": [
                            {
                                "name": TITLE,
                                "url": URL,
                                "description": "for later",
                                "createdAt": "2024-03-01T09:30:00.000Z",
                                "tags": [{"id": 1, "name": "boats"}, {"name": "winter"}],
                            }
                        ],
                    }
                ],
            }
        ),
        Saved(URL, TITLE, ADDED, None, ("Harbour", *TAGS), "for later"),
    ),
    "wallabag": (
        as_json(
            [
                {
                    "is_archived": 1,
                    "is_starred": 0,
                    "tags": TAGS,
                    "title": TITLE,
                    "url": URL,
                    "created_at": "2024-03-01T10:30:00+01:00",
                    "archived_at": "2024-03-04T18:00:00+00:00",
                    "content": "<p>…</p>",
                }
            ]
        ),
        Saved(URL, TITLE, ADDED, READ, TAGS),
    ),
    "FreshRSS": (
        as_json(
            {
                "id": "user/-/state/org.freshrss/starred",
                "items": [
                    {
                        "title": TITLE,
                        "timestampUsec": f"{SECONDS}000000",
                        "alternate": [{"href": URL, "type": "text/html"}],
                        "categories": [
                            "user/-/state/com.google/starred",
                            "user/-/state/com.google/read",
                            "user/-/label/boats",
                            "user/-/label/winter",
                        ],
                    }
                ],
            }
        ),
        Saved(URL, TITLE, ADDED, ADDED, TAGS),
    ),
    "Miniflux": (
        as_json(
            {
                "total": 1,
                "entries": [
                    {
                        "feed_id": 1,
                        "status": "read",
                        "starred": True,
                        "url": URL,
                        "title": TITLE,
                        "created_at": "2024-03-01T09:30:00Z",
                        "changed_at": "2024-03-04T18:00:00Z",
                        "tags": ["winter"],
                        "feed": {"category": {"title": "boats"}},
                    }
                ],
            }
        ),
        Saved(URL, TITLE, ADDED, READ, TAGS),
    ),
    "Pocket": (
        zipped(part_csv=POCKET_CSV, annotations_png="x"),
        Saved(URL, TITLE, ADDED, ADDED, TAGS),
    ),
    "Bookmarks": (
        NETSCAPE.encode(),
        Saved(URL, TITLE, ADDED, ADDED, ("Harbour", *TAGS)),
    ),
}


def test_every_program_has_an_export_here() -> None:
    """A program that is added is tried."""
    assert set(EXPORTS) == {product.name for product in PRODUCTS}


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_recognised_and_read(name: str) -> None:
    """By its content alone one program takes it, with address, title, times and words."""
    body, first = EXPORTS[name]
    export = read_export(body)
    assert export.product is not None
    assert export.product.name == name
    assert next(link for link in export.links if link.url == URL) == first


def test_both_forms_of_pocket() -> None:
    """The page of before 2024 gives what the table gives."""
    page, table = (read_export(body.encode()).links for body in (POCKET_HTML, POCKET_CSV))
    assert {link.url: link.read_at for link in page} == {link.url: link.read_at for link in table}
    assert {link.url: link.tags for link in page} == {link.url: link.tags for link in table}


def test_a_zip_with_subscriptions_and_links() -> None:
    """FreshRSS's zip brings both."""
    starred = EXPORTS["FreshRSS"][0].decode()
    opml = '<?xml version="1.0"?><opml version="2.0"><body/></opml>'
    export = read_export(zipped(feeds_opml_xml=opml, starred_json=starred))
    assert len(export.lists) == len(export.links) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"PK\x03\x04 and nothing of a zip", "cannot be unpacked"),
        (b'{"bookmarks": [{"createdAt"', "begins as JSON and is broken"),
        (b"[" * 100_000, "begins as JSON and is broken"),
        (b'{"version": 3, "vaults": []}', "of no program that is known here"),
        (b"[1, 2, 3]", "of no program that is known here"),
        (b"<html><title>A page</title></html>", "of no program that is known here"),
        (b"name,address\nAda,London\n", "neither JSON, CSV, HTML nor OPML"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "neither JSON, CSV, HTML nor OPML"),
        (zipped(readme_txt="hello"), "holds no file with links"),
        (zipped(zipfile.ZIP_LZMA, a_json="[]"), "packed in a rare way"),
        (zipped(é_json="[]").replace("é".encode(), b"\xff\xff"), "cannot be unpacked"),
    ],
)
def test_what_cannot_be_read_is_said(body: bytes, said: str) -> None:
    """A broken file, or one of another program, ends in a sentence."""
    with pytest.raises(ParseError, match=said):
        read_export(body)


def test_a_bomb_is_refused_before_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small zip that unpacks to more than is read ends in a sentence, as a large file does."""
    monkeypatch.setattr(document, "MOST_BYTES", 2_000_000)
    for body in (zipped(a_json=" " * 3_000_000), b"[" + b" " * 3_000_000):
        with pytest.raises(ParseError, match="more than 2 MB"):
            read_export(body)


@pytest.mark.parametrize(
    "value", [None, "", "soon", -1, 0, "1e400", float("nan"), float("inf"), 10**400, [], "9999-99"]
)
def test_what_is_no_time_is_none(value: Any) -> None:
    """A time that makes no sense is left out, never an error."""
    assert moment(value) is None


NAMES = (
    *("bookmarks", "collections", "links", "items", "entries", "url", "alternate", "href"),
    *("content", "type", "tags", "name", "createdAt", "title", "is_archived", "is_starred"),
    *("status", "feed_id", "feed", "categories"),
)
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_TREES = st.recursive(
    _LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(NAMES),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=50)
@given(_TREES)
def test_any_json_is_read_or_refused(tree: Any) -> None:
    """Whatever stands where a text or a list should, there are links or a sentence."""
    try:
        export = read_export(json.dumps(tree).encode())
    except ParseError:
        return
    assert all(link.url for link in export.links)

"""What a page says besides its text: properties, and whether there is film or sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.text.hints import read_hints


def page(inner: str) -> bytes:
    return f"<!doctype html><html><head>{inner}</head><body><p>Strand</p></body></html>".encode()


@pytest.mark.parametrize(
    "inner",
    [
        '<meta property="og:video" content="https://a.example/film.mp4">',
        '<meta property="og:video:url" content="https://a.example/film">',
        '<meta name="twitter:player" content="https://a.example/player">',
        '<meta property="og:audio" content="https://a.example/sound.mp3">',
        "</head><body><video src=film.mp4></video>",
        "</head><body><video><source src=film.webm></video>",
        "</head><body><audio data-src=sound.mp3></audio>",
        "</head><body><a href='/live/film.m3u8?token=1'>watch</a>",
        '<script type="application/ld+json">{"@type": "VideoObject", "name": "Tide"}</script>',
        "</head><body><a href='/episode-7.mp3'>Download</a>",
    ],
)
def test_film_or_sound(inner: str) -> None:
    """A page that names a film or a sound has one to look for."""
    assert read_hints(page(inner)).has_media


@pytest.mark.parametrize(
    "inner",
    [
        "",
        '<meta property="og:image" content="https://a.example/a.jpg">',
        '<meta property="og:video" content="">',
        "</head><body><video></video>",
        "</head><body><a href='/m3u8-explained'>a word about formats</a>",
        '<script type="application/ld+json">{"@type": "NewsArticle"}</script>',
    ],
)
def test_neither(inner: str) -> None:
    """A page that names none costs no look."""
    assert not read_hints(page(inner)).has_media


@pytest.mark.parametrize(
    ("inner", "media"),
    [
        ('<meta property="og:video:url" content="https://a.example/film.mp4">', "https://a.example/film.mp4"),
        ('<meta property="og:video" content="https://a.example/player?id=1">', None),
        ("</head><body><audio><source src=/sound.mp3></audio>", "/sound.mp3"),
        ("</head><body><video src='blob:https://a.example/1'></video>", None),
        ('<script type="application/ld+json">{"@type": "Clip", "contentUrl": "/f"}</script>', "/f"),
        ("</head><body><a href='/7.mp3'>Download</a><a href='/live.mpd'>Watch</a>", "/live.mpd"),
        (f"</head><body>{''.join(f'<a href=/{n}.mp3>{n}</a>' for n in range(9))}", None),
    ],
)  # fmt: skip
def test_where_it_is(inner: str, media: str | None) -> None:
    """Addresses of the film itself, streams first; a list of many files is no film."""
    assert next(iter(read_hints(page(inner)).media), None) == media


def test_properties() -> None:
    """Properties keep their order and their repetitions; other metas are none."""
    metas = (
        '<meta property="og:title" content=" Ebb  and flow ">'
        '<meta name="viewport" content="width=device-width">'
        '<meta property="OG:image" content="1.jpg"><meta property="og:image" content="2.jpg">'
    )
    assert read_hints(page(metas)).properties == (
        ("og:title", "Ebb and flow"),
        ("og:image", "1.jpg"),
        ("og:image", "2.jpg"),
    )


def test_swarm_of_properties() -> None:
    """A page with properties without end keeps some of them."""
    metas = "".join(f'<meta property="og:x{n}" content="{"y" * 5000}">' for n in range(1_000))
    found = read_hints(page(metas)).properties
    assert 0 < len(found) <= 200
    assert all(len(value) <= 2_000 for _, value in found)


@given(st.binary(max_size=300), st.text(max_size=30))
def test_any_bytes(body: bytes, kind: str) -> None:
    """Any bytes have hints, if only none."""
    assert isinstance(read_hints(body, kind).has_media, bool)

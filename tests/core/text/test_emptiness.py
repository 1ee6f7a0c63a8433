"""Pages without an article, in the languages that we read."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from strandline.core.text.emptiness import weigh
from strandline.core.text.extract import extract_page
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.fetching import FetchOutcome, FetchResult

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
Page = Callable[..., str]
Read = Callable[..., ArticleText]


def bare(title: str, body: str) -> str:
    return f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"


#: Title and body of a page that asks for consent.
CONSENT = {
    "en": """Before you continue|<h1>We value your privacy</h1><p>We and our partners use cookies
        to measure our pages.</p><button>Accept all</button><button>Manage choices</button>""",
    "fr": """Votre choix|<h1>Nous respectons votre vie privée</h1><p>Avec votre accord, nos
        partenaires utilisent des cookies.</p><button>Tout accepter</button>""",
    "zh": """隐私设置|<h1>我们重视您的隐私</h1><p>本站使用 Cookie 来统计访问。</p>
        <button>接受所有</button>""",
    "de": """Datenschutz|<h1>Ihre Privatsphäre</h1><p>Wir und unsere Partner verwenden Cookies.
        </p><button>Alle akzeptieren</button>""",
    "es": """Privacidad|<h1>Valoramos tu privacidad</h1><p>Utilizamos cookies propias.</p>
        <button>Aceptar todo</button>""",
}
NOT_FOUND = {
    "en": "Page not found",
    "en-2": "404 - The Paper",
    "en-3": "Oops! That page can't be found",
    "en-4": "This article is no longer available",
    "fr": "Page introuvable",
    "fr-2": "Erreur 404 | Le Papier",
    "zh": "抱歉，您访问的页面不存在",
    "zh-2": "该文章已被删除",
    "de": "Seite nicht gefunden",
    "es": "Página no encontrada",
}
PAYWALL = {
    "en": "Subscribe to continue reading",
    "en-2": "This article is for subscribers",
    "fr": "Il vous reste 72 % de cet article à lire",
    "fr-2": "Article réservé aux abonnés",
    "zh": "订阅后阅读全文",
    "zh-2": "本文为付费内容",
    "de": "Nur für Abonnenten",
    "es": "Contenido exclusivo para suscriptores",
}
LOGIN = {
    "en": "Log in to continue",
    "fr": "Connexion",
    "zh": "用户登录",
    "de": "Anmelden",
    "es": "Iniciar sesión",
}


@pytest.mark.parametrize("language", CONSENT)
def test_consent_wall(language: str, read: Read) -> None:
    """A page that holds nothing but a request for consent."""
    title, _, body = CONSENT[language].partition("|")
    found = read(bare(title, body))
    assert found.status is TextStatus.CONSENT
    assert found.text == ""
    assert found.message


@pytest.mark.parametrize("language", NOT_FOUND)
def test_soft_404(language: str, read: Read) -> None:
    """A page that says "not found" with status 200, in its title or its heading."""
    words = NOT_FOUND[language]
    assert read(bare(words, "<p>Go home.</p>")).status is TextStatus.SOFT_404
    assert read(bare("The Paper", f"<h1>{words}</h1><p>x</p>")).status is TextStatus.SOFT_404


@pytest.mark.parametrize("language", PAYWALL)
def test_paywall_stub(language: str, page: Page, read: Read) -> None:
    """One paragraph and a request to pay is no article."""
    stub = page(language[:2] if language[:2] in ("fr", "zh") else "en", paragraphs=1)
    found = read(
        stub.replace("</main>", f"<div class=wall><p>{PAYWALL[language]}</p></div></main>")
    )
    assert found.status is TextStatus.PAYWALL


def test_page_that_says_it_is_paid(page: Page, read: Read) -> None:
    """Structured data that says "not free" makes a short text a stub, and leaves a long one be."""
    head = (
        '<script type="application/ld+json">'
        '{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>'
    )
    assert read(page(head=head, paragraphs=2)).status is TextStatus.PAYWALL
    long = page(head=head).replace("</article>", "<p>" + "More of the same story. " * 99 + "</p>")
    assert read(long).status is TextStatus.OK


@pytest.mark.parametrize("language", LOGIN)
def test_login_page(language: str, read: Read) -> None:
    """A page that holds a login form."""
    form = "<form><input name=user><input type=password name=pass><button>OK</button></form>"
    found = read(bare(LOGIN[language], f"<h1>{LOGIN[language]}</h1>{form}"))
    assert found.status is TextStatus.LOGIN


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("box", [*PAYWALL.values(), *CONSENT.values()])
def test_article_with_a_box(language: str, box: str, page: Page, read: Read) -> None:
    """An article that is long enough stands, whatever boxes surround it."""
    found = read(page(language).replace("</main>", f"</main><aside>{box}</aside>"))
    assert found.status is TextStatus.OK


def test_article_about_a_missing_page(page: Page, read: Read) -> None:
    """An article may be called as an error is."""
    text = page(head="<title>Page not found: how museums lose their history</title>")
    longer = text.replace("</article>", "<p>" + "The archive of the harbour is thin. " * 60)
    assert read(longer).status is TextStatus.OK


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<html><body></body></html>", "no text"),
        (
            bare("App", "<div id=root></div><noscript>Please enable JavaScript</noscript>"),
            "scripts",
        ),
        (bare("Photos", "<img src=a.jpg><img src=b.jpg>"), "no text"),
        ("<!-- nothing -->", "no markup"),
    ],
)
def test_page_without_text(html: str, words: str, read: Read) -> None:
    """A page without text is empty, with the reason where it shows."""
    found = read(html)
    assert found.status is TextStatus.EMPTY
    assert words in found.message


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (b"%PDF-1.7 ...", "text/html"),
        (b"\x89PNG\r\n", "image/png"),
        (b'{"a": 1}', "application/json"),
        (b"<?xml version='1.0'?><rss><channel/></rss>", "text/xml"),
        (b"<rss version='2.0'></rss>", "text/html"),
        (b"just words", "text/plain"),
        (b"PK\x03\x04", "application/octet-stream"),
    ],
)
def test_not_a_page(body: bytes, content_type: str, read: Read) -> None:
    """Files, data and feeds are no pages, whatever they are called."""
    assert read(body, content_type=content_type).status is TextStatus.NOT_HTML


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/xhtml+xml", "text/xml"])
def test_page_under_another_type(content_type: str, page: Page, read: Read) -> None:
    """A page that is served under a vague type is a page."""
    assert read(page(), content_type=content_type).status is TextStatus.OK


def test_challenge_page(read: Read) -> None:
    """A challenge that came with status 200 is blocked, not empty."""
    html = bare("Just a moment...", "<script>window._cf_chl_opt={}</script>")
    assert read(html).status is TextStatus.BLOCKED


@pytest.mark.parametrize(
    ("final", "status"),
    [
        ("http://consent.paper.example/x?to=y", TextStatus.CONSENT),
        ("http://paper.example/login?next=/strand", TextStatus.LOGIN),
    ],
)
def test_answer_from_a_wall(final: str, status: TextStatus, page: Page, read: Read) -> None:
    """An answer that came from a wall's URL is that wall, whatever its text."""
    found = read(page(), url=final, asked="http://paper.example/strand")
    assert found.status is status


@pytest.mark.parametrize(
    ("outcome", "status", "expected"),
    [
        (FetchOutcome.BLOCKED, 403, TextStatus.BLOCKED),
        (FetchOutcome.ROBOTS, 0, TextStatus.BLOCKED),
        (FetchOutcome.REFUSED, 0, TextStatus.BLOCKED),
        (FetchOutcome.HTTP_ERROR, 401, TextStatus.LOGIN),
        (FetchOutcome.HTTP_ERROR, 402, TextStatus.PAYWALL),
        (FetchOutcome.HTTP_ERROR, 403, TextStatus.BLOCKED),
        (FetchOutcome.HTTP_ERROR, 404, TextStatus.SOFT_404),
        (FetchOutcome.GONE, 410, TextStatus.SOFT_404),
        (FetchOutcome.HTTP_ERROR, 500, TextStatus.FAILED),
        (FetchOutcome.TIMEOUT, 0, TextStatus.FAILED),
        (FetchOutcome.RATE_LIMITED, 429, TextStatus.FAILED),
        (FetchOutcome.TOO_LARGE, 200, TextStatus.FAILED),
    ],
)
def test_failed_fetch(outcome: FetchOutcome, status: int, expected: TextStatus) -> None:
    """A fetch that failed says whether trying again is of use, and keeps its message."""
    result = FetchResult("http://a.example/", outcome, "http://a.example/", status, message="why")
    found = extract_page("A_1", result, NOW)
    assert (found.status, found.message, found.text) == (expected, "why", "")


def test_chinese_weighs_more() -> None:
    """A Chinese character counts as much as its translation; signs count nothing."""
    assert weigh("潮水") == 6
    assert weigh("tide") == 4
    assert weigh("&&&&") == 0


PHOTO = "<h1>Morning over the harbour</h1>"
#: What shows something and says little.
SHOWS = {
    "a figure": f"<main>{PHOTO}<figure><img src='/p/harbour.jpg'><figcaption>Photo: M. Reef"
    "</figcaption></figure></main>",
    "a comic": f"<div id='comic'>{PHOTO}<img src='/comics/harbour.png' alt='A boat'></div>",
    "a picture loaded late": f"<article>{PHOTO}<img src='data:image/gif;base64,R0' "
    "data-src='/p/1.webp'></article>",
    "a film": f"{PHOTO}<video src='/film.mp4'></video>",
    "a player": f"{PHOTO}<iframe src='https://films.example/embed/1' allowfullscreen></iframe>",
}
#: What has pictures, but none of its own.
SHOWS_NOTHING = {
    "a logo": "<header><img src='/harbour.png'></header><p>Soon.</p>",
    "a counter": "<main><p>Soon.</p><img src='/pixel.gif' width='1' height='1'></main>",
    "a face": "<article><p>By Ines</p><img src='/ines.jpg' width='48'></article>",
    "pictures of others": "<p>Soon.</p><aside><figure><img src='/other.jpg'></figure></aside>",
}


def with_own_picture(body: str) -> str:
    head = "<meta property='og:image' content='https://a.example/img/harbour-1200x630.png'>"
    return bare("Morning over the harbour", body).replace("</head>", f"{head}</head>")


@pytest.mark.parametrize("body", SHOWS.values(), ids=SHOWS)
def test_a_page_that_shows_something_is_worth_it(body: str, read: Read) -> None:
    """A photo of the day, a comic, a film: few words are no fault."""
    assert read(with_own_picture(body)).status is TextStatus.OK


@pytest.mark.parametrize("body", SHOWS_NOTHING.values(), ids=SHOWS_NOTHING)
def test_pictures_of_the_site_are_nothing_to_show(body: str, read: Read) -> None:
    """Logos, faces, counters and what leads elsewhere."""
    assert read(with_own_picture(body)).status is TextStatus.EMPTY


def test_a_page_that_needs_scripts_shows_nothing(read: Read) -> None:
    """Its picture is a stand-in until they have run."""
    body = SHOWS["a figure"] + "<noscript>Please enable JavaScript.</noscript>"
    assert read(with_own_picture(body)).status is TextStatus.EMPTY

"""What holds for every URL: stable, idempotent, short way equal to long way, one error only."""

import string
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from strandline.core.urls import after_redirect, article_uuid, identify, identify_many
from strandline.core.urls.identity import identify_fully
from strandline.core.urls.parse import MAX_URL_LENGTH
from strandline.model.errors import UrlError
from strandline.model.urls import UrlIdentity

ARTICLE = "https://www.news.example/2026/03/02/some-story?id=7&page=2"

#: Letters of plain paths, and what makes them hard: dots, amp, index files, percent, sessions.
PIECES = st.sampled_from(
    [
        "a",
        "B",
        "story-1",
        "2026",
        ".",
        "..",
        "amp",
        "x.amp",
        "index.html",
        "default.aspx",
        "~u",
        "%41",
        "%2f",
        "%e9",
        "%",
        "c++",
        "a b",
        "é",
        "web",
        "t",
        "1",
        ";jsessionid=A1",
        "(S(aaaaaaaaaaaaaaaaaaaaaaaa))",
        "AMP",
        "@n",
        "feed",
        "",
        "-",
        "amplifier",
        "&amp;",
    ]
)
NAMES = st.sampled_from(
    [
        "id",
        "p",
        "utm_source",
        "UTM_x",
        "fbclid",
        "ref",
        "sid",
        "q",
        "a%20b",
        "a+b",
        "campaignid",
        "at_x",
        "gclid",
        "amp",
        "outputType",
        "X-Amz-Date",
        "%75tm_source",
        "",
        "url",
        "redirect_to",
        "spm",
        "_",
    ]
)
VALUES = st.sampled_from(
    [
        "1",
        "",
        "rss",
        "a%2Fb",
        "a/b",
        "a+b",
        "a b",
        "%",
        "%zz",
        "0dd67bdb12559c22e73a220752db50c7",
        "x=y",
        "é",
        "https%3A%2F%2Fother.example%2Fz",
        "https://other.example/z?u=1",
        "amp",
        "&amp;",
        "weekly.example",
        "1.2.3.4",
    ]
)
HOSTS = st.sampled_from(
    [
        "news.example",
        "www.news.example",
        "NEWS.example",
        "amp.news.example",
        "m.youtube.com",
        "old.reddit.com",
        "x.com",
        "www.amazon.com",
        "l.facebook.com",
        "out.reddit.com",
        "blog.example.",
        "127.1",
        "bücher.example",
        "news.google.com",
        "www.google.com",
        "via.hypothes.is",
        "x-y.cdn.ampproject.org",
        "href.li",
        "doi.org",
        "medium.com",
        "www.nytimes.com",
        "b23.tv",
        "mega.nz",
        "news.example:8080",
        "news.example:443",
        "u:p@news.example",
    ]
)


@st.composite
def urls(draw: st.DrawFn) -> str:
    """URLs near everything that a rule looks at."""
    scheme = draw(st.sampled_from(["https://", "http://", "HTTPS://", "//", ""]))
    path = "/".join(["", *draw(st.lists(PIECES, max_size=5))])
    query = "&".join(f"{n}={v}" for n, v in draw(st.lists(st.tuples(NAMES, VALUES), max_size=4)))
    mark = draw(st.sampled_from(["", "?", "?", "?", "??", "?&"]))
    fragment = draw(
        st.sampled_from(["", "", "#", "#top", "#!/r/1", "#/r", "#:~:text=a", "#utm_source=x"])
    )
    return f"{scheme}{draw(HOSTS)}{path}{mark + query if mark else ''}{fragment}"


PLAIN_URLS = st.builds(
    lambda scheme, host, path, query: f"{scheme}://{host}{path}{query}",
    st.sampled_from(["http", "https"]),
    st.sampled_from(
        ["news.example", "www.news.example", "www.nytimes.com", "x.com", "forum.example"]
    ),
    st.text(string.ascii_letters + string.digits + "-_~./", max_size=30).map(lambda t: "/" + t)
    | st.lists(PIECES, max_size=5).map(lambda parts: "/" + "/".join(parts)),
    st.just("")
    | st.text(string.ascii_letters + string.digits + "=&%.-_+?;", max_size=30).map(
        lambda t: "?" + t
    )
    | st.lists(st.tuples(NAMES, VALUES), max_size=4).map(
        lambda pairs: "?" + "&".join(f"{n}={v}" for n, v in pairs)
    ),
)


def identity_or_reason(url: str, how: Callable[[str], UrlIdentity]) -> UrlIdentity | str:
    try:
        found = how(url)
    except UrlError as error:
        return error.message
    return found


@settings(max_examples=600)
@given(PLAIN_URLS)
def test_short_way_equals_long_way(url: str) -> None:
    """The fast path for plain URLs finds what the parser and all rules find, notes included."""
    for host in ("news.example", "www.news.example", "www.nytimes.com", "forum.example"):
        identify(f"https://{host}/seen")  # the short way serves hosts that were seen
    short, long = (identity_or_reason(url, how) for how in (identify, identify_fully))
    if isinstance(short, str) or isinstance(long, str):
        assert short == long
        return
    assert (short.canonical, short.key, short.needs_resolving) == (
        long.canonical,
        long.key,
        long.needs_resolving,
    )
    assert (short.notes, short.trail) == (long.notes, long.trail)


@settings(max_examples=800)
@given(urls())
@example("https://news.example/%%37e")
@example("https://news.example/a?x=1&%61mp;y=2")
@example("https://news.example/..;jsessionid=1/b")
@example("https://via.hypothes.is/https://via.hypothes.is/https://news.example/a")
def test_canonical_url_is_its_own_canonical_url(url: str) -> None:
    """Canonicalizing twice is canonicalizing once, and the key of both is one."""
    found = identity_or_reason(url, identify)
    if isinstance(found, str):
        return
    again = identify(found.canonical)
    assert (again.canonical, again.key) == (found.canonical, found.key)


@settings(max_examples=600)
@given(st.text(max_size=200) | st.text(max_size=60).map(lambda t: "https://news.example/" + t))
def test_anything_else_is_one_error(text: str) -> None:
    """No text makes anything but an identity or a UrlError with a reason code."""
    found = identity_or_reason(text, identify)
    if isinstance(found, str):
        assert found in {"empty", "too_long", "nul_character", "not_a_url", "unsupported_scheme"}
    else:
        assert found.canonical.isascii()
        found.original.encode("utf-8")


def adds_utm_tags(url: str) -> str:
    return url + "&utm_source=rss&UTM_Medium=feed"


def upcases_host(url: str) -> str:
    return url.replace("www.news.example", "WWW.News.EXAMPLE")


def names_the_port(url: str) -> str:
    return url.replace("news.example", "news.example:443")


def adds_fragment(url: str) -> str:
    return url + "#comments"


def drops_www(url: str) -> str:
    return url.replace("www.", "")


def speaks_http(url: str) -> str:
    return url.replace("https:", "http:")


def turns_the_query(url: str) -> str:
    return url.replace("id=7&page=2", "page=2&id=7")


def ends_the_path(url: str) -> str:
    return url.replace("?", "/?")


def escapes_ampersands(url: str) -> str:
    return url.replace("&", "&amp;")


def puts_space_around(url: str) -> str:
    return f"  {url}\n"


def logs_in(url: str) -> str:
    return url.replace("https://", "https://user:secret@")


def escapes_letters(url: str) -> str:
    return url.replace("some-story", "s%6Fme%2Dstory")


def turns_slashes(url: str) -> str:
    return url.replace("/", "\\")


@pytest.mark.parametrize(
    "change",
    [
        adds_utm_tags,
        upcases_host,
        names_the_port,
        adds_fragment,
        drops_www,
        speaks_http,
        turns_the_query,
        ends_the_path,
        escapes_ampersands,
        puts_space_around,
        logs_in,
        escapes_letters,
        turns_slashes,
    ],
)
def test_same_article_after(change: Callable[[str], str]) -> None:
    """Cosmetic URL changes do not create a second article."""
    assert change(ARTICLE) != ARTICLE
    assert identify(change(ARTICLE)).key == identify(ARTICLE).key


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("https://a.example/Path", "https://a.example/path"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/a%3Fb", "https://a.example/a?b"),
        ("https://a.example/a?x=1%262", "https://a.example/a?x=1&2"),
        ("https://a.example/a?x=c%2B%2B", "https://a.example/a?x=c++"),
        ("https://a.example/a?x=1&x=2", "https://a.example/a?x=2&x=1"),
        ("https://a.example:8443/a", "https://a.example/a"),
        ("https://a.example/a%2520b", "https://a.example/a%20b"),
        ("https://a.example/#/article/1", "https://a.example/"),
        ("https://a.example/js/??a.js", "https://a.example/js/??b.js"),
        ("https://www2.a.example/a", "https://www.a.example/a"),
        ("https://a.example@evil.example/x", "https://a.example/x"),
        ("https://x.blogspot.evil.example/2024/01/a.html", "https://x.blogspot.com/2024/01/a.html"),
        ("https://shop.example/guitars/amp", "https://shop.example/guitars"),
        ("https://a.example/how-to-build-an-amp", "https://a.example/how-to-build-an"),
    ],
)
def test_different_pages_stay_two(a: str, b: str) -> None:
    """What may be another page has another key."""
    assert identify(a).key != identify(b).key


def test_canonical_keeps_what_the_server_said() -> None:
    """The canonical URL keeps scheme, www, the trailing slash, order and case."""
    url = "http://www.a.example/Path/?b=2&A=1"
    assert identify(url).canonical == url
    assert identify("https://a.example/path").canonical == "https://a.example/path"


def test_https_is_forced_only_where_asked() -> None:
    """`https` is a wish; the key is the same, a port of its own is left alone."""
    forced = identify("http://a.example/b", force_https=True)
    assert forced.canonical == "https://a.example/b"
    assert forced.key == identify("http://a.example/b").key
    assert forced.original == "http://a.example/b"
    assert identify("http://a.example:8080/b", force_https=True).canonical.startswith("http:")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("mailto:a@b.example", "unsupported_scheme"),
        ("javascript:alert(1)", "unsupported_scheme"),
        ("ftp://a.example/b", "unsupported_scheme"),
        ("data:text/html,x", "unsupported_scheme"),
        ("http://", "not_a_url"),
        ("http://a b.example/", "not_a_url"),
        ("https://256.0.0.1/", "not_a_url"),
        ("https://xn--a/", "not_a_url"),
        ("https://a.xn--zn7c.example/", "not_a_url"),
        ("https://10.0.0.xn--pokxncvks/", "not_a_url"),
        ("https://./", "not_a_url"),
        ("just words", "not_a_url"),
        ("someone@a.example", "not_a_url"),
        ("https://a.example/\0", "nul_character"),
        ("https://a.example/" + "x" * MAX_URL_LENGTH, "too_long"),
        ("https://a.example/" + "é" * (MAX_URL_LENGTH // 2), "too_long"),
    ],
)
def test_refused(url: str, reason: str) -> None:
    """What is no web address has a reason in place of an identity."""
    with pytest.raises(UrlError) as refused:
        identify(url)
    assert refused.value.message == reason
    assert len(refused.value.subject) <= 200


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("a.example/x", "http://a.example/x"),
        ("a.example:8080/x", "http://a.example:8080/x"),
        ("//a.example/x", "https://a.example/x"),
        ("<https://a.example/x>", "https://a.example/x"),
        ("\ufeffhttps://a.example/x\u200b", "https://a.example/x"),
        ("пример.example/я", "http://xn--e1afmkfd.example/%D1%8F"),
        ("https://a.example/caf\udce9", "https://a.example/caf%E9"),
    ],
)
def test_completed(typed: str, canonical: str) -> None:
    """What people type and feeds mangle is read as it was meant."""
    assert identify(typed).canonical == canonical


def test_relative_urls_need_a_base() -> None:
    """A relative URL is read against the document it was found in."""
    assert identify("../b?x=1", base="https://a.example/c/d").canonical == "https://a.example/b?x=1"
    with pytest.raises(UrlError):
        identify("../b?x=1")


def test_nested_wrappers_are_taken_apart() -> None:
    """A wrapper in a wrapper leads to the innermost target."""
    inner = "https://l.facebook.com/l.php?u=https%3A%2F%2Fnews.example%2Fa%3Futm_source%3Dx"
    outer = "https://www.google.com/url?q=" + quote(inner, safe="")
    assert identify(outer).canonical == "https://news.example/a"


@pytest.mark.parametrize("target", ["http%3A%2F%2F%5B", "https%3A%2F%2Fa%20b%2F", "https%3A%2F%2F"])
def test_a_wrapper_around_no_url_is_a_page(target: str) -> None:
    """A wrapper whose target the standard refuses leads nowhere and keeps its own identity."""
    url = f"https://www.google.com/url?q={target}"
    assert identify(url).key.startswith("google.com/url?q=")


def test_amp_in_the_name_of_a_file() -> None:
    """`-amp.html` is an AMP page behind a long number; a guitar's amplifier is none."""
    paper = "https://news.example/some-story-20240501123456"
    for name in ("-amp.html", "_amp.html", ".amp.html", "-nt_amp.html"):
        page = ("-nt" if "nt" in name else "") + ".html"
        assert identify(paper + name).canonical == paper + page
    amplifier = "https://shop.example/guitar-amp.html"
    assert identify(amplifier).canonical == amplifier


def test_dots_of_a_host() -> None:
    """One dot at the end is the root of all names; empty labels are a slip of the keyboard."""
    assert identify("http://1.2.3.4./a").canonical == "http://1.2.3.4/a"
    assert identify("http://0x7f.1../a").canonical == "http://127.0.0.1/a"
    doubled = identify("https://me:pw@.news..harbour.example..:8443/a?b#c")
    assert doubled.canonical == "https://news.harbour.example:8443/a?b"
    with pytest.raises(UrlError, match="not_a_url"):
        identify("http://.../a")


def test_endless_wrappers_are_refused() -> None:
    """Eleven wrappers around a URL are an attack, not a link."""
    with pytest.raises(UrlError, match="too_many_wrappers"):
        identify("https://via.hypothes.is/" * 11 + "https://news.example/a")


def test_article_uuid_is_document_2s() -> None:
    """`A_` and the first 16 characters of sha256(canonical_final_url) as hex."""
    url = "https://news.example/a"
    assert article_uuid(url) == "A_" + sha256(url.encode()).hexdigest()[:16]


def test_many_at_once_are_answered_one_for_one() -> None:
    """`identify_many` keeps order and count, and an error stands in its place."""
    batch = [
        "https://news.example/a",
        "nope",
        "https://news.example/a?utm_source=x",
        "https://youtu.be/abcdefghijk",
    ]
    answers = list(identify_many(batch * 2))
    assert isinstance(answers[1], UrlError)
    for url, answer in zip(batch * 2, answers, strict=True):
        if not isinstance(answer, UrlError):
            found = identify(url)
            assert answer == (found.canonical, found.key, article_uuid(found.canonical))


def test_a_redirect_moves_canonical_and_key_and_keeps_the_original() -> None:
    """After a request, the identity is that of the page that answered."""
    short = identify("https://bit.ly/3AbCdEf")
    assert short.needs_resolving
    final = after_redirect(short, "https://news.example/story/?utm_source=x")
    assert final.original == "https://bit.ly/3AbCdEf"
    assert final.canonical == "https://news.example/story/"
    assert final.url_notes == "resolved_redirects,removed_tracking_params,normalized_trailing_slash"
    assert not final.needs_resolving
    assert "redirect" in [step.rule for step in final.trail]


def test_no_redirect_changes_nothing() -> None:
    """A URL that answered itself only loses its doubt."""
    found = identify("https://news.example/a")
    assert after_redirect(found, "https://news.example/a?utm_source=x") == found


def test_a_copy_leads_to_its_original_and_says_so() -> None:
    """The article is the page that was copied; the trail tells the rule, the mention the copy."""
    copy = "https://web.archive.org/web/20240501000000/https://news.example/a?b=1#c"
    found = identify(copy)
    assert found.original == copy
    assert found.canonical == "https://news.example/a?b=1"
    assert found.trail[0].rule == "unwrap:web-archives"
    assert identify("https://archive.ph/AbCd1").key != identify("https://archive.ph/aBcD1").key

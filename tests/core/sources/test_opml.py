"""Subscription lists in and out."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from strandline.core.sources.kinds import defaults_of
from strandline.core.sources.opml import Subscription, read_opml, write_opml
from strandline.core.sources.opml_own import NAMESPACE, OwnFields
from strandline.core.sources.registry import (
    address_key,
    by_address,
    default_name,
    find_source,
    make_source,
)
from strandline.model.errors import ParseError, UsageError
from strandline.model.sources import ContentType, Source, SourceKind


def opml(body: str) -> bytes:
    return f'<?xml version="1.0"?><opml version="2.0"><body>{body}</body></opml>'.encode()


def test_folders_become_categories() -> None:
    """Nested folders are hints from the outermost in; an address listed twice keeps both."""
    read = read_opml(
        opml(
            '<outline text="News"><outline text="Local">'
            '<outline text="Valley" xmlUrl="https://valley.example/feed" language="FR"/>'
            "</outline></outline>"
            '<outline title="Valley again" XMLURL="https://valley.example/feed" category="/Hills"/>'
            '<outline text="Forum" xmlUrl="https://forum.example/posts.rss"/>'
        )
    )
    valley, forum = read.items
    assert (valley.name, valley.categories) == ("Valley", ("News", "Local", "Hills"))
    assert (valley.kind, valley.language) == (SourceKind.FEED, "fr")
    assert forum.kind is SourceKind.DISCOURSE
    assert read.problems == ()


def test_what_cannot_be_taken_is_named() -> None:
    """Outlines without or with a bad address are problems; the others are taken."""
    read = read_opml(
        opml(
            '<outline type="rss" text="Nowhere"/>'
            '<outline text="Script" xmlUrl="javascript:alert(1)"/>'
            '<outline text="File" xmlUrl="file:///etc/passwd"/>'
            '<outline text="Good" xmlUrl="http://good.example/rss"/>'
        )
    )
    assert [item.name for item in read.items] == ["Good"]
    assert len(read.problems) == 3
    assert read.problems[0].startswith("Nowhere")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not xml at all",
        b"{}",
        b"<html><body>Hi</body></html>",
        b'<!DOCTYPE o [<!ENTITY x "y">]><opml><body><outline text="&x;"/></body></opml>',
        b'<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml/>',
    ],
)
def test_hostile_and_foreign_files_are_refused(body: bytes) -> None:
    """What is no OPML, and what declares entities, is one clear error."""
    with pytest.raises(ParseError):
        read_opml(body)


@pytest.mark.parametrize(
    ("named", "written"),
    [
        ("UTF-8", "utf-8-sig"),
        ("UTF-16", "utf-16"),
        ("UTF-16BE", "utf-16-be"),
        ("UTF-32", "utf-32"),
        ("UTF-32LE", "utf-32-le"),
        ("UTF-32BE", "utf-32-be"),
        ("UTF-7", "utf-7"),
        ("ISO-2022-JP", "iso2022_jp"),
    ],
)
@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE opml [<!ENTITY x "boom">]>',
        '<!DOCTYPE opml [<!ENTITY % y "z"><!ENTITY x "boom">]>',
        '<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_entities_in_any_encoding(named: str, written: str, declared: str) -> None:
    """An encoding that our own look cannot read hides no entity: the parser has read it."""
    text = (
        f'<?xml version="1.0" encoding="{named}"?>{declared}<opml version="2.0"><body>'
        '<outline text="&x;" xmlUrl="https://a.example/feed"/></body></opml>'
    )
    with pytest.raises(ParseError):
        read_opml(text.encode(written))


def test_a_broken_file_yields_what_can_be_read() -> None:
    """A bare ampersand or a missing end loses as little as possible."""
    body = opml('<outline text="A & B" xmlUrl="https://a.example/feed?x=1&amp;y=2"/>')[:-16]
    (item,) = read_opml(body).items
    assert item.url == "https://a.example/feed?x=1&y=2"


def test_endless_nesting_is_bounded() -> None:
    """A folder in a folder in a folder, 200 deep, is read as far as makes sense."""
    body = opml('<outline text="f">' * 200 + "</outline>" * 200)
    assert read_opml(body).items == ()


names = st.text(min_size=1, max_size=40)


@given(
    st.lists(
        st.builds(
            Source,
            source_uuid=st.uuids().map(str),
            kind=st.sampled_from([SourceKind.FEED, SourceKind.DISCOURSE, SourceKind.DIRECT]),
            url=st.integers(0, 10**9).map("https://h.example/{}/posts.rss".format),
            name=names,
            language=st.sampled_from([None, "en", "zh"]),
            categories=st.lists(names.filter(str.strip), max_size=3, unique=True).map(tuple),
            active=st.booleans(),
            reputation=st.integers(0, 100).map(lambda percent: percent / 100),
            content_type=st.sampled_from(ContentType),
            poll_interval=st.none()
            | st.integers(10, 31_622_400).map(lambda s: timedelta(seconds=s)),
            timezone=st.sampled_from(["UTC", "Europe/Paris", "Asia/Shanghai"]),
            follow_replies=st.booleans(),
        ),
        max_size=8,
        unique_by=lambda source: source.url,
    )
)
def test_what_is_written_can_be_read(sources: list[Source]) -> None:
    """Every source comes back with all that it was set to, whatever its name is."""
    read = read_opml(write_opml(sources, title="Ours"))
    assert read.problems == ()
    assert {(i.url, i.kind, i.language, told(i, s)) for i, s in paired(read.items, sources)} == {
        (s.url, s.kind, s.language, set_to(s)) for s in sources
    }


def paired(
    items: Sequence[Subscription], sources: Sequence[Source]
) -> list[tuple[Subscription, Source]]:
    by_url = {source.url: source for source in sources}
    return [(item, by_url[item.url]) for item in items]


def told(item: Subscription, source: Source) -> tuple[object, ...]:
    """What an import makes of our own attributes; absent ones mean the usual value."""
    own = item.own
    return (
        own.active is not False,
        0.5 if own.reputation is None else own.reputation,
        own.content_type or defaults_of(source.kind).content_type,
        own.interval,
        own.timezone or "UTC",
        bool(own.follow_replies),
    )


def set_to(source: Source) -> tuple[object, ...]:
    return (
        source.active,
        source.reputation,
        source.content_type,
        source.poll_interval,
        source.timezone,
        source.follow_replies,
    )


def test_other_programs_pass_over_what_is_ours() -> None:
    """Our own words stand in a namespace; those that OPML has stay as they are."""
    source = Source(
        "W_RSS_1", SourceKind.DIRECT, "https://a.example/news", "A", reputation=0.8, active=False
    )
    (outline,) = etree.fromstring(write_opml([source], title="Ours")).iter("outline")
    plain = {key: value for key, value in outline.attrib.items() if not key.startswith("{")}
    assert plain == {"type": "rss", "text": "A", "title": "A", "xmlUrl": "https://a.example/news"}
    own = {key.rpartition("}")[2]: value for key, value in outline.attrib.items() if key[0] == "{"}
    assert own == {"kind": "direct", "reputation": "0.8", "active": "false"}


@pytest.mark.parametrize(
    "own", ['reputation="much"', 'reputation="7"', 'reputation="nan"', 'type="song"', 'kind="x"',
            'interval="soon"', 'interval="99999999999999999999"', 'active="maybe"', 'zone="Mars"'],
)  # fmt: skip
def test_own_words_that_make_no_sense(own: str) -> None:
    """A value that is none says nothing; the subscription is taken."""
    ours = f'<outline xmlns:s="{NAMESPACE}" text="A" xmlUrl="https://a.example/f" s:{own}/>'
    (item,) = read_opml(opml(ours)).items
    assert (item.kind, item.own) == (SourceKind.FEED, OwnFields())


def test_kinds_of_lists_written_before_the_namespace() -> None:
    """An older list of ours still says that a page has no feed."""
    old = '<outline text="A" xmlUrl="https://a.example/news" strandlineKind="direct"/>'
    (item,) = read_opml(opml(old)).items
    assert item.kind is SourceKind.DIRECT


def test_sources_without_an_address_come_back() -> None:
    """Lists and searches are no subscriptions for other programs, and ours brings them back."""
    search = Source("W_SEARCH_1", SourceKind.SEARCH, "tide <tables> & co", "Tides")
    urls = ("https://a.example/1?a=1&b=2", "https://a.example/2")
    fixed = Source("W_LIST_1", SourceKind.LIST, "skills", "Skills", categories=("x",), items=urls)
    xml = write_opml([search, fixed], title="Ours")
    first, second = read_opml(xml).items
    assert (first.kind, first.url, first.name) == (search.kind, search.url, search.name)
    assert (second.kind, second.url, second.name) == (fixed.kind, fixed.url, fixed.name)
    assert (second.items, second.categories) == (urls, ("x",))
    assert not etree.fromstring(xml).xpath("//outline[@xmlUrl]")


def test_addresses_are_kept_to_the_letter() -> None:
    """A bare ampersand in a list is one; no fault elsewhere makes it another address."""
    broken = '<outline text="A &nbsp; & B" xmlUrl="https://a.example/f?a=1&b=2&copy=3"/>'
    for body in (opml(broken), opml(broken)[:-16], opml(broken + "</oops>")):
        (item,) = read_opml(body).items
        assert item.url == "https://a.example/f?a=1&b=2&copy=3"
    latin = '<?xml version="1.0" encoding="iso-8859-1"?><opml><body><outline text="été & co"'
    (item,) = read_opml(latin.encode("latin-1") + b' xmlUrl="https://a.example/"/></body>').items
    assert item.name == "été & co"


def test_quotes_within_a_name_cost_nothing() -> None:
    """A program that escapes nothing: the line is read, and those after it."""
    lines = (
        '<outline text="The "Best" of" xmlUrl="https://a.example/f?a=1&b=2"/>'
        '<outline text="" title="B" xmlUrl = "https://b.example/f" />'
    )
    assert [(one.name, one.url) for one in read_opml(opml(lines)).items] == [
        ('The "Best" of', "https://a.example/f?a=1&b=2"),
        ("B", "https://b.example/f"),
    ]


def test_comments_are_passed_over() -> None:
    """What is commented out (OPML 2.0) is no subscription, nor is what stands in it."""
    inside = '<outline text="B" xmlUrl="https://b.example/"/>'
    body = opml(
        f'<outline text="off" isComment="true"><outline text="f">{inside}</outline></outline>'
        '<outline text="C" xmlUrl="https://c.example/" isComment="TRUE"/>'
        '<outline text="D" xmlUrl="https://d.example/" isComment="false"/>'
    )
    assert [item.name for item in read_opml(body).items] == ["D"]


def test_deep_and_foreign_nesting_loses_nothing() -> None:
    """Subscriptions below many folders, or within other elements, are read."""
    feed = '<outline text="A" xmlUrl="https://a.example/f"/>'
    for body in (
        opml('<outline text="f">' * 40 + feed + "</outline>" * 40),
        opml(f"<group><outline text='f'>{feed}</outline></group>"),
        opml(feed.replace("/>", '><outline text="B" xmlUrl="https://b.example/f"/></outline>')),
    ):
        assert read_opml(body).items[0].url == "https://a.example/f"


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("feed://a.example/f", "http://a.example/f"),
        ("feed:https://a.example/f", "https://a.example/f"),
        ("feed://https://a.example/f", "https://a.example/f"),
        ("itpc://a.example/f", "http://a.example/f"),
        ("a.example/f", "https://a.example/f"),
        ("https:/a.example/f", "https://a.example/f"),
        ("&quot;https://a.example/f&quot;", "https://a.example/f"),
    ],
)
def test_addresses_as_programs_write_them(written: str, url: str) -> None:
    """Schemes by which programs are called, and lost slashes, give way to what is meant."""
    assert read_opml(opml(f'<outline text="A" xmlUrl="{written}"/>')).items[0].url == url


@pytest.mark.parametrize(
    ("url", "changes", "word"),
    [
        ("ftp://a.example/x", {}, "web address"),
        ("nonsense", {}, "web address"),
        ("https://a.example/", {"reputation": 2.0}, "Reputation"),
        ("https://a.example/", {"interval": timedelta(seconds=1)}, "interval"),
        ("https://a.example/", {"timezone": "Mars/Olympus"}, "time zone"),
        ("skills", {"kind": SourceKind.LIST}, "needs URLs"),
        ("skills", {"kind": SourceKind.LIST, "items": ["x"]}, "web address"),
    ],
)
def test_bad_values_are_named(url: str, changes: dict[str, object], word: str) -> None:
    """What polling could not live with is refused in one line."""
    fields: dict[str, object] = {"kind": SourceKind.FEED, **changes}
    with pytest.raises(UsageError, match=word):
        make_source("W_RSS_1", url, **fields)  # type: ignore[arg-type]


def test_sources_are_found_by_id_address_and_name() -> None:
    """A person may use any of the three; what means several is refused with their ids."""
    one = make_source("W_RSS_1", "https://www.a.example/feed", kind=SourceKind.FEED, name="Ant")
    two = make_source("W_RSS_2", "https://b.example/feed", kind=SourceKind.FEED, name="ant")
    both = [one, two]
    assert find_source(both, "w_rss_2") is two
    assert find_source(both, "http://a.example/feed/") is one
    with pytest.raises(UsageError, match="W_RSS_1, W_RSS_2"):
        find_source(both, "ANT")
    with pytest.raises(UsageError, match="no source"):
        find_source(both, "bee")
    assert by_address(both)[address_key("https://a.example/feed")] is one
    assert default_name("https://www.a.example/feed") == "a.example"


def test_what_is_beyond_the_limit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list with more outlines than are read says so; nothing is left out in silence."""
    monkeypatch.setattr("strandline.core.sources.opml.MOST_OUTLINES", 2)
    outlines = [f'<outline text="{n}" xmlUrl="https://{n}.example/"/>' for n in "abc"]
    read = read_opml(opml("".join(outlines)))
    assert [item.name for item in read.items] == ["a", "b"]
    assert read.problems == ("Only the first 2 outlines were read.",)
    assert read_opml(opml("".join(outlines[:2]))).problems == ()


def test_no_word_of_a_list_acts_on_a_terminal() -> None:
    """Marks of direction in names are written as numbers, and come back as they were."""
    name = "Tide \u202e\u2066tables\u2069 \u9b5a"
    source = Source("W_RSS_1", SourceKind.FEED, "https://tides.example/feed", name)
    written = write_opml([source], title="List \u202e")
    text = written.decode()
    assert text.replace("\n", "").isprintable()
    assert "\u9b5a" in text
    assert "&#8294;tables&#8297;" in text
    (outline,) = etree.fromstring(written).iter("outline")
    assert "\u2066tables\u2069" in outline.get("text")

"""What kind of link each is, and what is none."""

import pytest

from strandline.core.links import LinkKind, extract_links
from strandline.core.urls import identify

POST = "https://forum.example/t/bread/12/3"


def kinds(content: str, base: str = POST) -> list[tuple[str, str]]:
    return [(link.kind.value, link.url) for link in extract_links(content, base_url=base)]


ONEBOX = """<aside class="onebox allowlistedgeneric" {src}>
<header class="source"><img src="https://paper.example/favicon.ico" class="site-icon">
<a href="https://paper.example/mill" target="_blank" rel="noopener nofollow ugc">Paper</a></header>
<article class="onebox-body"><div class="aspect-image"><img src="https://paper.example/mill.jpg"
 class="thumbnail"></div><h3><a href="https://paper.example/mill?from=preview">The mill</a></h3>
<p>More at https://noise.example/ by <a href="https://paper.example/authors/jo">Jo</a></p>
<blockquote><a href="https://noise.example/quoted">x</a></blockquote></article>
<div class="onebox-metadata"></div></aside>"""


@pytest.mark.parametrize(
    ("src", "url"),
    [
        ('data-onebox-src="https://paper.example/mill?id=1"', "https://paper.example/mill?id=1"),
        ("", "https://paper.example/mill"),
        ('data-onebox-src="javascript:alert(1)"', "https://paper.example/mill"),
    ],
)
def test_preview_is_one_link(src: str, url: str) -> None:
    """A onebox is the address that was pasted; what it shows is noise."""
    assert kinds(ONEBOX.format(src=src)) == [("onebox", url)]


def test_preview_keeps_its_words_as_context() -> None:
    """What a preview says tells a person what the link is about."""
    (link,) = extract_links(ONEBOX.format(src=""), base_url=POST)
    assert "The mill" in link.context


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (
            '<a href="https://a.example/x" class="inline-onebox">A title</a>',
            [("onebox", "https://a.example/x")],
        ),
        (
            '<a href="https://a.example/x" class="onebox" target="_blank">https://a.example/x</a>',
            [("onebox", "https://a.example/x")],
        ),
        ('<a class="mention" href="/u/rosa">@rosa</a>', [("mention", "https://forum.example/u/rosa")]),
        (
            '<a class="mention-group notify" href="/groups/bakers">@bakers</a>',
            [("mention", "https://forum.example/groups/bakers")],
        ),
        ('<span class="mention">@nobody</span>', []),
        (
            ('<a class="hashtag-cooked" href="/c/baking/7" data-type="category"><svg></svg>'
            "<span>Baking</span></a>"),
            [("hashtag", "https://forum.example/c/baking/7")],
        ),
        ('<a class="hashtag" href="/tag/rye">#<span>rye</span></a>', [("hashtag", "https://forum.example/tag/rye")]),
        ('<a class="badge-wrapper bullet" href="/c/baking"><span>Baking</span></a>', []),
        (
            '<a class="attachment" href="/uploads/short-url/abc.pdf">plan.pdf</a> (12 KB)',
            [("attachment", "https://forum.example/uploads/short-url/abc.pdf")],
        ),
        (
            ('<div class="lightbox-wrapper"><a class="lightbox" title="loaf" '
            'href="https://forum.example/uploads/default/original/1X/loaf.jpeg">'
            '<img src="https://forum.example/uploads/default/optimized/1X/loaf_2_690x388.jpeg">'
            '<div class="meta"><span class="filename">loaf</span></div></a></div>'),
            [("image", "https://forum.example/uploads/default/original/1X/loaf.jpeg")],
        ),
        ('<img src="https://pics.example/loaf.png" alt="a loaf">', [("image", "https://pics.example/loaf.png")]),
        (
            '<a href="https://paper.example/mill"><img src="https://paper.example/mill.jpg"></a>',
            [("link", "https://paper.example/mill"), ("image", "https://paper.example/mill.jpg")],
        ),
        ('<img class="emoji" src="/images/emoji/twitter/wave.png?v=12" alt=":wave:">', []),
        ('<img src="/user_avatar/forum.example/rosa/48/1.png" class="avatar">', []),
        ('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', []),
        ('<img width="1" height="1" src="https://count.example/pixel.gif">', []),
        (
            ('<div class="youtube-onebox lazy-video-container" data-video-id="mIlL-1" '
            'data-provider-name="youtube"><a href="https://www.youtube.com/watch?v=mIlL-1&amp;t=9" '
            'class="video-thumbnail"><img class="youtube-thumbnail" '
            'src="https://img.youtube.com/vi/mIlL-1/hq.jpg"></a></div>'),
            [("video", "https://www.youtube.com/watch?v=mIlL-1&t=9")],
        ),
        (
            '<div class="lazyYT" data-youtube-id="mIlL-1" data-youtube-title="Mill"></div>',
            [("video", "https://www.youtube.com/watch?v=mIlL-1")],
        ),
        (
            '<div class="lazyYT" data-provider-name="vimeo" data-video-id="77"></div>',
            [("video", "https://vimeo.com/77")],
        ),
        ('<div class="lazyYT" data-youtube-id="x&quot;/../evil"></div>', []),
        (
            '<div class="video-placeholder-container" data-video-src="/uploads/mill.mp4"></div>',
            [("video", "https://forum.example/uploads/mill.mp4")],
        ),
        (
            ('<div class="onebox video-onebox"><video controls><source src="https://v.example/m.mp4">'
            '<a href="https://v.example/m.mp4">m</a></video></div>'),
            [("video", "https://v.example/m.mp4")],
        ),
        (
            '<audio><source src="/uploads/bell.ogg"><a href="/uploads/bell.ogg">b</a></audio>',
            [("audio", "https://forum.example/uploads/bell.ogg")],
        ),
        ('<iframe src="https://www.youtube.com/embed/mIlL-1"></iframe>', [("video", "https://www.youtube.com/embed/mIlL-1")]),
        ('<iframe src="https://maps.example/town"></iframe>', [("embed", "https://maps.example/town")]),
        (
            ('<blockquote class="twitter-tweet"><p>Bread! <a href="https://t.co/x">t.co/x</a></p>'
            '<a href="https://x.com/rosa/status/7">May 1</a></blockquote>'),
            [("onebox", "https://x.com/rosa/status/7")],
        ),
        (
            ('<blockquote class="instagram-media" data-instgrm-permalink="https://pics.example/p/7">'
            '<a href="https://pics.example/rosa">Rosa</a></blockquote>'),
            [("onebox", "https://pics.example/p/7")],
        ),
        (
            ('<div class="bbCodeBlock bbCodeBlock--unfurl" data-url="https://paper.example/mill">'
            '<a href="https://paper.example/mill">The mill</a> <a href="https://noise.example/">x</a></div>'),
            [("onebox", "https://paper.example/mill")],
        ),
        (
            '<img src="/proxy.php?image=loaf&amp;hash=1" data-url="https://pics.example/loaf.png">',
            [("image", "https://pics.example/loaf.png")],
        ),
        ('<iframe data-embed-src="https://maps.example/town"></iframe>', [("embed", "https://maps.example/town")]),
        ('<a href="/t/rye/40">Rye</a>', [("internal_topic", "https://forum.example/t/rye/40")]),
        ('<a href="https://FORUM.example/t/40/2">Rye</a>', [("internal_topic", "https://FORUM.example/t/40/2")]),
        ('<a href="/about">about</a>', [("internal", "https://forum.example/about")]),
        ('<a href="../../rye/40?u=rosa">Rye</a>', [("internal_topic", "https://forum.example/t/rye/40?u=rosa")]),
        ('<a href="//other.example/x">x</a>', [("link", "https://other.example/x")]),
        ('<a href="https://a.example/long/way">https://a.example/lo…</a>', [("bare_url", "https://a.example/long/way")]),
        ('<a href="https://a.example/">a.example</a>', [("bare_url", "https://a.example/")]),
        ('<a href="https://a.example/x?y=1&amp;z=2">look</a>', [("link", "https://a.example/x?y=1&z=2")]),
        ('<h2><a name="p-1" class="anchor" href="#p-1"></a>Head</h2>', []),
        ('<sup class="footnote-ref"><a href="#footnote-1">[1]</a></sup>', []),
        ('<a href="mailto:a@b.example">mail</a> <a href="javascript:x()">run</a>', []),
        ('<a href="ftp://files.example/x">f</a> <a href="upload://abc.png">u</a>', []),
        ('<a href="https://">nothing</a> <a href="">empty</a> <a>none</a>', []),
        ("<pre><code class='lang-auto'>curl https://api.example/x</code></pre>", []),
        ("<p>use <code>https://api.example/x</code></p>", []),
        ('<p><a href="https://a.example/"><code>word</code></a></p>', [("link", "https://a.example/")]),
        ("<p>see https://a.example/x, please</p>", [("bare_url", "https://a.example/x")]),
        ('<script>var a = "https://s.example/"</script><p>x</p>', []),
        ('<details><summary>more</summary><a href="https://a.example/">a</a></details>', [("link", "https://a.example/")]),
        ('<p><a href=" https://a.example/x\n">broken line</a></p>', [("link", "https://a.example/x")]),
    ],
)  # fmt: skip
def test_kind(markup: str, expected: list[tuple[str, str]]) -> None:
    """Each piece of markup is the link that its author made, or none."""
    assert kinds(f"<p>before</p>{markup}<p>after</p>") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://a.example/x.", ["https://a.example/x"]),
        ("(https://a.example/x)", ["https://a.example/x"]),
        ("https://a.example/x_(y)", ["https://a.example/x_(y)"]),
        ("(see https://a.example/x_(y)).", ["https://a.example/x_(y)"]),
        ("https://a.example/?q[b]=1&c[]=2!", ["https://a.example/?q[b]=1&c[]=2"]),
        ("[here](https://a.example/x)and", ["https://a.example/x"]),
        ("<https://a.example/x>", ["https://a.example/x"]),
        ('"https://a.example/x"?', ["https://a.example/x"]),
        ("**https://a.example/x**", ["https://a.example/x"]),
        ("见https://a.example/x。再见", ["https://a.example/x"]),
        ("（https://a.example/x）", ["https://a.example/x"]),
        ("« https://a.example/x »", ["https://a.example/x"]),
        ("https://a.example/x—which is old", ["https://a.example/x"]),
        ("[url]a.example/x[/url] [url=b.example]b[/url]", ["http://a.example/x", "http://b.example"]),
        ("[youtube]mIlL-_loaf9[/youtube]", ["https://www.youtube.com/watch?v=mIlL-_loaf9"]),
        ("[code][url]a.example/x[/url][/code] a.example/y", []),
        ("www.a.example/x", ["http://www.a.example/x"]),
        ("HTTPS://A.example/X", ["HTTPS://A.example/X"]),
        ("https://a.example/#/route;x", ["https://a.example/#/route;x"]),
        ("https://web.example/1/https://a.example/x", ["https://web.example/1/https://a.example/x"]),
        ("mail me@www.a.example or xhttps://b.example", []),
        ("https:// http://. www.", []),
        ("ftp://a.example/x javascript:alert(1)", []),
        ("```\nhttps://code.example/\n```\nhttps://a.example/", ["https://a.example/"]),
        ("[code]https://code.example/[/code] https://a.example/", ["https://a.example/"]),
        ("`https://code.example/` https://a.example/", ["https://a.example/"]),
        ("https://a.example/x?y=1&amp;z=2", ["https://a.example/x?y=1&z=2"]),
    ],
)  # fmt: skip
def test_address_written_out(text: str, expected: list[str]) -> None:
    """An address ends where its author's sentence goes on."""
    assert [url for _, url in kinds(text)] == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[url]https://a.example/x[/url]", LinkKind.BARE_URL),
        ("[url=https://a.example/x]words[/url]", LinkKind.LINK),
        ("[img]https://a.example/x[/img]", LinkKind.IMAGE),
        ("[img=20x20]https://a.example/x[/img]", LinkKind.IMAGE),
        ("[video]https://a.example/x[/video]", LinkKind.VIDEO),
        ("![alt](https://a.example/x)", LinkKind.IMAGE),
        ("[words](https://a.example/x)", LinkKind.LINK),
    ],
)
def test_kind_in_plain_text(text: str, kind: LinkKind) -> None:
    """BBCode and Markdown say what an address is."""
    (link,) = extract_links(text, base_url=POST)
    assert (link.url, link.kind) == ("https://a.example/x", kind)


def test_forum_in_a_folder() -> None:
    """A forum may live below a path of its host."""
    markup = '<a href="/forum/t/rye/40/2">x</a><a class="mention" href="/forum/u/rosa">@rosa</a>'
    base = "https://site.example/forum/t/bread/12"
    assert [kind for kind, _ in kinds(markup, base)] == ["internal_topic", "mention"]


def test_named_host_is_the_forum() -> None:
    """The forum's host may be another than that of the feed."""
    links = extract_links(
        '<a href="https://talk.example/t/rye/40">x</a>',
        base_url="https://feeds.example/1",
        own_host="talk.example",
    )
    assert links[0].kind is LinkKind.INTERNAL_TOPIC


@pytest.mark.parametrize(
    ("markup", "leads"),
    [
        ('<a href="https://a.example/">a</a>', True),
        ('<img src="https://pics.example/loaf.png">', True),
        ('<img src="/uploads/default/original/1X/loaf.jpeg">', False),
        ('<img src="https://global.discourse-cdn.com/x/original/1X/loaf.jpeg">', False),
        ('<img src="https://cdn.forum.example/original/1X/loaf.jpeg">', False),
        ('<img src="https://bread.s3.amazonaws.com/original/2X/a/loaf.jpeg">', False),
        ('<img src="https://bread.s3.amazonaws.com/loaf.jpeg">', True),
        ('<img src="https://other.example/uploads/loaf.jpeg">', True),
        ('<a class="mention" href="/u/rosa">@rosa</a>', False),
        ('<a href="/t/rye/40">Rye</a>', False),
        ('<a href="/about">about</a>', False),
    ],
)
def test_what_leads_outside(markup: str, leads: bool) -> None:
    """The forum's own pages, people and files are told from links to the rest of the web."""
    (link,) = extract_links(f"<p>{markup}</p>", base_url=POST)
    assert link.leads_outside is leads


#: What a forum's frame shows → the page that a person would open.
PLAYERS = {
    '<iframe src="https://player.vimeo.com/video/7" data-original-href="https://vimeo.com/7/ab">': (
        "https://vimeo.com/7/ab"
    ),
    '<iframe src="//player.vimeo.com/video/88112233?h=0a1b2c3d4e&app_id=9">': (
        "https://vimeo.com/88112233/0a1b2c3d4e"
    ),
    '<div class="lazyYT" data-provider-name="vimeo" data-video-id="88112233?h=0a1b2c3d4e"></div>': (
        "https://vimeo.com/88112233/0a1b2c3d4e"
    ),
    '<iframe src="https://www.youtube-nocookie.com/embed/aB3dE6gH9jK?rel=0&start=9">': (
        "https://www.youtube.com/watch?v=aB3dE6gH9jK"
    ),
    '<iframe src="https://www.youtube.com/embed/videoseries?list=PLharbour1">': (
        "https://www.youtube.com/playlist?list=PLharbour1"
    ),
    '<iframe src="https://tube.example/videos/embed/0c1d2e3f-1a2b-4c3d-8e4f-5a6b7c8d9e0f">': (
        "https://tube.example/videos/watch/0c1d2e3f-1a2b-4c3d-8e4f-5a6b7c8d9e0f"
    ),
    '<iframe src="https://tube.example/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv">': (
        "https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv"
    ),
    '<iframe src="https://geo.dailymotion.com/player/x1y2.html?video=x7q8r9s">': (
        "https://www.dailymotion.com/video/x7q8r9s"
    ),
    '<iframe src="https://player.twitch.tv/?video=v1357911&parent=forum.example">': (
        "https://www.twitch.tv/videos/1357911"
    ),
    '<iframe src="https://clips.twitch.tv/embed?clip=CalmHarbourBell&parent=f">': (
        "https://clips.twitch.tv/CalmHarbourBell"
    ),
    '<iframe src="https://streamable.com/e/q1w2e3">': "https://streamable.com/q1w2e3",
    '<iframe src="https://odysee.com/$/embed/@harbour:a/bell:3?r=1">': (
        "https://odysee.com/@harbour:a/bell:3"
    ),
    '<iframe src="https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/harbour/bell">': (
        "https://soundcloud.com/harbour/bell"
    ),
    '<iframe src="https://platform.twitter.com/embed/Tweet.html?id=1234567">': (
        "https://x.com/i/status/1234567"
    ),
}


@pytest.mark.parametrize("markup", PLAYERS)
def test_a_player_is_the_page_that_a_person_opens(markup: str) -> None:
    """Unlisted films keep what opens them; options of the player go."""
    (link,) = extract_links(f"<p>See</p>{markup}</iframe>", base_url=POST)
    assert identify(link.url).canonical == PLAYERS[markup]
    assert identify(PLAYERS[markup]).canonical == PLAYERS[markup]

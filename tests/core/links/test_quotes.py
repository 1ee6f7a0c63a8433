"""Whose words a link stands in."""

import pytest

from strandline.core.links import FoundLink, LinkKind, extract_links

POST = "https://forum.example/t/bread/12/3"
OWN = '<p>mine: <a href="https://own.example/">own</a></p>'
QUOTED = '<p>theirs: <a href="https://quoted.example/">quoted</a></p>'


def found(content: str, base: str = POST) -> dict[str, FoundLink]:
    return {link.url: link for link in extract_links(content, base_url=base)}


def quoted(content: str, base: str = POST) -> dict[str, bool]:
    return {url: link.in_quote for url, link in found(content, base).items()}


def user_quote(inner: str, user: str = "rosa") -> str:
    return (
        f'<aside class="quote no-group" data-username="{user}" data-post="1" data-topic="12">\n'
        f'<div class="title">\n<div class="quote-controls"></div>\n<img alt="" width="24"'
        f' src="https://forum.example/user_avatar/forum.example/{user}/48/1_2.png" class="avatar">'
        f" {user}:</div>\n<blockquote>\n{inner}\n</blockquote>\n</aside>"
    )


def topic_link(inner: str = "<p>The crust is what matters.</p>") -> str:
    return (
        '<aside class="quote quote-modified" data-post="1" data-topic="40"><div class="title">'
        '<div class="quote-controls"></div><div class="quote-title__text-content">'
        '<a href="https://forum.example/t/rye/40">Rye</a> '
        '<a class="badge-category__wrapper " href="/c/baking/7"><span class="badge-category">'
        f"Baking</span></a></div></div><blockquote>{inner}</blockquote></aside>"
    )


@pytest.mark.parametrize(
    "quotation",
    [
        user_quote(QUOTED),
        f"<blockquote>{QUOTED}</blockquote>",
        f'<div class="quote">{QUOTED}</div>',
        f'<div class="bbCodeBlock--quote">{QUOTED}</div>',
        f'<details class="elided"><summary>•••</summary>{QUOTED}</details>',
        f"<p>[quote=rosa]</p>{QUOTED}<p>[/quote]</p>",
        f'<div class="chat-transcript" data-username="rosa"><div>{QUOTED}</div></div>',
        '<p>&gt; theirs: <a href="https://quoted.example/">quoted</a></p>',
        f"<table><tr><td>Originally Posted by <b>rosa</b><div>{QUOTED}</div></td></tr></table>",
    ],
    ids=[
        "aside",
        "blockquote",
        "div",
        "xenforo",
        "mail folded away",
        "BBCode in HTML",
        "chat",
        "by a sign",
        "in a cell",
    ],
)
def test_quotation_beside_own_words(quotation: str) -> None:
    """What a quotation holds is quoted, what stands before or after it is the author's own."""
    expected = {"https://own.example/": False, "https://quoted.example/": True}
    assert quoted(quotation + OWN) == expected
    assert quoted(OWN + quotation) == expected


def test_prompt_is_no_quotation() -> None:
    """A sign at the beginning of a line of code quotes nobody."""
    assert quoted(f"<pre><code>&gt; run\n</code></pre>{OWN}") == {"https://own.example/": False}


def test_nested_quotations_end_one_by_one() -> None:
    """After the inner quotation the outer one goes on; after the outer one, nobody's does."""
    inner = user_quote('<a href="https://inner.example/">i</a>', "minna")
    outer = user_quote(f'{inner}<p><a href="https://outer.example/">o</a></p>')
    assert quoted(outer + OWN) == {
        "https://inner.example/": True,
        "https://outer.example/": True,
        "https://own.example/": False,
    }


def test_quoted_and_own_is_two() -> None:
    """A link that the author repeats in own words is quoted and own, each with its context."""
    content = user_quote('<p>theirs <a href="https://a.example/">a</a></p>') + (
        '<p>indeed <a href="https://a.example/">a</a></p>'
    )
    links = extract_links(content, base_url=POST)
    assert [(link.in_quote, link.context) for link in links] == [
        (True, "rosa: theirs a"),
        (False, "indeed a"),
    ]


def test_topic_shown_is_an_own_link() -> None:
    """`aside.quote` without a user name is the author's link to a topic of the forum."""
    links = extract_links(topic_link() + OWN, base_url=POST)
    assert [(link.url, link.kind, link.in_quote) for link in links] == [
        ("https://forum.example/t/rye/40", LinkKind.INTERNAL_TOPIC, False),
        ("https://own.example/", LinkKind.LINK, False),
    ]


def test_topic_shown_without_known_host() -> None:
    """It is told by its markup where nobody says which host the forum has."""
    (link,) = extract_links(topic_link(), base_url="")
    assert link.kind is LinkKind.INTERNAL_TOPIC


def test_excerpt_of_topic_shown() -> None:
    """What the linked topic says was said by somebody else."""
    assert quoted(topic_link(QUOTED)) == {
        "https://forum.example/t/rye/40": False,
        "https://quoted.example/": True,
    }


def test_topic_shown_within_quotation() -> None:
    """Whoever was quoted had linked the topic."""
    assert quoted(user_quote(topic_link()))["https://forum.example/t/rye/40"]


def test_post_quoted_from_another_topic() -> None:
    """The title of a quotation leads to what was quoted, and belongs to the quotation."""
    content = user_quote("<p>x</p>").replace(
        "rosa:</div>", 'rosa <a href="https://forum.example/t/rye/40/2">Rye</a></div>'
    )
    link = found(content)["https://forum.example/t/rye/40/2"]
    assert link.in_quote
    assert link.kind is LinkKind.INTERNAL_TOPIC


class TestWholeTopicFeed:
    """A feed of a whole topic wraps every body in a quotation."""

    BODY = f"<blockquote>\n{user_quote(QUOTED)}{OWN}\n</blockquote>"
    AUTHOR = '<p><a href="https://forum.example/u/rosa">@rosa</a> wrote:</p>'
    MORE = '<p><a href="https://forum.example/t/bread/12/3">Read full topic</a></p>'

    @pytest.mark.parametrize("item", [AUTHOR + BODY + MORE, BODY + MORE, f"\n {BODY}\n<br>{MORE}"])
    def test_body(self, item: str) -> None:
        """The wrapping is no quotation, the quotations within are, and its own lines are gone."""
        assert quoted(item) == {"https://own.example/": False, "https://quoted.example/": True}

    def test_without_known_host(self) -> None:
        """It is told by the paths of its lines where nobody says which host the forum has."""
        assert quoted(self.AUTHOR + self.BODY + self.MORE, "")["https://own.example/"] is False

    def test_words_after_a_quotation_are_a_post(self) -> None:
        """A quotation followed by the author's words, with a link elsewhere, stays a quotation."""
        content = f'<blockquote>{QUOTED}</blockquote><p><a href="https://own.example/">x</a></p>'
        assert quoted(content) == {"https://quoted.example/": True, "https://own.example/": False}

    def test_nothing_but_a_quotation(self) -> None:
        """A post that is one quotation has nothing of its author's."""
        assert quoted(f"<blockquote>{QUOTED}</blockquote>") == {"https://quoted.example/": True}

    def test_nothing_but_a_quotation_that_holds_a_reply(self) -> None:
        """Only a body can quote a user and answer: the quotation around it is a wrapping."""
        assert quoted(self.BODY) == {"https://own.example/": False, "https://quoted.example/": True}


class TestPlainText:
    """Posts that come as BBCode, Markdown or mail."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("[quote]https://q.example/[/quote] https://o.example/", {"q": True, "o": False}),
            ('[quote="rosa, post:1"]\nhttps://q.example/\n[/QUOTE]\nhttps://o.example/', None),
            ('[quote="odd]name"]https://q.example/[/quote] https://o.example/', None),
            (
                ("[quote]a [quote]https://i.example/[/quote] https://q.example/[/quote] "
                "https://o.example/"),
                {"i": True, "q": True, "o": False},
            ),
            ("https://o.example/ [quote]https://q.example/", None),
            (
                "https://o.example/ [quote][quote]https://i.example/[/quote] https://q.example/",
                {"o": False, "i": True, "q": True},
            ),
            ("[/quote] https://o.example/", {"o": False}),
            ("`[quote]` opens one: https://o.example/", {"o": False}),
            ("> https://q.example/\n\nhttps://o.example/", None),
        ],
        ids=[
            "one", "of a post", "bracket in the name", "nested", "unclosed", "outer one unclosed",
            "never opened", "only shown", "by lines",
        ],
    )  # fmt: skip
    def test_quotations(self, text: str, expected: dict[str, bool] | None) -> None:
        """What stands between the tags is quoted; one that never ends runs to the end."""
        wanted = {"q": True, "o": False} if expected is None else expected
        assert quoted(text) == {f"https://{name}.example/": q for name, q in wanted.items()}


def test_tag_that_a_forum_left_as_words() -> None:
    """In rendered HTML a quotation that never ends is only words: it hides nothing."""
    assert quoted(f"<p>How do I close [quote]?</p>{OWN}") == {"https://own.example/": False}

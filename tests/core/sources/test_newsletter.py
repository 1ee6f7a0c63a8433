"""A newsletter's mail: what it lists, and what is never opened nor shown (B10)."""

from base64 import b64encode
from datetime import UTC, datetime
from hashlib import md5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.letter_links import LetterLink
from strandline.core.sources.letter_words import confirms, is_refused, lets_in
from strandline.core.sources.newsletter import read_letter
from strandline.core.sources.personal import Personal
from strandline.model.errors import ParseError

TO = "letter+w_newsletter_1.abcdefghijklmnop@river.example"


def a_mail(html: str = "", *, subject: str = "The week at the harbour", head: str = "") -> bytes:
    return (
        f"From: =?utf-8?q?Zo=C3=AB_of_the_Quay?= <zoe@quay.example>\r\nTo: <{TO}>\r\n"
        f"Subject: {subject}\r\nDate: Tue, 3 Mar 2026 08:00:00 +0100\r\n"
        f"Message-ID: <1@quay.example>\r\n{head}"
        f"Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>{html}</body></html>"
    ).encode()


def urls(html: str, **rest: str) -> list[str | None]:
    return [entry.url for entry in read_letter(a_mail(html, **rest)).entries[1:]]


def test_a_mail_is_an_item_and_its_links_are_listed() -> None:
    """Title, writer, time and text; of each link its words, where they can be a title."""
    listing = read_letter(
        a_mail(
            "<p>The mole is done. <a href='https://paper.example/mole'>The mole stands after all"
            "</a></p><p>Prices rise. <a href='https://paper.example/prices'>Read more</a></p>"
        )
    )
    itself, mole, prices = listing.entries
    assert (itself.title, itself.author) == ("The week at the harbour", "Zoë of the Quay")
    assert (itself.guid, itself.url) == ("<1@quay.example>", None)
    assert itself.published == datetime(2026, 3, 3, 7, tzinfo=UTC)
    assert "The mole is done." in itself.content
    assert (mole.url, mole.title) == ("https://paper.example/mole", "The mole stands after all")
    assert (prices.title, prices.summary) == ("", "Prices rise. Read more")


def test_the_copy_on_the_web_is_the_items_own_address() -> None:
    """In any language; without it the mail has none."""
    listing = read_letter(a_mail("<a href='https://quay.example/44'>Voir dans le navigateur</a>"))
    assert [entry.url for entry in listing.entries] == ["https://quay.example/44"]


@pytest.mark.parametrize(
    "html",
    [
        "<a href='https://m.example/u/1'>Unsubscribe</a>",
        "<p>To stop these mails, unsubscribe <a href='https://m.example/x'>here</a>.</p>",
        "<a href='https://m.example/optout?u=1'>No more</a>",
        "<a href='https://m.example/p'>Manage your preferences</a>",
        "<a href='https://m.example/p'>Se désabonner</a>",
        "<a href='https://m.example/p'>Vom Newsletter abmelden</a>",
        "<a href='https://m.example/p'>退订</a>",
        "<a href='https://m.example/p'>Log in</a>",
        "<a href='mailto:leave@m.example'>Leave by mail</a>",
        "<a href='javascript:alert(1)'>A nice surprise here</a>",
        "<img src='https://m.example/open.gif' width='1' height='1'>",
        "<a href='https://m.example/leave/now'>A harmless name for it</a>",
    ],
)
def test_what_is_never_opened_nor_shown(html: str) -> None:
    """Leaving, preferences, logging in, mail addresses, pixels, the addresses of the head."""
    head = "List-Unsubscribe: <mailto:x@m.example>, <https://m.example/leave/now>\r\n"
    assert urls(html, head=head) == []


@pytest.mark.parametrize(
    "words",
    [
        "Minister confirms talks on the harbour",
        "NASA确认在月球上发现大量水冰",
        "How to activate dormant seeds in spring",
        "Court verifies the count of votes",
    ],
)
def test_news_about_confirming_is_news(words: str) -> None:
    """A title is no button."""
    assert urls(f"<a href='https://paper.example/confirms-talks'>{words}</a>") == [
        "https://paper.example/confirms-talks"
    ]


@pytest.mark.parametrize(
    ("subject", "html"),
    [
        (
            "Please confirm your subscription",
            "<a href='https://m.example/c/1?t=2'>Yes, subscribe me to this list</a>",
        ),
        ("Nearly there!", "<a href='https://m.example/c/1?t=2'>Confirm your e-mail address</a>"),
        ("Un dernier pas", "<a href='https://m.example/c/1?t=2'>Confirmer votre inscription</a>"),
        ("Fast geschafft", "<a href='https://m.example/c/1?t=2'>Anmeldung bestätigen</a>"),
        ("还差一步", "<a href='https://m.example/c/1?t=2'>确认您的订阅</a>"),
        (
            "Welcome",
            "<p>Confirm your subscription:</p><a href='https://m.example/confirm/1'>Go</a>",
        ),
        ("Your magic link", "<a href='https://m.example/c/1?t=2'>Sign in</a>"),
    ],
)
def test_a_mail_that_asks_for_a_person_lists_nothing(subject: str, html: str) -> None:
    """Its link is handed to a person as it is, with the tokens that it needs."""
    listing = read_letter(
        a_mail(html, subject=f"=?utf-8?b?{b64encode(subject.encode()).decode()}?=")
    )
    assert listing.entries == ()
    assert listing.asks.startswith("https://m.example/c")


def test_personal_values_are_left_out_of_addresses() -> None:
    """The recipient in any spelling, tokens, names of values that stand for a person."""
    spelled = b64encode(TO.encode()).decode()
    checksum = md5(TO.encode(), usedforsecurity=False).hexdigest()
    html = "".join(
        f"<a href='https://paper.example/{n}?page=2&{value}'>The {n} part of the tale</a>"
        for n, value in enumerate(
            (
                f"who={TO}",
                f"w={spelled}",
                f"h={checksum}",
                "token=abc",
                "mc_eid=1f",
                "e=9",
                "t=" + "a1" * 20,
            )
        )
    )
    html += f"<a href='https://paper.example/{checksum}/x'>The part of the tale for you</a>"
    assert urls(html) == [f"https://paper.example/{n}?page=2" for n in range(7)]


def test_the_recipient_is_in_no_text() -> None:
    """Neither in the item's nor in what stands around a link."""
    listing = read_letter(
        a_mail(f"<p>Sent to {TO.upper()}: <a href='https://p.example/1'>read</a></p>")
    )
    assert all("river.example" not in f"{e.content}{e.summary}".lower() for e in listing.entries)


def test_plain_text_and_broken_charsets() -> None:
    """Addresses written out; a charset that does not exist; encoded words that are none."""
    body = (
        "From: a@b.example\nSubject: =?x-nowhere?q?H=E9?= =?utf-8?b?!!!?=\n"
        "Content-Type: text/plain; charset=x-nowhere\n\nCaf\xe9:\nhttps://paper.example/1\n"
        "Unsubscribe: https://m.example/2\n"
    )
    listing = read_letter(body.encode("latin-1"))
    assert [entry.url for entry in listing.entries] == [None, "https://paper.example/1"]
    assert "Café" in listing.entries[0].content


def test_a_head_cannot_be_widened() -> None:
    """Line breaks within encoded words begin no other field and no other line."""
    coded = b64encode(b"Hello\r\nBcc: all@b.example").decode()
    title = read_letter(a_mail(subject=f"=?utf-8?b?{coded}?=")).title
    assert title == "Hello Bcc: all@b.example"


def test_a_footer_in_one_paragraph_takes_nothing_else_with_it() -> None:
    """What stands between a link and the next ones says what it is for."""
    assert urls(
        "<td>The mole is done. <a href='https://p.example/1'>More</a> Prices rise. "
        "<a href='https://p.example/2'>The rise of prices</a> Unsubscribe: <a href='https://m.example/x'>here</a>"
        "</td>"
    ) == ["https://p.example/1", "https://p.example/2"]


def test_attachments_are_not_read() -> None:
    """A page in an attachment is a file, not the mail."""
    mail = (
        b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        b"Content-Type: text/html\r\nContent-Disposition: attachment; filename=x.html\r\n\r\n"
        b"<a href='https://evil.example/1'>A file is not the mail</a>\r\n--b\r\n"
        b"Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsD\r\n--b\r\n"
        b"Content-Type: text/plain\r\n\r\nhttps://paper.example/1\r\n--b--\r\n"
    )
    assert [entry.url for entry in read_letter(mail).entries[1:]] == ["https://paper.example/1"]


@given(st.binary(max_size=400), st.text(max_size=300))
def test_reading_is_total(body: bytes, html: str) -> None:
    """Whatever comes in is a listing or `ParseError`; every address in it is one of the web."""
    for mail in (body, a_mail().replace(b"<html>", html.encode("utf-8", "replace"))):
        try:
            listing = read_letter(mail)
        except ParseError:
            continue
        for entry in listing.entries:
            assert entry.url is None or entry.url.lower().startswith(("http://", "https://"))


def test_links_are_for_what_their_words_say() -> None:
    """The words on a link come before those around it."""
    named = LetterLink("https://p.example/1", "The town that never sleeps", near="unsubscribe")
    assert not is_refused(named)
    assert is_refused(LetterLink("https://p.example/1", "here", near="unsubscribe below"))
    assert confirms(LetterLink("https://p.example/verify?x=1", "Go"))
    assert lets_in(LetterLink("https://p.example/login", "Account"))


def test_opaque_addresses() -> None:
    """Titles in addresses are none, whatever their length."""
    assert Personal.is_opaque("https://click.m.example/ls/u001Kd92jfKq0dkW83ndkq")
    assert not Personal.is_opaque("https://p.example/2026/03/the-mole-stands-after-all-4-years-on")
    assert not Personal.is_opaque("https://p.example/world-12345678/the-mole")

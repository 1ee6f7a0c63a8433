"""Newsletters as sources, from the mail that comes in to the ledger (B10)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline.core.delivery.marks import letter_address
from strandline.core.urls import identify
from strandline.model.database import Aged
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.pipelines.delivery.receive import receive

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
STORY = "https://paper.example/news/harbour-opens"
OLD = "https://paper.example/2019/05/old-mole"
WRAPPED = "https://click.m.example/ls/u001Kd92jfKq0dkW83ndkq"
DEAD = "https://click.m.example/ls/u001XXd92jfKq0dkW83nd2"
WORDS = "The harbour opened again this morning after four months of work on its northern wall. "


def html(answer: Any, title: str, published: str = "") -> Any:
    head = f'<meta property="article:published_time" content="{published}">' if published else ""
    body = f"<html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>"
    body += f"<p>{WORDS * 6}</p>" * 3 + "</article></body></html>"
    return answer(body.encode(), 200, {"content-type": "text/html; charset=utf-8"})


def a_mail(
    to: str, links: str, *, number: int = 1, when: str = "Mon, 2 Mar 2026 11:00:00 +0000"
) -> bytes:
    return (
        f"From: Zoe <zoe@quay.example>\r\nTo: {to}\r\nSubject: The week, no. {number}\r\n"
        f"Date: {when}\r\nMessage-ID: <{number}@quay.example>\r\n"
        f"Content-Type: text/html\r\n\r\n{links}"
    ).encode()


@pytest.fixture
def rig(resolving_rig: Any) -> Any:
    return resolving_rig


@pytest.fixture
def letter(rig: Any) -> Source:
    source: Source = rig.add("The Quay", kind=SourceKind.NEWSLETTER)
    return source


def address(rig: Any, source: Source) -> str:
    return letter_address(rig.ports.secret, "letter@river.example", source.source_uuid)


def articles(rig: Any) -> dict[str, Any]:
    return {a.article_url_final: a for a in rig.ports.store.recent(limit=100)}


def test_links_are_known_by_where_they_lead(rig: Any, letter: Source, answer: Any) -> None:
    """The way there says who opened the mail: nothing of it is kept, nor what leads nowhere."""
    rig.web.answers |= {
        WRAPPED: answer(b"", 302, {"location": f"{STORY}?token=abc"}),
        f"{STORY}?token=abc": html(answer, "Harbour opens", "2026-03-02T09:00:00Z"),
        OLD: html(answer, "An old mole", "2019-05-04T09:00:00Z"),
    }
    mail = a_mail(
        address(rig, letter),
        f"<p>It opens. <a href='{WRAPPED}'>Read more</a> <a href='{OLD}'>The old mole of 2019</a>"
        f"<a href='{DEAD}'>What is nowhere any more</a> <a href='{WRAPPED}/u'>Unsubscribe</a></p>",
    )
    assert receive(rig.ports, rig.settings, mail).kind == "newsletter"
    report = rig.poll()
    assert report.new == 2
    store = rig.ports.store
    uuids = list(store.find([identify(STORY).key, identify(OLD).key]).values())
    found = {one.article_url_final: one for one in store.articles(uuids).values()}
    assert set(found) == {STORY, OLD}
    assert found[STORY].content_type is ContentType.ARTICLE
    assert found[STORY].article_title == "Harbour opens"
    assert found[OLD].content_type is ContentType.LINK  # kept, but no news
    mentions = [one for group in store.mentions(uuids).values() for one in group]
    assert {one.source_uuid for one in mentions} == {letter.source_uuid}
    told = repr((mentions, [store.aliases(uuid) for uuid in uuids], store.texts(uuids)))
    assert "click.m.example" not in told
    assert "token" not in told
    asked = {url for url, _ in rig.web.requests}
    assert f"{WRAPPED}/u" not in asked
    (drop,) = [
        drop
        for outcome in report.outcomes
        for _, drop in outcome.drops
        if drop.reason == "personal_link"
    ]
    assert drop.subject == "What is nowhere any more"


def test_the_mail_itself_is_an_item(rig: Any, letter: Source) -> None:
    """With its title, writer, text and time, which is never later than when it came."""
    mail = a_mail(
        address(rig, letter), "<p>Nothing but words.</p>", when="Fri, 6 Mar 2026 11:00:00 +0000"
    )
    receive(rig.ports, rig.settings, mail)
    rig.poll()
    (post,) = rig.ports.store.posts_by_guid(letter.source_uuid, ["<1@quay.example>"]).values()
    assert (post.title, post.author_username) == ("The week, no. 1", "Zoe")
    assert post.published_at == NOW
    assert "Nothing but words." in post.content_html
    assert post.decision == "letter"


def test_a_mail_that_comes_twice_is_read_once(rig: Any, letter: Source) -> None:
    """By its Message-ID, before and after it was read."""
    store = rig.ports.store
    for links in ("<p>One</p>", "<p>Two</p>"):
        receive(rig.ports, rig.settings, a_mail(address(rig, letter), links))
        assert len(store.waiting_letters(letter.source_uuid, limit=9)) == 1
    rig.poll()
    receive(rig.ports, rig.settings, a_mail(address(rig, letter), "<p>Three</p>"))
    assert store.waiting_letters(letter.source_uuid, limit=9) == []


def test_what_asks_a_person_is_kept_for_one(rig: Any, letter: Source) -> None:
    """Nothing of it is asked for; its bytes go, its link stays."""
    link = "https://m.example/confirm/u001Kd92jfKq0dkW83ndkq?t=1"
    receive(rig.ports, rig.settings, a_mail(address(rig, letter), f"<a href='{link}'>Confirm</a>"))
    rig.poll()
    (asking,) = rig.ports.store.asking_letters(letter.source_uuid, limit=9)
    assert (asking.asks, asking.body, asking.sender) == (link, b"", "Zoe <zoe@quay.example>")
    assert rig.web.requests == []
    assert articles(rig) == {}


def test_a_stranger_cannot_send_to_a_source(rig: Any, letter: Source) -> None:
    """Without the mark an address is nobody's; one of a source that is gone is neither."""

    to = address(rig, letter)
    for wrong in (to.replace(".", ".a", 1), "letter+w_newsletter_1@river.example"):
        with pytest.raises(NotImplementedError):  # it is read as any other mail
            receive(rig.ports, rig.settings, a_mail(wrong, ""))
    rig.ports.store.remove_source(letter.source_uuid)
    with pytest.raises(NotImplementedError):
        receive(rig.ports, rig.settings, a_mail(to, ""))


def test_a_mail_that_cannot_be_read_is_told_and_let_go(rig: Any, letter: Source) -> None:
    """The next one is read."""
    to = address(rig, letter)
    receive(rig.ports, rig.settings, b"\r\n\r\nno head at all", (to,))
    receive(rig.ports, rig.settings, a_mail(to, "<p>Fine</p>", number=2))
    (outcome,) = rig.poll().outcomes
    assert rig.ports.store.waiting_letters(letter.source_uuid, limit=9) == []
    assert rig.ports.store.posts_by_guid(letter.source_uuid, ["<2@quay.example>"])
    assert outcome.message


def test_a_huge_mail_is_kept_by_its_beginning(rig: Any, letter: Source) -> None:
    """50 MB: its text comes before its files."""
    mail = a_mail(address(rig, letter), "<p>The words come first.</p>") + b"A" * 50_000_000
    receive(rig.ports, rig.settings, mail)
    (waiting,) = rig.ports.store.waiting_letters(letter.source_uuid, limit=9)
    assert len(waiting.body) < 5_000_000
    rig.poll()
    (post,) = rig.ports.store.posts_by_guid(letter.source_uuid, ["<1@quay.example>"]).values()
    assert len(post.content_html) < 100_000


def test_letters_are_forgotten_with_other_mails(rig: Any, letter: Source) -> None:
    """After their time."""
    receive(rig.ports, rig.settings, a_mail(address(rig, letter), "<p>One</p>"))
    assert rig.ports.store.let_go(Aged.MAILS, NOW + timedelta(seconds=1)) == 1

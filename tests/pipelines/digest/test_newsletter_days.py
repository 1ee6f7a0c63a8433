"""Ten days of a newsletter: sources of many kinds, their habits, and one reader who reads daily."""

import itertools
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from xml.sax.saxutils import escape

from strandline.model.digests import Digest
from strandline.model.readers import Reader, ReaderSettings
from strandline.model.sources import ContentType, SourceKind
from strandline.pipelines.digest import run_digest
from strandline.pipelines.stories import Matcher, run_match
from strandline.render.digest_email import render_email, render_text
from strandline.render.feed_documents import feed_of_digest
from strandline.render.feeds import FEED_FORMATS
from strandline.render.i18n import catalogue

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAYS = 10

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vo", "zi")


def words(about: str, count: int = 180) -> str:
    """A text of its own for everything."""
    drawn = Random(about)  # noqa: S311 - invented words
    signs = (". " if n % 12 == 11 else " " for n in range(count))
    return "".join(f"w{drawn.randrange(10**6)}{sign}" for sign in signs).strip() + "."


def headline(number: int) -> str:
    """Seven words that no other headline has."""
    drawn = Random(f"headline {number}")  # noqa: S311 - invented words
    return " ".join("".join(drawn.choices(_SYLLABLES, k=4)) for _ in range(7)).capitalize()


def rss(title: str, items: list[dict[str, Any]]) -> bytes:
    rows = "".join(
        "<item>"
        f"<title>{escape(item['title'])}</title><link>{escape(item['link'])}</link>"
        + (f"<guid isPermaLink='false'>{escape(item['guid'])}</guid>" if "guid" in item else "")
        + f"<pubDate>{item['at']:%a, %d %b %Y %H:%M:%S} +0000</pubDate>"
        + f"<description>{escape(item.get('summary', ''))}</description></item>"
        for item in items
    )
    return f"<rss version='2.0'><channel><title>{title}</title>{rows}</channel></rss>".encode()


@dataclass
class Town:
    """The sources as they are on a day, and what a reader should have been shown by then."""

    rig: Any
    answer: Any
    feeds: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)

    def page(self, url: str, title: str, text: str, body: str = "") -> None:
        shown = body or "".join(f"<p>{part}.</p>" for part in text.split(".") if part)
        self.rig.web.answers[url] = self.answer(
            f"<html lang='en'><head><title>{title}</title></head>"
            f"<body><article><h1>{title}</h1>{shown}</article></body></html>".encode(),
            200,
            {"content-type": "text/html"},
        )

    def item(
        self, feed: str, title: str, link: str, at: datetime, *, is_new: bool = True, **more: Any
    ) -> None:
        """An item that a feed lists from now on; the newest twenty stay in it."""
        listed = self.feeds.setdefault(feed, [])
        listed.insert(0, {"title": title, "link": link, "at": at} | more)
        del listed[20:]
        if is_new:
            self.wanted.add(title)

    def serve(self) -> None:
        for feed, items in self.feeds.items():
            self.rig.web.answers[feed] = self.answer(
                rss(feed, items), 200, {"content-type": "application/rss+xml"}
            )


GAZETTE, COURIER = "https://gazette.example/feed.xml", "https://courier.example/feed.xml"
NOTES, VIEW = "https://www.harbournotes.example/feed.xml", "https://board.example/feed.xml"
SKY, PHOTO = "https://sky.example/feed.xml", "https://lens.example/feed.xml"
CHANGES, TOOLS = "https://tool.example/changes.xml", "list:tools"


def morning(town: Town, day: int) -> None:
    """What appears until nine o'clock of a day."""
    at = START + day * DAY - 3 * HOUR
    for n in range(4):
        number = day * 10 + n
        section = "sport" if n == 3 else "town"
        url = f"https://gazette.example/{section}/q{number}"
        town.page(url, headline(number), words(url))
        town.item(GAZETTE, headline(number), url, at + n * timedelta(minutes=9))
    url = f"https://courier.example/{day}/story"
    town.page(url, headline(day * 10 + 8), words(url))
    summary = f"{headline(500 + day)}, as people tell it who live there."
    town.item(COURIER, headline(day * 10 + 8), url, at, summary=summary)
    if day:
        # A link blog names yesterday's story of the paper in words of its own, with its own mark.
        told = f"https://courier.example/{day - 1}/story"
        marked = f"{told}?ref=harbournotes"
        town.rig.web.answers[marked] = town.rig.web.answers[told]
        said = f"Worth a look: note {day}"
        town.item(NOTES, said, marked, at, is_new=False, summary="Go and read it.")
    view = f"https://board.example/view.php?ref={5001 + day}"
    town.page(view, f"Notice {5001 + day} of the harbour board", words(view))
    town.item(VIEW, f"Notice {5001 + day} of the harbour board", view, at)
    sky = f"https://sky.example/{at:%Y/%m/%d}/weather"
    is_reprint = day == 4
    text = words("sky 3" if is_reprint else f"sky {day}")
    town.page(sky, "Weather for the islands", text)
    town.item(SKY, "Weather for the islands", sky, at, is_new=False)
    photo = f"https://lens.example/{day}"
    figure = f"<figure><img src='/full/{day}.jpg'><figcaption>By Ines Keel</figcaption></figure>"
    town.page(photo, f"Morning number {day} over the harbour", "", figure)
    town.item(PHOTO, f"Morning number {day} over the harbour", photo, at)
    change = f"https://tool.example/changes#v1.{day}.0"
    town.item(CHANGES, f"Tool 1.{day}.0 is out", change, at, guid=change, summary=words(change, 60))


@dataclass
class Played:
    editions: list[Digest]
    extra: list[Digest]
    town: Town
    reader: Reader


def play(rig: Any, answer: Any) -> Played:
    """Each day: a poll, an edition; two more polls, and a run in the evening."""
    ids = itertools.count(1)
    ports = replace(rig.ports, new_id=lambda: f"{next(ids):032x}")
    town = Town(rig, answer)
    town.page("https://tool.example/changes", "Changes of the tool", words("changes"))
    town.page("https://skills.example/knots", "Ten knots", words("knots"))
    names = {GAZETTE: "Gazette", COURIER: "Courier", NOTES: "Harbour Notes", VIEW: "Board"}
    names |= {SKY: "Sky", PHOTO: "Lens", CHANGES: "Tool"}
    for url, name in names.items():
        rig.add(url, kind=SourceKind.FEED, name=name)
    rig.add(
        TOOLS,
        kind=SourceKind.LIST,
        name="Skills",
        items=("https://skills.example/knots",),
        content_type=ContentType.SKILL,
    )
    settings = ReaderSettings(max_per_source=0, max_items_per_category=40)
    reader = Reader("ada", "Ada", settings=settings)
    ports.store.save_reader(reader)
    matcher = Matcher(ports, rig.settings.stories)
    editions: list[Digest] = []
    extra: list[Digest] = []
    for day in range(DAYS):
        morning(town, day)
        town.serve()
        now = START + day * DAY
        for when, made in ((now, editions), (now + 9 * HOUR, extra)):
            rig.poll(when, force=True)
            run_match(ports, rig.settings.stories, now=when, matcher=matcher)
            made.append(run_digest(ports, rig.settings, reader, now=when, matcher=matcher))
    return Played(editions, extra, town, reader)


def test_ten_days_of_a_newsletter(rig: Any, answer: Any) -> None:
    """Nothing is lost, nothing comes twice, and all is told as it was."""
    played = play(rig, answer)
    check_what_was_shown(played)
    check_how_it_is_told(played)


def check_what_was_shown(played: Played) -> None:
    """Every piece of news once, whatever its source's habits; nothing twice; one edition a day."""
    items = [item for edition in played.editions for item in edition.items]
    news = [item for item in items if item.content_type is not ContentType.SKILL]
    titles = Counter(item.title for item in news)
    assert played.town.wanted - set(titles) == set()
    weather = titles.pop("Weather for the islands")
    assert weather == DAYS - 1  # what was printed again on the fifth day is no news
    assert {title: count for title, count in titles.items() if count > 1} == {}
    assert set(titles) == played.town.wanted
    uuids = Counter(item.article_uuid for item in news)
    assert [uuid for uuid, count in uuids.items() if count > 1] == []
    assert [edition.digest_id for edition in played.extra] == [""] * DAYS
    assert all(edition.digest_id for edition in played.editions)


def check_how_it_is_told(played: Played) -> None:
    """Leads where feeds have none, links that a person can open, a reason for all that is left."""
    for edition in played.editions:
        by_source = {item.source_name: item for item in edition.items}
        gazette = by_source["Gazette"]
        assert len(gazette.summary) > 80
        assert gazette.summary.endswith(".")
        assert not gazette.summary.startswith(gazette.title)
        courier = by_source["Courier"]
        assert courier.url.startswith("https://courier.example/")
        assert "?" not in courier.url
        for item in edition.items:
            assert not [other for other in item.other_sources if other.url.endswith(".xml")]
        for step in edition.funnel.steps:
            assert step.entered == step.left + sum(step.drops.values()), step.step
            for language in ("en", "fr", "zh"):
                words_of = catalogue(language)
                assert f"page.step.{step.step}" in words_of
                assert all(f"page.reason.{reason}" in words_of for reason in step.drops)
        mail = render_email(edition, base_url="https://read.example", site_title="The Tide")
        assert "The Tide" in mail.text
        assert "The Tide" in render_text(edition, site_title="The Tide")
        feed = feed_of_digest(edition, base_url="https://read.example")
        assert all(form(feed) for form, _ in FEED_FORMATS.values())

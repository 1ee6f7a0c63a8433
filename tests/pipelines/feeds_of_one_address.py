"""Made-up feeds whose items share an address, a guid, or both, as they stand at each poll.

`@` stands for the site of the feed. The titles that must be in the ledger at the end come last.
"""

from dataclasses import dataclass, field
from html import escape


@dataclass(frozen=True)
class Item:
    """One item as it is listed; what is empty is left out."""

    title: str
    link: str = ""
    date: str = ""  # RFC 822, the day and the time alone: "02 Mar 2026 09:10:11"
    guid: str = ""
    is_permalink: bool = False
    file: str = ""
    text: str = ""

    def xml(self, site: str) -> str:
        """The item of RSS 2.0."""
        parts = [f"<title>{escape(self.title)}</title>"]
        if self.link:
            parts.append(f"<link>{escape(self.link.replace('@', site))}</link>")
        if self.date:
            parts.append(f"<pubDate>{self.date} +0000</pubDate>")
        if self.guid:
            says = str(self.is_permalink).lower()
            guid = escape(self.guid.replace("@", site))
            parts.append(f'<guid isPermaLink="{says}">{guid}</guid>')
        if self.file:
            file = escape(self.file.replace("@", site))
            parts.append(f'<enclosure url="{file}" type="audio/mpeg" length="9"/>')
        if self.text:
            parts.append(f"<description>{escape(self.text)}</description>")
        return f"<item>{''.join(parts)}</item>"


@dataclass(frozen=True)
class Play:
    """Polls of one feed, an hour apart, and the titles of the articles that there are then."""

    name: str
    polls: tuple[tuple[Item, ...], ...]
    titles: tuple[str, ...]
    channel: str = ""  # elements of the channel
    no_alias: tuple[str, ...] = field(default=())  # addresses that are no alias of anything


def document(items: tuple[Item, ...], site: str, channel: str = "") -> bytes:
    """The feed at one poll."""
    listed = "".join(item.xml(site) for item in items)
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" '
        'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>'
        f"<title>Quay Gazette</title><link>{site}/</link>{channel}{listed}</channel></rss>"
    ).encode()


D = "02 Mar 2026 "
MIDNIGHT = D + "00:00:00"


def _notes(n: int) -> Item:
    return Item(f"Build {n}: faster search", f"@/notes#b{n}", f"{D}0{n}:12:31", text=f"Build {n}.")


def _show(n: int, guid: str = "") -> Item:
    title, date = f"Night train {n}", f"{D}0{n}:05:00"
    return Item(title, "@/night-train", date, guid, file=f"@/nt{n}.mp3")


def _strip(n: int) -> Item:
    return Item(f"Strip {n}", "@/", f"02 Mar 2026 0{n}:00:00", guid=f"strip-{n}")


PLAYS = (
    Play(
        "release notes behind anchors, one more at each poll",
        ((_notes(1),), (_notes(2), _notes(1)), (_notes(3), _notes(2), _notes(1))),
        ("Build 1: faster search", "Build 2: faster search", "Build 3: faster search"),
    ),
    Play(
        "strips that all link to the front page, the first of them alone at first",
        (
            (_strip(1),),
            (_strip(2), _strip(1)),
            (_strip(3), _strip(2)),
        ),
        ("Strip 1", "Strip 2", "Strip 3"),
    ),
    Play(
        "release notes of which only the newest is listed",
        ((_notes(1),), (_notes(2),), (_notes(3),)),
        ("Build 1: faster search", "Build 2: faster search", "Build 3: faster search"),
    ),
    Play(
        "a show whose page every episode names, one guid for all",
        ((_show(1, "show"),), (_show(2, "show"), _show(1, "show"))),
        ("Night train 1", "Night train 2"),
    ),
    Play(
        "a show without guids, of which the newest two are listed",
        ((_show(2), _show(1)), (_show(3), _show(2)), (_show(4), _show(3))),
        ("Night train 1", "Night train 2", "Night train 3", "Night train 4"),
    ),
    Play(
        "a show of which one episode is listed at a time",
        ((_show(1, "nt-1"),), (_show(2, "nt-2"),), (_show(3, "nt-3"),)),
        ("Night train 1", "Night train 2", "Night train 3"),
    ),
    Play(
        "a shop that links to its front page",
        (
            (Item("Boots reduced", "@/", f"{D}08:01:00"), Item("Rope back", "@/", f"{D}07:02:00")),
            (
                Item("Oars sold out", "@/", f"{D}10:40:00"),
                Item("Boots reduced", "@/", f"{D}08:01:00"),
            ),
        ),
        ("Boots reduced", "Oars sold out", "Rope back"),
    ),
    Play(
        "a front page that is first seen with one item",
        (
            (Item("Boots reduced", "@/", f"{D}08:01:00"),),
            (
                Item("Oars sold out", "@/", f"{D}10:40:00"),
                Item("Boots reduced", "@/", f"{D}08:01:00"),
            ),
        ),
        ("Boots reduced", "Oars sold out"),
    ),
    Play(
        "one item that welcomes to the front page is none",
        ((Item("Welcome", "@/", f"{D}08:01:00"), Item("Pier rebuilt", "@/pier", f"{D}08:30:00")),)
        * 2,
        ("Pier rebuilt",),
    ),
    Play(
        "a guid of the software's for all, pages of their own, dated by the day",
        (
            (Item("Pier rebuilt", "@/1", MIDNIGHT, "urn:default"),),
            (Item("Mast found", "@/2", MIDNIGHT, "urn:default"),),
            (
                Item("Eel fair", "@/3", MIDNIGHT, "urn:default"),
                Item("Mast found", "@/2", MIDNIGHT, "urn:default"),
            ),
        ),
        ("Eel fair", "Mast found", "Pier rebuilt"),
        no_alias=("@/2", "@/3"),
    ),
    Play(
        "a guid for all, and midnight in another zone",
        (
            (Item("Pier rebuilt", "@/1", "01 Mar 2026 23:00:00", "x"),),
            (Item("Mast found", "@/2", "01 Mar 2026 23:00:00", "x"),),
        ),
        ("Mast found", "Pier rebuilt"),
        no_alias=("@/2",),
    ),
    Play(
        "a page that moved: its guid and its exact time say so",
        (
            (Item("Pier rebuilt", "@/pier", f"{D}08:01:07", "p1"),),
            (Item("Pier rebuilt at last", "@/pier-at-last", f"{D}08:01:07", "p1"),),
        ),
        ("Pier rebuilt at last",),
    ),
    Play(
        "a page whose title and address were edited, scheduled at the full hour",
        (
            (Item("Pier rebuilt", "@/pier", f"{D}08:00:00", "p1"),),
            (Item("Pier rebuilt at last", "@/pier-at-last", f"{D}08:00:00", "p1"),),
        ),
        ("Pier rebuilt at last",),
    ),
    Play(
        "an edited title at one address is one article",
        (
            (Item("Pier to be rebuilt", "@/pier", f"{D}08:01:07", "p1", text="Soon."),),
            (Item("Council says yes", "@/pier", f"{D}10:30:00", "p1", text="Now."),),
        ),
        ("Council says yes",),
    ),
    Play(
        "the latest item alone",
        (
            (Item("Reeds are cut", "@/now", f"{D}08:01:07", "now", text="The dyke is bare."),),
            (Item("Otter seen", "@/now", f"{D}10:31:00", "now", text="By an angler, at dawn."),),
            (Item("Otter seen!", "@/now", f"{D}10:31:00", "now", text="By anglers, at dawn."),),
            (Item("Mast found", "@/now", f"{D}11:02:00", "now", text="Nets brought it up."),),
        ),
        ("Mast found", "Otter seen!", "Reeds are cut"),
    ),
    Play(
        "a live page whose guid counts its versions",
        (
            (Item("Storm: harbour shut", "@/storm", f"{D}08:01:07", "@/storm#0"),),
            (Item("Storm: two boats lost", "@/storm", f"{D}10:31:00", "@/storm#1"),),
        ),
        ("Storm: two boats lost",),
    ),
    Play(
        "an item that is published again",
        (
            (Item("Tide tables", "@/tides", f"{D}08:01:07", "t", text="As before."),),
            (Item("Tide tables", "@/tides", f"{D}10:31:00", "t", text="As before."),),
        ),
        ("Tide tables",),
    ),
    Play(
        "one item under two headings of a document",
        (
            (
                Item("Pier rebuilt", "@/pier", f"{D}08:01:07", "news-7", text="At last."),
                Item("Pier rebuilt", "@/pier", f"{D}08:01:07", "town-7", text="At last."),
            ),
        )
        * 2,
        ("Pier rebuilt",),
    ),
    Play(
        "undated items on one page",
        (
            (Item("Lamp for sale", "@/board"),),
            (Item("Dinghy wanted", "@/board"), Item("Lamp for sale", "@/board")),
            (Item("Anchor lost", "@/board"), Item("Dinghy wanted", "@/board")),
        ),
        ("Anchor lost", "Dinghy wanted"),  # what the first poll shows without a date is old
    ),
    Play(
        "guids that are mended later",
        (
            (
                Item("Mast found", "@/log", f"{D}08:11:00", "N/A"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "N/A"),
            ),
            (
                Item("Crane fell", "@/log", f"{D}10:41:00", "3"),
                Item("Mast found", "@/log", f"{D}08:11:00", "2"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "1"),
            ),
        ),
        ("Crane fell", "Eel fair", "Mast found"),
    ),
    Play(
        "guids that number the items from the top",
        (
            (
                Item("Mast found", "@/log", f"{D}08:11:00", "1"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "2"),
            ),
            (
                Item("Crane fell", "@/log", f"{D}10:41:00", "1"),
                Item("Mast found", "@/log", f"{D}08:11:00", "2"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "3"),
            ),
        ),
        ("Crane fell", "Eel fair", "Mast found"),
    ),
    Play(
        "links that are mended later keep their items",
        (
            (
                Item("Mast found", "@/log", f"{D}08:11:00", "m"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "e"),
            ),
            (
                Item("Mast found", "@/mast", f"{D}08:11:00", "m"),
                Item("Eel fair", "@/eel", f"{D}07:21:00", "e"),
            ),
        ),
        ("Eel fair", "Mast found"),
    ),
    Play(
        "an edited title among items of one page",
        (
            (
                Item("Mast found", "@/log", f"{D}08:11:00", "m"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "e"),
            ),
            (
                Item("Mast found, owner too", "@/log", f"{D}08:11:00", "m"),
                Item("Eel fair", "@/log", f"{D}07:21:00", "e"),
            ),
        ),
        ("Eel fair", "Mast found, owner too"),
    ),
    Play(
        "a series of one title, each with its day",
        (
            (Item("Catch of the day", "@/catch", "01 Mar 2026 18:00:00", text="Cod."),),
            (
                Item("Catch of the day", "@/catch", f"{D}10:10:00", text="Eel."),
                Item("Catch of the day", "@/catch", "01 Mar 2026 18:00:00", text="Cod."),
            ),
        ),
        ("Catch of the day", "Catch of the day"),
    ),
    Play(
        "packages: some versions share a page, another package has its own",
        (
            (Item("quay/net 1.4.0", "@/p/net", f"{D}08:11:00", "@/p/net", is_permalink=True),),
            (
                Item("quay/net 1.5.0", "@/p/net", f"{D}10:11:00", "@/p/net", is_permalink=True),
                Item("quay/web 2.0.0", "@/p/web", f"{D}09:11:00", "@/p/web", is_permalink=True),
                Item("quay/net 1.4.0", "@/p/net", f"{D}08:11:00", "@/p/net", is_permalink=True),
            ),
        ),
        ("quay/net 1.4.0", "quay/net 1.5.0", "quay/web 2.0.0"),
    ),
    Play(
        "episodes without a page whose guid is the same",
        (
            (
                Item("Part one", "", f"{D}08:11:00", "feed", file="@/one.mp3"),
                Item("Part two", "", f"{D}09:11:00", "feed", file="@/two.mp3"),
            ),
        )
        * 2,
        ("Part one", "Part two"),
    ),
    Play(
        "a link blog that has two posts about one foreign page",
        (
            (
                Item("Look at this", "https://far.example/essay", f"{D}08:11:00", "b1"),
                Item("Pier rebuilt", "@/pier", f"{D}08:20:00", "b2"),
                Item("Mast found", "@/mast", f"{D}08:30:00", "b3"),
            ),
            (
                Item("More on that essay", "https://far.example/essay", f"{D}10:11:00", "b4"),
                Item("Look at this", "https://far.example/essay", f"{D}08:11:00", "b1"),
                Item("Pier rebuilt", "@/pier", f"{D}08:20:00", "b2"),
                Item("Mast found", "@/mast", f"{D}08:30:00", "b3"),
                Item("Eel fair", "@/eel", f"{D}08:40:00", "b5"),
            ),
        ),
        ("Eel fair", "Look at this", "Mast found", "Pier rebuilt"),
    ),
)

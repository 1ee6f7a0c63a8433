"""The world as of one moment: which stories have appeared, how they read, where they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, quote

from strandline.testing.world.filler import filler
from strandline.testing.world.stories import Edit, Site, Story

DAY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Told:
    """A story as it reads now.

    Attributes:
        listed: When the feed says it was published; later than `published` where it was listed
            again as new.
        edition: The day on which it was listed again; 0 = never.
    """

    story: Story
    title: str
    text: str
    published: datetime
    updated: datetime
    listed: datetime
    edition: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, as a handler sees it."""

    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes = b""

    def parameter(self, name: str) -> str | None:
        """First value of a query parameter."""
        return next((value for key, value in parse_qsl(self.query) if key == name), None)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a handler needs to answer.

    Attributes:
        start: Edition time of day 1.
        now: Current time of the world; nothing later has happened yet.
        port: Where every site listens, each on its own address.
    """

    sites: Mapping[str, Site]
    start: datetime
    now: datetime
    port: int

    @property
    def day(self) -> int:
        """The current day: 1 until a whole day after the start has passed, then 2."""
        return max((self.now - self.start) // DAY, 0) + 1

    def at(self, day: int, hours_ago: float = 0.0) -> datetime:
        """Edition time of a day, less some hours."""
        return self.start + (day - 1) * DAY - timedelta(hours=hours_ago)

    def base(self, key: str) -> str:
        """Scheme, address and port of a site."""
        return f"http://{self.sites[key].host}:{self.port}"

    def fill(self, text: str) -> str:
        """A text with the addresses of the sites that it names as `{key}`.

        `{key_quoted}` puts the address as it stands inside another URL's parameter.
        """
        if "{" not in text:
            return text
        for key in self.sites:
            base = self.base(key)
            text = text.replace(f"{{{key}}}", base).replace(
                f"{{{key}_quoted}}", quote(base, safe="")
            )
        return text

    def page_url(self, site: Site, story: Story) -> str:
        """Address of a story's page; what it links to where it has none."""
        return self.base(site.key) + story.path if story.path else self.fill(story.link)

    def link(self, site: Site, story: Story) -> str:
        """What the site's feed writes as link."""
        return self.fill(story.link) or self.page_url(site, story) + site.link_suffix

    def told(self, site: Site) -> list[Told]:
        """All stories that have appeared, newest first as listed."""
        known = [*site.stories, *(filler(site, self.day) if site.has_filler else ())]
        told = [self._tell(story) for story in known]
        return sorted((t for t in told if t), key=lambda t: (t.listed, t.title), reverse=True)

    def listed(self, site: Site) -> list[Told]:
        """What its feed holds now, newest first."""
        oldest = self.now - timedelta(hours=site.keep_hours)
        return [told for told in self.told(site) if told.listed > oldest]

    def edits(self, edits: tuple[Edit, ...]) -> list[tuple[datetime, Edit]]:
        """Edits made by now, oldest first."""
        dated = [(self.at(edit.day, edit.hours_ago), edit) for edit in edits]
        return sorted(((at, e) for at, e in dated if at <= self.now), key=lambda pair: pair[0])

    def _tell(self, story: Story) -> Told | None:
        published = self.at(story.day, story.hours_ago)
        if published > self.now:
            return None
        title, text, updated = story.title, story.text, published
        for edited, edit in self.edits(story.edits):
            title, text, updated = edit.title or title, edit.text or text, edited
        listed, edition = published, 0
        for day in story.again:
            if self.at(day, story.hours_ago) <= self.now:
                listed, edition = self.at(day, story.hours_ago), day
        return Told(story, title, self.fill(text), published, updated, listed, edition)

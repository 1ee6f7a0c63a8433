"""A site's stories as RSS 2.0, RSS 1.0, Atom, JSON Feed and news sitemap, all well-formed.

`FORMATS` is the whole list. What is broken on purpose is in `trouble`.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from html import escape
from typing import Any

from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Scene, Told
from strandline.testing.world.stories import Site

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
#: A minute of the podcast at 64 kbit/s.
BYTES_PER_MINUTE = 480_000

_ITALICS = re.compile(r"\*([^*]+)\*")

Format = Callable[[Scene, Site, Sequence[Told]], Answer]


def feed(scene: Scene, site: Site) -> Answer:
    """The site's feed as it is now."""
    return FORMATS[site.feed](scene, site, scene.listed(site))


def paragraphs(text: str) -> str:
    """A story's text as HTML; `*name*` is set in italics."""
    whole = _ITALICS.sub(r"<em>\1</em>", escape(text))
    return "\n".join(f"<p>{part.strip()}</p>" for part in whole.split("\n\n") if part)


def guid(site: Site, told: Told) -> str:
    """The item's own id: stays over edits, fresh where a story is listed again as new."""
    name = told.story.path or told.story.link
    return f"{site.key}:{name}" + (f"#again-{told.edition}" if told.edition else "")


def local(site: Site, moment: datetime) -> datetime:
    """A time in the site's own offset."""
    return moment.astimezone(timezone(timedelta(hours=site.utc_offset_hours)))


def rss2(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """RSS 2.0 with Dublin Core authors and `content:encoded`."""
    items = "\n".join(_rss2_item(scene, site, told) for told in stories)
    text = f"""{XML}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>{escape(site.name)}</title>
<link>{scene.base(site.key)}/</link>
<description>{escape(site.tagline)}</description>
<language>{site.language}</language>
<atom:link href="{scene.base(site.key)}{site.feed_path}" rel="self" type="application/rss+xml"/>
{items}
</channel></rss>
"""
    return _answer(text, "application/rss+xml; charset=utf-8", stories)


def _rss2_item(scene: Scene, site: Site, told: Told) -> str:
    full = (
        f"<content:encoded><![CDATA[{paragraphs(told.text)}]]></content:encoded>"
        if site.full_text
        else ""
    )
    author = f"<dc:creator>{escape(told.story.author)}</dc:creator>" if told.story.author else ""
    return f"""<item>
<title>{escape(told.title)}</title>
<link>{escape(scene.link(site, told.story))}</link>
<guid isPermaLink="false">{escape(guid(site, told))}</guid>
<pubDate>{format_datetime(local(site, told.listed))}</pubDate>
{author}<description>{escape(told.story.summary)}</description>
{full}</item>"""


def podcast(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """RSS 2.0 with enclosures and the iTunes elements."""
    items = "\n".join(_episode(scene, site, told) for told in stories)
    text = f"""{XML}<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>{escape(site.name)}</title>
<link>{scene.base(site.key)}/</link>
<description>{escape(site.tagline)}</description>
<language>{site.language}</language>
<itunes:author>{escape(site.name)}</itunes:author>
{items}
</channel></rss>
"""
    return _answer(text, "application/rss+xml; charset=utf-8", stories)


def _episode(scene: Scene, site: Site, told: Told) -> str:
    audio = f"{scene.base(site.key)}/audio{told.story.path}.mp3"
    size = told.story.minutes * BYTES_PER_MINUTE
    return f"""<item>
<title>{escape(told.title)}</title>
<link>{escape(scene.link(site, told.story))}</link>
<guid isPermaLink="false">{escape(guid(site, told))}</guid>
<pubDate>{format_datetime(local(site, told.listed))}</pubDate>
<description>{escape(told.story.summary)}</description>
<itunes:duration>{told.story.minutes}:00</itunes:duration>
<enclosure url="{escape(audio)}" length="{size}" type="audio/mpeg"/>
</item>"""


def rss1(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """RSS 1.0: RDF with `dc:date`."""
    links = [escape(scene.link(site, told.story)) for told in stories]
    listed = "\n".join(f'<rdf:li rdf:resource="{link}"/>' for link in links)
    items = "\n".join(
        f"""<item rdf:about="{link}">
<title>{escape(told.title)}</title>
<link>{link}</link>
<description>{escape(told.story.summary)}</description>
<dc:creator>{escape(told.story.author or site.name)}</dc:creator>
<dc:date>{local(site, told.listed).isoformat(timespec="seconds")}</dc:date>
</item>"""
        for link, told in zip(links, stories, strict=True)
    )
    text = f"""{XML}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="{scene.base(site.key)}{site.feed_path}">
<title>{escape(site.name)}</title>
<link>{scene.base(site.key)}/</link>
<description>{escape(site.tagline)}</description>
<dc:language>{site.language}</dc:language>
<items><rdf:Seq>
{listed}
</rdf:Seq></items>
</channel>
{items}
</rdf:RDF>
"""
    return _answer(text, "application/rdf+xml; charset=utf-8", stories)


def atom(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """Atom 1.0 (RFC 4287)."""
    newest = max((told.updated for told in stories), default=scene.start)
    entries = "\n".join(_atom_entry(scene, site, told) for told in stories)
    text = f"""{XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{site.language}">
<title>{escape(site.name)}</title>
<subtitle>{escape(site.tagline)}</subtitle>
<id>tag:{site.key}.example,2020:feed</id>
<link rel="self" href="{scene.base(site.key)}{site.feed_path}"/>
<link rel="alternate" type="text/html" href="{scene.base(site.key)}/"/>
<updated>{local(site, newest).isoformat(timespec="seconds")}</updated>
<author><name>{escape(site.name)}</name></author>
{entries}
</feed>
"""
    return _answer(text, "application/atom+xml; charset=utf-8", stories)


def _atom_entry(scene: Scene, site: Site, told: Told) -> str:
    full = (
        f'<content type="html">{escape(paragraphs(told.text))}</content>' if site.full_text else ""
    )
    author = told.story.author or site.name
    changed = max(told.updated, told.listed)
    return f"""<entry>
<title>{escape(told.title)}</title>
<id>tag:{site.key}.example,2020:{escape(guid(site, told).replace("#", "."))}</id>
<link rel="alternate" type="text/html" href="{escape(scene.link(site, told.story))}"/>
<published>{local(site, told.listed).isoformat(timespec="seconds")}</published>
<updated>{local(site, changed).isoformat(timespec="seconds")}</updated>
<author><name>{escape(author)}</name></author>
<summary>{escape(told.story.summary)}</summary>
{full}</entry>"""


def json_feed(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """JSON Feed 1.1."""
    tree = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": site.name,
        "description": site.tagline,
        "home_page_url": scene.base(site.key) + "/",
        "feed_url": scene.base(site.key) + site.feed_path,
        "language": site.language,
        "items": [_json_item(scene, site, told) for told in stories],
    }
    text = json.dumps(tree, ensure_ascii=False, indent=1)
    return _answer(text, "application/feed+json; charset=utf-8", stories)


def _json_item(scene: Scene, site: Site, told: Told) -> dict[str, Any]:
    return {
        "id": guid(site, told),
        "url": scene.link(site, told.story),
        "title": told.title,
        "summary": told.story.summary,
        "content_html": paragraphs(told.text if site.full_text else told.story.summary),
        "date_published": local(site, told.listed).isoformat(timespec="seconds"),
        "date_modified": local(site, max(told.updated, told.listed)).isoformat(timespec="seconds"),
        "authors": [{"name": told.story.author or site.name}],
        "tags": [told.story.section] if told.story.section else [],
    }


def news_sitemap(scene: Scene, site: Site, stories: Sequence[Told]) -> Answer:
    """A sitemap with the news extension."""
    when = [local(site, told.listed).isoformat(timespec="seconds") for told in stories]
    rows = "\n".join(
        f"""<url><loc>{escape(scene.link(site, told.story))}</loc>
<lastmod>{local(site, told.updated).isoformat(timespec="seconds")}</lastmod>
<news:news><news:publication><news:name>{escape(site.name)}</news:name>
<news:language>{site.language}</news:language></news:publication>
<news:publication_date>{published}</news:publication_date>
<news:title>{escape(told.title)}</news:title></news:news></url>"""
        for told, published in zip(stories, when, strict=True)
    )
    text = f"""{XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
{rows}
</urlset>
"""
    return _answer(text, "application/xml; charset=utf-8", stories)


def _answer(text: str, content_type: str, stories: Sequence[Told]) -> Answer:
    newest = max((max(told.updated, told.listed) for told in stories), default=None)
    return Answer(text.encode(), content_type, modified=newest)


FORMATS: dict[str, Format] = {
    "rss2": rss2,
    "rss1": rss1,
    "atom": atom,
    "json": json_feed,
    "podcast": podcast,
    "sitemap": news_sitemap,
}

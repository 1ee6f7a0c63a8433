"""A forum that answers as Discourse does: `posts.rss`, `posts.json`, `/posts/ID.json`, topics."""

import json
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from html import escape
from typing import Any

from strandline.testing.world.answers import Answer, not_found
from strandline.testing.world.pages import frame
from strandline.testing.world.scene import Ask, Scene
from strandline.testing.world.stories import ForumPost, Site, Topic

#: Posts that one answer holds: fewer than Discourse's 50, so that a day can overflow it.
FEED_SIZE = 20


@dataclass(frozen=True, slots=True)
class Said:
    """A post as it reads now."""

    topic: Topic
    post: ForumPost
    html: str
    created: datetime
    updated: datetime
    versions: int


def answer(scene: Scene, site: Site, ask: Ask) -> Answer:
    """Everything below the forum's address."""
    said = _said(scene, site)
    if ask.path == "/posts.rss":
        return _posts_rss(scene, site, said[:FEED_SIZE])
    if ask.path == "/posts.json":
        before = ask.parameter("before") or ""
        older = [s for s in said if not before.isdigit() or s.post.post_id < int(before)]
        return _json({"latest_posts": [_row(s) for s in older[:FEED_SIZE]]})
    parts = ask.path.strip("/").split("/")
    if parts[0] == "posts" and len(parts) == 2:
        found = [s for s in said if f"{s.post.post_id}.json" == parts[1]]
        return _json(_row(found[0])) if found else not_found()
    if parts[0] == "t" and len(parts) >= 3:
        return _topic_page(scene, site, [s for s in said if str(s.topic.topic_id) == parts[2]])
    return _front_page(scene, site, said) if ask.path == "/" else not_found()


def _said(scene: Scene, site: Site) -> list[Said]:
    """All posts made by now, newest first."""
    made = []
    for topic in site.topics:
        for post in topic.posts:
            created = scene.at(post.day, post.hours_ago)
            if created > scene.now:
                continue
            edits = scene.edits(post.edits)
            text, updated = post.text, created
            for edited, edit in edits:
                text, updated = edit.text or text, edited
            made.append(Said(topic, post, scene.fill(text), created, updated, len(edits) + 1))
    return sorted(made, key=lambda said: said.post.post_id, reverse=True)


def _path(said: Said) -> str:
    return f"/t/{said.topic.slug}/{said.topic.topic_id}/{said.post.number}"


def _posts_rss(scene: Scene, site: Site, said: list[Said]) -> Answer:
    base = scene.base(site.key)
    items = "\n".join(
        f"""<item>
<title>{escape(s.topic.title)}</title>
<dc:creator><![CDATA[{s.post.username}]]></dc:creator>
<description><![CDATA[{s.html}]]></description>
<link>{base}{_path(s)}</link>
<pubDate>{format_datetime(s.created)}</pubDate>
<guid isPermaLink="false">{site.key}.example-post-{s.post.post_id}</guid>
</item>"""
        for s in said
    )
    text = f"""<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>{escape(site.name)}: latest posts</title>
<link>{base}</link>
<description>Latest posts</description>
{items}
</channel></rss>
"""
    newest = max((s.updated for s in said), default=None)
    return Answer(text.encode(), "application/rss+xml; charset=utf-8", modified=newest)


def _row(said: Said) -> dict[str, Any]:
    return {
        "id": said.post.post_id,
        "username": said.post.username,
        "created_at": said.created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "updated_at": said.updated.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "cooked": said.html,
        "post_number": said.post.number,
        "post_url": _path(said),
        "topic_id": said.topic.topic_id,
        "topic_slug": said.topic.slug,
        "topic_title": said.topic.title,
        "version": said.versions,
    }


def _json(tree: object) -> Answer:
    return Answer(json.dumps(tree, ensure_ascii=False).encode(), "application/json; charset=utf-8")


def _topic_page(scene: Scene, site: Site, said: list[Said]) -> Answer:
    if not said:
        return not_found()
    title = said[0].topic.title
    posts = "\n".join(
        f'<article id="post_{s.post.number}"><p class="byline">{escape(s.post.username)} · '
        f'<time datetime="{s.created.isoformat()}">{s.created:%Y-%m-%d %H:%M}</time></p>'
        f"{s.html}</article>"
        for s in reversed(said)
    )
    main = f"<main><h1>{escape(title)}</h1>{posts}</main>"
    return frame(scene, site, f"{title} - {site.name}", "", main)


def _front_page(scene: Scene, site: Site, said: list[Said]) -> Answer:
    topics = {s.topic.topic_id: s for s in said}
    rows = "".join(
        f'<li><a href="/t/{s.topic.slug}/{s.topic.topic_id}">{escape(s.topic.title)}</a></li>'
        for s in topics.values()
    )
    return frame(scene, site, site.name, "", f"<main><h1>Topics</h1><ul>{rows}</ul></main>")

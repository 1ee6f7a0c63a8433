"""The small world: newspapers, blogs, a podcast and a forum on loopback, moved through days.

with World(datetime(2026, 3, 4, 7, tzinfo=UTC)) as world:
    sources, allowed = world.sources(), world.allow_list
    ...
    world.next_day()

stories     data: sites and stories, read from content/*.toml
scene       the world as of one moment
filler      generated news for every day after the scripted ones
feeds       RSS 2.0, RSS 1.0, Atom, JSON Feed, podcast, news sitemap
pages       front pages and articles        forum      posts.rss, posts.json, topics
trouble     what misbehaves on purpose      pictures   drawn by code
hosts       request → answer                server     sockets
"""

from strandline.testing.world.gate import Gate
from strandline.testing.world.world import Seen, World

__all__ = ["Gate", "Seen", "World"]

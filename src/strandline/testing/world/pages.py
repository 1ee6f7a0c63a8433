"""A site's pages as HTML: front page, article, and the frame that both share."""

import json
from html import escape

from strandline.testing.world.answers import Answer, html
from strandline.testing.world.feeds import local, paragraphs
from strandline.testing.world.scene import Scene, Told
from strandline.testing.world.stories import Site

#: Words of the frame, by language.
WORDS = {
    "en": ("Latest", "More from", "By", "Contact", "Updated"),
    "fr": ("À la une", "À lire aussi dans", "Par", "Contact", "Mis à jour le"),
    "zh": ("最新", "更多报道：", "记者", "联系我们", "更新于"),
}
#: Media types by which a page names its feed, by format.
FEED_TYPES = {
    "rss2": "application/rss+xml",
    "rss1": "application/rss+xml",
    "podcast": "application/rss+xml",
    "atom": "application/atom+xml",
    "json": "application/feed+json",
}
CSS = """body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:0 auto;padding:1rem;color:#222}
header{border-bottom:3px solid var(--accent)}header a{color:var(--accent);text-decoration:none}
h1{line-height:1.25}nav a{margin-right:1rem}time,.byline{color:#555}img{max-width:100%}
.card{border-bottom:1px solid #ddd;padding:.5rem 0}footer,.ad{color:#666;font-size:.85rem}"""


def frame(scene: Scene, site: Site, title: str, head: str, main: str, status: int = 200) -> Answer:
    """A page of the site around its own content."""
    base, contact = scene.base(site.key), WORDS[site.language][3]
    nav = "".join(
        f'<a href="/section/{index}">{escape(name)}</a>' for index, name in enumerate(site.sections)
    )
    # A site that has lost its feed does not know that it has.
    has_feed = site.feed in FEED_TYPES and site.feed_behaviour != "html"
    alternate = (
        f'<link rel="alternate" type="{FEED_TYPES[site.feed]}" href="{base}{site.feed_path}">'
        if has_feed
        else ""
    )
    return html(
        f"""<!doctype html>
<html lang="{site.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(title)}</title>
{alternate}{head}
<style>:root{{--accent:{site.accent}}}{CSS}</style></head>
<body><header><p><a href="{base}/"><strong>{escape(site.name)}</strong></a>
 · {escape(site.tagline)}</p><nav>{nav}</nav></header>
{main}
<footer><p>© {escape(site.name)} · <a href="/about">{contact}</a></p></footer>
</body></html>
""",
        status,
    )


def article(scene: Scene, site: Site, told: Told) -> Answer:
    """A story's own page, with all the metadata that a newspaper gives."""
    _, more, by, _, updated = WORDS[site.language]
    published = local(site, told.published).isoformat(timespec="seconds")
    changed = ""
    if told.updated != told.published:
        at = local(site, told.updated).isoformat(timespec="seconds")
        changed = f' · {updated} <time datetime="{at}">{at[:16].replace("T", " ")}</time>'
    author = told.story.author or site.name
    main = f"""<main><article><h1>{escape(told.title)}</h1>
<p class="byline">{by} {escape(author)} · <time datetime="{published}" pubdate>\
{published[:16].replace("T", " ")}</time>{changed}</p>
<figure><img src="/pictures{told.story.path}.svg" alt="" width="640" height="360"></figure>
{paragraphs(told.text)}
</article>
<aside><h2>{more} {escape(site.name)}</h2><ul>{_others(scene, site, told)}</ul></aside></main>"""
    return frame(scene, site, f"{told.title} | {site.name}", _metadata(scene, site, told), main)


def _others(scene: Scene, site: Site, told: Told) -> str:
    others = [t for t in scene.listed(site) if t.story is not told.story and t.story.path]
    return "".join(
        f'<li><a href="{scene.page_url(site, t.story)}">{escape(t.title)}</a></li>'
        for t in others[:3]
    )


def _metadata(scene: Scene, site: Site, told: Told) -> str:
    url = scene.page_url(site, told.story)
    canonical = scene.fill(told.story.rel_canonical) or url
    image = f"{scene.base(site.key)}/pictures{told.story.path}.png"
    published = local(site, told.published).isoformat(timespec="seconds")
    modified = local(site, told.updated).isoformat(timespec="seconds")
    linked = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": told.title,
        "datePublished": published,
        "dateModified": modified,
        "author": {"@type": "Person", "name": told.story.author or site.name},
        "publisher": {"@type": "Organization", "name": site.name},
        "image": image,
        "mainEntityOfPage": canonical,
    }
    rows = {
        "og:type": "article",
        "og:title": told.title,
        "og:description": told.story.summary,
        "og:url": canonical,
        "og:image": image,
        "og:site_name": site.name,
        "article:published_time": published,
        "article:modified_time": modified,
    }
    metas = "\n".join(f'<meta property="{k}" content="{escape(v)}">' for k, v in rows.items())
    # "</" would end the script element inside a headline.
    script = json.dumps(linked, ensure_ascii=False).replace("</", "<\\/")
    return f"""<link rel="canonical" href="{escape(canonical)}">
<meta name="description" content="{escape(told.story.summary)}">
<meta name="author" content="{escape(told.story.author or site.name)}">
{metas}
<script type="application/ld+json">{script}</script>"""


def front_page(scene: Scene, site: Site) -> Answer:
    """The site's front page: cards of what it lists, between navigation and advertisements."""
    cards = "\n".join(_card(scene, site, told) for told in scene.listed(site))
    main = f"""<main><h1>{WORDS[site.language][0]}</h1>
<p class="ad"><a href="/advertise?slot=top" rel="sponsored">Your notice here</a></p>
<section>
{cards}
</section>
<p class="ad"><a href="/subscribe">Subscribe</a> · <a href="/archive">Archive</a></p></main>"""
    head = f'<meta name="description" content="{escape(site.tagline)}">'
    return frame(scene, site, site.name, head, main)


def _card(scene: Scene, site: Site, told: Told) -> str:
    return f"""<div class="card"><h2><a href="{escape(scene.page_url(site, told.story))}">\
{escape(told.title)}</a></h2><p>{escape(told.story.summary)}</p></div>"""


def notice(scene: Scene, site: Site, title: str, words: str, status: int = 200) -> Answer:
    """A page that is no article: about, archive, a wall."""
    main = f"<main><h1>{escape(title)}</h1>{words}</main>"
    return frame(scene, site, f"{title} | {site.name}", "", main, status)

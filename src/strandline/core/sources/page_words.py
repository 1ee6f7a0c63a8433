"""What the parts of a page are called, so that its news can be told from the rest of it."""

import re

#: Types of the feeds that a page may name in `link rel=alternate`.

#: A feed begins like this, after a byte order mark, a declaration and comments.
FEED_START = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?>.*?-->)\s*+)*+<(?:rss|feed|rdf:RDF)\b",
    re.DOTALL | re.IGNORECASE,
)

#: Regions of a page that hold no news of their own: by tag, by role, by class or id.
AWAY_TAGS = frozenset({"nav", "footer", "aside", "form", "dialog", "template", "noscript"})
AWAY_ROLES = frozenset(
    {"navigation", "contentinfo", "complementary", "search", "menu", "menubar", "dialog"}
)
AWAY_WORDS = frozenset(
    """
    nav navbar navigation menu footer sidebar breadcrumb breadcrumbs pagination pager toolbar
    related popular trending mostread most-read mostviewed most-viewed most-popular
    share sharing social comments tags tagcloud widget
    ad ads advert advertisement promo sponsor sponsored
    cookie cookies consent banner newsletter subscribe login
    """.split()  # noqa: SIM905 - a word list is read as words
)

#: Headings of boxes that repeat links or sell something, in English, French and Chinese.
BOX_TITLE = re.compile(
    r"most (?:read|viewed|popular|shared)|trending|popular|related|you may|sponsored|advert"
    r"|les? plus (?:lus?|vus?|partag)|à lire aussi|sponsoris|tendances"
    r"|阅读排行|热门|热点|相关|推荐|广告|熱門|相關",
    re.IGNORECASE,
)

#: Pages that stand still.
STATIC_PATH = re.compile(
    r"^/(?:[a-z]{2}/)?(?:about|contact|terms|privacy|imprint|impressum|legal|mentions-legales|login"
    r"|signin|sign-in|register|signup|account|subscribe|abonnement|newsletter|advertis|jobs"
    r"|careers|help|faq|cookies?|rss|feeds?|search|sitemap|donate|shop|store)(?:[-/.]|$)",
    re.IGNORECASE,
)

#: A whole date in a path.
DATED_PATH = re.compile(r"/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:/|-|$)")

#: Paths as stories have them: a year and month, a long number, four words or more, a file.
STORY_PATH = re.compile(r"/(?:19|20)\d{2}/\d{1,2}/|\d{4,}|/[^/]*(?:-[^/-]+){3,}[^/]*/?$|\.s?html?$")

HEADINGS = frozenset({"h1", "h2", "h3", "h4"})

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

"""What kind of page a URL names, told from the URL alone: home, listing, profile, post, article.

A profile or a listing shows something else tomorrow: it may be linked, and is never recorded as
an article that a reader has seen.
"""

import re
from enum import StrEnum

from strandline.core.urls.identity import identify
from strandline.core.urls.paths import looks_like_article
from strandline.model.errors import UrlError


class PageKind(StrEnum):
    """What a URL names."""

    HOME = "home"
    LISTING = "listing"  # a section, a tag, an archive, search results
    PROFILE = "profile"  # a person's or a channel's own page
    POST = "post"  # one post on a platform
    ARTICLE = "article"  # anything else: the page of one thing


_X_WORDS = (
    "home|explore|search|hashtag|i|intent|share|settings|notifications|messages|login|tos|privacy"
    "|compose"
)
_FB_WORDS = (
    r"groups|events|watch|marketplace|pages|photo|photo\.php|story\.php|permalink\.php|login|sharer"
    r"|reel|share|hashtag|gaming|help|policies"
)
_IG_WORDS = "p|reel|reels|tv|explore|stories|accounts|about|developer"

#: Host of the key's form → (kind, what the path must match), first match wins.
_PLATFORMS: dict[str, tuple[tuple[PageKind, str], ...]] = {
    "x.com": (
        (PageKind.POST, r"/(?:\w+|i|i/web)/status/\d+.*"),
        (PageKind.LISTING, rf"/(?:{_X_WORDS})(?:/.*)?"),
        (PageKind.PROFILE, r"/\w{1,15}(?:/(?:with_replies|media|likes|articles|highlights))?"),
    ),
    "facebook.com": (
        (PageKind.POST, r"/[^/]+/(?:posts|videos|photos|reels?)/.+"),
        (
            PageKind.POST,
            r"/(?:photo|story|permalink|watch)(?:\.php)?/?|/reel/.+|/groups/[^/]+/(?:posts|permalink)/.+",
        ),
        (PageKind.LISTING, rf"/(?:{_FB_WORDS})(?:/[^/]*)?"),
        (PageKind.PROFILE, r"/profile\.php|/(?:people/[^/]+/)?[\w.-]+"),
    ),
    "instagram.com": (
        (PageKind.POST, r"/(?:[\w.]+/)?(?:p|reel|tv)/[\w-]+"),
        (PageKind.LISTING, rf"/(?:{_IG_WORDS})(?:/.*)?"),
        (PageKind.PROFILE, r"/[\w.]+(?:/(?:reels|tagged))?"),
    ),
    "youtube.com": (
        (PageKind.POST, r"/(?:watch|shorts/.+|live/.+|embed/.+|post/.+)"),
        (PageKind.LISTING, r"/(?:playlist|results|feed(?:/.*)?|hashtag/.+|gaming|trending)"),
        (
            PageKind.PROFILE,
            r"/(?:@[^/]+|(?:channel|user|c)/[^/]+)(?:/(?:videos|shorts|streams|live|playlists|community|posts|about|featured|podcasts))?",
        ),
    ),
    "old.reddit.com": (
        (PageKind.POST, r"/(?:(?:r|u|user)/[^/]+/)?comments/.+|/gallery/.+"),
        (PageKind.PROFILE, r"/(?:u|user)/[^/]+(?:/(?:submitted|comments|overview|gilded))?"),
        (
            PageKind.LISTING,
            r"/(?:r/[^/]+(?:/(?:new|hot|top|rising|wiki.*|about.*|search))?|search|new|top|hot|subreddits.*)",
        ),
    ),
    "tiktok.com": (
        (PageKind.POST, r"/@[^/]+/(?:video|photo)/\d+"),
        (PageKind.PROFILE, r"/@[^/]+"),
        (PageKind.LISTING, r"/(?:tag|discover|music|explore|foryou|search)(?:/.*)?"),
    ),
    "linkedin.com": (
        (PageKind.POST, r"/(?:posts|pulse|feed/update|events)/.+"),
        (PageKind.PROFILE, r"/(?:in|company|school|showcase|pub)/.+"),
        (PageKind.LISTING, r"/(?:feed|jobs|search|groups|newsletters|learning)(?:/.*)?"),
    ),
    "bsky.app": (
        (PageKind.POST, r"/profile/[^/]+/post/.+"),
        (PageKind.PROFILE, r"/profile/[^/]+"),
    ),
    "threads.com": ((PageKind.POST, r"/@[^/]+/post/.+"), (PageKind.PROFILE, r"/@[^/]+")),
    "t.me": (
        (PageKind.POST, r"/(?:c/)?\w+/\d+"),
        (PageKind.PROFILE, r"/(?:s/)?\w+"),
    ),
    "github.com": (
        (
            PageKind.LISTING,
            r"/(?:explore|trending|topics|search|features|marketplace|collections|orgs|login|about|pricing)(?:/.*)?",
        ),
        (PageKind.PROFILE, r"/[\w-]+"),
    ),
    "medium.com": (
        (PageKind.LISTING, r"/(?:tag|topic|search|me)(?:/.*)?"),
        (PageKind.PROFILE, r"/@[^/]+(?:/(?:about|followers|following))?"),
    ),
    "weibo.com": (
        (PageKind.POST, r"/\d+/[A-Za-z0-9]+"),
        (PageKind.PROFILE, r"/(?:u/)?\d+|/n/.+"),
    ),
    "zhihu.com": (
        (PageKind.POST, r"/question/\d+/answer/\d+|/answer/\d+|/pin/\d+"),
        (PageKind.PROFILE, r"/(?:people|org)/[^/]+(?:/.*)?"),
        (PageKind.LISTING, r"/(?:topic|column|hot|explore|search)(?:/.*)?"),
    ),
    "bilibili.com": (
        (PageKind.POST, r"/(?:video|opus|read)/.+"),
        (PageKind.LISTING, r"/(?:v|c|anime|ranking)(?:/.*)?"),
    ),
    "space.bilibili.com": ((PageKind.PROFILE, r"/\d+(?:/.*)?"),),
    "vk.com": ((PageKind.POST, r"/wall-?\d+_\d+|/video.+"), (PageKind.PROFILE, r"/[\w.]+")),
    "pinterest.com": ((PageKind.POST, r"/pin/.+"), (PageKind.PROFILE, r"/[\w-]+")),
    "twitch.tv": (
        (PageKind.POST, r"/videos/\d+|/\w+/clip/.+"),
        (PageKind.LISTING, r"/(?:directory|search|p)(?:/.*)?"),
        (PageKind.PROFILE, r"/\w+(?:/(?:about|videos|schedule))?"),
    ),
    "news.ycombinator.com": (
        (PageKind.POST, r"/item"),
        (PageKind.PROFILE, r"/(?:user|submitted|threads)"),
        (PageKind.LISTING, r"/(?:news|newest|front|ask|show|jobs|best|from|past|newcomments)"),
    ),
    "substack.com": (
        (PageKind.POST, r"/@[^/]+/(?:note|p)/.+|/home/post/.+|/note/.+"),
        (PageKind.PROFILE, r"/@[^/]+|/profile/.+"),
    ),
}
_COMPILED = {
    host: tuple((kind, re.compile(path)) for kind, path in forms)
    for host, forms in _PLATFORMS.items()
}

#: Federated servers (Mastodon, Misskey, PeerTube, Lemmy) share these forms.
_FEDIVERSE = (
    (PageKind.POST, re.compile(r"/@[^/]+/\d{8,}|/users/[^/]+/statuses/\d+|/notice/\w+")),
    (PageKind.PROFILE, re.compile(r"/@[^/]+(?:/(?:with_replies|media))?|/users/[^/]+")),
)

_HOME_PATHS = re.compile(
    r"/?(?:index\.\w+|default\.aspx?|home(?:page)?(?:\.html?)?/?|(?:accueil|startseite|inicio|portada|forside|etusivu|strona-glowna|pagina-inicial)/?|[a-z]{2}(?:[-_][A-Za-z]{2})?/?|(?:intl|international|edition)/?)?"
)
_HOME_LANGUAGES = frozenset(
    [
        "ar",
        "bg",
        "bn",
        "ca",
        "cs",
        "da",
        "de",
        "el",
        "en",
        "es",
        "et",
        "fa",
        "fi",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "lt",
        "lv",
        "ms",
        "nb",
        "nl",
        "no",
        "pl",
        "pt",
        "ro",
        "ru",
        "sk",
        "sl",
        "sr",
        "sv",
        "th",
        "tr",
        "uk",
        "ur",
        "vi",
        "zh",
        "us",
        "gb",
        "cn",
    ]
)
_LISTING_WORDS = [
    "tag",
    "tags",
    "topic",
    "topics",
    "category",
    "categories",
    "categorie",
    "rubrique",
    "section",
    "sections",
    "archive",
    "archives",
    "author",
    "authors",
    "auteur",
    "search",
    "recherche",
    "page",
    "latest",
    "newest",
    "all",
    "blog",
    "blogs",
    "news",
    "actualites",
    "actualite",
    "articles",
    "posts",
    "stories",
    "newsletter",
    "newsletters",
    "podcast",
    "podcasts",
    "videos",
    "video",
    "feed",
    "feeds",
    "rss",
    "sitemap",
    "label",
    "labels",
    "series",
    "events",
    "jobs",
    "careers",
]
_LISTING = re.compile(
    r"/(?:[a-z]{2}/)?(?:"
    + "|".join(_LISTING_WORDS)
    + r")(?:/page/\d+)?/?|.*/page/\d+/?|/\d{4}(?:/\d{1,2}(?:/\d{1,2})?)?/?"
)
_LISTING_OF = re.compile(
    r"(?:/[\w-]+){0,2}/(?:tags?|topics?|categor(?:y|ies|ie)|rubriques?|sections?|labels?|archives?|author|authors|auteur|search)/[^/]+/?(?:page/\d+/?)?"
)
#: What sites write behind the slash when they send the readers of a page that is gone home.
_HOME_PARAMETERS = frozenset(
    (
        *("error", "err", "404", "e404", "from404", "notfound", "not_found", "not-found"),
        *("redirected", "expired", "gone", "missing", "deleted", "lang", "locale", "hl"),
    )
)
_HOME_VALUES = re.compile(
    r"[^=]*=(?:not[_-]?found|expired|gone|deleted)|(?:ref|status|code|reason|from|msg|e)=4(?:04|10)"
)
_SEARCH_PARAMETERS = frozenset(("q", "s", "query", "search"))


def page_kind(url: str) -> PageKind:
    """What a URL names.

    Raises:
        UrlError: The URL has no identity.
    """
    canonical = identify(url).canonical
    rest = canonical.partition("://")[2].partition("#")[0]
    address, _, query = rest.partition("?")
    host, slash, tail = address.partition("/")
    path = slash + tail
    site = host.removeprefix("www.").removeprefix("mobile.")
    bare = path.rstrip("/") or "/"
    if bare == "/":
        return PageKind.HOME if not query else _of_query(query)
    for kind, form in _COMPILED.get(site, ()) + _FEDIVERSE:
        if form.fullmatch(bare):
            return kind
    if site in _COMPILED:
        return PageKind.ARTICLE
    return _of_path(path, query)


def _of_path(path: str, query: str) -> PageKind:
    is_bare = not query or _of_query(query) is PageKind.HOME
    if is_bare and _HOME_PATHS.fullmatch(path) and _is_home_word(path):
        return PageKind.HOME
    if _LISTING.fullmatch(path.lower()):
        return (
            PageKind.LISTING
            if not query or _of_query(query) is PageKind.LISTING
            else PageKind.ARTICLE
        )
    if _LISTING_OF.fullmatch(path.lower()) and not looks_like_article(path):
        return PageKind.LISTING
    return PageKind.ARTICLE


def _is_home_word(path: str) -> bool:
    word = path.strip("/").lower()
    return (len(word) != 2 and len(word) != 5) or word[:2] in _HOME_LANGUAGES


def _of_query(query: str) -> PageKind:
    """A page whose path is all of the site: `/?p=42` is an article, `/?s=word` a search."""
    pieces = query.lower().split("&")
    if all(_says_gone(piece) for piece in pieces):
        return PageKind.HOME
    names = {piece.partition("=")[0] for piece in pieces}
    if names & _SEARCH_PARAMETERS or names <= {"page", "paged"}:
        return PageKind.LISTING
    return PageKind.ARTICLE


def _says_gone(piece: str) -> bool:
    name = piece.partition("=")[0]
    return name in _HOME_PARAMETERS or _HOME_VALUES.fullmatch(piece) is not None


def is_home_page(url: str) -> bool:
    """True for the front page of a site; False for what is no URL."""
    return _is(url, PageKind.HOME)


def is_profile(url: str) -> bool:
    """True for a person's or channel's own page; False for what is no URL."""
    return _is(url, PageKind.PROFILE)


def _is(url: str, kind: PageKind) -> bool:
    try:
        return page_kind(url) is kind
    except UrlError:
        return False

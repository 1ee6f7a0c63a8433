"""What the elements of a post's HTML mean: quotations, previews, players, links, furniture.

Written after what Discourse renders (its `aside.quote`, `aside.onebox`, `div.lazy-video-container`,
`a.lightbox`), with the quotations of other forums' markup beside it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from strandline.core.links.found import LinkKind
from strandline.core.links.own import Place

#: Elements that begin a line of their own.
_BLOCK_NAMES = (
    "address article aside audio blockquote br dd details div dl dt figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table td th tr ul video"
)
BLOCKS = frozenset(_BLOCK_NAMES.split())
_UNSEEN = frozenset({"script", "style", "template", "head", "title", "svg", "noscript"})
_INLINE = frozenset({"a", "span", "sup"})
_CODE = frozenset({"code", "pre", "kbd", "samp"})
#: Where a frame says what it shows; what a forum notes as the page behind it comes first.
_FRAME_SOURCES = (
    *("data-original-href", "data-original-url", "data-permalink"),
    *("src", "data-src", "data-embed-src", "data"),
)
_FRAMES = frozenset({"iframe", "embed", "object"})

#: Classes of pictures that the forum adds: no link of anybody's.
_FURNITURE_PICTURES = frozenset(
    {"emoji", "avatar", "site-icon", "thumbnail", "youtube-thumbnail", "onebox-avatar"}
)
#: Classes of what the forum adds to a post: category badges, counts of clicks, arrows.
_FURNITURE = frozenset(
    {
        "badge-wrapper",
        "badge-category",
        "badge-category__wrapper",
        "badge-notification",
        "clicks",
        "back",
        "anchor",
        "footnote-backref",
        "expand-footnote",
    }
)
#: Classes that mark a quotation in other forums and in mail; `elided` is the quoted mail that
#: Discourse folds away in a reply by e-mail, `chat-transcript` what was said in its chat.
_QUOTATIONS = frozenset(
    {
        "bbcode_quote",
        "bbCodeBlock--quote",
        "gmail_quote",
        "quotecontent",
        "quoteheader",
        "elided",
        "bbc_quote",
        "chat-transcript",
        "yahoo_quoted",
        "protonmail_quote",
    }
)
#: How forums without a class for it begin a quotation in a cell or a box of its own.
_SAID_BY = re.compile(
    r"(?:quote|zitat|citation|cita|цитата|引用)? ?:? ?(?:originally posted by|quote from|"
    r"zitat von|envoyé par|originalmente (?:publicado|escrito) por|сообщение от)\b",
    re.IGNORECASE,
)
#: Posts of other places that their own snippet of HTML shows in a block quotation: the author's
#: own link, at the end of what it shows.
_EMBEDDED = frozenset(
    {
        "twitter-tweet",
        "twitter-video",
        "instagram-media",
        "tiktok-embed",
        "reddit-card",
        "reddit-embed-bq",
        "bluesky-embed",
        "mastodon-embed",
        "text-post-media",
        "wp-embedded-content",
    }
)
_PLAYERS = frozenset(
    {
        "lazy-video-container",
        "lazyYT",
        "lazyYT-container",
        "youtube-onebox",
        "vimeo-onebox",
        "tiktok-onebox",
        "video-onebox",
        "video-placeholder-container",
    }
)
_PLAYER_HOST = re.compile(
    r"://(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|tiktok\.com|twitch\.tv|"
    r"dailymotion\.com|bilibili\.com|streamable\.com|odysee\.com|rumble\.com|loom\.com|"
    r"youku\.com|nicovideo\.jp|ted\.com|wistia\.(?:com|net)|peertube\.[\w-]+)[/:?]|"
    r"/videos/embed/[\w-]{22,36}(?:[/?]|$)"
)
_AUDIO_HOST = re.compile(r"://(?:[\w-]+\.)*(?:soundcloud\.com|spotify\.com|mixcloud\.com)[/:?]")
_PICTURE_FILE = re.compile(r"\.(?:avif|bmp|gif|jpe?g|jfif|png|svg|tiff?|webp)$", re.IGNORECASE)
#: Identifiers of videos are these characters; anything else is not put into an address.
_VIDEO_ID = re.compile(r"[\w-]{1,64}(?:(?:\?h=|/)[0-9a-f]{1,32})?")
_WATCH = {"youtube": "https://www.youtube.com/watch?v={}", "vimeo": "https://vimeo.com/{}"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an element makes of the text within it.

    Attributes:
        kind: It is a link of this kind, to `url`.
        is_quote: Its text was said by somebody else.
        is_code: An address in its text is only an example.
        is_silent: No link within it is anybody's (the inside of a preview).
        is_unseen: Nobody sees its text.
        is_chrome: A picture that the forum adds.
    """

    kind: LinkKind | None = None
    url: str = ""
    is_quote: bool = False
    is_code: bool = False
    is_silent: bool = False
    is_unseen: bool = False
    is_chrome: bool = False


def meaning_of(element: Any, place: Place) -> Meaning:
    """What an element means by itself, wherever it stands."""
    tag = element.tag
    classes = frozenset((element.get("class") or "").split())
    if tag in _UNSEEN or (classes & _FURNITURE and tag in _INLINE):
        return Meaning(is_unseen=True)
    if tag in ("a", "area"):
        return _anchor(element, classes, place)
    if tag == "img":
        return _picture(element, classes, place)
    if classes & _EMBEDDED:
        return _linked(LinkKind.ONEBOX, _first_url(_embedded_urls(element), place), is_silent=True)
    if "onebox" in classes or classes & _PLAYERS or "bbCodeBlock--unfurl" in classes:
        return _preview(element, classes, place)
    if tag in ("video", "audio"):
        kind = LinkKind.VIDEO if tag == "video" else LinkKind.AUDIO
        return _linked(kind, _first_url(_media_sources(element), place), is_silent=True)
    if tag in _FRAMES:
        return _frame(element, place)
    if tag in _CODE:
        return Meaning(is_code=True)
    return Meaning(is_quote=_is_quotation(tag, classes, element))


def _linked(kind: LinkKind, url: str | None, *, is_silent: bool = False) -> Meaning:
    return Meaning(kind if url else None, url or "", is_silent=is_silent)


def _is_quotation(tag: str, classes: frozenset[str], element: Any) -> bool:
    """A block quotation, or a container of one.

    `aside.quote` with a user name quotes a post; without one it shows what a linked topic says, in
    a block quotation of its own.
    """
    if tag == "blockquote" or classes & _QUOTATIONS:
        return True
    if tag == "aside" and "quote" in classes:
        return bool(element.get("data-username"))
    if tag == "td" or "alt2" in classes:
        return _SAID_BY.match(_beginning(element, 200)) is not None
    return tag in ("div", "q") and (tag == "q" or "quote" in classes)


def _beginning(element: Any, most: int) -> str:
    """The first words within an element, blanks folded; the rest of it is not gone through."""
    found, room = [], 4 * most
    for piece in element.itertext():
        found.append(piece[:room])
        room -= len(piece)
        if room <= 0:
            break
    return " ".join("".join(found).split())[:most]


# -- links ------------------------------------------------------------------------------------


def _anchor(element: Any, classes: frozenset[str], place: Place) -> Meaning:
    url = place.absolute(element.get("href"))
    if url is None:
        return Meaning()
    if classes & {"mention", "mention-group"}:
        return _linked(LinkKind.MENTION, url)
    if classes & {"hashtag", "hashtag-cooked"}:
        return _linked(LinkKind.HASHTAG, url)
    if "attachment" in classes:
        return _linked(LinkKind.ATTACHMENT, url)
    is_picture = _PICTURE_FILE.search(_path(url)) is not None
    if "lightbox" in classes or (is_picture and element.find(".//img") is not None):
        return _linked(LinkKind.IMAGE, url, is_silent=True)
    if _names_topic(element):
        return _linked(LinkKind.INTERNAL_TOPIC, url)
    if classes & {"onebox", "inline-onebox", "inline-onebox-loading"}:
        return _linked(LinkKind.ONEBOX, url)
    is_bare = _is_written_out(_beginning(element, 4_096), url)
    return _linked(LinkKind.BARE_URL if is_bare else LinkKind.LINK, url)


def _names_topic(element: Any) -> bool:
    """The title of a topic that `aside.quote` without a user name shows."""
    for depth, above in enumerate(element.iterancestors()):
        if depth > 4 or above.tag in ("blockquote", "body"):
            return False
        if above.tag == "aside":
            classes = (above.get("class") or "").split()
            return "quote" in classes and not above.get("data-username")
    return False


def _is_written_out(text: str, url: str) -> bool:
    """True where the words of a link are its address, whole or cut by the forum."""
    said, meant = _bald(text), _bald(url)
    if "." not in said or " " in said:
        return False
    cut = said.rstrip(".…")
    return said == meant or (cut != said and len(cut) > 3 and meant.startswith(cut))


def _bald(text: str) -> str:
    """An address without scheme, `www.` and slash at the end."""
    bare = text.strip().casefold()
    return re.sub(r"^https?://", "", bare).removeprefix("www.").rstrip("/")


def _path(url: str) -> str:
    return re.split(r"[?#]", url, maxsplit=1)[0]


def _picture(element: Any, classes: frozenset[str], place: Place) -> Meaning:
    if classes & _FURNITURE_PICTURES or element.get("width") in ("0", "1"):
        return Meaning(is_chrome="emoji" not in classes)
    named = (element.get(name) for name in ("data-orig-src", "data-url", "src", "data-src"))
    url = _first_url(named, place)
    if url is not None and re.search(r"/images/emoji/|/user_avatar/|/letter_avatar", url):
        return Meaning(is_chrome="/images/emoji/" not in url)
    return _linked(LinkKind.IMAGE, url)


# -- previews and players ---------------------------------------------------------------------


def _preview(element: Any, classes: frozenset[str], place: Place) -> Meaning:
    """One link, whatever the preview holds."""
    if classes & _PLAYERS or (element.tag != "aside" and _holds_player(element)):
        return _linked(LinkKind.VIDEO, _first_url(_player_urls(element), place), is_silent=True)
    url = _first_url(_onebox_urls(element), place)
    return _linked(LinkKind.ONEBOX, url, is_silent=True)


def _holds_player(element: Any) -> bool:
    return any(True for _ in element.iter("video", "iframe"))


def _onebox_urls(element: Any) -> Iterator[str | None]:
    yield element.get("data-onebox-src") or element.get("data-url")
    for header in element.iter("header"):
        yield from (a.get("href") for a in header.iter("a"))
    yield from (a.get("href") for a in element.iter("a"))


def _embedded_urls(element: Any) -> Iterator[str | None]:
    yield element.get("data-instgrm-permalink") or element.get("cite")
    yield from reversed([a.get("href") for a in element.iter("a")])


def _player_urls(element: Any) -> Iterator[str | None]:
    yield from (a.get("href") for a in element.iter("a"))
    yield element.get("data-video-src")
    provider, video = element.get("data-provider-name") or "", element.get("data-video-id") or ""
    if element.get("data-youtube-id"):
        provider, video = "youtube", element.get("data-youtube-id")
    if provider in _WATCH and _VIDEO_ID.fullmatch(video):
        yield _WATCH[provider].format(video.replace("?h=", "/"))
    for inner in element.iter("iframe"):
        yield from (inner.get(name) for name in _FRAME_SOURCES)
    for inner in element.iter("video"):
        yield from _media_sources(inner)


def _media_sources(element: Any) -> Iterator[str | None]:
    yield element.get("src")
    yield from (source.get("src") for source in element.iter("source"))
    yield from (a.get("href") for a in element.iter("a"))


def _frame(element: Any, place: Place) -> Meaning:
    url = _first_url((element.get(name) for name in _FRAME_SOURCES), place)
    if url is None:
        return Meaning()
    if _PLAYER_HOST.search(url):
        return _linked(LinkKind.VIDEO, url, is_silent=True)
    kind = LinkKind.AUDIO if _AUDIO_HOST.search(url) else LinkKind.EMBED
    return _linked(kind, url, is_silent=True)


def _first_url(candidates: Iterator[str | None], place: Place) -> str | None:
    """The first that is a web address."""
    return next((url for c in candidates if c and (url := place.absolute(c))), None)


# -- the body of a whole-topic feed -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wrapping:
    """What a feed puts around a body: the quotation that is none, and the lines beside it."""

    body: Any = None
    frames: tuple[Any, ...] = ()


def find_wrapping(root: Any, place: Place) -> Wrapping:
    """The block quotation that a feed of a whole topic wraps around every body.

    Such an item reads: who wrote it, the body as a quotation, a link to the topic. Nothing but the
    body is anybody's words, so the quotation is none. A post that is a quotation and nothing else
    looks alike but has no link to the topic under it.
    """
    top = root.find("body") if root.tag == "html" else root
    if top is None or (top.text or "").strip():
        return Wrapping()
    children = [child for child in top if not _is_blank(child)]
    bodies = [child for child in children if child.tag == "blockquote"]
    if len(bodies) != 1 or any((child.tail or "").strip() for child in children):
        return Wrapping()
    body = bodies[0]
    frames = tuple(child for child in children if child is not body)
    if not frames:
        return Wrapping(body) if _holds_a_reply(body) else Wrapping()
    is_followed = children[-1] is not body
    if is_followed and len(frames) <= 3 and all(_is_frame(child, place) for child in frames):
        return Wrapping(body, frames)
    return Wrapping()


def _is_blank(child: Any) -> bool:
    return child.tag in ("br", "hr") or (len(child) == 0 and not (child.text or "").strip())


def _is_frame(child: Any, place: Place) -> bool:
    """A short line with one link, to a person or a topic of the forum."""
    anchors = [*child.iter("a")]
    if child.tag != "p" or len(anchors) != 1 or len("".join(child.itertext())) > 200:
        return False
    url = place.absolute(anchors[0].get("href"))
    if url is None:
        return False
    is_here = place.is_own(url) if place.own_host else True
    return is_here and place.own_kind(url) in (LinkKind.INTERNAL_TOPIC, LinkKind.MENTION)


def _holds_a_reply(body: Any) -> bool:
    """Only a post quotes a post: a quotation of a user, and words beside it."""
    asides = [c for c in body if c.tag == "aside" and "quote" in (c.get("class") or "").split()]
    return bool(asides) and len(asides) < len(body)

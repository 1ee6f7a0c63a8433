"""An item of any format before links, titles and dates are decided."""

from dataclasses import dataclass, field

from strandline.core.sources.feeds.links import RawLink
from strandline.core.sources.feeds.pictures import RawPicture
from strandline.model.entries import Enclosure

#: More items of one document are not read; a feed lists what is new, not all that ever was.
MOST_ITEMS = 50_000


@dataclass(slots=True)
class RawItem:
    """What one item says, in the words of its document; filled by a walk over its elements.

    Attributes:
        base: URL that its relative links stand on.
        title: Plain text.
        links: Every link, in order.
        guid_is_link: False where the document says that the guid is no address.
        dates: Kind of date → text, first one kept.
        original: The article's address where the link leads through somebody who counts readers.
        has_itunes: True where it carries podcast fields.
        is_video: True where its page is a video.
    """

    base: str = ""
    guid: str | None = None
    guid_is_link: bool = True
    title: str = ""
    links: list[RawLink] = field(default_factory=list)
    dates: dict[str, str] = field(default_factory=dict)
    author: str = ""
    summary: str = ""
    content: str = ""
    enclosures: list[Enclosure] = field(default_factory=list)
    pictures: list[RawPicture] = field(default_factory=list)
    comments: str = ""
    original: str = ""
    language: str | None = None
    has_itunes: bool = False
    is_video: bool = False


@dataclass(slots=True)
class RawFeed:
    """What a document says of itself, and its items.

    Attributes:
        home: The page that it says it is of; absolute, empty where it says none.
        icon: The picture that it names for itself, as received.
        new_url: `itunes:new-feed-url`, as received.
        author: Who wrote the items that name nobody (RFC 4287 §4.2.1).
        rhythm: What it says of how often it changes, by name (`rhythm.wishes_of`).
        has_more: True where there are more than `MOST_ITEMS`.
        is_malformed: True where the document breaks the rules of its format.
        is_cut: True where it ends within its items.
    """

    title: str = ""
    language: str | None = None
    home: str = ""
    icon: str = ""
    new_url: str = ""
    author: str = ""
    self_url: str = ""
    has_itunes: bool = False
    rhythm: dict[str, str] = field(default_factory=dict)
    has_more: bool = False
    is_malformed: bool = False
    is_cut: bool = False
    items: list[RawItem] = field(default_factory=list)

"""What a link found in a post is."""

from dataclasses import dataclass
from enum import StrEnum


class LinkKind(StrEnum):
    """How a link stands in a post. The forum's own pages have kinds of their own."""

    LINK = "link"  # an anchor with a text
    BARE_URL = "bare_url"  # an address written out, whether the forum made it clickable or not
    ONEBOX = "onebox"  # a preview that the forum made of an address on a line of its own
    VIDEO = "video"  # a player, or its placeholder
    AUDIO = "audio"
    EMBED = "embed"  # any other frame
    IMAGE = "image"  # shown, or shown small and linked to its full size
    ATTACHMENT = "attachment"  # a file that the author uploaded
    MENTION = "mention"  # a person or a group
    HASHTAG = "hashtag"  # a category or a tag, written with #
    INTERNAL_TOPIC = "internal_topic"  # a topic or post of the same forum
    INTERNAL = "internal"  # any other page of the same forum


#: The forum itself, its people and its files: found in a post, but led nowhere outside of it.
INSIDE = frozenset(
    {
        LinkKind.ATTACHMENT,
        LinkKind.MENTION,
        LinkKind.HASHTAG,
        LinkKind.INTERNAL_TOPIC,
        LinkKind.INTERNAL,
    }
)


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A link of a post; a URL that is the author's own and quoted too is two.

    Attributes:
        url: Absolute http(s) URL; the author's own letters where those are absolute.
        in_quote: True where it stands in a quotation.
        context: Plain text around the link, its own text included; at most 300 characters.
        is_upload: A file that the forum itself stores, by its address.
    """

    url: str
    in_quote: bool
    kind: LinkKind
    context: str
    is_upload: bool = False

    @property
    def leads_outside(self) -> bool:
        """False for the forum's own pages, people, tags and files."""
        return self.kind not in INSIDE and not self.is_upload

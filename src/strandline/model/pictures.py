"""Pictures that we show ourselves: of articles, icons of sources, small copies of screenshots."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType


class PictureUse(StrEnum):
    """What a picture is for: decides its size and its format."""

    ITEM = "item"  # beside a title: JPEG
    ICON = "icon"  # of a source: PNG, may be transparent
    THUMB = "thumb"  # of a screenshot: JPEG


class PictureOutcome(StrEnum):
    """How getting a picture ended."""

    KEPT = "kept"
    NO_PICTURE = "no_picture"  # other bytes than those of a picture that we read
    ANIMATED = "animated"
    TOO_SMALL = "too_small"  # counters, faces, buttons
    TOO_LARGE = "too_large"  # in bytes, pixels, time or memory
    ODD_SHAPE = "odd_shape"  # a banner or a bar
    UNREACHABLE = "unreachable"  # may be otherwise next time
    REFUSED = "refused"  # the egress guard, or robots.txt


@dataclass(frozen=True, slots=True)
class MadePicture:
    """A picture as we made it: decoded, shrunk and written anew, without what was said in it."""

    body: bytes
    media_type: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture that is kept.

    Attributes:
        checksum: SHA-256 hex of its bytes; the same bytes are kept once.
    """

    checksum: str
    media_type: str
    width: int
    height: int
    size_bytes: int
    created_at: datetime

    @property
    def name(self) -> str:
        """What its address and its key end in."""
        return f"{self.checksum}.{'png' if self.media_type == 'image/png' else 'jpg'}"


@dataclass(frozen=True, slots=True)
class PictureTry:
    """How getting the picture of an article or a source ended.

    Attributes:
        subject: Id of the article or the source.
        url: The address that was to be tried first.
        file: What is kept; None where there is none.
        attempts: Failures in a row.
    """

    subject: str
    url: str
    outcome: PictureOutcome
    tried_at: datetime
    attempts: int = 1
    alt: str = ""
    file: PictureFile | None = None


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """Where a picture of an article may be had: as its page or a source says."""

    url: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture as a page, a feed or a mail shows it.

    Attributes:
        href: Its address at our own place; absolute in feeds and mails.
        width: Pixels of the file; pages show it no larger than half of that.
        alt: What is to be seen, as its publisher says; empty where nobody says: beside a title it
            then adds nothing for who cannot see it.
    """

    href: str
    width: int
    height: int
    alt: str = ""


#: Pictures by article, icons by source.
Pictures = Mapping[str, ShownPicture]
NO_PICTURES: Pictures = MappingProxyType({})

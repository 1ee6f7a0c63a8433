"""Pictures: making them, and what is known of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from strandline.model.archive import Artifact
from strandline.model.pictures import (
    MadePicture,
    NamedPicture,
    PictureFile,
    PictureOutcome,
    PictureTry,
    PictureUse,
)


class PictureMaker(Protocol):
    """Decodes hostile pictures in a worker process with limits, and writes them anew."""

    def picture(self, body: bytes, use: PictureUse, *, name: str) -> MadePicture | PictureOutcome:
        """The picture for a use, or why there is none.

        Raises:
            ParserFault: No process can begin.
        """
        ...


class PictureStore(Protocol):
    """Which pictures are kept, of what, and what came of trying."""

    def picture_tries(self, subjects: Sequence[str]) -> dict[str, PictureTry]:
        """By id of the article or the source; those never tried are absent."""
        ...

    def save_picture(self, tried: PictureTry) -> bool:
        """Insert or replace, with the row of its file; False where the subject is gone."""
        ...

    def named_pictures(self, article_uuids: Sequence[str]) -> dict[str, list[NamedPicture]]:
        """Where pictures of articles may be had: their own page first, then sources in the order
        of their authority; articles without any are absent.
        """
        ...

    def shown_lately(self, since: datetime, *, limit: int) -> list[str]:
        """Articles of editions made since, those of the newest edition first, each once."""
        ...

    def picture_file(self, checksum: str) -> PictureFile | None:
        """What is kept under a checksum."""
        ...

    def screenshots_without_thumb(self, *, limit: int) -> list[Artifact]:
        """Current screenshots that no small copy was made of, newest first."""
        ...

    def save_thumb(self, artifact_id: int, file: PictureFile | None) -> None:
        """Remember the small copy of a screenshot; None where none can be made."""
        ...

    def thumbs(self, article_uuids: Sequence[str]) -> dict[str, PictureFile]:
        """Small copies of the current screenshots, by article."""
        ...

    def forget_pictures(self) -> int:
        """Forget every picture of articles and sources; returns how many. Thumbnails stay."""
        ...

    def loose_pictures(self, before: datetime, *, limit: int) -> list[PictureFile]:
        """Files made before a time that nothing refers to, forgotten with this call."""
        ...

    def kept_pictures(self, checksums: Sequence[str]) -> set[str]:
        """Which of the checksums there are."""
        ...

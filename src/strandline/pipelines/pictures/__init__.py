"""Pictures: of what editions and stories show, icons of sources, small copies of screenshots."""

from strandline.pipelines.pictures.keep import keep_pictures
from strandline.pipelines.pictures.loose import remove_loose_pictures
from strandline.pipelines.pictures.shown import shown_pictures, shown_thumbs
from strandline.pipelines.pictures.thumbs import keep_thumbs

__all__ = [
    "keep_pictures",
    "keep_thumbs",
    "remove_loose_pictures",
    "shown_pictures",
    "shown_thumbs",
]

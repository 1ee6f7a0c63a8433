"""Pictures of items as pages, feeds and mails show them."""

from collections.abc import Sequence

from strandline.model.pictures import ShownPicture
from strandline.ports import Store
from strandline.settings import Settings


def shown_pictures(
    store: Store, settings: Settings, subjects: Sequence[str], *, base_url: str = ""
) -> dict[str, ShownPicture]:
    """Pictures by article, icons by source; empty where the settings do not show them.

    Args:
        base_url: For mails and feeds: the address that readers use, without a slash at its end;
            empty for pages of our own.
    """
    show = settings.pictures.show
    wanted = [one for one in subjects if show == "all" or (show == "icons" and one[:2] != "A_")]
    return {
        subject: ShownPicture(
            f"{base_url}/pictures/{tried.file.name}", tried.file.width, tried.file.height, tried.alt
        )
        for subject, tried in (store.picture_tries(wanted) if wanted else {}).items()
        if tried.file is not None
    }


def shown_thumbs(store: Store, article_uuids: Sequence[str]) -> dict[str, ShownPicture]:
    """Small copies of screenshots by article, whatever the setting of pictures says."""
    return {
        uuid: ShownPicture(f"/pictures/{file.name}", file.width, file.height)
        for uuid, file in store.thumbs(article_uuids).items()
    }

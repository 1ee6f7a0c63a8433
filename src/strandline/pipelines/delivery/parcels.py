"""An edition as outputs are given it: the same bytes at every attempt."""

import json

from strandline.core.digest.timetable import zone_of
from strandline.model.digests import Digest
from strandline.model.outputs import Parcel
from strandline.model.readers import DigestScope
from strandline.pipelines.delivery.letters import edition_page, subject_of
from strandline.ports import Ports
from strandline.render import html
from strandline.render.digest_email import MailLinks, render_email
from strandline.render.digest_json import digest_value
from strandline.render.feed_documents import edition_body
from strandline.render.i18n import known_language, translate
from strandline.settings import Settings

#: Of the receiver's name for an edition.
PREFIX = "strandline-"


def parcel_of(ports: Ports, settings: Settings, digest: Digest) -> Parcel:
    """Everything that an output may need of an edition."""
    reader = ports.store.reader(digest.reader_id)
    is_shared = reader is not None and reader.scope is DigestScope.SHARED
    page = edition_page(settings, ports.secret, digest.digest_id, is_shared=is_shared)
    language = known_language(digest.language)
    base = settings.web.base_url.rstrip("/")
    email = render_email(
        digest,
        base_url=base,
        site_title=settings.web.title,
        zone=zone_of(reader.settings.timezone if reader else ""),
        links=MailLinks(page, ""),
    )
    items = sorted(digest.items, key=lambda item: item.position)
    return Parcel(
        digest_id=digest.digest_id,
        name=f"{PREFIX}{digest.digest_id}",
        title=html.clean(subject_of(digest, settings), html.MAX_TITLE),
        language=language,
        published_at=digest.issued_at,
        page=page,
        html=str(edition_body(digest, language, base)),
        text=email.text,
        data=_data(digest, page, base),
        titles=tuple(html.clean(item.title, html.MAX_TITLE) for item in items),
        summary=translate(language, "digest.items", count=len(items)),
    )


def _data(digest: Digest, page: str, base: str) -> str:
    """As `/digests/{id}.json` has it, without scores and funnel; ASCII, so that any receiver signs
    the bytes that it was sent.
    """
    value = digest_value(digest, base)
    del value["funnel"]
    for item in value["items"]:
        del item["score"], item["score_parts"]
    return json.dumps(value | {"page": page or None}, separators=(",", ":"))

"""Exports of other programs: what they are recognised by, and the links in them.

To add a program: write `core/imports/<program>.py` with a `Product`, and add it to `PRODUCTS`.
"""

from strandline.core.imports.document import Document, Form, open_file
from strandline.core.imports.freshrss import FRESHRSS
from strandline.core.imports.karakeep import KARAKEEP
from strandline.core.imports.linkwarden import LINKWARDEN
from strandline.core.imports.miniflux import MINIFLUX
from strandline.core.imports.netscape import NETSCAPE
from strandline.core.imports.pocket import POCKET
from strandline.core.imports.saved import Product
from strandline.core.imports.wallabag import WALLABAG
from strandline.model.errors import ParseError
from strandline.model.imports import Export, Saved

PRODUCTS: tuple[Product, ...] = (
    KARAKEEP,
    LINKWARDEN,
    WALLABAG,
    POCKET,
    FRESHRSS,
    MINIFLUX,
    NETSCAPE,
)
#: Links of one file; more are no collection of a person.
MOST_LINKS = 200_000


def read_export(body: bytes) -> Export:
    """Read an export of whatever program wrote it.

    Raises:
        ParseError: It cannot be read, or no program is known that writes such a file.
    """
    documents = open_file(body)
    lists = tuple(one.body for one in documents if one.form is Form.OPML)
    known = [(one, product) for one in documents if (product := _product_of(one)) is not None]
    if not known and not lists:
        raise ParseError(
            f"The file is {documents[0].form.value.upper()}, of no program that is known here.",
            advice=f"Known are exports of {', '.join(one.name for one in PRODUCTS)}, and OPML.",
        )
    found: dict[str, Saved] = {}
    problems: list[str] = []
    for document, product in known:
        for one in product.links(document):
            if isinstance(one, str):
                problems.append(one)
            elif len(found) < MOST_LINKS:
                found.setdefault(one.url, one)
            else:
                problems.append(f"Only the first {MOST_LINKS:,} links were read.")
                break
    return Export(known[0][1] if known else None, tuple(found.values()), tuple(problems), lists)


def _product_of(document: Document) -> Product | None:
    return next((product for product in PRODUCTS if product.fits(document)), None)

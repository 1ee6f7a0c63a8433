"""What `import strandline` offers: the verbs `url`, `feed`, `links` and `compare` as functions.

Each is offline and keeps no state but the rules and models that it has loaded. They may be called
from many threads.
"""

from functools import cache
from typing import TYPE_CHECKING

from strandline.core.urls import identity
from strandline.model.entries import Listing
from strandline.model.stories import StoryInput, Verdict
from strandline.model.urls import UrlIdentity

if TYPE_CHECKING:
    from strandline.core.links import FoundLink
    from strandline.ports import Embedder


def identify(url: str, *, base: str | None = None, force_https: bool = False) -> UrlIdentity:
    """What a URL is: canonical URL, key for comparing, and what was changed.

    Args:
        url: As received. Bytes that are not UTF-8 as lone surrogates (`surrogateescape`).
        base: Absolute URL of the document it was found in, for relative ones.
        force_https: Show `https` even where the URL says `http`; the key is the same.

    Raises:
        TypeError: It is no text.
        UrlError: It has no identity; `message` is one of `empty`, `too_long`, `nul_character`,
            `not_a_url`, `unsupported_scheme`, `too_many_wrappers`.
    """
    _expect(url, str, "identify", "a URL as text")
    return identity.identify(url, base=base, force_https=force_https)


def read_feed(
    body: bytes, *, content_type: str = "", base_url: str = "", timezone: str = "UTC"
) -> Listing:
    """What RSS 0.9x, 1.0, 2.0, Atom, CDF or JSON Feed lists, however broken it is.

    It is read in this process: of a stranger's document of many megabytes bound the time, or use
    `strandline feed`, which reads large ones in a process with limits.

    Args:
        body: The document as received: its bytes say what encoding it has.
        content_type: The `Content-Type` header of the answer.
        base_url: Where the document came from; relative links stand on it.
        timezone: IANA name of the zone for dates that name none.

    Returns:
        Entries in the order of the document; `url` is None where an item names no address.

    Raises:
        TypeError: It is not bytes.
        ParseError: The document is no feed; `subject` says what it is instead
            (`error:html_page`, `error:login_page`, `blocked:challenge`, `error:not_a_feed`), and
            `suggested_url` names a feed that the page proposes, or None.
    """
    from strandline.core.sources.feeds.reader import read_feed as read

    _expect(body, bytes, "read_feed", "the bytes of a document")
    return read(
        body, content_type=content_type, base_url=base_url, timezone=timezone, keep_all=True
    )


def find_links(
    html: str | bytes, *, base_url: str = "", own_host: str | None = None
) -> "tuple[FoundLink, ...]":
    """The links of a post, the author's own and quoted ones told apart.

    Args:
        html: HTML as a forum renders it, or plain text with BBCode or Markdown; bytes are decoded
            as a browser does.
        base_url: Absolute URL of the post, for relative links; empty where it is not known.
        own_host: The forum's host; the one of `base_url` where not given.

    Returns:
        In the order of the post. At most 1,000, of the first 500,000 characters.

    Raises:
        TypeError: It is neither text nor bytes. No text raises.
    """
    from strandline.core.links import extract_links
    from strandline.core.text.charset import decode_page

    _expect(html, (str, bytes), "find_links", "a post as text or bytes")
    text = decode_page(html) if isinstance(html, bytes) else html
    return extract_links(text, base_url=base_url, own_host=own_host)


def compare(a: StoryInput, b: StoryInput, *, with_models: bool = False) -> Verdict:
    """Whether two articles tell one story; swapping them changes nothing.

    What follows from what is given need not be given: the URL's key, how exact a time is. A time
    without a zone is taken for UTC.

    Args:
        a: An article: a title, or whatever else is known.
        b: Another.
        with_models: Ask the embedding models of this machine too (extra `stories`) where titles
            leave it open: more is found, and the first call takes seconds.

    Raises:
        TypeError: One is no `StoryInput`, or a field of it is not what it should be.
        ModelError: A model gives no answer.
    """
    from strandline.core.evaluation.pairs import ReadPair, completed
    from strandline.ops.compare import Comparer

    for one in (a, b):
        _expect(one, StoryInput, "compare", "two StoryInput")
    comparer = Comparer(_models() if with_models else ())
    (verdict,) = comparer.verdicts([ReadPair(None, completed(a), completed(b))])
    return verdict


@cache
def _models() -> "tuple[Embedder, ...]":
    from strandline.settings import Settings
    from strandline.wiring import open_local_embedders

    return open_local_embedders(Settings())


def _expect(value: object, kind: type | tuple[type, ...], function: str, wanted: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{function} takes {wanted}, not {type(value).__name__}")

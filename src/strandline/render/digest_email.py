"""A digest as an e-mail: HTML and plain text, never larger than mail services show.

Gmail clips a message at 102 kB; ours stays under 90 kB as it is sent, encoding included. What
does not fit is on the page, and the message says so with a link.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from email.message import EmailMessage
from email.policy import SMTP
from functools import lru_cache, partial
from importlib import resources

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from strandline.model.digests import Digest, DigestItem
from strandline.model.pictures import NO_PICTURES, Pictures, ShownPicture
from strandline.render import html
from strandline.render.also import LONGEST_HREF, also_html, also_text, elsewheres
from strandline.render.earlier import earlier_html, earlier_text, marked_title
from strandline.render.groups import sections_of
from strandline.render.i18n import known_language, translate
from strandline.render.links import percent_encoded, safe_href
from strandline.render.markdown import markdown_html, markdown_text
from strandline.render.robust import robust_attributes
from strandline.render.times import dated_time, exact_time

#: Largest message, as sent.
MAX_BYTES = 90_000
#: Pixels of a picture beside a title; files have twice as many.
_PICTURE_WIDTH, _PICTURE_HEIGHT = 120, 90
#: From this age on, a day needs its year.
_OLD = timedelta(days=300)


@dataclass(frozen=True, slots=True)
class DigestEmail:
    """What is sent, without sender and receiver.

    Attributes:
        shown: How many items are in it.
        left_over: How many are on the page only.
    """

    subject: str
    html: str
    text: str
    shown: int
    left_over: int


@dataclass(frozen=True, slots=True)
class MailLinks:
    """Addresses in a mail that goes to one person.

    Attributes:
        page: The edition to be read on the page; empty for none.
        leave: Where its reader unsubscribes or chooses; empty for none.
    """

    page: str
    leave: str


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around the items.

    Attributes:
        base_url: Address of our pages; None where none is known.
        is_robust: Links say where copies are.
    """

    digest: Digest
    base_url: str | None
    site_title: str
    zone: tzinfo = UTC
    subject: str = ""
    links: MailLinks | None = None
    pictures: Pictures = field(default_factory=lambda: NO_PICTURES)
    is_robust: bool = True

    @property
    def page_url(self) -> str:
        """The edition's own page; empty where there is no address for it."""
        if self.links is not None:
            return self.links.page
        return "" if self.base_url is None else f"{self.base_url}/digests/{self.digest.digest_id}"


def render_email(
    digest: Digest,
    *,
    base_url: str = "",
    site_title: str = "Strandline",
    zone: tzinfo = UTC,
    subject: str = "",
    links: MailLinks | None = None,
    pictures: Pictures = NO_PICTURES,
) -> DigestEmail:
    """Render an edition so that the whole message keeps under `MAX_BYTES`.

    Times carry their weekday and day: a mail is read at any hour. Fewer items are shown until the
    message fits, the last ones first.

    Args:
        base_url: Address that readers use, such as `https://news.example`; empty for no links to
            the page.
        site_title: Name shown in the foot.
        zone: Of whoever reads.
        subject: Of the mail; the edition's title where empty.
        links: Of the person it goes to; None for nobody in particular.
        pictures: By article, with absolute addresses, or `cid:` of what is attached.
    """
    frame = _Frame(digest, _base(base_url), site_title, zone, subject, links, pictures)
    whole = _rendered(frame, len(digest.items))
    if _size(whole) <= MAX_BYTES:
        return whole
    # No item gives way to where its copy is: the page says that too.
    frame = replace(frame, is_robust=False)
    fits = _most_that_fits(len(digest.items), lambda shown: _size(_rendered(frame, shown)))
    return _rendered(frame, fits)


def render_text(digest: Digest, *, base_url: str = "", site_title: str = "Strandline") -> str:
    """The whole edition as plain text, however long."""
    frame = _Frame(digest, _base(base_url), site_title)
    values = _values(frame, len(digest.items))
    return _encodable(_templates().get_template("digest.txt").render(**values))


def as_message(email: DigestEmail, digest_id: str) -> EmailMessage:
    """The message without `From`, `To`, `Date` and `Message-ID`: whoever sends it adds those.

    The boundary is made from the edition's id, so that the same edition gives the same bytes.
    """
    message = EmailMessage(policy=SMTP)
    message["Subject"] = email.subject
    message.set_content(email.text)
    message.add_alternative(email.html, subtype="html")
    message.set_boundary(f"=_strandline_{''.join(c for c in digest_id if c.isalnum())[:40]}")
    return message


def _base(base_url: str) -> str | None:
    return safe_href(base_url.rstrip("/"))


def _most_that_fits(total: int, size: Callable[[int], int]) -> int:
    """The largest number of items whose message keeps under the limit, by halving."""
    if size(total) <= MAX_BYTES:
        return total
    low, high = 0, total - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(middle) <= MAX_BYTES else (low, middle - 1)
    return low


def _size(email: DigestEmail) -> int:
    return len(as_message(email, "x" * 40).as_bytes())


def _rendered(frame: _Frame, shown: int) -> DigestEmail:
    """The message with the first items only."""
    values = _values(frame, shown)
    templates = _templates()
    body = templates.get_template("digest.html").render(css=Markup(_styles()), **values)  # noqa: S704 - our own file
    return DigestEmail(
        subject=str(values["subject"]),
        html=_inlined(_encodable(body)),
        text=_encodable(templates.get_template("digest.txt").render(**values)),
        shown=shown,
        left_over=len(frame.digest.items) - shown,
    )


def _values(frame: _Frame, shown: int) -> dict[str, object]:
    """What the templates show of the first items."""
    digest = frame.digest
    items = sorted(digest.items, key=lambda item: item.position)
    total, items = len(items), items[:shown]
    return {
        **_helpers(frame),
        "title": html.clean(digest.title, html.MAX_TITLE),
        "subject": html.clean(frame.subject or digest.title, html.MAX_TITLE),
        "preheader": _preheader(items),
        "leave_url": frame.links.leave if frame.links else "",
        "language": known_language(digest.language),
        "total": total,
        "left_over": total - shown,
        "sections": sections_of(replace(digest, items=tuple(items))),
        "page_url": frame.page_url,
        "site_title": html.clean(frame.site_title, 80),
        "introduction": markdown_html(digest.introduction),
        "closing": markdown_html(digest.closing),
        "introduction_text": markdown_text(digest.introduction),
        "closing_text": markdown_text(digest.closing),
    }


def _inlined(body: str) -> str:
    """Styles put into each element: many mail programs ignore style sheets. The part for dark
    screens stays in the head. Nothing is loaded from anywhere.
    """
    import css_inline

    inliner = css_inline.CSSInliner(
        load_remote_stylesheets=False, keep_style_tags=False, keep_at_rules=True
    )
    return inliner.inline(body)


def _helpers(frame: _Frame) -> dict[str, object]:
    digest = frame.digest
    language, zone = known_language(digest.language), frame.zone
    return {
        "t": partial(translate, language),
        "w": partial(html.word, language),
        "lang": partial(html.language_attribute, page_language=language),
        "title_or": partial(html.title_or, language=language),
        "at": partial(_at, made_at=digest.created_at, language=language, zone=zone),
        "href": _href,
        "robust": lambda item: (
            robust_attributes(digest, item, frame.base_url) if frame.is_robust else ""
        ),
        "picture": lambda item: _picture(frame.pictures.get(item.article_uuid or "")),
        "also": lambda others: also_html(elsewheres(others), language, now=zone),
        "also_text": lambda others: also_text(elsewheres(others), language, now=zone),
        "earlier": partial(earlier_html, language=language, base_url=frame.base_url, now=zone),
        "marked_title": partial(marked_title, language=language),
        "earlier_text": partial(earlier_text, language=language, now=zone),
    }


def _at(when: datetime | None, made_at: datetime, language: str, zone: tzinfo) -> str:
    if when is not None and made_at - when > _OLD:
        return exact_time(when, language)
    return dated_time(when, language, zone)


def _picture(shown: ShownPicture | None) -> tuple[str, int, int, str] | None:
    """Address, width, height and words of a picture, no larger than beside a title."""
    if shown is None:
        return None
    share = min(1.0, _PICTURE_WIDTH / max(shown.width, 1), _PICTURE_HEIGHT / max(shown.height, 1))
    width, height = max(1, round(shown.width * share)), max(1, round(shown.height * share))
    return percent_encoded(shown.href), width, height, html.clean(shown.alt, 120)


def _preheader(items: Sequence[DigestItem]) -> str:
    """What mail programs show beside the subject: the first titles."""
    return " · ".join(html.clean(item.title, 90) for item in items[:3])


def _href(url: str) -> str | None:
    """A link that no step after us can take apart: css-inline writes `<` in attributes as is."""
    href = safe_href(url) if len(url) <= LONGEST_HREF else None
    return percent_encoded(href) if href else None


def _encodable(text: str) -> str:
    """Lone surrogates cannot be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1)
def _styles() -> str:
    source = (resources.files(__package__) / "mail" / "digest.css").read_text(encoding="utf-8")
    return source.partition("*/")[2].strip()


@lru_cache(maxsize=1)
def _templates() -> Environment:
    folder = resources.files(__package__) / "mail"
    names = ("digest.html", "digest.txt")
    environment = Environment(
        loader=DictLoader({name: (folder / name).read_text(encoding="utf-8") for name in names}),
        autoescape=lambda name: name != "digest.txt",  # noqa: S701 - plain text has no markup
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["clean"] = html.clean
    return environment

"""What templates do to values: times, cleaned texts, language attributes, words.

Everything from outside passes one of these and then Jinja's escaping; none of them returns
markup made from outside text without escaping it.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from markupsafe import Markup

from strandline.model.articles import Article
from strandline.render.i18n import catalogue, known_language, number, translate
from strandline.render.links import without_user
from strandline.render.times import exact_time, long_date, machine_time, relative_time

#: Longest text of a title and of a paragraph; a feed may send a megabyte.
MAX_TITLE, MAX_TEXT = 300, 600
#: Longest address that stands in for a title.
MAX_ADDRESS = 90

#: C0 and C1 controls but for white space, lone surrogates, non-characters, and the marks that
#: turn the writing direction of what follows (they would reach beyond the title).
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)
_SPACE = re.compile(r"\s+")

#: RFC 5646, as much of it as a page needs.
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_BLANK = Markup("—")


def printable(text: str) -> str:
    """The text without signs that no page shows; its lines stay."""
    return _UNPRINTABLE.sub("", text)


def clean(text: str | None, limit: int = MAX_TEXT) -> str:
    """Plain text that can do no harm to the page: printable, folded, cut with an ellipsis."""
    if not text:
        return ""
    # Cut before folding too: folding a megabyte for the sake of 300 characters costs.
    folded = _SPACE.sub(" ", _UNPRINTABLE.sub("", text[: limit * 4])).strip()
    cut = len(folded) > limit or len(text) > limit * 4
    return folded[:limit].rstrip() + "…" if cut and folded else folded


def title_or(text: str | None, language: str, url: str = "") -> str:
    """A title; else the address, short; else the word for a title that is missing."""
    return clean(text, MAX_TITLE) or _short(url) or translate(language, "page.untitled")


def _short(url: str) -> str:
    """An address as browsers show it: without its scheme, `www.`, and the slash of a home page."""
    address = without_user(url).partition("://")[2].removeprefix("www.")
    host, slash, rest = address.partition("/")
    return clean(f"{host}{slash}{rest}" if rest else host, MAX_ADDRESS)


def language_attribute(tag: str | None, page_language: str) -> Markup:
    """` lang="zh"` where a text is in another language than the page; empty otherwise."""
    if not tag or not _LANGUAGE_TAG.fullmatch(tag):
        return Markup("")
    primary = tag.partition("-")[0].lower()
    return Markup("") if primary == page_language else Markup(' lang="{}"').format(tag)


def language_name(tag: str | None, language: str) -> str:
    """Name of a language in the page's language; the tag itself where we have no word for it."""
    if not tag or not _LANGUAGE_TAG.fullmatch(tag):
        return ""
    return word(language, "page.language_name", tag.partition("-")[0].lower(), tag)


def published_element(when: datetime | None, now: datetime, language: str) -> Markup:
    """`<time>` of an article in document 1's words, with the exact time on hover."""
    machine = machine_time(when)
    if not machine:
        return _BLANK
    return _time(machine, exact_time(when, language), relative_time(when, now, language))


def time_element(when: datetime | None, now: datetime, language: str) -> Markup:
    """`<time>` with the relative time, and the exact one on hover; a dash where there is none.

    Within the first hour the minutes are told: `just now` says too little of a poll.
    """
    machine = machine_time(when)
    if not machine or when is None or not _MINUTE <= now - when < _HOUR:
        return published_element(when, now, language)
    shown = translate(language, "page.time.minutes_ago", minutes=(now - when) // _MINUTE)
    return _time(machine, exact_time(when, language), shown)


def coming_element(when: datetime | None, now: datetime, language: str) -> Markup:
    """`<time>` of something that lies ahead: `in 12 min`; `due now` once it is past."""
    machine = machine_time(when)
    if not machine or when is None:
        return _BLANK
    return _time(machine, exact_time(when, language), _coming(when - now, language))


def day_element(when: datetime, now: datetime, language: str) -> Markup:
    """`<time>` of a day: today, yesterday, or its weekday and date (UTC)."""
    day = when.astimezone(UTC).date()
    distance = (now.astimezone(UTC).date() - day).days
    if distance == 0:
        shown = translate(language, "page.today")
    elif distance == 1:
        shown = translate(language, "page.yesterday")
    else:
        shown = day_name(when, language)
    return _time(day.isoformat(), day_name(when, language), shown)


def day_name(when: datetime, language: str) -> str:
    """`Friday, Nov 27, 2026` and its like."""
    weekday = translate(language, f"page.weekday.{when.astimezone(UTC).weekday()}")
    return translate(language, "page.day", weekday=weekday, date=long_date(when, language))


def date_name(day: date, language: str) -> str:
    """`Nov 27, 2026` and its like."""
    return long_date(datetime(day.year, day.month, day.day, tzinfo=UTC), language)


def word(language: str, table: str, code: str, otherwise: str | None = None) -> str:
    """The word for a code from a catalogue; codes that came later are shown as they are."""
    found = catalogue(known_language(language)).get(f"{table}.{code}")
    if isinstance(found, str):
        return found
    return clean(otherwise if otherwise is not None else code.replace("_", " "), MAX_TITLE)


def pause(gap: timedelta, language: str) -> str:
    """A gap between readings: `every 30 minutes`."""
    minutes = max(1, round(gap / _MINUTE))
    if minutes % 60 == 0:
        return translate(language, "page.sources.hours", count=minutes // 60)
    return translate(language, "page.sources.minutes", count=minutes)


def points(value: float, language: str) -> str:
    """A score with two digits, written as the language writes decimals."""
    whole = f"{value:.2f}"
    return whole.replace(".", ",") if language == "fr" else whole


def figure(value: float, language: str) -> str:
    """A number of a verdict: whole ones as they are, others with three digits that count."""
    shown = f"{value:.0f}" if value == round(value, 6) and abs(value) >= 1 else f"{value:.3g}"
    return shown.replace(".", ",") if language == "fr" else shown


def count(value: int, language: str) -> str:
    """A whole number with separators."""
    return number(value, language)


def joined(names: Iterable[str], language: str) -> str:
    """Names in one line, each cleaned, doubles left out."""
    cleaned = dict.fromkeys(clean(name, 80) for name in names)
    return ("、" if language == "zh" else ", ").join(name for name in cleaned if name)


def notes_of(article: Article) -> list[str]:
    """The tokens of `url_notes`."""
    return [token for token in (article.url_notes or "").split(",") if token]


def _coming(wait: timedelta, language: str) -> str:
    if wait <= timedelta(0):
        return translate(language, "page.time.due")
    if wait < _HOUR:
        return translate(language, "page.time.in_minutes", minutes=max(1, wait // _MINUTE))
    if wait < 2 * _DAY:
        return translate(language, "page.time.in_hours", hours=wait // _HOUR)
    return translate(language, "page.time.in_days", days=wait // _DAY)


def _time(machine: str, exact: str, shown: str) -> Markup:
    return Markup('<time datetime="{}" title="{}">{}</time>').format(machine, exact, shown)

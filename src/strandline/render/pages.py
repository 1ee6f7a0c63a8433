"""View models → pages: HTML bytes in UTF-8, the same for the same arguments.

One function a page. Templates are package data, escape everything, and hold no script and no
inline style: the Content-Security-Policy of the page would refuse them.
"""

import itertools
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from importlib import resources
from importlib.resources.abc import Traversable

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from strandline.model.archive import JobStatus
from strandline.model.sources import SourceState
from strandline.model.stories import Answer
from strandline.render import archive_parts, charts, html
from strandline.render.also import also_html, elsewheres
from strandline.render.archive_views import LinksView, ReplayView, SearchView, StatsView
from strandline.render.earlier import earlier_html
from strandline.render.edition_words import left_out_words, outcome_words
from strandline.render.groups import (
    TONES,
    by_day,
    by_story_day,
    sections_of,
    telling_steps,
)
from strandline.render.i18n import translate
from strandline.render.links import host_of, public_href, public_url, safe_href, without_user
from strandline.render.markdown import markdown_html
from strandline.render.robust import robust_attributes
from strandline.render.said import said_element
from strandline.render.story_reports import story_time
from strandline.render.story_views import (
    FeaturedView,
    StoriesView,
    StoryView,
    ThreadsView,
    ThreadView,
)
from strandline.render.times import exact_time
from strandline.render.views import (
    AboutView,
    ArticleView,
    DigestsView,
    DigestView,
    ErrorView,
    Frame,
    RecentView,
    SourcesView,
)

#: How a verdict is shown beside its word.
ANSWER_TONES: Mapping[Answer, str] = {
    Answer.SAME: "well",
    Answer.DIFFERENT: "calm",
    Answer.UNSURE: "warn",
}


def recent_page(frame: Frame, view: RecentView) -> bytes:
    """Recent articles, by the day on which they were found."""
    return _render("recent.html", frame, view, days=by_day(view.articles))


def digest_page(frame: Frame, view: DigestView) -> bytes:
    """One edition with its sections and its funnel."""
    telling = telling_steps(view.digest.funnel)
    return _render("digest.html", frame, view, sections=sections_of(view.digest), telling=telling)


def digests_page(frame: Frame, view: DigestsView) -> bytes:
    """The list of editions."""
    return _render("digests.html", frame, view)


def sources_page(frame: Frame, view: SourcesView) -> bytes:
    """Sources and how they do."""
    return _render("sources.html", frame, view)


def article_page(frame: Frame, view: ArticleView) -> bytes:
    """All that is known of one article."""
    return _render("article.html", frame, view)


def stories_page(frame: Frame, view: StoriesView) -> bytes:
    """The newest stories."""
    return _render("stories.html", frame, view)


def story_page(frame: Frame, view: StoryView) -> bytes:
    """One story: who tells it, when, and why that is one story."""
    return _render("story.html", frame, view)


def threads_page(frame: Frame, view: ThreadsView) -> bytes:
    """The running stories with the newest news."""
    return _render("threads.html", frame, view)


def thread_page(frame: Frame, view: ThreadView) -> bytes:
    """One running story as a line of time, day by day."""
    return _render("thread.html", frame, view, days=by_story_day(view.stories))


def featured_page(frame: Frame, view: FeaturedView) -> bytes:
    """The stories of the last day by clicks, then by sources."""
    return _render("featured.html", frame, view)


def archive_page(frame: Frame, view: LinksView) -> bytes:
    """The newest links of the archive."""
    return _render("archive.html", frame, view)


def search_page(frame: Frame, view: SearchView) -> bytes:
    """What was found among all articles."""
    return _render("search.html", frame, view)


def stats_page(frame: Frame, view: StatsView) -> bytes:
    """The archive in numbers."""
    return _render("stats.html", frame, view)


def replay_page(frame: Frame, view: ReplayView) -> bytes:
    """A kept page in a frame of another origin."""
    return _render("replay.html", frame, view)


def about_page(frame: Frame, view: AboutView) -> bytes:
    """What this page is, in words and numbers."""
    return _render("about.html", frame, view)


def error_page(frame: Frame, view: ErrorView) -> bytes:
    """Why there is no page, and a way out."""
    return _render("error.html", frame, view)


def desk_page(frame: Frame, template: str, view: object) -> bytes:
    """A page of the desk.

    Args:
        frame: What is around it.
        template: Name of a file below `templates/desk`, without its ending.
        view: What the template calls `view`: a frozen value, as of the other pages.
    """
    numbers = itertools.count(1)
    return _render(
        f"desk/{template}.html", frame, view, once=lambda: _once(frame.forms, next(numbers))
    )


def _once(forms: str, number: int) -> Markup:
    """The field that names a form."""
    return Markup('<input type="hidden" name="_once" value="{}-{}">').format(forms, number)


def _render(name: str, frame: Frame, view: object, **more: object) -> bytes:
    text = _template(name).render(frame=frame, view=view, **_helpers(frame), **more)
    # A lone surrogate cannot be written in UTF-8; it would fail the page for one bad title.
    return text.encode("utf-8", "replace")


def _helpers(frame: Frame) -> dict[str, object]:
    """What templates call, with the page's language and time filled in."""
    language, now = frame.language, frame.now
    return {
        "t": partial(translate, language),
        "w": partial(html.word, language),
        "ago": partial(html.time_element, now=now, language=language),
        "published": partial(html.published_element, now=now, language=language),
        "coming": partial(html.coming_element, now=now, language=language),
        "day": partial(html.day_element, now=now, language=language),
        "day_name": partial(html.day_name, language=language),
        "title_or": partial(html.title_or, language=language),
        "lang": partial(html.language_attribute, page_language=language),
        "language_name": partial(html.language_name, language=language),
        "pause": partial(html.pause, language=language),
        "points": partial(html.points, language=language),
        "count": partial(html.count, language=language),
        "joined": partial(html.joined, language=language),
        "figure": partial(html.figure, language=language),
        "exact": partial(exact_time, language=language),
        "also": partial(also_html, language=language, now=now, on_page=True),
        "earlier": partial(earlier_html, language=language, now=now, base_url=""),
        "size": partial(archive_parts.size, language=language),
        "date_name": partial(html.date_name, language=language),
        "columns": charts.columns,
        "bar": charts.bar,
        "markdown": markdown_html,
        "outcome": partial(outcome_words, language=language),
        "left_out": partial(left_out_words, language=language),
        "said": partial(said_element, language=language),
    }


@lru_cache(maxsize=128)
def _template(name: str) -> Template:
    return _environment().get_template(name)


def _templates(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for file in folder.iterdir():
        if file.is_dir():
            yield from _templates(file, f"{prefix}{file.name}/")
        elif file.name.endswith(".html"):
            yield f"{prefix}{file.name}", file


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """Templates of the package; an undefined name is an error, never an empty space."""
    folder = resources.files(__package__) / "templates"
    texts = {name: file.read_text(encoding="utf-8") for name, file in _templates(folder)}
    environment = Environment(
        loader=DictLoader(texts),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        clean=html.clean,
        safe_href=safe_href,
        public_href=public_href,
        public_url=public_url,
        without_user=without_user,
        host=host_of,
        notes=html.notes_of,
        badges=archive_parts.badges,
        state_of=archive_parts.state_of,
        marked=archive_parts.marked,
        story_time=story_time,
        elsewhere=elsewheres,
    )
    environment.globals.update(
        TONES=TONES,
        NEW=SourceState.NEW,
        JOB_TONES=archive_parts.JOB_TONES,
        robust_attributes=robust_attributes,
        OUTCOME_TONES=archive_parts.OUTCOME_TONES,
        LINK_TONES=archive_parts.LINK_TONES,
        SIGN_TONES=archive_parts.SIGN_TONES,
        JOB_STATUSES=tuple(JobStatus),
        ANSWER_TONES=ANSWER_TONES,
    )
    return environment

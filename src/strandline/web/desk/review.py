"""`/desk/review`: pairs in doubt, one after the other; `/desk/stories/{id}`: rulings on a story.

What was skipped stands in the address, so that two people, or two tabs, go their own ways.
"""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.dedup.judging.prompt import asked_order
from strandline.model.accounts import Right
from strandline.model.acts import Outcome, refused
from strandline.model.levels import Level, level_of
from strandline.model.stories import StoredVerdict, Story
from strandline.pipelines.desk import stories as acts
from strandline.render.review_views import LastRuled, PairInDoubt, ReviewView, RuledStoryView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.queries import ArticleId
from strandline.web.site import Site
from strandline.web.told_stories import Telling
from strandline.web.told_verdicts import told_rulings

PAGE = "/desk/review"
KEYS = ((Level.SAME_NEWS, "s"), (Level.SAME_THREAD, "t"), (Level.NEITHER, "d"))
#: Pairs of which an address says that they were skipped; pairs named after the one that is shown.
MOST_SKIPPED, NEXT = 60, 8
#: Articles of a story that are shown with what can be done to them.
MOST_ARTICLES = 40

Skipped = Annotated[str, Query(alias="skip", max_length=1_200, pattern=r"^[0-9.]*$")]
LastPair = Annotated[str, Query(alias="last", max_length=400)]


def routes(site: Site) -> APIRouter:
    """Two pages and their forms."""
    desk = Desk()

    @desk.get(PAGE, right=Right.REVIEW)
    def show(request: Request, skipped: Skipped = "", last: LastPair = "") -> Response:
        return site.desk_page(request, "review", _view(site, _ids(skipped), last), section="review")

    @desk.post(PAGE, right=Right.REVIEW)
    def rule(request: Request, form: Posted) -> Response:
        one, other, word = form.text("one"), form.text("other"), form.text("level")
        if word not in tuple(Level):
            raise HTTPException(400)
        outcome = acts.rule(site.ports, actor_of(request), one, other, Level(word))
        last = f"{one} {other}" if outcome.is_done else ""
        return site.told(request, outcome, _href(form.text("skip"), last))

    @desk.post(f"{PAGE}/undo", right=Right.REVIEW)
    def undo(request: Request, form: Posted) -> Response:
        outcome = acts.take_back(
            site.ports, actor_of(request), form.text("one"), form.text("other")
        )
        return site.told(request, outcome, _href(form.text("skip"), ""))

    @desk.get("/desk/stories/{article_uuid}", right=Right.REVIEW)
    def story(request: Request, article_uuid: ArticleId) -> Response:
        found = site.store.stories([article_uuid]).get(article_uuid)
        view = _story(site, found) if found else None
        if view is None:
            raise HTTPException(404)
        return site.desk_page(request, "ruled_story", view, section="review")

    @desk.post("/desk/stories/{article_uuid}/{verb}", right=Right.REVIEW)
    def act(request: Request, article_uuid: ArticleId, verb: str, form: Posted) -> Response:
        outcome = _act(site, request, article_uuid, verb, form.text("other"))
        back = form.text("story") or article_uuid
        where = back if site.store.stories([back]) else article_uuid
        return site.told(request, outcome, f"/desk/stories/{where}")

    return desk.router


def _act(site: Site, request: Request, article: str, verb: str, other: str) -> Outcome:
    ports, actor = site.ports, actor_of(request)
    if verb == "split":
        return acts.split(ports, actor, article)
    if verb == "withdraw":
        return acts.withdraw(ports, actor, article)
    if verb == "main":
        return acts.choose_main(ports, actor, article)
    if verb == "unlink":
        return acts.unlink(ports, actor, article)
    if verb not in ("merge", "link"):
        raise HTTPException(404)
    found = acts.find_article(ports.store, other)
    if found is None:
        return refused("story.refused.not_found")
    if verb == "merge":
        return acts.merge(ports, actor, [article, found.article_uuid])
    return acts.link(ports, actor, [article, found.article_uuid])


def _view(site: Site, skipped: tuple[int, ...], last: str) -> ReviewView:
    queue = site.store.review_queue(limit=len(skipped) + 1 + NEXT)
    waiting = [stored for stored in queue if stored.verdict_id not in skipped]
    pairs = _pairs(site, waiting[: 1 + NEXT])
    shown = ".".join(map(str, skipped))
    following = [*skipped, *(pair.stored.verdict_id for pair in pairs[:1])][-MOST_SKIPPED:]
    return ReviewView(
        pair=pairs[0] if pairs else None,
        more=tuple(pairs[1:]),
        skipped=shown,
        skip_href=_href(".".join(map(str, following)), ""),
        last=_last(site, last),
        levels=KEYS,
    )


def _pairs(site: Site, stored: Sequence[StoredVerdict]) -> list[PairInDoubt]:
    ids = {uuid for one in stored for uuid in (one.article_a, one.article_b)}
    inputs = site.store.story_inputs(sorted(ids)) if ids else {}
    return [
        PairInDoubt(one, *asked_order(inputs[one.article_a], inputs[one.article_b]))
        for one in stored
        if one.article_a in inputs and one.article_b in inputs
    ]


def _last(site: Site, named: str) -> LastRuled | None:
    """What was ruled just now, where it still holds."""
    one, _, other = named.partition(" ")
    ruling = acts.ruling_on(site.store, one, other) if one and other else None
    level = level_of(ruling.decision) if ruling else None
    inputs = site.store.story_inputs([one, other]) if level else {}
    if level is None or len(inputs) < 2:
        return None
    return LastRuled(inputs[one], inputs[other], level)


def _story(site: Site, story: Story) -> RuledStoryView | None:
    telling = Telling(site.store, [story])
    listed = telling.listed(story)
    if listed is None:
        return None
    inside = site.store.rulings_among(story.article_uuids)
    ruled = frozenset(uuid for r in inside for uuid in (r.article_a, r.article_b))
    told = told_rulings(inside[:MOST_ARTICLES], telling.articles)
    is_cut = len(story.article_uuids) > MOST_ARTICLES
    return RuledStoryView(listed, told, ruled, story.thread is not None, is_cut)


def _ids(skipped: str) -> tuple[int, ...]:
    numbers = [part for part in skipped.split(".") if part and len(part) < 19]
    return tuple(map(int, numbers))[-MOST_SKIPPED:]


def _href(skipped: str, last: str) -> str:
    kept = ".".join(map(str, _ids(skipped)))
    query = urlencode({k: v for k, v in (("skip", kept), ("last", last)) if v})
    return f"{PAGE}?{query}" if query else PAGE

"""Reads a page that a search found and enters it into the ledger, as the poll does with items."""

from dataclasses import replace
from datetime import timedelta

from strandline.core.digest.drafts import Draft
from strandline.core.digest.found import LED_TO_A_PAGE, as_known, search_source
from strandline.core.digest.phases import second_look
from strandline.core.sources.entering import enter, final_identity, keys_to_look_up
from strandline.core.sources.sightings import Sighting
from strandline.core.sources.window import Window
from strandline.core.urls import article_uuid
from strandline.model.articles import Article, ArticleText
from strandline.model.funnel import Drop
from strandline.model.sources import Source, SourceKind
from strandline.pipelines.digest.shared import DigestRun


def read_found(run: DigestRun, draft: Draft) -> Draft | Drop:
    """Where a hit leads, what is there, and its rows in the ledger.

    A page that is surely older than the second look reaches is no news (`old_page`); a hit that
    leads nowhere leaves no trace.
    """
    sighting = _read(run, run.sightings[draft.original])
    resolution = sighting.resolution
    if resolution is None or resolution.outcome not in LED_TO_A_PAGE:
        outcome = resolution.outcome.value if resolution else "unreachable"
        return draft.drop(outcome, resolution.message if resolution else "")
    uuid = _enter(run, sighting)
    if isinstance(uuid, Drop):
        return draft.drop(uuid.reason, uuid.detail)
    main, text = main_article(run, [uuid])[uuid]
    if main.article_url_final != draft.candidate.url:
        run.moved.add(draft.original)
    if text is not None:
        run.texts[main.article_uuid] = text
    return run.draft(as_known(draft.candidate, main, text), draft.original)


def search_source_of(run: DigestRun) -> Source:
    """The one search source of the registry; made at the first use."""
    store = run.ports.store
    for source in store.sources():
        if source.kind is SourceKind.SEARCH:
            return source
    source = search_source(store.new_source_uuid(SourceKind.SEARCH))
    store.save_source(source)
    return source


def main_article(
    run: DigestRun, article_uuids: list[str]
) -> dict[str, tuple[Article, ArticleText | None]]:
    """By id of the ledger: the main article of its story, with its text; the article itself for a
    reader who wants every report.
    """
    store = run.ports.store
    stands = {
        uuid: article.canonical_article_id if run.choices.history_by_story else uuid
        for uuid, article in store.articles(article_uuids).items()
    }
    mains = store.articles(list(dict.fromkeys(stands.values())))
    texts = store.texts(list(mains))
    return {
        uuid: (main, texts.get(main.article_uuid))
        for uuid, main_uuid in stands.items()
        if (main := mains.get(main_uuid)) is not None
    }


def _read(run: DigestRun, sighting: Sighting) -> Sighting:
    """The sighting with its redirects and its page."""
    resolution = run.ports.fetcher.resolve(sighting.article.canonical, want_body=True)
    sighting = replace(sighting, resolution=resolution)
    if resolution.page is None:
        return sighting
    uuid = article_uuid(final_identity(sighting).canonical)
    return replace(sighting, text=run.ports.parser.page(uuid, resolution.page, run.now))


def _enter(run: DigestRun, sighting: Sighting) -> str | Drop:
    """Id of its article: a new one, or one that the ledger had under another URL."""
    store = run.ports.store
    tolerance = timedelta(seconds=run.settings.poll.future_tolerance_s)
    window = Window(second_look(run.choices, run.now), run.now, tolerance)
    known = store.find(keys_to_look_up([sighting]))
    entering = enter(search_source_of(run), [sighting], known, window)
    result = store.ingest(entering.batch)
    if entering.drops:
        return entering.drops[0]
    uuid = entering.entered[0][1]
    return dict(result.renamed).get(uuid, uuid)

"""The contract of `EditionStore`, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.articles import Article, IngestBatch
from strandline.model.digests import (
    Digest,
    DigestDrop,
    DigestItem,
    EarlierEdition,
    ItemVersion,
    OtherSource,
    Section,
)
from strandline.model.editions import Edit, EditionAct, EditionChange, EditionState, EditKind
from strandline.model.errors import AlreadyShown, EditionChanged
from strandline.ports import Store
from strandline.testing.builders import NOW, a_history_entry, a_mention, an_article

DRAFT, APPROVED = EditionState.DRAFT, EditionState.APPROVED


def an_item(article: Article, position: int = 1) -> DigestItem:
    url = article.article_url_final
    others = (OtherSource("B", "https://b.example/", NOW),)
    earlier = EarlierEdition("d0", NOW, "Before")
    return DigestItem(
        position, Section.ARTICLES, "news", article.article_uuid, url, f"T{position}", "P", NOW,
        other_sources=others, score_parts={"recency": 0.5}, earlier=earlier,
    )  # fmt: skip


ONE, TWO = an_article("https://a.example/1"), an_article("https://a.example/2")
ITEMS = (an_item(ONE, 1), an_item(TWO, 2))


def a_draft(digest_id: str = "d1", **changes: object) -> Digest:
    draft = Digest(digest_id, "public", NOW, "T", "en", ITEMS, state=DRAFT)
    return replace(draft, **changes)  # type: ignore[arg-type]


def an_act(number: int, edit: Edit, **changes: object) -> EditionAct:
    return replace(EditionAct(number, edit, "ann", NOW, number + 1), **changes)  # type: ignore[arg-type]


def test_everything_of_an_edition_comes_back(store: Store) -> None:
    """State, words, times and what an editor did to an item."""
    item = replace(ITEMS[0], source_title="Own", source_summary="", is_pinned=True)
    draft = a_draft(
        items=(replace(item, has_picture=False),),
        state=EditionState.SCHEDULED,
        reason="r",
        note="n",
        introduction="*Hi*",
        closing="Bye",
        section_names={"articles": "All"},
        send_at=NOW + timedelta(hours=1),
        published_at=NOW,
        corrected_at=NOW,
    )
    store.save_digest(draft, ())
    assert store.digest("d1") == draft


def test_a_change_is_saved_with_its_acts(store: Store) -> None:
    """The edition as it stands, the acts in order, and the items as they were chosen."""
    store.save_digest(a_draft(), ())
    assert store.chosen_items("d1") == ITEMS
    added = an_act(1, Edit(EditKind.ADD, "A_3", "even_shown", ITEMS[0]))
    dropped = an_act(2, Edit(EditKind.DROP, TWO.article_uuid))
    changed = a_draft(items=ITEMS[:1], introduction="Hi")
    saved = store.change_edition(changed, EditionChange(acts=(added, dropped)))
    assert saved == replace(changed, version=2)
    assert store.digest("d1") == saved
    assert store.edition_acts("d1") == [added, dropped]
    assert store.chosen_items("d1") == ITEMS
    undone = replace(dropped, undone_by="bob", undone_at=NOW, undone_version=3)
    store.change_edition(replace(saved, items=ITEMS), EditionChange(changed=(undone,)))
    assert store.edition_acts("d1") == [added, undone]


def test_of_two_changes_at_once_one_is_told(store: Store) -> None:
    """Whoever saves what was made from an older version changes nothing."""
    store.save_digest(a_draft(), ())

    def save(number: int) -> bool:
        act = an_act(1, Edit(EditKind.CLOSING, value=str(number)))
        try:
            store.change_edition(a_draft(closing=str(number)), EditionChange(acts=(act,)))
        except EditionChanged:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(save, range(4))) == 1
    found = store.digest("d1")
    assert found is not None
    assert [act.edit.value for act in store.edition_acts("d1")] == [found.closing]
    with pytest.raises(EditionChanged):
        store.change_edition(a_draft("nowhere"), EditionChange())


def test_history_comes_and_goes_with_the_state(store: Store) -> None:
    """A draft has none; the approval's rows go when it is taken back, those of others stay."""
    other = a_history_entry("https://b.example/", "public", digest_id="d0")
    store.insert_urls([other])
    store.save_digest(a_draft(), ())
    assert list(store.history("public")) == [other]
    own = a_history_entry("https://a.example/1", "public", digest_id="d1")
    approved = store.change_edition(a_draft(state=APPROVED), EditionChange(history=(own,)))
    assert {row.url for row in store.history("public")} == {other.url, own.url}
    kept = store.change_edition(replace(approved, closing="x"), EditionChange())
    assert store.count_history("public") == 2
    store.change_edition(replace(kept, state=DRAFT), EditionChange(history=()))
    assert list(store.history("public")) == [other]


def test_what_was_shown_meanwhile_is_refused_unless_kept(store: Store) -> None:
    """The approval that comes second leaves nothing; one that keeps the item adds no row."""
    row = a_history_entry("https://a.example/1", "public", digest_id="d0", article_uuid="A_one")
    store.insert_urls([row])
    store.save_digest(a_draft(), ())
    mine = replace(row, digest_id="d1")
    approved = a_draft(state=APPROVED)
    with pytest.raises(AlreadyShown):
        store.change_edition(approved, EditionChange(history=(mine,)))
    assert store.digest("d1") == a_draft()
    kept = frozenset({"A_one"})
    store.change_edition(approved, EditionChange(history=(mine,), kept=kept))
    assert list(store.history("public")) == [row]


def test_editions_by_state(store: Store) -> None:
    """Drafts are found apart from what was sent, and take no part in what was shown."""
    store.save_digest(a_draft(), ())
    store.save_digest(a_draft("d2", state=EditionState.SENT, items=()), ())
    assert [d.digest_id for d in store.digests(states={DRAFT})] == ["d1"]
    assert [d.digest_id for d in store.digests(states={EditionState.SENT, APPROVED})] == ["d2"]
    assert store.domains_of_last("public", 5) == set()


def test_what_was_left_out_is_told_once(store: Store) -> None:
    """Of each article the last reason, by step and in pages; what is shown by now is none."""
    drops = (
        DigestDrop("A_x", "https://x.example/", "read_pages", "not_read_yet", "", "X", "Paper"),
        DigestDrop("A_y", "https://y.example/", "history", "seen_before", "", "Y"),
        DigestDrop("A_x", "https://x.example/", "retry_history", "seen_story", "", "X", "Paper"),
        DigestDrop("", "nothing", "search", "not_a_url"),
        DigestDrop("", "nothing", "search", "not_a_url"),
        DigestDrop(ONE.article_uuid, "https://a.example/1", "fill", "category_full"),
    )
    store.save_digest(a_draft(drops=drops), ())
    assert store.left_out("d1") == [(n, drops[n]) for n in (1, 2, 3, 4)]
    assert store.left_out("d1", step="search", limit=1) == [(3, drops[3])]
    assert store.left_out("d1", step="search", after=3) == [(4, drops[4])]
    assert store.left_out("d2") == []


def test_acts_follow_an_article_that_is_joined_with_another(store: Store) -> None:
    """Two spellings of one page: what was done to the one holds for the other."""
    batch = IngestBatch(NOW, (ONE, TWO), mentions=(a_mention(ONE), a_mention(TWO)))
    store.ingest(batch)
    store.save_digest(a_draft(items=ITEMS[:1]), ())
    act = an_act(1, Edit(EditKind.TITLE, ONE.article_uuid, "New"))
    store.change_edition(a_draft(items=ITEMS[:1]), EditionChange(acts=(act,)))
    store.merge_into(ONE.article_uuid, TWO.article_uuid, [])
    assert [one.edit.article_uuid for one in store.edition_acts("d1")] == [TWO.article_uuid]
    assert [one.article_uuid for one in store.chosen_items("d1")] == [TWO.article_uuid]


def test_copies_follow_an_article_that_is_joined_with_another(store: Store) -> None:
    """What a mail said of a copy it says again; where an edition shows both, each has a copy."""
    store.ingest(IngestBatch(NOW, (ONE, TWO), mentions=(a_mention(ONE), a_mention(TWO))))
    old, own = ItemVersion(NOW), ItemVersion(None, "https://w.example/2", NOW)
    three = ItemVersion(None, "https://w.example/3", NOW)
    told = {ONE.article_uuid: old, "A_3": three}
    store.save_digest(a_draft(items=ITEMS[:1], versions=told), ())
    both = {ONE.article_uuid: old, TWO.article_uuid: own}
    store.save_digest(a_draft("d2", versions=both), ())
    store.merge_into(ONE.article_uuid, TWO.article_uuid, [])
    found = [store.digest(name) for name in ("d1", "d2")]
    assert [one.versions for one in found if one] == [
        {TWO.article_uuid: old, "A_3": three},
        {TWO.article_uuid: own},
    ]


def test_history_is_searched_and_forgotten(store: Store) -> None:
    """By words of URL and title, in pages, newest first; only the rows that are named go."""
    titled = an_article("https://a.example/heron", article_title="The Heron 100%")
    store.ingest(IngestBatch(NOW, (titled,), mentions=(a_mention(titled),)))
    uuid = titled.article_uuid
    first = a_history_entry("https://a.example/heron", "public", article_uuid=uuid, digest_id="d1")
    others = [
        a_history_entry(f"https://b.example/{n}", "public", created_at=NOW + timedelta(hours=n))
        for n in range(3)
    ]
    store.insert_urls([first, *others])

    def found(**asked: object) -> list[str]:
        return [row.url for row, _ in store.search_history("public", **asked)]  # type: ignore[arg-type]

    assert found(words="HERON the") == [first.url]
    assert found(words="100%") == [first.url]
    assert found(words="1__%") == []
    assert store.search_history("public", words="heron")[0][1] == "The Heron 100%"
    newest = found()
    assert newest[0] == "https://b.example/2"
    page = store.search_history("public", limit=2)
    last = page[-1][0]
    rest = found(before=(last.created_at, last.url_hash))
    assert [row.url for row, _ in page] + rest == newest
    assert store.forget_history("public", url_hashes=[others[0].url_hash]) == 1
    assert store.forget_history("public", url_hashes=[], article_uuids=[uuid]) == 1
    assert store.forget_history("ada", url_hashes=[others[1].url_hash]) == 0
    assert set(found()) == {others[1].url, others[2].url}

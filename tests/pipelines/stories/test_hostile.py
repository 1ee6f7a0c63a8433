"""Matching what strangers send, on machines that fail."""

import math
import pkgutil
import resource
import shutil
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from strandline.adapters.index.embedded import EmbeddedIndex
from strandline.adapters.index.exact import ExactIndex
from strandline.adapters.index.late import LateIndex
from strandline.core.similarity.copies import FEW
from strandline.model.errors import IndexFault, StoreError
from strandline.model.stories import Decision, IndexPoint, StoryChange
from strandline.pipelines.stories import Matcher
from strandline.pipelines.stories.rulings import merge, rule, split, withdraw
from strandline.ports import Store
from strandline.testing.builders import NOW

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"
FERRY = "Ferry company orders twelve electric boats for its island lines"
FIRE = "Fire destroys the old tobacco warehouse behind the railway station"


class Letters:
    """A tiny model: how often each letter stands in a text."""

    model, dimension = "letters@1", 26

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        return [self.vector(text) for text in texts]

    def vector(self, text: str) -> bytes:
        counts = [text.lower().count(chr(97 + n)) for n in range(26)]
        length = math.hypot(*counts) or 1.0
        return struct.pack("<26f", *(count / length for count in counts))


class TestTitles:
    """Titles that are none."""

    @pytest.mark.parametrize(
        "title",
        [
            "🔥🔥🔥 🚨",
            "🏳️‍🌈👩‍👩‍👧‍👦",
            "…",
            "\u202e\u202d\u2066 \u2069",
            "\u200b\u200d\ufeff",
            "عاجل: إغلاق الجسر القديم بعد اكتشاف شقوق",
            "\u202eegdirb eht sesolc licnuoC",
            "a\u0300" * 400,
            "\ufdfa" * 50,
            "NUL \x00 in the middle \x00",
            "half \ud83d of a pair",
            "x" * 1_000_000,
            "word " * 200_000,
            "市" * 300_000,
            "&amp;" * 100_000,
            "(" * 100_000,
            "1" * 100_000,
        ],
        ids=lambda title: f"{len(title)}-{title[:6]!a}",
    )
    def test_a_title_of_anything(self, town: Any, title: str) -> None:
        """Two papers with it, and a report beside them: all are matched, the report is alone."""
        ones = [town.told(number, title) for number in (1, 2)]
        bridge = town.told(3, BRIDGE)
        assert town.match().matched == len([*ones, bridge])
        assert town.is_one(bridge)

    def test_many_copies_of_one_title(self, town: Any) -> None:
        """One story; each copy is compared with a few of them, not with all."""
        copies = [town.told(number, BRIDGE) for number in range(120)]
        report = town.match()
        assert town.is_one(*copies)
        assert sum(report.verdicts.values()) <= FEW * len(copies)

    def test_a_rewording_is_found_behind_many_copies(self, town: Any) -> None:
        """Whatever hides the copies from each other hides nothing from others."""
        copies = [town.told(number, BRIDGE) for number in range(60)]
        other = town.told(70, "Harbour Bridge closed by council after cracks found in two pillars")
        town.match(town.with_ports(embedder=Letters(), index=ExactIndex(26)))
        assert town.is_one(*copies, other)

    def test_copies_of_last_week_and_of_today(self, town: Any) -> None:
        """The first of each day stand for that day alone."""
        old = [town.told(n, BRIDGE, published=NOW - 6 * DAY) for n in range(8)]
        new = [town.told(20 + n, BRIDGE) for n in range(8)]
        matcher = Matcher(town.ports, town.settings)
        town.match(matcher=matcher)
        assert town.is_one(*old)
        assert town.is_one(*new)
        late = town.told(40, BRIDGE, published=NOW)
        town.match(matcher=matcher)
        assert town.is_one(*new, late)

    @pytest.mark.parametrize("where", ["source_names.tell", "matcher.compare"])
    def test_an_article_that_no_rule_can_read(
        self, town: Any, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        """It is left to itself, once; the others are matched, now and later."""
        module = f"strandline.pipelines.stories.{where}"
        before = pkgutil.resolve_name(module)

        def stumble(*given: Any, **more: Any) -> Any:
            if FIRE in repr(given):
                raise RecursionError("too deep")
            return before(*given, **more)

        monkeypatch.setattr(module, stumble)
        bad = [town.told(number, FIRE) for number in (0, 1)]
        good = [town.told(number, BRIDGE) for number in (2, 3)]
        assert town.match().matched == len([*bad, *good])
        later = town.told(4, BRIDGE)
        assert town.match().matched == 1
        assert town.is_one(*good, later)
        assert town.is_one(bad[0])

    def test_a_pair_that_cannot_be_compared(
        self, town: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It says nothing, in one line; either is compared with all others as ever."""
        module = "strandline.pipelines.stories.matcher.compare"
        before = pkgutil.resolve_name(module)
        odd = f"{BRIDGE} – 9"

        def stumble(a: Any, b: Any, **more: Any) -> Any:
            if odd in (a.input.title, b.input.title):
                raise ValueError("could not convert string to float")
            return before(a, b, **more)

        monkeypatch.setattr(module, stumble)
        bad = town.told(1, odd)
        with capture_logs() as told:
            town.match()
            good = [town.told(number, BRIDGE) for number in range(2, 8)]
            town.match()
        assert town.is_one(*good)
        assert town.is_one(bad)
        assert [line["event"] for line in told if line["log_level"] in ("warning", "error")] == [
            "a pair could not be compared"
        ]


class TestTimes:
    """Dates of strangers, and clocks of our own."""

    @pytest.mark.parametrize("year", [1, 1899, 9999])
    def test_a_date_at_the_end_of_the_calendar(self, town: Any, year: int) -> None:
        """It is news of its own time; the others of the batch are matched as ever."""
        odd = town.told(1, BRIDGE, published=datetime(year, 1, 1, tzinfo=UTC))
        last = town.told(2, BRIDGE, published=datetime(year, 12, 31, 23, 59, tzinfo=UTC))
        ones = [town.told(number, BRIDGE) for number in (3, 4)]
        undated = town.told(5, BRIDGE, published=None, article_detected_utc_iso=NOW)
        town.match(town.with_ports(embedder=Letters(), index=ExactIndex(26)))
        assert town.is_one(odd)
        assert town.is_one(last)
        assert town.is_one(*ones, undated)

    def test_one_old_article_does_not_ask_for_all_between(self, town: Any) -> None:
        """What is held at once is what lies near one of them."""
        for number in range(40):
            town.told(number, f"{FERRY} {number}", published=NOW - number * 10 * DAY)
        town.match()
        town.told(50, BRIDGE, published=NOW - 410 * DAY)
        town.told(51, BRIDGE, published=NOW)
        matcher = Matcher(town.ports, town.settings)
        town.match(matcher=matcher)
        assert len(matcher._window) <= 3

    def test_the_clock_is_put_back(self, town: Any) -> None:
        """What another process matches by the new time is seen all the same."""
        kept = Matcher(town.ports, town.settings)
        town.told(9, FERRY)
        town.match(matcher=kept, now=NOW + 2 * DAY)
        first = town.told(1, BRIDGE)
        town.match()  # another process
        second = town.told(2, BRIDGE)
        town.match(matcher=kept)
        assert town.is_one(first, second)


class Faulty:
    """A store that fails to save as often as it is told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.failures = 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def save_match(self, *given: Any) -> list[StoryChange]:
        if self.failures:
            self.failures -= 1
            raise StoreError("The connection was cut.")
        return self._store.save_match(*given)


class TestStores:
    """Databases that fail."""

    def test_a_full_disk(self, town: Any, tmp_path: Path) -> None:
        """Nothing of the batch is there; with room again it is matched as if nothing had been."""
        ones = [town.told(n, BRIDGE, text="Words of the report. " * 100) for n in range(30)]
        matcher = Matcher(town.ports, town.settings)
        with full_disk(tmp_path), pytest.raises(StoreError):
            town.match(matcher=matcher)
        assert town.store.story_counts().unmatched == len(ones)
        assert town.match(matcher=matcher).matched == len(ones)
        assert town.is_one(*ones)

    def test_a_batch_that_could_not_be_saved_is_compared_with_nothing(self, town: Any) -> None:
        """Only what is in the database is: a kept window does not remember what was not saved."""
        store = Faulty(town.store)
        matcher = Matcher(town.with_ports(store=store), town.settings)
        lost = town.told(1, BRIDGE)
        with pytest.raises(StoreError):
            town.match(town.with_ports(store=store), matcher=matcher)
        assert len(matcher._window) == 0
        found = town.told(2, BRIDGE)
        town.match(town.with_ports(store=store), matcher=matcher)
        assert town.is_one(lost, found)
        assert len(town.store.verdicts_of(lost.article_uuid)) == 1


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """No file may grow beyond the largest one here."""
    largest = max(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class NoNumbers(Letters):
    """Gives what is no direction for some texts."""

    def __init__(self, bad: Sequence[float]) -> None:
        self._bad = struct.pack("<26f", *bad)

    def vector(self, text: str) -> bytes:
        return self._bad if text.startswith("Ferry") else super().vector(text)


class TestVectors:
    """Models and indexes that fail: titles and bodies find stories without them."""

    @pytest.mark.parametrize(
        "bad", [[math.nan] * 26, [math.inf, *[0.0] * 25], [0.0] * 26, [7.0] * 26]
    )
    def test_a_model_that_gives_no_numbers(self, town: Any, bad: list[float]) -> None:
        """Such a vector is not kept, and spoils no other."""
        ferries = [town.told(number, FERRY) for number in (1, 2)]
        bridge = town.told(3, BRIDGE)
        index = ExactIndex(26)
        town.match(town.with_ports(embedder=NoNumbers(bad), index=index))
        assert town.is_one(*ferries)
        assert index.count() == 1
        kept = town.store.vectors("letters@1", [a.article_uuid for a in (*ferries, bridge)])
        assert set(kept) == {bridge.article_uuid}

    def test_the_folder_of_the_index_is_removed(self, town: Any, tmp_path: Path) -> None:
        """Matching goes on, and the next process fills a new one."""
        index = EmbeddedIndex(tmp_path / "v", "letters@1", 26)
        ports = town.with_ports(embedder=Letters(), index=index)
        matcher = Matcher(ports, town.settings)
        ones = [town.told(1, BRIDGE)]
        town.match(ports, matcher=matcher)
        shutil.rmtree(tmp_path / "v")
        ones.append(town.told(2, BRIDGE))
        town.match(ports, matcher=matcher)
        assert town.is_one(*ones)
        index.close()
        again = EmbeddedIndex(tmp_path / "v", "letters@1", 26)
        ones.append(town.told(3, BRIDGE))
        town.match(town.with_ports(embedder=Letters(), index=again))
        assert again.count() == len(ones)
        again.close()

    def test_an_index_that_fails_is_built_anew(self, town: Any) -> None:
        """Once may be a passing fault; after a second one it is not trusted any more."""

        class Broken(ExactIndex):
            faults, cleared = 2, 0

            def upsert(self, points: Sequence[IndexPoint]) -> None:
                if self.faults:
                    self.faults -= 1
                    raise IndexFault("A file cannot be read.")
                super().upsert(points)

            def clear(self) -> None:
                self.cleared += 1
                super().clear()

        index = Broken(26)
        ports = town.with_ports(embedder=Letters(), index=index)
        matcher = Matcher(ports, town.settings)
        for number, title in enumerate((BRIDGE, BRIDGE, FERRY, FIRE)):
            town.told(number, title)
            town.match(ports, matcher=matcher)
        assert index.count() == 4
        assert index.cleared

    def test_an_index_that_another_process_holds(self, town: Any, tmp_path: Path) -> None:
        """It is asked again with every batch, and filled once it is free."""
        holder = EmbeddedIndex(tmp_path / "v", "letters@1", 26)
        late = LateIndex(lambda: EmbeddedIndex(tmp_path / "v", "letters@1", 26))
        ports = town.with_ports(embedder=Letters(), index=late)
        matcher = Matcher(ports, town.settings)
        ones = [town.told(1, BRIDGE), town.told(2, BRIDGE)]
        town.match(ports, matcher=matcher)
        assert town.is_one(*ones)
        holder.close()
        town.told(3, FERRY)
        town.match(ports, matcher=matcher)
        assert late.count() == 3
        late.close()

    def test_an_index_in_memory_holds_what_can_be_asked_for(self, town: Any) -> None:
        """Not the vectors of all years."""
        ports = town.with_ports(embedder=Letters(), index=ExactIndex(26))
        for number in range(6):
            town.told(number, f"{FERRY} {number}", published=NOW - number * 100 * DAY)
        town.match(ports)
        index = ExactIndex(26)
        town.told(9, BRIDGE)
        town.match(town.with_ports(embedder=Letters(), index=index))
        assert index.count() == 2

    def test_an_index_in_memory_lets_go_of_what_lies_behind(self, town: Any) -> None:
        """A second process that matches a history of years never holds more than a window of it;
        and it finds by meaning what lies in that.
        """

        class Watched(ExactIndex):
            most = 0

            def upsert(self, points: Sequence[IndexPoint]) -> None:
                super().upsert(points)
                self.most = max(self.most, self.count())

        days = 60
        for day in range(days):
            for number in (1, 2):
                town.told(
                    10 * day + number,
                    f"{FERRY} {day}" if number == 1 else f"{day} {FERRY}",
                    published=NOW - (days - day) * DAY + number * HOUR,
                )
        town.match(town.with_ports(embedder=Letters()))
        town.told(999, BRIDGE, published=NOW)
        index = Watched(26)
        ports = town.with_ports(embedder=Letters(), index=index)
        matcher = Matcher(ports, town.settings)
        town.match(ports, matcher=matcher)
        assert index.most <= 2 * 4, "the last days, of sixty"
        for day in range(days):
            town.told(5000 + day, f"{FIRE} {day}", published=NOW - (days - day) * DAY)
            town.match(ports, matcher=matcher)
        assert index.most < 40

    def test_an_index_in_memory_follows_into_the_past(self, town: Any) -> None:
        """An article of an earlier day asks for what lay around it then."""
        index = ExactIndex(26)
        ports = town.with_ports(embedder=Letters(), index=index)
        matcher = Matcher(ports, town.settings)
        for number, days in enumerate((0, 40, 41, 2, 39)):
            town.told(number, f"{FERRY} {number}", published=NOW - days * DAY)
            town.match(ports, matcher=matcher)
        assert index.count() == 3, "those of the days 39 to 41"


class TestRulings:
    """What people say, however they say it."""

    def test_rulings_in_a_circle(self, town: Any) -> None:
        """A is B, B is C, C is not A: no story holds both A and C."""
        a, b, c = (town.told(n, t) for n, t in enumerate((BRIDGE, FERRY, FIRE)))
        town.match()
        said = ((a, b, Decision.SAME), (b, c, Decision.SAME), (c, a, Decision.DIFFERENT))
        for hour, (one, other, decision) in enumerate(said):
            rule(town.store, one.article_uuid, other.article_uuid, decision, now=NOW + hour * HOUR)
        assert c.article_uuid not in town.story(a)
        assert town.story(b) in (town.story(a), town.story(c))

    def test_splitting_off_the_main_article(self, town: Any) -> None:
        """The others stay together, led by the next one; new reports join them."""
        first, *others = (town.told(number, BRIDGE) for number in range(4))
        town.match()
        split(town.store, first.article_uuid, now=NOW)
        assert town.is_one(first)
        assert town.is_one(*others)
        assert town.store.stories([others[0].article_uuid])[others[0].article_uuid].main_id == (
            others[0].article_uuid
        )
        withdraw(town.store, first.article_uuid, now=NOW + HOUR)
        assert town.is_one(first, *others)

    def test_three_stories_become_one_and_three_again(self, town: Any) -> None:
        """Nothing is lost by a merge: each article goes back to where it was."""
        pairs = [
            [town.told(10 * n + copy, title) for copy in range(2)]
            for n, title in enumerate((BRIDGE, FERRY, FIRE))
        ]
        town.match()
        merge(town.store, [one.article_uuid for one, _ in pairs], now=NOW)
        assert town.is_one(*(article for two in pairs for article in two))
        withdraw(town.store, pairs[0][0].article_uuid, now=NOW + HOUR)
        for two in pairs:
            assert town.is_one(*two)

    def test_a_large_story_is_split_in_one_go(self, town: Any) -> None:
        """A person need not wait for a transaction for each of its members."""
        first, *others = (town.told(number, BRIDGE) for number in range(60))
        town.match()
        split(town.store, first.article_uuid, now=NOW)
        assert town.is_one(*others)

    def test_a_story_whose_articles_are_let_go(self, town: Any) -> None:
        """Old articles leave by whole stories: none points to a main article that is gone."""
        old = [town.told(n, BRIDGE, published=NOW - 90 * DAY) for n in range(3)]
        new = [town.told(10 + n, FERRY) for n in range(2)]
        town.match()
        town.store.purge_posts(NOW + DAY)
        left = town.store.articles([a.article_uuid for a in (*old, *new)])
        assert all(article.canonical_article_id in left for article in left.values())
        assert town.match().matched == 0


def test_two_articles_with_each_others_address(town: Any) -> None:
    """Whatever their pages claim, they are two articles; what they tell decides."""
    one = town.told(
        1, BRIDGE, url="https://a.example/1", article_url_original="https://b.example/2"
    )
    two = town.told(2, FERRY, url="https://b.example/2", article_url_original="https://a.example/1")
    assert town.match().matched == 2
    assert town.is_one(one)
    assert town.is_one(two)

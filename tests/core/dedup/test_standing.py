"""What a site writes over all its pages makes no story of them."""

from dataclasses import replace

import pytest

from strandline.core.dedup.bodies import is_copy
from strandline.core.dedup.cascade import compare
from strandline.core.dedup.pairs import pair_of
from strandline.core.dedup.standing import without_standing
from strandline.core.dedup.telling import tell
from strandline.core.similarity.simhash import simhash
from strandline.model.stories import Answer, StoryInput

STUB = (
    "You have read all free pages of this month. Take out a subscription to go on reading, on"
    " every device, from the first day. Subscribers sign in above. Questions? Our service answers"
    " on working days between nine and five; please have your customer number at hand."
)
COOKIES = (
    "We and our partners store and read information on a device, such as cookies, and process"
    " personal data for advertising, measurement and audience research. You may refuse or accept"
    " all of it, now or later, with the button at the end of every page."
)
CHINESE = (
    "本站部分内容仅供会员阅读，请登录后继续浏览。如果您还没有账号，可以点击右上角免费注册，"
    "注册后每月可以阅读十篇文章。如有疑问，请在工作日上午九点至下午五点联系客服。"
)
FIRST = (
    "The Quay Gazette has told what happens in town and on the water since 1871, every working"
    " day. Write to us, we read everything."
)
TITLES = (
    "Ferry pier to be rebuilt by spring",
    "Choir wins the regional cup",
    "Bakers strike over rent",
)
CHINESE_TITLES = ("渡轮码头明春重建", "合唱团赢得地区奖杯", "面包师因房租罢工")


def at_quay(title: str, number: int, **more: str) -> StoryInput:
    url = f"https://quay.example/{number}"
    return StoryInput(title, url=url, url_key=url[8:], source_name="Quay", **more)  # type: ignore[arg-type]


def verdicts(articles: list[StoryInput]) -> list[tuple[Answer, float]]:
    """On all pairs."""
    pairs = [(a, b) for n, a in enumerate(articles) for b in articles[:n]]
    return [(v.answer, v.score) for v in (compare(tell(a), tell(b)) for a, b in pairs)]


def bare(articles: list[StoryInput]) -> list[StoryInput]:
    """The same with their titles alone."""
    return [replace(one, summary="", text="", fingerprint=None) for one in articles]


@pytest.mark.parametrize("field", ["text", "summary"])
@pytest.mark.parametrize(
    ("stub", "titles"),
    [(STUB, TITLES), (COOKIES, TITLES), (CHINESE, CHINESE_TITLES)],
    ids=["paywall", "cookies", "zh"],
)
@pytest.mark.parametrize("form", ["{stub}", "{title}. {stub}", "You are reading: {title}. {stub}"])
def test_pages_that_differ_in_their_title_alone(
    field: str, stub: str, titles: tuple[str, ...], form: str
) -> None:
    """One text under titles that it does not tell says as much as none, its title in it too."""
    articles = [
        at_quay(title, n, **{field: form.format(title=title, stub=stub)})
        for n, title in enumerate(titles)
    ]
    assert verdicts(articles) == verdicts(bare(articles))
    assert Answer.SAME not in dict(verdicts(articles))


def test_one_body_under_summaries_of_their_own() -> None:
    """A body that a site serves for every page says nothing beside what the feed says."""
    body = " ".join((STUB, COOKIES, FIRST)) * 2
    articles = [
        at_quay(title, n, summary=f"{n} of {n + 3} were for it: {title.lower()}.", text=body)
        for n, title in enumerate(TITLES)
    ]
    without = [replace(one, text="") for one in articles]
    assert verdicts(articles) == verdicts(without)
    assert Answer.SAME not in dict(verdicts(articles))


def test_a_first_sentence_over_every_report_is_left_out() -> None:
    """What both begin with goes, what each says of its own stays."""
    one = tell(at_quay(TITLES[0], 1, summary=f"{FIRST} Divers begin in March."))
    other = tell(at_quay(TITLES[1], 2, summary=f"{FIRST} Forty voices sang."))
    first, second, _ = without_standing(one, other, {})
    assert (first.lead_folded, second.lead_folded) == ("divers begin in march", "forty voices sang")


def test_vectors_of_standing_words_do_not_count() -> None:
    """Vectors are made of title and lead: where the lead goes, so do they."""
    a, b = (tell(at_quay(title, n, summary=STUB)) for n, title in enumerate(TITLES[:2]))
    assert without_standing(a, b, {"model": 0.97})[2] == {}


REPORT = (
    "The pier of the ferry is to be rebuilt by next spring. The council voted for the plan on"
    " Monday night, with two voices against it; divers begin their work in March."
)


def test_one_report_under_two_titles_stays_a_copy() -> None:
    """A text that tells one of the titles is the article's, on one site as well."""
    a = at_quay("Ferry pier to be rebuilt by spring", 1, summary=REPORT)
    b = at_quay("Council votes for divers", 2, summary=REPORT)
    one, other, _ = without_standing(tell(a), tell(b), {})
    assert is_copy(pair_of(one, other, {}))


def test_what_is_printed_again_under_its_title_stays_a_copy() -> None:
    """A long text under one title is no standing text, whether it tells that title or not."""
    text = " ".join((FIRST, REPORT, "Tides turn at six and at half past noon.")) * 3
    a, b = (tell(at_quay("Tables of the week", n, text=text)) for n in range(2))
    assert compare(a, b).answer is Answer.SAME


def test_other_sites_are_left_alone() -> None:
    """Only what one site repeats is its own words."""
    a = tell(at_quay(TITLES[0], 1, summary=STUB))
    far = replace(
        at_quay(TITLES[1], 2, summary=STUB), url="https://far.example/2", source_name="Far"
    )
    assert without_standing(a, tell(far), {}) == (a, tell(far), {})


def test_kept_fingerprints_of_a_standing_body() -> None:
    """The body is known by its fingerprint and its beginning."""
    body = " ".join((STUB, COOKIES, FIRST)) * 2
    articles = [
        replace(at_quay(title, n, text=body[:600]), fingerprint=simhash(body))
        for n, title in enumerate(TITLES)
    ]
    assert verdicts(articles) == verdicts(bare(articles))
    assert Answer.SAME not in dict(verdicts(articles))

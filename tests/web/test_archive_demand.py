"""The one form that writes: a person asks for a page to be kept again."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.archive import ArtifactKind, JobStatus
from strandline.testing.builders import NOW

RAW = (ArtifactKind.RAW, "fetch/raw.html", b"<p>x", "text/html")
OURS = {"sec-fetch-site": "same-origin"}


def ask(page: Any, uuid: str, **headers: str) -> Any:
    """Send the form."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} or OURS
    return page.client.post(f"/articles/{uuid}/archive", headers=sent)


def test_the_button_queues_a_job_and_leads_back(serve: Callable[..., Any], vault: Any) -> None:
    """303 to the page, which says that it will be kept; the job is there, above all others."""
    article = vault.link("https://courier.example/bridge")
    page = serve(vault.store, vault.blobs)
    answer = ask(page, article.article_uuid)
    assert answer.status_code == 303
    where = answer.headers["location"]
    assert where == f"/articles/{article.article_uuid}?asked=capture#kept"
    (job,) = vault.store.jobs(article_uuid=article.article_uuid)
    assert (job.status, job.reason[:9]) == (JobStatus.QUEUED, "on demand")
    assert "It will be kept again in a moment" in page.get(where.partition("#")[0]).text


def test_asking_twice_queues_once(serve: Callable[..., Any], vault: Any) -> None:
    """A job that waits stands for the second demand too."""
    article = vault.link("https://courier.example/bridge")
    page = serve(vault.store, vault.blobs)
    ask(page, article.article_uuid)
    assert "asked=waits" in ask(page, article.article_uuid).headers["location"]
    assert len(vault.store.jobs(article_uuid=article.article_uuid)) == 1


def test_a_page_that_was_just_kept_is_left_alone(serve: Callable[..., Any], vault: Any) -> None:
    """Between two captures of a page there is a gap; after it the button works again."""
    article = vault.link("https://courier.example/bridge")
    vault.keep(article, RAW, at=NOW - timedelta(minutes=3))
    page = serve(vault.store, vault.blobs)
    assert "asked=too_soon" in ask(page, article.article_uuid).headers["location"]
    page.clock.advance(timedelta(minutes=10))
    assert "asked=capture" in ask(page, article.article_uuid).headers["location"]


def test_all_demands_together_have_a_cap(serve: Callable[..., Any], vault: Any) -> None:
    """Whoever presses the button on every page is stopped, and may go on after an hour."""
    articles = [vault.link(f"https://many.example/{number}") for number in range(4)]
    page = serve(vault.store, vault.blobs, archive={"demands_per_hour": 3})
    told = [ask(page, a.article_uuid).headers["location"] for a in articles]
    assert [re.search(r"asked=(\w+)", where)[1] for where in told] == [  # type: ignore[index]
        "capture",
        "capture",
        "capture",
        "too_many",
    ]
    page.clock.advance(timedelta(hours=1, minutes=1))
    assert "asked=capture" in ask(page, articles[3].article_uuid).headers["location"]


def test_an_excluded_site_is_refused_in_words(serve: Callable[..., Any], vault: Any) -> None:
    """The policy holds for the button too."""
    article = vault.link("https://web.archive.org/web/1/x")
    page = serve(vault.store, vault.blobs)
    where = ask(page, article.article_uuid).headers["location"]
    assert "asked=refused" in where
    assert "not kept here" in page.get(where.partition("#")[0]).text
    assert vault.store.jobs(article_uuid=article.article_uuid) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "origin": "{own}"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "file://"},
        {"origin": "http://127.0.0.1:1"},
        {"accept": "*/*"},
    ],
    ids="+".join,
)
def test_no_other_page_can_press_it(
    serve: Callable[..., Any], vault: Any, headers: dict[str, str]
) -> None:
    """Without the browser's word that the form was ours nothing is queued."""
    article = vault.link("https://courier.example/bridge")
    page = serve(vault.store, vault.blobs)
    sent = {name: value.format(own=page.server.url) for name, value in headers.items()}
    answer = ask(page, article.article_uuid, **sent)
    assert answer.status_code == 403
    assert "cannot be asked for from elsewhere" in answer.text
    assert vault.store.jobs(article_uuid=article.article_uuid) == []


def test_a_browser_that_only_tells_the_origin_may_press_it(
    serve: Callable[..., Any], vault: Any
) -> None:
    """Without https browsers send `Origin` alone: it must be the page's own, or the set one."""
    articles = [vault.link(f"https://courier.example/{number}") for number in range(2)]
    page = serve(vault.store, vault.blobs, base_url="https://news.example")
    assert ask(page, articles[0].article_uuid, origin=page.server.url).status_code == 303
    assert ask(page, articles[1].article_uuid, origin="https://news.example").status_code == 303


def test_what_is_not_there_cannot_be_asked_for(serve: Callable[..., Any], vault: Any) -> None:
    """The button is for links that the ledger knows, not a way to make us fetch anything."""
    page = serve(vault.store, vault.blobs)
    assert ask(page, "A_0000000000000000").status_code == 404
    assert page.client.post("/articles/x/archive", headers=OURS).status_code == 404
    assert page.client.get("/articles/A_0000000000000000/archive").status_code == 405
    assert vault.store.jobs() == []


def test_what_the_address_claims_to_have_asked_is_only_told_in_our_words(
    serve: Callable[..., Any], vault: Any
) -> None:
    """A made-up `?asked=` shows nothing."""
    article = vault.link("https://courier.example/bridge")
    page = serve(vault.store, vault.blobs)
    assert (
        'role="status"' not in page.get(f"/articles/{article.article_uuid}?asked=free_words").text
    )
    assert page.get(f"/articles/{article.article_uuid}?asked=<b>").status_code == 422

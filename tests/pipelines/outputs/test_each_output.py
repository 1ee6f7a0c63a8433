"""What each service is given, as its own documents ask for it."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipelines.outputs.conftest import KINDS, House
from tests.pipelines.outputs.house import SITE, output_settings, published_edition

from strandline.adapters.outputs import make_outputs
from strandline.adapters.outputs.buttondown import _new as buttondown_email
from strandline.adapters.outputs.listmonk import _as_text as listmonk_text
from strandline.model.errors import ConfigError
from strandline.model.outputs import OutputState, Parcel
from strandline.model.readers import DigestScope
from strandline.testing.builders import NOW, a_reader
from strandline.testing.mail_house import an_item
from strandline.testing.services.engines import Buttondown, Ghost, Listmonk
from strandline.testing.services.networks import Hub, Mastodon
from strandline.testing.services.server import FAULTS, Fault
from strandline.testing.services.webhooks import KEY, NEXT_KEY, Receiver

Make = Callable[..., House]
BY_NAME = {kind.name: kind for kind in reversed(KINDS)}
#: What the templates of engines would take for an expression of theirs.
HOSTILE = "Prices {{ .Subscriber.Email }} {% now %} & <b>more</b>"


def an_edition(title: str) -> Parcel:
    return Parcel("1", "strandline-1", title, "en", NOW, "", "", "", "{}", ())


def hostile(number: int = 1) -> Any:
    return published_edition(number, items=(an_item(1, title=HOSTILE, summary=HOSTILE),))


@pytest.mark.parametrize("key", [KEY, NEXT_KEY])
def test_a_webhook_is_signed_by_both_keys_while_one_replaces_the_other(
    make_house: Make, key: str
) -> None:
    """A receiver that has the old one, and one that has the new one, take the same request."""
    kind = replace(BY_NAME["webhook:team"], service=partial(Receiver, key))
    house = make_house(kind, webhook_secrets=f"team={NEXT_KEY} team={KEY}")
    house.publish(hostile())
    house.turn()
    (event,) = cast(Receiver, house.server.service).events.values()
    assert (event["type"], event["timestamp"]) == ("edition.published", "2026-03-04T07:00:00Z")
    assert event["data"]["page"] == f"{SITE}/digests/{1:032x}"
    assert event["data"]["items"][0]["title"] == HOSTILE
    assert "score" not in event["data"]["items"][0]
    assert "funnel" not in event["data"]


def test_a_webhook_is_the_same_at_each_attempt(make_house: Make) -> None:
    """Its id and its bytes; the time of the attempt is signed with them."""
    house = make_house(BY_NAME["webhook:team"])
    house.server.faults = [FAULTS["503 before"]]
    house.publish()
    house.go_on()
    first, second = house.server.asked
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]


def test_a_receiver_under_repair_is_tried_again(make_house: Make) -> None:
    """404 as well; 410 asks for no more, and holds it."""
    house = make_house(BY_NAME["webhook:team"])
    house.server.faults = [Fault(is_done=False, status=404), Fault(is_done=False, status=410)]
    house.publish()
    house.turn()
    assert house.row.state is OutputState.PLANNED
    house.clock.advance(timedelta(minutes=2))
    house.turn()
    assert [one.is_held for one in house.store.outputs()] == [True]


def test_a_hub_is_told_of_every_feed(make_house: Make) -> None:
    """Under the addresses that the feeds name themselves."""
    house = make_house(BY_NAME["websub"])
    house.publish()
    house.turn()
    hub = cast(Hub, house.server.service)
    assert hub.topics == [[f"{SITE}/feed.xml", f"{SITE}/feed.atom", f"{SITE}/feed.json"]]


def test_listmonk_gets_text_where_its_templates_would_see_expressions(make_house: Make) -> None:
    """In subject, body and text part; to the lists that are set, with the template that is."""
    house = make_house(BY_NAME["listmonk"], listmonk_template=4)
    house.publish(replace(hostile(), title=HOSTILE))
    house.turn()
    (campaign,) = cast(Listmonk, house.server.service).campaigns
    assert (campaign["lists"], campaign["template_id"]) == ([1, 3], 4)
    assert "{" not in campaign["body"]
    assert "&#123;&#123; .Subscriber" in campaign["body"]
    for text in (campaign["subject"], campaign["altbody"]):
        assert '{{ "{{" }} .Subscriber' in text


def test_listmonk_starts_the_first_of_several_drafts(make_house: Make) -> None:
    """As a server leaves them that was still at it when it was asked: the others are never sent."""
    house = make_house(BY_NAME["listmonk"])
    house.publish()
    service = cast(Listmonk, house.server.service)
    house.server.faults = [
        Fault(goes=lambda: service.campaigns.append(service.campaigns[0] | {"id": 2}))
    ]
    house.go_on()
    assert [one["status"] for one in service.campaigns] == ["running", "draft"]


def test_listmonk_that_finds_nothing_is_held(make_house: Make) -> None:
    """Each attempt would make another campaign."""

    class Forgetful(Listmonk):
        def _found(self, asked: Any) -> dict[str, Any]:
            return {"results": []}

    house = make_house(replace(BY_NAME["listmonk"], service=Forgetful))
    house.publish()
    house.go_on()
    house.turn()
    assert len(cast(Listmonk, house.server.service).campaigns) == 1
    assert "not found by its name" in house.store.outputs()[0].said


def test_a_campaign_that_a_person_stopped_stays_so(make_house: Make) -> None:
    """It is there; what becomes of it is decided at its place."""
    house = make_house(BY_NAME["listmonk"])
    service = cast(Listmonk, house.server.service)
    service.campaigns.append(
        {"id": 1, "name": f"strandline-{1:032x}", "subject": "x", "status": "cancelled"}
    )
    house.publish()
    house.turn()
    assert (house.row.state, house.row.remote_id) == (OutputState.DONE, "1")
    assert [one["status"] for one in service.campaigns] == ["cancelled"]


def test_ghost_sends_its_newsletter_once(make_house: Make) -> None:
    """A draft of our slug and tag, published with the newsletter; a second one of that slug has
    another, and is not sent.
    """
    house = make_house(BY_NAME["ghost"])
    house.publish(hostile())
    house.turn()
    service = cast(Ghost, house.server.service)
    assert service.mailed == [("weekly", f"strandline-{1:032x}")]
    assert service.posts[0]["canonical_url"] == f"{SITE}/digests/{1:032x}"
    assert "&lt;b&gt;more&lt;/b&gt;" in service.posts[0]["html"]


def test_somebody_at_the_same_post_is_waited_for(make_house: Make) -> None:
    """Ghost refuses a change of what has changed: it is looked at again, and published once."""
    house = make_house(BY_NAME["ghost"])
    service = cast(Ghost, house.server.service)
    house.server.faults = [
        Fault(),
        Fault(is_done=False, status=409),
    ]
    house.publish()
    house.go_on()
    assert (house.row.state, len(service.mailed)) == (OutputState.DONE, 1)


def test_buttondown_gets_html_without_expressions(make_house: Make) -> None:
    """And the subject too; drafts stay drafts where that is set."""
    house = make_house(BY_NAME["buttondown"], buttondown_mode="draft")
    house.publish(replace(hostile(), title=HOSTILE))
    house.turn()
    house.turn()
    (email,) = cast(Buttondown, house.server.service).emails
    assert email["status"] == "draft"
    assert not {"{{", "{%"} & {email["body"][at : at + 2] for at in range(len(email["body"]))}
    assert not {"{{", "{%"} & {email["subject"][at : at + 2] for at in range(len(HOSTILE) + 2)}


@given(st.text("{%#} a"))
def test_no_title_begins_an_expression_of_an_engine(title: str) -> None:
    """However many braces stand side by side; listmonk shows them as they are."""
    subject = buttondown_email(an_edition(title))["subject"]
    assert not [sign for sign in ("{{", "{%", "{#") if sign in subject]
    assert subject.replace(" ", "") == title.replace(" ", "")
    written = listmonk_text(title).split('{{ "{{" }}')
    assert not [part for part in written if "{{" in part]
    assert "{{".join(written) == title


def test_a_status_has_the_first_titles_and_the_link(make_house: Make) -> None:
    """Within 500 characters, in the edition's language, seen by whom it is set for."""
    house = make_house(BY_NAME["mastodon"], mastodon_visibility="unlisted")
    items = tuple(an_item(number, title=f"新闻 {number} " * 12) for number in range(1, 9))
    house.publish(published_edition(language="zh", items=items))
    house.turn()
    (status,) = cast(Mastodon, house.server.service).statuses
    assert (status["visibility"], status["language"]) == ("unlisted", "zh")
    assert len(status["status"]) <= 500
    assert status["status"].endswith(f"{SITE}/digests/{1:032x}")


def test_after_an_hour_a_status_is_unknown(make_house: Make) -> None:
    """The key is forgotten by then: another status would be made."""
    house = make_house(BY_NAME["mastodon"])
    house.server.faults = [FAULTS["500 after having done it"], *[FAULTS["503 before"]] * 9]
    house.publish()
    house.go_on()
    house.clock.advance(timedelta(hours=2))
    cast(Mastodon, house.server.service).forget()
    house.turn()
    assert house.row.state is OutputState.UNKNOWN
    assert len(house.made) == 1


def test_whose_editions_is_set_by_output(make_house: Make) -> None:
    """A reader's own go where that is said and nowhere else, under an address nobody can guess."""
    house = make_house(BY_NAME["webhook:team"], lists=("team=ada",))
    house.store.save_reader(replace(a_reader("ada"), scope=DigestScope.PERSONAL))
    house.publish(published_edition(1), published_edition(2, reader_id="ada"))
    house.turn()
    (event,) = cast(Receiver, house.server.service).events.values()
    assert event["data"]["digest_id"] == f"{2:032x}"
    assert event["data"]["page"].startswith(f"{SITE}/editions/")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"webhooks": ("team=https://a.example/",)}, "WEBHOOK_SECRETS"),
        ({"webhooks": ("a=ftp://a.example/",), "webhook_secrets": f"a={KEY}"}, "WEBHOOKS"),
        ({"webhooks": ("a=https://a.example/",), "webhook_secrets": "a=c2hvcnQ="}, "16 bytes"),
        ({"webhook_secrets": "s3cret"}, "WEBHOOK_SECRETS"),
        ({"listmonk_url": "https://a.example"}, "LISTMONK_USER"),
        ({"ghost_url": "https://a.example", "ghost_key": "s3cret:xyz"}, "GHOST_ADMIN_KEY"),
        ({"mastodon_url": "https://a.example"}, "MASTODON_TOKEN"),
        ({"apprise_urls": "phone=s3cret"}, "APPRISE_URLS"),
        ({"lists": ("nobody=public",)}, "nobody, which is no output"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    given: dict[str, Any], said: str, tmp_path: Any
) -> None:
    """Without its value: it may be a secret."""
    settings = output_settings(tmp_path / "s.sqlite3", (), **given)
    with ExitStack() as opened, pytest.raises(ConfigError) as caught:
        make_outputs(settings, cast(Any, None), cast(Any, None), opened)
    assert said in str(caught.value)
    assert "s3cret" not in str(caught.value)

"""The contracts of `AccountStore`, `DoorStore` and `AuditStore`, on both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.accounts import (
    Actor,
    OneTime,
    Passkey,
    Purpose,
    Right,
    Role,
    Session,
    Token,
    Via,
)
from strandline.model.acts import AuditEntry, SentWrite
from strandline.model.database import Aged
from strandline.model.errors import NameTaken, StoreError
from strandline.ports import Store
from strandline.testing.account_builders import a_session, a_token, an_account
from strandline.testing.builders import NOW, a_source

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = NOW + 400 * DAY


def test_an_account_is_found_by_all_its_names(store: Store) -> None:
    """By id, by what is typed, by the provider's subject; all of it comes back."""
    account = an_account("ada", role=Role.PUBLISHER, subject="https://id.example 7")
    store.save_account(account)
    store.save_account(an_account("bert", reader_id="public"))
    assert store.account(account.account_id) == account
    assert store.account_of_login("ada") == account
    assert store.account_of_subject("https://id.example 7") == account
    assert [one.login for one in store.accounts()] == ["ada", "bert"]
    assert store.account("nobody") is None
    assert store.account_of_login("Ada") is None


def test_a_login_is_given_once(store: Store) -> None:
    """A second account of the same login or subject is refused, and the first stays as it was."""
    store.save_account(an_account("ada", subject="s 1"))
    with pytest.raises(NameTaken, match="ada"):
        store.save_account(replace(an_account("ada"), account_id="other"))
    with pytest.raises(NameTaken):
        store.save_account(an_account("bert", subject="s 1"))
    assert [one.account_id for one in store.accounts()] == [an_account("ada").account_id]


def test_an_account_goes_with_all_that_signs_it_in(store: Store) -> None:
    """Sessions, tokens, passkeys and links go with it; those of others stay."""
    ada, bert = an_account("ada"), an_account("bert")
    for account in (ada, bert):
        store.save_account(account)
        store.add_session(a_session(account))
        store.add_token(a_token(account))
        store.save_passkey(Passkey(account.login, account.account_id, "key", "pk", 0, NOW))
    store.add_one_time(OneTime("h", Purpose.RESET, LATER, ada.account_id), NOW)
    assert store.remove_account(ada.account_id)
    assert not store.remove_account(ada.account_id)
    assert store.session(a_session(ada).secret_hash, NOW) is None
    assert store.token(a_token(ada).secret_hash, NOW) is None
    assert store.passkey("ada") is None
    assert store.one_time("h", Purpose.RESET, NOW) is None
    assert store.session(a_session(bert).secret_hash, NOW) is not None
    assert [one.account_id for one in store.tokens()] == [bert.account_id]


def test_a_session_holds_until_its_end(store: Store) -> None:
    """It is found by the hash of its secret with its account, until its last moment."""
    account = an_account("ada")
    store.save_account(account)
    session = a_session(account, ends_at=NOW + HOUR)
    store.add_session(session)
    assert store.session(session.secret_hash, NOW) == (session, account)
    assert store.session(session.secret_hash, NOW + HOUR) is None
    assert store.session(session.session_id, NOW) is None
    assert store.sessions(account.account_id, NOW + HOUR) == []


def test_sessions_end_one_by_one_or_all_but_one(store: Store) -> None:
    """Nobody ends a session of somebody else."""
    ada, bert = an_account("ada"), an_account("bert")
    store.save_account(ada)
    store.save_account(bert)
    of_ada = [a_session(ada, number) for number in (1, 2, 3)]
    for session in (*of_ada, a_session(bert)):
        store.add_session(session)
    assert not store.end_session(bert.account_id, of_ada[0].session_id)
    assert store.end_session(ada.account_id, of_ada[0].session_id)
    assert store.end_sessions(ada.account_id, but=of_ada[1].session_id) == 1
    assert store.sessions(ada.account_id, NOW) == [of_ada[1]]
    assert store.end_sessions(ada.account_id) == 1
    assert len(store.sessions(bert.account_id, NOW)) == 1


def test_sessions_tell_when_they_were_seen(store: Store) -> None:
    """The last seen comes first; the account was seen with it."""
    account = an_account("ada")
    store.save_account(account)
    for number in (1, 2):
        store.add_session(a_session(account, number))
    store.saw_session(a_session(account, 2).session_id, NOW + HOUR)
    seen: list[Session] = store.sessions(account.account_id, NOW)
    assert [one.last_seen_at for one in seen] == [NOW + HOUR, NOW]
    found = store.account(account.account_id)
    assert found is not None
    assert found.last_seen_at == NOW + HOUR


def test_a_token_keeps_its_scope_and_its_end(store: Store) -> None:
    """Found with its account until it ends; listed afterwards too; ended by its owner alone."""
    account = an_account("ada")
    store.save_account(account)
    token: Token = a_token(account, scope=frozenset({Right.SOURCES, Right.OWN}), ends_at=NOW + DAY)
    store.add_token(token)
    assert store.token(token.secret_hash, NOW) == (token, account)
    assert store.token(token.secret_hash, NOW + DAY) is None
    store.saw_token(token.token_id, NOW + HOUR)
    assert store.tokens(account.account_id) == [replace(token, last_used_at=NOW + HOUR)]
    assert store.tokens("other") == []
    assert not store.remove_token("other", token.token_id)
    assert store.remove_token(account.account_id, token.token_id)


def test_a_passkey_keeps_its_count(store: Store) -> None:
    """Saved again it has the new count; removed by its owner alone."""
    account = an_account("ada")
    store.save_account(account)
    passkey = Passkey("id", account.account_id, "Laptop", "pk", 1, NOW)
    store.save_passkey(passkey)
    used = replace(passkey, sign_count=2, last_used_at=NOW + HOUR)
    store.save_passkey(used)
    assert store.passkey("id") == used
    assert store.passkeys(account.account_id) == [used]
    assert not store.remove_passkey("other", "id")
    assert store.remove_passkey(account.account_id, "id")


def test_what_opens_once_opens_once(store: Store) -> None:
    """Of many who take it at the same time one gets it; another purpose and a late one get none."""
    secret = OneTime("hash", Purpose.OPENID, LATER, None, {"nonce": "n"})
    store.add_one_time(secret, NOW)
    assert store.one_time("hash", Purpose.OPENID, NOW) == secret
    assert store.take_one_time("hash", Purpose.RESET, NOW) is None
    assert store.take_one_time("hash", Purpose.OPENID, LATER) is None
    with ThreadPoolExecutor(6) as pool:
        took = list(pool.map(lambda _: store.take_one_time("hash", Purpose.OPENID, NOW), range(6)))
    assert [one for one in took if one is not None] == [secret]


def test_links_of_a_purpose_are_dropped_together(store: Store) -> None:
    """A new link makes the earlier ones of the same person useless, and no others."""
    account = an_account("ada")
    store.save_account(account)
    store.add_one_time(OneTime("a", Purpose.RESET, LATER, account.account_id), NOW)
    store.add_one_time(OneTime("b", Purpose.OWNER, LATER), NOW)
    assert store.drop_one_times(Purpose.OWNER, None) == 1
    assert store.drop_one_times(Purpose.RESET, None) == 0
    assert store.drop_one_times(Purpose.RESET, account.account_id) == 1


def test_a_form_is_taken_once(store: Store) -> None:
    """Whoever sends it again is told where it led; what changed nothing may be sent again."""
    assert store.claim_form("f", NOW) is None
    assert store.claim_form("f", NOW) == ""
    store.settle_form("f", "/desk")
    assert store.claim_form("f", NOW) == "/desk"
    store.release_form("f")
    assert store.claim_form("f", NOW) is None
    assert store.claim_form("f", NOW + 2 * DAY) is None


def test_a_write_under_a_key_is_taken_once(store: Store) -> None:
    """The second is told what the first was answered; after a day, or released, it is new."""
    assert store.claim_write("k", "f1", NOW) is None
    assert store.claim_write("k", "f2", NOW) == SentWrite("f1")
    store.settle_write("k", 201, "application/json", '{"a": "\x00\ud800é"}')
    assert store.claim_write("k", "f1", NOW + DAY / 2) == SentWrite(
        "f1", 201, "application/json", '{"a": "\ufffdé"}'
    )
    assert store.claim_write("other", "f1", NOW) is None
    store.release_write("k")
    assert store.claim_write("k", "f3", NOW) is None
    assert store.claim_write("k", "f4", NOW + DAY) is None


def test_of_writes_under_one_key_at_the_same_time_one_is_the_first(store: Store) -> None:
    """Whichever thread is faster; the others see what it sent."""
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda n: store.claim_write("k", f"f{n}", NOW), range(4)))
    (winner,) = [number for number, one in enumerate(found) if one is None]
    assert [one for one in found if one] == [SentWrite(f"f{winner}")] * 3


def test_a_form_that_comes_many_times_at_once_is_taken_once(store: Store) -> None:
    """Whoever of them is first."""
    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(lambda _: store.claim_form("f", NOW), range(6)))
    assert sorted(told, key=str) == ["", "", "", "", "", None]


def test_failures_count_by_login_and_by_address(store: Store) -> None:
    """Each since a time; a success wipes the login's, not the address's."""
    store.add_failure("ada", "192.0.2.1", NOW)
    store.add_failure("ada", "192.0.2.2", NOW + HOUR)
    store.add_failure("bert", "192.0.2.2", NOW + HOUR)
    assert store.failures("ada", "192.0.2.2", NOW) == (2, 2)
    assert store.failures("ada", "192.0.2.2", NOW + HOUR) == (1, 2)
    store.forget_failures("ada")
    assert store.failures("ada", "192.0.2.2", NOW) == (0, 1)
    store.add_failure("ada", "192.0.2.9", NOW + 2 * DAY)
    assert store.failures("bert", "192.0.2.2", NOW) == (0, 0)


def an_entry(what: str = "source.add", subject: str = "W_RSS_1", **changes: object) -> AuditEntry:
    actor = Actor("id-ada", "ada", Role.OWNER, Via.SESSION)
    return replace(AuditEntry(NOW, actor, what, subject, {"a": 1}, {"a": [2]}), **changes)  # type: ignore[arg-type]


def test_the_audit_is_read_newest_first_and_filtered(store: Store) -> None:
    """By actor, by area or exact act, by subject, page by page; all of it comes back."""
    for entry in (
        an_entry(),
        an_entry("source.remove"),
        an_entry("account.add", "bert"),
        an_entry("source.add", "W_RSS_2", actor=Actor.console()),
    ):
        store.record(entry)
    every = store.audit()
    assert [one.what for one in every] == [
        "source.add",
        "account.add",
        "source.remove",
        "source.add",
    ]
    assert replace(every[3], entry_id=0) == an_entry()
    assert [one.subject for one in store.audit(who="ada", what="source")] == ["W_RSS_1"] * 2
    assert [one.subject for one in store.audit(what="source.add")] == ["W_RSS_2", "W_RSS_1"]
    assert [one.what for one in store.audit(subject="bert")] == ["account.add"]
    assert store.audit(before=every[1].entry_id, limit=1) == [every[2]]
    assert store.let_go(Aged.AUDIT, NOW) == 0
    assert store.let_go(Aged.AUDIT, NOW + HOUR) == 4


def test_together_is_all_or_nothing(store: Store) -> None:
    """A change and its row of the audit are written together, or neither is."""
    source = a_source(1)

    def act(*, fails: bool) -> None:
        with store.together():
            store.save_source(source)
            assert store.sources() == [source]  # reads see what was written
            store.record(an_entry())
            if fails:
                raise RuntimeError

    with pytest.raises(RuntimeError):
        act(fails=True)
    assert store.sources() == []
    assert store.audit() == []
    act(fails=False)
    assert store.sources() == [source]
    assert len(store.audit()) == 1


def test_a_fault_within_the_whole_may_be_caught(store: Store) -> None:
    """What was refused leaves nothing; what was written before and after it stays."""
    with store.together():
        store.save_account(an_account("ada"))
        with pytest.raises(StoreError):
            store.save_account(replace(an_account("ada"), account_id="other"))
        with store.together():
            store.save_account(an_account("bert"))
    assert [one.login for one in store.accounts()] == ["ada", "bert"]


def test_another_thread_sees_nothing_of_a_whole_before_its_end(store: Store) -> None:
    """The block belongs to its thread alone."""
    with ThreadPoolExecutor(1) as pool:
        with store.together():
            store.save_account(an_account("ada"))
            assert pool.submit(store.accounts).result() == []
        assert len(pool.submit(store.accounts).result()) == 1


def test_who_holds_the_accounts_is_alone_with_them(store: Store) -> None:
    """Another who wants to hold them waits, and then reads what was written."""
    store.save_account(an_account("ada", role=Role.OWNER))
    seen: list[Role] = []

    def later() -> None:
        with store.together():
            store.hold_accounts()
            found = store.account(an_account("ada").account_id)
            assert found is not None
            seen.append(found.role)

    waiting = threading.Thread(target=later)
    with store.together():
        store.hold_accounts()
        waiting.start()
        waiting.join(0.2)
        store.save_account(an_account("ada", role=Role.EDITOR))
        assert seen == []
    waiting.join(60)
    assert seen == [Role.EDITOR]

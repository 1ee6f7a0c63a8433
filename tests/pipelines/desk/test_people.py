"""Acts on accounts: who is made, changed and removed; links; what the audit says of it."""

import threading
from datetime import timedelta

import pytest

from strandline.core.urls.addresses import network_of
from strandline.model.accounts import Account, Actor, Purpose, Right, Role, Session, Via
from strandline.model.readers import Reader
from strandline.pipelines.desk.links import (
    LASTS,
    begin_with_owner,
    follow_link,
    make_link,
    opened_by,
    owners_link,
)
from strandline.pipelines.desk.people import (
    Person,
    add_account,
    change_account,
    change_password,
    remove_account,
    set_password,
)
from strandline.pipelines.desk.signing import (
    MOST_FROM_ADDRESS,
    MOST_OF_LOGIN,
    MOST_SESSIONS,
    WINDOW,
    Browser,
    begin_session,
    end_other_sessions,
    end_session,
    sign_in,
)
from strandline.pipelines.desk.tokens import MOST, make_token, remove_token
from strandline.ports import Ports
from strandline.testing.fakes import FrozenClock, QuickPasswords

CONSOLE = Actor.console()
GOOD = "five boats at dawn"
HERE = Browser("192.0.2.7", "Firefox")


def made(
    ports: Ports, login: str = "ada", role: Role = Role.OWNER, password: str = GOOD
) -> Account:
    """An account, by the act that makes one."""
    outcome = add_account(ports, CONSOLE, Person(login, role), password)
    assert outcome.is_done, outcome
    account = ports.store.account(outcome.subject)
    assert account is not None
    return account


def as_actor(account: Account) -> Actor:
    return Actor(account.account_id, account.login, account.role, Via.SESSION)


def acts_of(ports: Ports) -> list[str]:
    """What the audit holds, oldest first."""
    return [entry.what for entry in reversed(ports.store.audit())]


def test_an_account_is_made_and_told_in_the_audit(acting: Ports) -> None:
    """With who made it and what was made, without its password."""
    account = made(acting, "  ÄDA@site.example ".replace("Ä", "a"), Role.EDITOR)
    assert account.login == "ada@site.example"
    (entry,) = acting.store.audit()
    assert (entry.actor.name, entry.what, entry.subject) == (
        "console",
        "account.add",
        account.login,
    )
    assert entry.after["role"] == "editor"
    assert GOOD not in str(entry)


@pytest.mark.parametrize(
    ("login", "name", "password", "message"),
    [
        ("аda", "", GOOD, "accounts.bad_login"),  # begins with a Cyrillic letter
        ("ａｄａ\u200b", "", GOOD, "accounts.bad_login"),
        ("", "", GOOD, "accounts.bad_login"),
        ("a" * 1_000_000, "", GOOD, "accounts.bad_login"),
        ("ada\nbert", "", GOOD, "accounts.bad_login"),
        ("-ada", "", GOOD, "accounts.bad_login"),
        ("ada", "x" * 1_000_000, GOOD, "accounts.bad_name"),
        ("ada", "turn\u202eed", GOOD, "accounts.bad_name"),
        ("ada", "", "short", "accounts.short_password"),
        ("ada", "", "x" * 10_000_000, "accounts.long_password"),
        ("ada", "", "aaaaaaaaaaaa", "accounts.easy_password"),
        ("adalovelace", "", "AdaLovelace", "accounts.easy_password"),
    ],
    ids=lambda value: ascii(str(value)[:12]),
)
def test_what_cannot_be_is_refused_in_words(
    acting: Ports, login: str, name: str, password: str, message: str
) -> None:
    """Nothing is made, nothing is hashed, nothing is in the audit."""
    outcome = add_account(acting, CONSOLE, Person(login, name=name), password)
    assert (outcome.is_done, outcome.message) == (False, message)
    assert acting.store.accounts() == []
    assert acting.store.audit() == []


def test_a_login_is_the_same_however_it_is_typed(acting: Ports) -> None:
    """Large and small, full width and plain letters are one login; the second is refused."""
    made(acting, "ada")
    assert add_account(acting, CONSOLE, Person("ＡＤＡ"), GOOD).message == "accounts.taken"
    assert sign_in(acting, "Ada ", GOOD, HERE)[1] is not None


def test_a_reader_has_a_reader_of_the_ledger(acting: Ports) -> None:
    """One that is there."""
    acting.store.save_reader(Reader("zoe", "Zoé"))
    told = [
        add_account(acting, CONSOLE, Person("zoe", Role.READER, reader_id=reader)).message
        for reader in ("", "nobody", "zoe")
    ]
    assert told == ["accounts.needs_reader", "accounts.no_reader", "accounts.added"]


def test_the_last_owner_stays_one(acting: Ports) -> None:
    """Neither removed nor made less, by anybody; with a second one both can be done."""
    owner = made(acting)
    assert remove_account(acting, CONSOLE, owner.account_id).message == "accounts.last_owner"
    less = Person("", Role.EDITOR)
    assert change_account(acting, CONSOLE, owner.account_id, less).message == "accounts.last_owner"
    second = made(acting, "bert")
    assert change_account(acting, CONSOLE, owner.account_id, less).is_done
    assert remove_account(acting, CONSOLE, second.account_id).message == "accounts.last_owner"
    assert remove_account(acting, CONSOLE, owner.account_id).is_done


def test_a_new_password_ends_all_other_sessions(acting: Ports) -> None:
    """The one that sets it goes on; links that were given before open nothing."""
    account = made(acting)
    begin_session(acting, account, HERE, 30, "password")
    begin_session(acting, account, HERE, 30, "password")
    mine: Session = acting.store.sessions(account.account_id, acting.clock.now())[0]
    _, path = make_link(acting, CONSOLE, account.account_id)
    actor = Actor(account.account_id, "ada", Role.OWNER, Via.SESSION, session_id=mine.session_id)
    assert change_password(acting, actor, "another", GOOD).message == "accounts.wrong_password"
    assert change_password(acting, actor, GOOD, "six boats at dusk").is_done
    assert acting.store.sessions(account.account_id, acting.clock.now()) == [mine]
    assert opened_by(acting, path.rpartition("/")[2]) is None
    assert sign_in(acting, "ada", GOOD, HERE)[1] is None
    assert sign_in(acting, "ada", "six boats at dusk", HERE)[1] is not None


def test_the_owners_link_makes_one_owner(acting: Ports) -> None:
    """It opens once; a refused password does not use it up; afterwards none is made any more."""
    secret = owners_link(acting).rpartition("/")[2]
    refusal = follow_link(acting, secret, Person("ada"), "short")
    assert refusal.message == "accounts.short_password"
    assert follow_link(acting, secret, Person("ada"), "").message == "accounts.short_password"
    outcome = follow_link(acting, secret, Person("ada", Role.READER), GOOD)
    assert outcome.is_done
    (owner,) = acting.store.accounts()
    assert owner.role is Role.OWNER
    again = follow_link(acting, secret, Person("bert"), GOOD)
    assert again.message == "accounts.link_used"
    assert owners_link(acting) == ""
    assert acts_of(acting) == ["account.add"]


def test_of_many_who_follow_a_link_at_once_one_is_owner(acting: Ports) -> None:
    """The others are told that it was used."""
    secret = owners_link(acting).rpartition("/")[2]
    told: list[str] = []
    threads = [
        threading.Thread(
            target=lambda login: told.append(
                follow_link(acting, secret, Person(login), GOOD).message
            ),
            args=(f"user{number}",),
        )
        for number in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["accounts.link_used"] * 4 + ["accounts.welcome"]
    assert len(acting.store.accounts()) == 1


def test_only_the_newest_link_opens_and_only_for_a_while(acting: Ports) -> None:
    """Whoever asks again made the earlier one useless; after three days none opens."""
    first, second = owners_link(acting), owners_link(acting)
    assert opened_by(acting, first.rpartition("/")[2]) is None
    assert opened_by(acting, second.rpartition("/")[2]) == (Purpose.OWNER, None)
    clock = acting.clock
    assert isinstance(clock, FrozenClock)
    clock.advance(LASTS)
    assert opened_by(acting, second.rpartition("/")[2]) is None
    third = owners_link(acting)
    made(acting)
    assert opened_by(acting, third.rpartition("/")[2]) is None  # somebody was made elsewhere


def test_a_lost_password_is_set_by_a_link_without_mail(acting: Ports) -> None:
    """It ends the sessions of whoever may hold them, and lets in who had failed too often."""
    account = made(acting)
    begin_session(acting, account, HERE, 30, "password")
    for _ in range(MOST_OF_LOGIN):
        sign_in(acting, "ada", "wrong", HERE)
    _, path = make_link(acting, CONSOLE, account.account_id)
    secret = path.rpartition("/")[2]
    assert follow_link(acting, secret, Person(""), "seven boats at noon").is_done
    assert acting.store.sessions(account.account_id, acting.clock.now()) == []
    assert sign_in(acting, "ada", "seven boats at noon", HERE)[1] is not None


def test_the_owner_of_the_settings_is_made_once(acting: Ports) -> None:
    """On a ledger without accounts; later the settings change nothing."""
    outcome = begin_with_owner(acting, "ada", GOOD)
    assert outcome is not None
    assert outcome.is_done
    assert begin_with_owner(acting, "bert", GOOD) is None


def test_known_and_unknown_names_are_answered_alike(acting: Ports) -> None:
    """The same words, after the same work."""
    made(acting)
    hasher = acting.passwords
    assert isinstance(hasher, QuickPasswords)
    known = sign_in(acting, "ada", "wrong", HERE)
    unknown = sign_in(acting, "nobody", "wrong", HERE)
    too_long = sign_in(acting, "ada", "x" * 10_000_000, HERE)
    assert known == unknown == too_long
    assert hasher.checks == 3


@pytest.mark.parametrize("login", ["ada", "nobody"])
def test_one_login_is_tried_so_often_from_wherever(acting: Ports, login: str) -> None:
    """Known or not; then not even the right password is looked at, until the window is over."""
    made(acting)
    for number in range(MOST_OF_LOGIN):
        sign_in(acting, login, "wrong", Browser(f"198.51.100.{number}"))
    outcome, account = sign_in(acting, login, GOOD, HERE)
    assert (outcome.message, account) == ("accounts.wait", None)
    clock = acting.clock
    assert isinstance(clock, FrozenClock)
    clock.advance(WINDOW + timedelta(seconds=1))
    assert sign_in(acting, "ada", GOOD, HERE)[1] is not None


def test_one_address_tries_so_often_whatever_logins(acting: Ports) -> None:
    """Others are let in meanwhile."""
    made(acting)
    for number in range(MOST_FROM_ADDRESS):
        sign_in(acting, f"user{number}", "wrong", HERE)
    assert sign_in(acting, "ada", GOOD, HERE)[0].message == "accounts.wait"
    assert sign_in(acting, "ada", GOOD, Browser("203.0.113.9"))[1] is not None


def test_an_address_of_ipv6_counts_with_its_network() -> None:
    """Whoever has one has 2^64 of them."""
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("no address") == "no address"


def test_a_password_kept_more_cheaply_is_hashed_anew(acting: Ports) -> None:
    """With the next sign-in; nobody has to do anything."""
    account = made(acting)
    set_password(acting, CONSOLE, account.account_id, GOOD)
    kept = acting.store.account(account.account_id)
    assert kept is not None
    from dataclasses import replace

    acting.store.save_account(replace(kept, password_hash=f"old:quick:{GOOD}"))
    assert sign_in(acting, "ada", GOOD, HERE)[1] is not None
    found = acting.store.account(account.account_id)
    assert found is not None
    assert found.password_hash == f"quick:{GOOD}"


def test_sessions_are_ended_by_their_owner_alone(acting: Ports) -> None:
    """One, or all others; nobody ends somebody else's."""
    ada, bert = made(acting), made(acting, "bert", Role.EDITOR)
    for account in (ada, ada, bert):
        begin_session(acting, account, HERE, 30, "password")
    first = acting.store.sessions(ada.account_id, acting.clock.now())[0]
    assert end_session(acting, as_actor(bert), first.session_id).message == "accounts.no_session"
    assert end_session(acting, as_actor(ada), first.session_id).is_done
    assert end_other_sessions(acting, as_actor(ada)).values == {"count": 1}
    assert len(acting.store.sessions(bert.account_id, acting.clock.now())) == 1


def test_sessions_do_not_pile_up(acting: Ports) -> None:
    """Those that were not used for longest make room for new ones."""
    account, clock = made(acting), acting.clock
    assert isinstance(clock, FrozenClock)
    for _ in range(MOST_SESSIONS + 3):
        clock.advance(timedelta(seconds=1))
        begin_session(acting, account, HERE, 30, "password")
    kept = acting.store.sessions(account.account_id, clock.now())
    assert len(kept) == MOST_SESSIONS
    assert kept[0].created_at == clock.now()


def test_a_token_has_some_of_ones_rights_until_its_end(acting: Ports) -> None:
    """Shown once and kept as a hash; never with more than its owner has."""
    editor = as_actor(made(acting, "ada", Role.EDITOR))
    scope = frozenset({Right.SOURCES})
    outcome, secret = make_token(acting, editor, "Script", scope, 30)
    assert outcome.is_done
    assert secret.startswith("strandline_")
    assert secret not in str(acting.store.tokens()) + str(acting.store.audit())
    told = [
        make_token(acting, editor, name, rights, days)[0].message
        for name, rights, days in (
            ("x", frozenset({Right.SEND}), 30),
            ("x", frozenset(), 30),
            ("x", scope, 0),
            ("x", scope, 4_000),
            ("x" * 1_000_000, scope, 30),
            ("", scope, 30),
        )
    ]
    assert told == [
        "accounts.scope_too_wide",
        "accounts.no_scope",
        "accounts.bad_days",
        "accounts.bad_days",
        "accounts.bad_name",
        "accounts.bad_name",
    ]
    for _ in range(MOST):
        outcome, _ = make_token(acting, editor, "Script", scope, 30)
    assert outcome.message == "accounts.many_tokens"


def test_a_token_is_ended_by_its_owner_or_by_the_installations(acting: Ports) -> None:
    """By nobody else."""
    owner, editor = as_actor(made(acting)), as_actor(made(acting, "bert", Role.EDITOR))
    for maker, ender, is_done in ((owner, editor, False), (editor, owner, True)):
        outcome, _ = make_token(acting, maker, "Script", frozenset({Right.OWN}), 1)
        ended = remove_token(acting, ender, maker.account_id, outcome.subject)
        assert ended.is_done is is_done


def test_a_token_gives_nobody_more_than_it_may(acting: Ports) -> None:
    """No link that sets a password, and no role beyond its own rights."""
    scope = frozenset({Right.ACCOUNTS})
    token = Actor("1", "ada", Role.OWNER, Via.TOKEN, scope=scope)
    refused = add_account(acting, token, Person("new", Role.OWNER))
    assert (refused.is_done, refused.message) == (False, "accounts.not_by_token")
    account = made(acting)
    assert change_account(acting, token, account.account_id, Person("x")).message == (
        "accounts.not_by_token"
    )
    outcome, path = make_link(acting, token, account.account_id)
    assert (outcome.message, path) == ("accounts.not_by_token", "")

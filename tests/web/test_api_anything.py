"""The API under requests that its own description makes: allowed ones, and such as it forbids.

`STRANDLINE_API_REQUESTS=10000 pytest tests/web/test_api_anything.py` asks as often as that.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from schemathesis.checks import not_a_server_error
from schemathesis.generation.modes import GenerationMode
from schemathesis.python import asgi
from schemathesis.specs.openapi import checks

from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.editions import EditionState
from strandline.ports import Store
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.account_builders import a_token, an_account
from strandline.testing.builders import NOW, a_source
from strandline.testing.fakes import FrozenClock
from strandline.web import make_app

#: Requests of one run, over all operations and both databases.
REQUESTS = int(os.environ.get("STRANDLINE_API_REQUESTS", "0"))
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
#: Requests of one kind to one operation, where nothing else is said.
FEW = 1
OWNER = an_account("olga", role=Role.OWNER)
SOURCES = [a_source(number) for number in (1, 2, 3)]
#: What is looked at in each answer. Not whether a right is held: each is, in tests of its own.
LOOKED_AT = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.positive_data_acceptance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.unsupported_method,
]

# A cursor is made by the list itself; any other is refused, which tests of their own hold.
schemathesis.openapi.format("cursor", st.just(""))


@dataclass
class Asked:
    """An application in this process, and what it was asked.

    Attributes:
        ids: Name of a parameter → values that lead somewhere.
    """

    schema: Any
    client: asgi.ASGIClient
    store: Store
    answers: Counter[tuple[str, int]]
    modes: tuple[GenerationMode, ...]
    ids: dict[str, list[Any]] = field(default_factory=dict)

    def refill(self) -> None:
        """What acts may have taken away is there again, and the owner is who asks."""
        for source in SOURCES:
            self.store.save_source(source)
        self.store.save_account(OWNER)
        self.store.save_account(an_account("bert", role=Role.READER, reader_id="public"))
        self.store.remove_token(OWNER.account_id, "token-olga-1")
        self.store.add_token(a_token(OWNER))
        edition = self.store.digest("edition1")
        if edition is not None and self.store.digest("draft1") is None:
            draft = replace(edition, digest_id="draft1", state=EditionState.DRAFT, version=1)
            self.store.save_digest(draft, ())
        self.ids = {
            "article_uuid": [article.article_uuid for article in self.store.recent(limit=10)],
            "digest_id": ["edition1", "private1", "draft1"],
            "source_uuid": [source.source_uuid for source in SOURCES],
            "account_id": ["account-bert"],
            "job_id": [job.job_id for job in self.store.jobs(limit=5)] or [1],
        }

    def ask(self, case: Any, number: int) -> None:
        """Half of the addresses lead to something that is there."""
        for name, values in self.ids.items():
            if number % 2 and name in case.path_parameters:
                case.path_parameters[name] = values[number // 2 % len(values)]
        answer = case.call(session=self.client, headers={"authorization": "Bearer token-olga-1"})
        case.validate_response(answer, checks=LOOKED_AT)
        self.answers[case.operation.label, answer.status_code] += 1


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)],
)
def asked(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    seed_ledger: Callable[..., None],
    make_ports: Callable[..., Any],
) -> Iterator[Asked]:
    """The API on a seeded ledger, without a socket and without quotas."""
    if request.param == "postgres":
        make = request.getfixturevalue("fresh_postgres")
        database = DatabaseSettings(url=SecretStr(make()))
    else:
        database = DatabaseSettings(path=tmp_path_factory.mktemp("api") / "api.sqlite3")
    store = open_store(database)
    seed_ledger(store)
    web = {"allowed_hosts": [asgi.HOST], "api_per_address": 1_000_000, "api_per_token": 1_000_000}
    app = make_app(make_ports(store, FrozenClock(NOW)), Settings.model_validate({"web": web}))
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)
    schema.config.generation.with_security_parameters = False
    with asgi.get_client(cast(Any, app)) as client:
        # What is refused is refused before a database is asked: one of them is enough for that.
        modes = MODES if REQUESTS or request.param == "sqlite" else MODES[:1]
        yield Asked(schema, client, store, Counter(), modes)
    store.close()


def test_no_request_ends_in_a_fault_or_an_answer_that_is_not_described(asked: Asked) -> None:
    """Whatever is sent: statuses, types, headers and bodies are those of the description."""
    operations = [found.ok() for found in asked.schema.get_all_operations()]
    many = max(REQUESTS // (len(operations) * 3), FEW)
    for operation in operations:
        asked.refill()
        for mode in asked.modes if _can_be_wrong(operation) else asked.modes[:1]:
            _ask_many(asked, operation.as_strategy(generation_mode=mode), many)
    assert asked.answers.total() >= many * len(operations)
    assert {status for _, status in asked.answers} >= {200, 404, 409}
    if REQUESTS:
        for (label, status), count in sorted(asked.answers.items()):
            print(f"{count:6} {status} {label}")


def _can_be_wrong(operation: Any) -> bool:
    """A read without parameters has nothing that could mean nothing."""
    return bool(operation.path_parameters or operation.query or operation.body)


def _ask_many(asked: Asked, cases: st.SearchStrategy[Any], many: int) -> None:
    @seed(20_260_304)
    @settings(
        max_examples=many,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, number=st.integers(0, 1_000))
    def ask(case: Any, number: int) -> None:
        asked.ask(case, number)

    ask()

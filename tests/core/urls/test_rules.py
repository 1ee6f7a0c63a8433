"""Every rule proves itself: its pairs, its names, its hosts, its templates."""

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls import identify
from strandline.core.urls.decoders import DECODERS
from strandline.core.urls.rulebook import written_rules
from strandline.core.urls.rules import load_rules
from strandline.model.errors import UrlError

Row = Mapping[str, Any]

ROWS = written_rules()
ALL = [
    pytest.param(row, id=f"{section}-{row['name']}")
    for section, rows in ROWS.items()
    for row in rows
]
PAIRED = sorted(
    {url for rows in ROWS.values() for row in rows for url in (*row["same"], *row["different"])}
)
SECTIONS = {"tracking", "key_only", "site", "hosts", "platform", "unwrap", "opaque"}


def of(section: str) -> list[ParameterSet]:
    return params(ROWS[section])


def params(rows: Sequence[Row]) -> list[ParameterSet]:
    return [pytest.param(row, id=row["name"]) for row in rows]


def key(url: str) -> str:
    return identify(url).key


def test_sections() -> None:
    """A section with a mistyped name would be ignored in silence, so there is none."""
    assert set(ROWS) == SECTIONS


@pytest.mark.parametrize("row", ALL)
def test_a_row_says_why_and_from_where(row: Row) -> None:
    """Every row has a reason and a source."""
    assert len(row["why"]) > 10
    assert len(row["source"]) > 5


@pytest.mark.parametrize("row", ALL)
def test_same_pair(row: Row) -> None:
    """The row's two forms of one page have one key."""
    a, b = row["same"]
    assert a != b
    assert key(a) == key(b)


@pytest.mark.parametrize("row", ALL)
def test_different_pair(row: Row) -> None:
    """The row's two pages keep two keys."""
    a, b = row["different"]
    assert key(a) != key(b)


@pytest.mark.parametrize("row", ALL)
def test_canonical_of_a_pair_is_its_own_canonical(row: Row) -> None:
    """What a rule makes of a URL is left as it is the next time."""
    for url in (*row["same"], *row["different"]):
        once = identify(url)
        again = identify(once.canonical)
        assert (again.canonical, again.key) == (once.canonical, once.key)


#: What damages a URL on its way, and what rules look for: put anywhere into a URL of a pair.
DAMAGE = [
    *("/amp", "/print/", "/../", "//", "%2F", "%2e%2e", "%", "?", "&", "#", "#!/a", "&amp;", "é"),
    *("%26amp%3B", "%25", "%E9", "+", " ", "@", ":", ";jsessionid=1", "?u=https%3A%2F%2Fa.example"),
    *("/comment-page-2/", "/threads/a.12345/", "www.", "..", "[", "xn--", "=", "&page=2", "\t"),
    *("{id}", "ß"),
]


@given(
    st.sampled_from(PAIRED),
    st.lists(
        st.tuples(st.integers(min_value=0, max_value=120), st.sampled_from(DAMAGE)), max_size=4
    ),
)
def test_a_damaged_url_of_a_rule_is_stable_too(url: str, damage: list[tuple[int, str]]) -> None:
    """Whatever is put into a URL that a rule knows, its canonical URL stays its own."""
    for at, text in damage:
        url = url[:at] + text + url[at:]
    try:
        once = identify(url)
    except UrlError:
        return
    again = identify(once.canonical)
    assert (again.canonical, again.key) == (once.canonical, once.key)


@pytest.mark.parametrize("row", params([row for row in ROWS["tracking"] if "beside" not in row]))
def test_every_name_of_a_family_is_dropped(row: Row) -> None:
    """A parameter that the row names does not change the key, on a site without rules."""
    for name in [*row.get("names", ()), *(prefix + "x" for prefix in row.get("prefixes", ()))]:
        assert key(f"https://plain.example/a?id=1&{name}=zz9") == "plain.example/a?id=1", name


@pytest.mark.parametrize("row", params([row for row in ROWS["tracking"] if "beside" in row]))
def test_companions_stay_alone(row: Row) -> None:
    """A name that only means tracking beside a tracker is kept where it stands alone."""
    for name in row.get("names", ()):
        assert key(f"https://plain.example/a?{name}=zz9") == f"plain.example/a?{name}=zz9", name


@pytest.mark.parametrize("row", of("hosts"))
def test_every_host_leads_to_its_main_host(row: Row) -> None:
    """Both hosts have one canonical URL, and the main host has no alias of its own."""
    for source, target in row["map"].items():
        host, main = source.replace("*", "some"), target.replace("*", "some")
        assert identify(f"https://{host}/x-y/z").canonical == f"https://{main}/x-y/z"
        assert load_rules().plan(main).alias is None


@pytest.mark.parametrize("row", of("platform"))
def test_templates_name_what_their_form_finds(row: Row) -> None:
    """A template that names an unknown group would fail on a reader's URL; none does."""
    for form in row["forms"]:
        known = {"host", "path", "site", "search", "query", *form.get("query", {})}
        known |= set(re.compile(form["path"]).groupindex)
        known |= set(re.compile(form.get("fragment", "")).groupindex)
        known |= {
            name
            for value in form.get("query", {}).values()
            for name in re.compile(value).groupindex
        }
        for template in (
            form.get("canonical", row.get("canonical")),
            form.get("key", row.get("key")),
        ):
            names = {name for _, name, _, _ in string.Formatter().parse(template or "") if name}
            assert names <= known, (form, names - known)


def test_marks_of_rules_for_all_hosts() -> None:
    """The short way tells by a mark behind a slash whether a rule for all hosts may apply."""
    rows = [row for rows in ROWS.values() for row in rows if "*" in row.get("hosts", ())]
    assert all(row["mark"].startswith("/") for row in rows)


@pytest.mark.parametrize("row", of("unwrap"))
def test_decoders_exist(row: Row) -> None:
    """A wrapper names a decoder that there is, and says where its target stands."""
    assert row.get("decoder", "plain") in DECODERS
    assert row.get("params") or "(?P<target>" in row["path"]


@pytest.mark.parametrize("row", of("unwrap"))
def test_a_wrapper_without_a_target_stays_what_it_is(row: Row) -> None:
    """A wrapper whose target is missing or no web address is a page like any other."""
    for host in row["hosts"]:
        name = host.replace("*", "com").strip(".") or "plain.example"
        for query in (
            "",
            "?" + "&".join(f"{p}=javascript:alert(1)" for p in row.get("params", ())),
        ):
            assert "javascript" not in identify(f"https://{name}/zz{query}").canonical.split("?")[0]


def test_generic_names_stand_with_a_site_or_a_value_only() -> None:
    """Names that are content on some sites are never dropped on all of them."""
    for name in (
        "ref",
        "source",
        "id",
        "p",
        "page",
        "cid",
        "t",
        "v",
        "q",
        "lang",
        "mod",
        "from",
        "sid",
        "utm",
        "type",
        "url",
        "path",
        "title",
        "date",
        "tag",
        "s",
        "share",
    ):
        assert key(f"https://plain.example/a?{name}=77x") == f"plain.example/a?{name}=77x"


@pytest.mark.parametrize("row", of("opaque"))
def test_opaque_links_wait_for_a_request(row: Row) -> None:
    """A link that says nothing is marked as to be resolved."""
    assert identify(row["same"][0]).needs_resolving

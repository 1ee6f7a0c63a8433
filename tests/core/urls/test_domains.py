"""Registrable domains follow the Public Suffix List, names outside ASCII included."""

import pytest
from publicsuffixlist import PublicSuffixList

from strandline.core.urls import domains
from strandline.core.urls.domains import registrable_domain


@pytest.mark.parametrize(
    ("given", "domain"),
    [
        ("https://www.paper.example/a", "paper.example"),
        ("a.b.paper.co.uk", "paper.co.uk"),
        ("alice.github.io", "alice.github.io"),
        ("https://www.食狮.公司.cn/", "食狮.公司.cn"),
        ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ("192.0.2.7", "192.0.2.7"),
        ("https://[2001:db8::1]/", "2001:db8::1"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_the_name_that_somebody_registered(given: str, domain: str) -> None:
    """Hosts of one owner share a domain; addresses and bare names stand for themselves."""
    assert registrable_domain(given) == domain


def test_our_way_of_loading_the_list_changes_nothing() -> None:
    """The list as we load it has the very rules that the package's own way gives."""
    ours, theirs = domains._list(), PublicSuffixList()
    assert ours._publicsuffix == theirs._publicsuffix

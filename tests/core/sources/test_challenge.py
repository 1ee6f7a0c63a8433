"""Challenge pages are named, ordinary pages are not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.challenge import find_challenge

HTML = {"content-type": "text/html; charset=utf-8"}


@pytest.mark.parametrize(
    ("status", "headers", "body", "service"),
    [
        (403, {"cf-mitigated": "challenge"}, b"", "Cloudflare"),
        (202, {"x-amzn-waf-action": "challenge"}, b"", "AWS WAF"),
        (405, {"x-amzn-waf-action": "captcha"}, b"", "AWS WAF"),
        (403, {"x-datadome-cid": "abc"}, b"", "DataDome"),
        (429, {"x-kpsdk-ct": "abc"}, b"", "Kasada"),
        (200, HTML, b"<script>window._cf_chl_opt={}</script>", "Cloudflare"),
        (503, HTML, b'<div id="px-captcha"></div>', "HUMAN"),
        (200, HTML, b"<title>Making sure you&#39;re not a bot!</title>", "Anubis"),
        (403, HTML, b"<h1>Access Denied</h1> http://errors.edgesuite.net/1", "Akamai"),
        (403, {}, b"<html><script src=//geo.captcha-delivery.com/c.js>", "DataDome"),
        (200, HTML, b"<script src='/_sec/cp_challenge/sec-4-4.js'></script>", "Akamai"),
        (200, HTML, b"<meta http-equiv='refresh' content='5; URL=/?bm-verify=AAQ'>", "Akamai"),
        (200, HTML, b"<script>KPSDK.now=1</script><script src=/1/2/ips.js></script>", "Kasada"),
        (200, HTML, b"<script src=/__qrator/qauth_utm.js></script>", "Qrator"),
    ],
)
def test_challenge(status: int, headers: dict[str, str], body: bytes, service: str) -> None:
    """Headers and marks that only a challenge carries name the service."""
    assert find_challenge(status, headers, body) == service


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (200, HTML, b"<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>"),
        (200, {**HTML, "server": "cloudflare", "x-datadome-cid": "x"}, b"<p>An article"),
        (200, HTML, b"<p>Why 'Just a moment...' pages are everywhere, by our staff"),
        (200, {"content-type": "application/rss+xml"}, b"<rss>window._cf_chl_opt</rss>"),
        (200, HTML, b"<?xml version='1.0'?><rss><title>px-captcha</title></rss>"),
        (200, {"content-type": "application/json"}, b'{"a": "window._cf_chl_opt"}'),
        (302, {"cf-mitigated": "challenge"}, b""),
        (403, HTML, b"<h1>Forbidden</h1>"),
        (202, {}, b""),
    ],
)
def test_no_challenge(status: int, headers: dict[str, str], body: bytes) -> None:
    """Scripts of the same services, articles about them, feeds and plain refusals are none."""
    assert find_challenge(status, headers, body) is None


@pytest.mark.shared_data
def test_labelled_challenges(shared_data: Path) -> None:
    """Every answer of the labelled case is a challenge."""
    folder = shared_data / "feeds" / "hard" / "17-bot-challenge-page"
    for fetch in json.loads((folder / "expect.json").read_text())["fetches"]:
        body = (folder / fetch["file"]).read_bytes()
        assert find_challenge(fetch["status"], fetch["headers"], body)


@given(st.integers(100, 599), st.binary(max_size=200))
def test_any_answer(status: int, body: bytes) -> None:
    """Looking for a challenge never fails."""
    found = find_challenge(status, {}, body)
    assert found is None or not 300 <= status < 400

"""URLs of one page that the ledger keeps apart: its key claims only what holds for every site.

Where two articles are side by side their titles can object. So a little more is believed: the
mobile and the AMP form of a page, and parameters that only some sites use for campaigns.
"""

import re
from functools import lru_cache
from urllib.parse import unquote

from strandline.core.urls.items import is_item


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Campaign parameters by the sites that invented them (New York Times, Guardian, Daily Mail, BBC,
#: MSN, LinkedIn, CNET, Bloomberg, WeChat, …); elsewhere they hardly name a page.
_CAMPAIGN = _names(
    "_lrsc amp_js_v assettype chksm cmp cmpid emc ex_cid ftag icid icmp intcmp ito linkid"
    " mbid ncid ocid origref partner pgtype ref_url refsrc share_from share_id"
    " share_source share_token sharefrom sharetoken sharetype smid smtyp sref taid trk"
    " usqp"
)
#: Names that may stand for anything; they are campaigns where the path already names the page.
_CAMPAIGN_AFTER_SLUG = _names(
    "campaign channel cid feature from medium mod module origin pk ref rss s sh share soc"
    " source sourceid spm src tag trackid via"
)
#: A name of letters, with signs between them.
_WHO_LINKED = re.compile(r"(?:ref|via|referr?er)=[^\W\d_]+(?:[._+-][^\W\d_]+)*", re.IGNORECASE)
_AMP_VALUES = frozenset(("", "1", "true", "yes"))
_SLUG = re.compile(r"[^/]*[^/-]-[^/-]+-[^/-]+[^/]*|[^/]*\d{6,}[^/]*")
_FORM_HOST = re.compile(r"^(?:m|mobile|amp|wap|touch)\.(?=[^/.]+\.[^/]+)")
_AMP_END = re.compile(r"(?<=[^/])/amp$")
_AMP_START = re.compile(r"^([^/]+)/amp(?=/.)")


def lead_to_one_page(key_a: str, key_b: str) -> bool:
    """True where two URL keys, as far as one can tell, are of one page; ask its titles, too."""
    if not key_a or not key_b or is_item(key_a) or is_item(key_b):
        return False  # items of one page are told apart by more than the page
    return page_form(key_a) == page_form(key_b) or differ_in_who_linked(key_a, key_b)


def differ_in_who_linked(key_a: str, key_b: str) -> bool:
    """True where all that one address has more is the name of who linked to it (`?ref=somebody`);
    two names may be two branches, and a number or a version is no name.
    """
    (path, _, query), (other_path, _, other_query) = key_a.partition("?"), key_b.partition("?")
    more = set(query.split("&")) ^ set(other_query.split("&"))
    named = [part for part in more if part]
    is_one = path == other_path and "/" in path and len(named) == 1
    return is_one and bool(_WHO_LINKED.fullmatch(named[0]))


@lru_cache(maxsize=4_096)
def page_form(key: str) -> str:
    """A URL key without the marks of a form or a campaign; only ever compared."""
    path, _, query = key.partition("?")
    path = _AMP_START.sub(r"\1", _AMP_END.sub("", _FORM_HOST.sub("", path)))
    is_slug = bool(_SLUG.fullmatch(path.rpartition("/")[2]))
    kept = [part for part in query.split("&") if part and not _is_campaign(part, is_slug=is_slug)]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _is_campaign(part: str, *, is_slug: bool) -> bool:
    name, _, value = part.partition("=")
    name = unquote(name).lower()
    if name == "amp":
        return value.lower() in _AMP_VALUES
    return name in _CAMPAIGN or (is_slug and name in _CAMPAIGN_AFTER_SLUG)

"""Which piece of a title names a news outlet: those listed, and those that bear a site's name.

A false site is worse than a missed one, since it makes two titles one: what is only like a name
counts behind `|` and `_`, and behind a dash only names that nothing else bears. The names of a
source itself need no list: they are passed, or learnt (`learning`).
"""

import re
from functools import cache

from strandline.core.text.titles.folding import CJK, fold_title
from strandline.core.text.titles.outlet_names import BY_BAR, CHINESE, ENGLISH, FRENCH, SECTIONS


def squeezed(name: str) -> str:
    """A name without case, accents, blanks and signs: `Ouest-France`, `ouestfrance`."""
    return "".join(filter(str.isalnum, fold_title(name)))


@cache
def _names(*tables: str) -> frozenset[str]:
    """Read when first asked for, as few verbs do: it takes longer than to start Python."""
    names = "\n".join(tables).replace("\n", "|").split("|")
    return frozenset(map(squeezed, names)) - {""}


@cache
def _listed() -> frozenset[str]:
    return _names(ENGLISH, FRENCH, CHINESE) - _names(BY_BAR)


_DOMAIN = re.compile(
    r"(?:https?://)?(?:www\.)?[a-z0-9][\w-]{1,40}(?:\.[\w-]{2,30})?\.(?:com|org|net|info|news|tv|eu|fr|uk|us"
    r"|ca|be|ch|de|ie|au|nz|in|cn|hk|tw|sg|jp|es|it|lu|mc|qc|re|press|today|online|site|media)/?",
    re.IGNORECASE,
)
#: Names that only papers bear, whatever the town; the rest only behind a bar.
_PAPER = re.compile(
    r"(?:the )?(?:[a-z'.]+ ){1,2}(?:gazette|herald|tribune|courier|examiner|inquirer|dispatch"
    r"|chronicle|telegraph|daily news|evening post|morning post|morning news|evening news"
    r"|daily post|times union|free press|news times|business journal|daily times)"
    r"|(?:fox|nbc|cbs|abc|cw) ?\d{1,2}(?: [a-z]+){0,3}"
    r"|france (?:bleu|3|info) [a-z' ]{3,24}|ici [a-z' ]{3,24}"
    rf"|[{CJK}a-z0-9]{{1,6}}(?:日报|晚报|晨报|时报|商报|都市报|青年报|周报|新闻网|中文网|电视台|卫视"
    r"|通讯社|日报社|公报|资讯网|财经网|门户网|政府网|新闻客户端|广播网|信息网|融媒体|在线网)"
)
#: Call letters of American stations, in capitals only: `Week 3` and `West Ham` are none.
_CALL = re.compile(
    r"[KW][A-Z]{3}(?:[ -](?:TV|FM|AM|\d{1,2}|[Cc]hannel|[Nn]ews|NEWS))(?: [A-Za-z0-9]+){0,3}"
)
#: Nets, grids and courts are no sites though their names end as those of sites do.
_NO_SITE = "电篮球联官渔铁水路上法落天撒"
_SITE = re.compile(
    r"(?:[a-z0-9'.&]+ ){0,3}(?:news|times|post|journal|magazine|newspaper|observer|weekly|insider"
    r"|online|blog|radio|tv|television|fm|daily)"
    r"|(?:le |la |l'|les )(?:journal|gazette|courrier|echo|voix|depeche|tribune|nouvelle)"
    r"(?: [a-z']+){1,4}"
    r"|(?:[a-z'0-9]+ ){1,3}(?:hebdo|magazine|actu|actualites|infos?|mag|fm|radio|tv)"
    rf"|[{CJK}a-z0-9]{{1,8}}(?:新闻|财经|资讯|频道|周刊|杂志|博客|订阅|头条|专栏|客户端|在线|公众号"
    rf"|百家号|(?<![{_NO_SITE}])网)"
)


def is_outlet(name: str) -> bool:
    """True for the name of a listed outlet, or what is only ever one."""
    name = squeezed(name)
    return name in _listed() or name in _names(BY_BAR)


def is_site(name: str, *, by_bar: bool) -> bool:
    """True where a piece at the end of a title names a site.

    Args:
        by_bar: It stands behind `|` or `_`, which part a title from its site; a dash also parts a
            team from a team.
    """
    squeezed_name = squeezed(name)
    if squeezed_name in _listed() or (by_bar and squeezed_name in _names(BY_BAR)):
        return True
    if _DOMAIN.fullmatch(name) or _CALL.fullmatch(name):
        return True
    folded = fold_title(name)
    return bool(_PAPER.fullmatch(folded) or (by_bar and _SITE.fullmatch(folded)))


def is_section(name: str) -> bool:
    """True for a section of a site, such as `Football` or `国内`."""
    return squeezed(name) in _names(SECTIONS)

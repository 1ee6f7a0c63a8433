"""Titles that a server put there, of walls, errors, logins: they tell of the site, not the world.

`Just a moment…`, `Page introuvable`, 安全验证: two equal ones say nothing of two pages.
"""

import re
from functools import lru_cache

#: What is longer is a text, not a title, and may say what it likes. Chinese is denser.
_LONGEST, _LONGEST_HAN = 160, 60
_OPENING = "\"'“‘«「([ "
_HAN = re.compile("[\u4e00-\u9fff；]")
#: Patterns of beginnings over titles in the letters of `folding.letters`; a line is of one script.
_WORDINGS = r"""
    just a moment\b|attention required|access denied|.*\bare you (?:a robot|human)\b
    please wait\b|checking your browser|verify(?:ing)? you|security check|one moment
    redirecting|ddos-guard|robot check|captcha\b|human verification|under construction
    (?:error )?(?:40[0-9]|50[0-4])\b(?:$| ?[-:|]| (?:forbidden|not found|error|page|bad|internal))
    (?:error )?50[0-4] (?:gateway|service|server)|page not found|(?:not found|forbidden)$
    bad gateway|service unavailable|site (?:maintenance|unavailable)|something went wrong
    temporarily unavailable|before you continue|javascript is (?:disabled|required)
    (?:untitled(?: document)?|no title|index|loading|log ?in|sign ?in|subscribe|register)[. !]*$
    (?:welcome|news|article|video|document|title|test|null|undefined|none|default|error)[. !]*$
    (?:one more step|internal server error|home|homepage|maintenance)[. !]*$
    (?:sign in|log in|subscribe|register|please (?:sign|log) in) to (?:continue|read|view)\b
    verification (?:de securite|requise|en cours)|controle de securite|connectez-vous\b
    (?:subscribe to read|privacy policy|cookie policy|cookies|continue reading)[. !]*$
    (?:subscription|enable javascript)[. !]*$|un instant\b|veuillez patienter
    acces (?:refuse|interdit)|serveur indisponible|site en maintenance
    page (?:introuvable|non trouvee)|etes-vous (?:un robot|humain)|erreur(?: \d{3}\b|[. !]*$)
    (?:verification|connexion|accueil|chargement|abonnez[- ]vous|s'abonner|inscription)[. !]*$
    (?:se connecter|redirection|sans titre|actualites?|article reserve aux abonnes)[. !]*$
    (?:cet? |cette )?(?:article|contenu|page|lecture|edition) (?:est )?(?:reserve|limite)e?s? a
    (?:acces|service) (?:restreint|indisponible|reserve)|cookies? et vie privee
    gerer (?:mes|vos) cookies|identifiez-vous\b|creez un compte\b|la suite est reservee\b
    (?:cet? (?:article|contenu) est reserve|this (?:article|content|story) is (?:for|only))\b
    (?:please )?(?:enable|accept|allow|manage) (?:all )?cookies\b|cookies? (?:consent|settings)\b
    (?:we (?:value|care about|respect) your|your|manage) privacy\b|privacy (?:notice|settings)\b
    (?:this )?(?:content|video|page|article|post) (?:is )?(?:private|unavailable|blocked)[.! ]*$
    (?:this |the )?(?:content|video|page|article|story) is (?:no longer |not |un)available\b
    (?:this |the )?(?:content|video|page|article|post|story) has been (?:removed|deleted)[.! ]*$
    you(?:'ve| have) (?:reached|used|read|hit|been)\b.*\b(?:limit|articles?|blocked|free)\b
    (?:subscriber|premium|members?|exclusive|sponsored)(?:[- ]only)? (?:content|article|access)$
    (?:error )?451\b|unavailable (?:due to|for) legal\b|.*\bnot available in your (?:region|area)\b
    (?:sorry,? )?(?:you (?:are|have been)|your (?:access|request)) .*\b(?:blocked|denied|expired)\b
    (?:session|link|token) (?:has )?expired\b|(?:too many|bad) requests?\b|rate limit
    (?:sign|log)(?: |-)?in (?:to|with|or|for) \w+(?: \w+)?[. !]*$|confirm (?:your|you are)\b
    thank(?:s| you) for (?:subscribing|signing up|registering|visiting|your (?:order|interest))
    (?:latest|breaking|top|all|more|today's) (?:\w+ )?(?:news|headlines|stories|articles|videos)\b$
    (?:latest|breaking|top) news(?: and |, | & )(?:headlines|analysis|sport|weather|videos?|views)
    (?:choose|enter|confirm|enable|verify|select|activate|reset|edit|set|manage) your \w+(?: \w+)?$
    pardon our interruption\b|client challenge\b|(?:are you|still) (?:still )?(?:there|here)\b
    (?:wh)?oops[!.,: ]*(?:$|something\b|that\b|we\b|page\b)|something (?:broke|went wrong)\b
    we(?:'re| are) (?:sorry|having)\b
    (?:contact|about) us$|terms (?:of|and)\b.{0,20}$|(?:read|load|see|show) more[. !]*$
    (?:search results|archives?|category|tag|author|our team|help ?cent(?:er|re)|my account)$
    (?:please )?(?:upgrade|update|turn off|disable) your (?:browser|ad ?blocker)\b|ad ?blocker\b
    (?:media|image|file|page) (?:not found|unavailable|removed)\b|(?:no|zero) results found\b
    (?:start|begin) your (?:free )?(?:trial|subscription)\b|(?:create|confirm) your account\b
    (?:请稍候|请稍等|安全验证|访问受限|访问被拒绝|页面不存在|页面未找到)[.。!…]*$
    (?:找不到页面|登录|注册|人机验证|验证码|正在加载|加载中|您访问的页面不存在)[.。!…]*$
    (?:无标题|首页|系统维护|身份验证|出错了|提示信息|系统提示|访问验证|网页无法访问)[.。!…]*$
    (?:40[34](?:禁止访问|页面))[.。!…]*$
    (?:文章已被删除|该内容已被发布者删除|此内容因违规无法查看|请完成验证)[.。!…]*$
    (?:本文为付费内容|本内容为付费内容|付费内容|请先登录|内容加载中)[.。!…]*$
    (?:滑动验证|未命名|跳转中|正在跳转|文章不存在|链接已过期|请登录后查看|验证中心)[.。!…]*$
"""
#: In English no list holds them all. They are short, and all their words are those of logins, walls
#: and pages; one of these must be there: no event is told without another word beside them.
_SITE_WORDS = """
    members redirected
    subscriber subscribers subscribe subscribing subscription login log sign signin account session
    cookies cookie browser javascript captcha robot verify verification unlock unavailable
    maintenance password newsletter register registration membership expired redirecting redirect
    loading checkout adblocker blocker paywall forbidden error journalism member trial homepage
    website webpage page article content settings preferences privacy consent download app
    edition comments comment cache server gateway timeout username email inbox
    basket cart browsing bot human ip
"""
_BESIDE_WORDS = """
    a an the this that these your you we our us me my it its is are was be been being has have had
    not no to in on of for from with and or as by at if only now then here there just already
    again later please thank thanks welcome sorry oops hello hi wait moment click press hold tap
    read reading continue free limit reached today month week become join start get support
    independent quality offer view full premium exclusive more less go back open close accept
    accepted manage request requests requested blocked denied access required requires require
    need needs enable enabled disable disabled turn off update updated refresh reload secure
    connection checking check security processing under temporarily down found available region
    country area policy terms use using service services confirm confirming create created
    complete completed order story stories video videos site sites try new enjoy enjoying like
    love help contact one two three four five left remaining last first seconds days invalid
    before after until can cannot can't could don't you've you're we've we're that's isn't
    doesn't exist exists yet too many large short all any choose choices select option options
    date out outdated supported enter keep allow visit browse scroll swipe whoops something
    broke broken wrong went while
    digital print unlimited monthly annual plan plans online so much
"""


def _compiled(*, is_han: bool) -> re.Pattern[str]:
    """The lines of one script: half of the work for each title."""
    lines = map(str.strip, _WORDINGS.strip().splitlines())
    return re.compile("|".join(line for line in lines if bool(_HAN.search(line)) is is_han))


_LATIN_WORDING, _HAN_WORDING = _compiled(is_han=False), _compiled(is_han=True)
_SITE, _BESIDE = frozenset(_SITE_WORDS.split()), frozenset(_BESIDE_WORDS.split())
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
#: A longer title tells something.
_MOST = 9


@lru_cache(maxsize=8_192)
def speaks_of_site(letters: str) -> bool:
    """True for a title that stands for none.

    Args:
        letters: The title in the letters of `folding.letters`.
    """
    is_han = not letters.isascii() and _HAN.search(letters) is not None
    if len(letters) > (_LONGEST_HAN if is_han else _LONGEST):
        return False
    start = letters.lstrip(_OPENING)
    if _LATIN_WORDING.match(start) or (is_han and _HAN_WORDING.match(start)):
        return True
    return start.isascii() and _are_of_site(_WORD.findall(start))


def _are_of_site(words: list[str]) -> bool:
    """True for a few words in English that are all of logins, walls and pages."""
    return (
        1 < len(words) <= _MOST
        and not _SITE.isdisjoint(words)
        and all(word in _SITE or word in _BESIDE or word.isdigit() for word in words)
    )

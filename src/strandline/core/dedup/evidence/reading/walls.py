"""Titles that speak of the site and not of the world: `Unlock this article`, `Session expired`.

No list holds them all. They are short, and all their words are those of logins, walls and pages.
"""

import re

#: One of these must be there: no event is told without another word beside them.
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

_SITE, _BESIDE = frozenset(_SITE_WORDS.split()), frozenset(_BESIDE_WORDS.split())
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
#: A longer title tells something.
_MOST = 9


def speaks_of_site(low: str) -> bool:
    """True for a title in English of nothing but such words.

    Args:
        low: The title without case and accents.
    """
    if not low.isascii():
        return False
    words = _WORD.findall(low)
    return (
        1 < len(words) <= _MOST
        and not _SITE.isdisjoint(words)
        and all(word in _SITE or word in _BESIDE or word.isdigit() for word in words)
    )

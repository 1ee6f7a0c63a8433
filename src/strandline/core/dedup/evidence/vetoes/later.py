"""Later news of one thing: what was to come has come, has ended, or lies behind what followed.

`X to visit Y` and `X arrives in Y`; `alert in four regions` and `alert lifted`; `ship aground` and
`captain held after ship ran aground`. Newsrooms write `to cut` where others write `cuts`, so what
is to come is other news only where the other title has another verb for the same subject.
"""

import re

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.forms import are_one_word
from strandline.core.dedup.evidence.reading.words import Word

#: What is to come, with its verb behind it.
_COMING = re.compile(
    r"\b(?:(?:(?:set|due|about|plans?|hopes?|wants?|seeks?|vows?|votes?|voted) )?to"
    r"|will|would|may|might|could|hints? at|eyes|mulls?|weighs?|considers?|threatens"
    r"|va|vont|pourraient?|devraient?|doi(?:t|vent)|veut|veulent|souhaite|compte"
    r"|(?:envisage|prevoi(?:t|ent))(?: de)?|prete? a|sur le point de|attendue?s?|prevue?s?"
    r"|(?=[a-z]+(?:er|ir|dr)(?:a|ont)\b))\b"
    r"|(?<![主名老上大中少部干小猛])将|即将|拟|欲|计划|准备(?!金)|有望|或将|或(?=[被获遭])|申请|寻求"
)
#: It came, was answered, or came to its end.
_CAME = re.compile(
    r"\b(?:arriv(?:e[ds]?|es)|begins?|began|begun|starts?|started|resum(?:e[sd]?|ing)"
    r"|reopen(?:s|ed)?|under control|extinguished|put out|is over|call(?:s|ed) off|collapses?"
    r"|found (?:alive|dead|safe)|rescued|freed|survives|reject(?:s|ed)?|turns? down|throws? out"
    r"|accepts?|arrivee?s?|fin d(?:e|u|es)|levee?s?|maitrisee?s?|eteinte?s?|rouv(?:re|rent|erte?s?)"
    r"|repren(?:d|nent)|retrouvee?s?|liberee?s?|rejett?e(?:nt|es?)?|repousse(?:nt|es?)?"
    r"|accepte(?:nt|es?)?|autorise(?:nt|es?)?|met(?:tent)? fin|echec d(?:e|u|es))\b"
    r"|解除|扑灭|恢复|获救|救出|复工|复牌|出院|结束|破裂|驳回|否决|抵达|完成|启动"
)
#: What stands behind it lies back; in Chinese, what stands before it.
_AFTER = re.compile(
    r"\b(?:after|following|as|in (?:the )?wake of|apres|a la suite d[eu]s?|suite aux?)\b"
    r"|(?<=[^\d年月日天时最今之然先前落背])后(?=[^卫续备市来台])"
)
#: Words, or Chinese characters, of a title from which it is the beginning of a text.
_TEXT = 40
#: Share of a title beside the word of its end that may be new, too.
_FRESH = 0.4


def later(pair: Pair) -> Finding | None:
    """For the judge, as an update: one of two titles tells what came of the other."""
    is_text = any(len(facts.words) > _TEXT for facts in pair.both)
    if pair.is_translated or pair.is_at_once or is_text:
        return None
    for one, other in (pair.both, pair.both[::-1]):
        said = _is_to_come(one, other) or (pair.frame.is_close and _lies_back(one, other))
        said = said or _has_come(one, other)
        if said:
            return Finding(is_hard=False, detail=f"“{said}” on one side only", is_update=True)
    return None


def _is_to_come(one: Facts, other: Facts) -> str:
    """Another verb is told of the same subject, or that it came."""
    coming = _alone(_COMING, one, other)
    if not coming:
        return ""
    came = _CAME.search(other.text.low)
    if came and not _CAME.search(one.text.low):
        return f"{coming[0]} / {came[0]}".strip()
    before = _content(one, 0, coming.start())
    verb = _content(one, coming.end())[: 2 if one.is_han else 1]
    if not before or not verb or (verb[0].is_name and not one.is_han):
        return ""
    is_other = not any(_is_told(word, other) for word in verb)
    is_subject = all(_is_told(word, other) for word in before)
    return coming[0] or verb[0].shown if is_other and is_subject else ""


def _has_come(one: Facts, other: Facts) -> str:
    """Little is new in a title but that it ended."""
    came = _alone(_CAME, one, other)
    if not came:
        return ""
    rest = _content(one, 0, came.start()) + _content(one, came.end())
    fresh = [word for word in rest if not _is_told(word, other)]
    return came[0] if len(fresh) <= _FRESH * len(rest) else ""


def _lies_back(one: Facts, other: Facts) -> str:
    """What the other title tells is the subordinate clause of this one."""
    after = _alone(_AFTER, one, other)
    if not after:
        return ""
    fore, behind = _content(one, 0, after.start()), _content(one, after.end())
    if one.is_han:
        fore, behind = behind, fore
    is_behind = 2 * sum(_is_told(word, other) for word in behind) >= len(behind) > 0
    fresh = [word for word in fore if not _is_told(word, other)]
    told = [word for word in fore if not word.is_name and word not in fresh]
    return after[0] if is_behind and fresh and len(fresh) >= len(told) else ""


def _alone(pattern: re.Pattern[str], one: Facts, other: Facts) -> re.Match[str] | None:
    """Where it stands in the one, if nowhere in the other."""
    return None if pattern.search(other.text.low) else pattern.search(one.text.low)


def _content(facts: Facts, start: int, end: int | None = None) -> list[Word]:
    last = len(facts.text.low) if end is None else end
    return [word for word in facts.words if word.is_content and start <= word.start < last]


def _is_told(word: Word, facts: Facts) -> bool:
    return any(word.key == other.key or are_one_word(word, other) for other in facts.words)

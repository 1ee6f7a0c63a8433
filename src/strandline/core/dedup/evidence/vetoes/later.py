"""Later news of one thing: what was to come has come, has ended, or lies behind what followed.

`X to visit Y` and `X arrives in Y`; `alert in four regions` and `alert lifted`; `ship aground` and
`captain held after ship ran aground`. Newsrooms write `to cut` where others write `cuts`, so what
is to come is other news only where the other title has another verb for the same subject; what may
never come is other news than its coming. What answers, mourns or explains news is other news, too.
"""

import re

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.forms import are_one_word
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import told

#: It is thought of, asked for or threatened, and may never come.
_OPEN = re.compile(
    r"\b(?:may|might|could|(?:hopes?|wants?|bids?|tries|asked|urged|expected|likely|tipped) to"
    r"|in talks|close to|nears|(?:mull|weigh|consider|explore|threaten|eye)(?:s|ing)?"
    r"|hints? at|calls? for|under pressure|asks?|seeks?|appl(?:y|ies|ied) for|linked with"
    r"|pourrai(?:en)?t|envisage(?:nt)?|songe(?:nt)?|menace(?:nt)?|reclame(?:nt)?"
    r"|demande(?:nt)?|sollicite(?:nt)?|souhaite(?:nt)?"
    r"|veut|veulent|prete?s? a|sur le point|appel(?:le|lent|s) a)\b"
    r"|考虑|有望|或将|或(?=[被获遭于将在成会致])|酝酿|威胁|受理|申请|请求|寻求|传闻|被曝|即将|拟|欲"
)
#: It is said to come, with its verb behind it.
_COMING = re.compile(
    r"\b(?:(?:(?:set|due|about|plans?|vows?|votes?|voted) )?to|will|would"
    r"|va|vont|devrai(?:en)?t|doi(?:t|vent)|compte|prevoi(?:t|ent)(?: de)?|attendue?s?|prevue?s?"
    r"|(?=[a-z]+(?:er|ir|dr)(?:a|ont)\b))\b"
    r"|(?<![主名老上大中少部干小猛])将|计划|准备(?!金)"
)
#: It came, was answered, or came to its end.
_CAME = re.compile(
    r"\b(?:arriv(?:e[ds]?|es)|begins?|began|begun|starts?|started|underway|resum(?:e[sd]?|ing)"
    r"|reopen(?:s|ed)?|restored|under control|extinguished|put out|is over|ends?|ended|winds? up"
    r"|call(?:s|ed) off|collapses?|found (?:alive|dead|safe)|rescued|recovered|freed|survives"
    r"|reject(?:s|ed)?|turns? down|throws? out|accepts?|granted|sworn in|takes? office"
    r"|back home|returns? (?:home|to)|dismiss(?:es|ed)|clear(?:s|ed)"
    r"|arrivee?s?|fin d(?:e|u|es)|levee?s?|maitrisee?s?|eteinte?s?|rouv(?:re|rent|erte?s?)"
    r"|repren(?:d|nent)|retabli(?:e?s?|t)|retrouvee?s?|liberee?s?|sortie?s? d[eu]|rendue?s?"
    r"|rejett?e(?:nt|es?)?|repousse(?:nt|es?)?|valide(?:nt|es?)?|definitivement"
    r"|accepte(?:nt|es?)?|autorise(?:nt|es?)?|met(?:tent)? fin|echec d(?:e|u|es)|acheve\w*)\b"
    r"|解除|排除|扑灭|恢复|获救|救出|复工|复牌|出院|结束|破裂|驳回|否决|抵达|完成|启动|落幕|闭幕|正式|宣告|脱险|返家"
)
#: What was to come does not, or not now.
_TURNED = re.compile(
    r"\b(?:cancel(?:s|led|ed)?|shelv(?:es?|ed)|scrap(?:s|ped)?|postpon(?:es?|ed)|abandon(?:s|ed)?"
    r"|puts? off|backs? (?:out|down)|withdr(?:aws?|ew|awn)|revers(?:es|ed)|u-turn|backtracks?"
    r"|annul(?:e|ent|ees?)|report(?:e|ent|ees?)|renonc(?:e|ent)|abandonn(?:e|ent|ees?)"
    r"|recall(?:s|ed)|suspend(?:ent)?|marche arriere|retir(?:e|ent)|ajourn\w+)\b"
    r"|取消|推迟|延期|延后|撤出|撤回|撤档|改档|叫停|暂停|搁置|放弃|改期|暂缓|召回"
)
#: Who is meant answers, others mourn, vow to undo it, explain what it means, or rate who played.
#: Courts deny bail, and crews respond to a fire: that is the news itself.
_ANSWER = re.compile(
    r"\b(?:den(?:y|ies|ied)(?= (?:\w+ing|any|all|claims?|charges?|that|it|s?he|they|wrong\w*)\b|$)"
    r"|respond(?:s|ed)? to (?:critic|claim|accusation|allegation|report|backlash|question)\w*"
    r"|react(?:s|ed)?|apologi[sz](?:es?|ed)|tributes?"
    r"|(?:vow|pledge|promise|threaten)(?:s|ed)? to (?:reverse|repeal|scrap|overturn|undo|axe"
    r"|block|fight|challenge|oppose|resist|appeal)"
    r"|hits back|plead(?:s|ed)|pled|what (?:it|this|that|they) means?|player ratings"
    r"|dement(?:ent)?|repond(?:ent)?|reagi(?:t|ssent)|s'excuse(?:nt)?|se defend(?:ent)?"
    r"|(?:jure|promet|menace)(?:nt|tent)? (?:de |d')(?:abroger|annuler|revenir sur|contester"
    r"|combattre|bloquer|s'opposer|saisir)"
    r"|plaide(?:nt)?|hommages?|les notes d[eu]s?"
    r"|(?:ce que|qu'est-ce que) (?:ca|cela) (?:change|signifie))\b"
    r"|(?:誓言|扬言|承诺|威胁)(?:要|将)?(?:推翻|废除|撤销|抵制|阻止|反对|上诉)"
    r"|回应|致歉|道歉|辟谣|否认|不实|悼念|缅怀|致哀|意味着?什么|有何意味|有(?:何|什么|哪些)影响|解读"
)
#: An answer in other words, in which the other title tells the same one.
_ANSWERED = re.compile(
    r"\b(?:apolog\w+|sorry|pleas?|denials?|shuts? down|refut\w+|rebuts?|mourn\w*|condolences?"
    r"|contest(?:e|ent)|dementi\w*|excuses?|desole\w*|pardon|regret\w*|sort(?:ent)? du silence"
    r"|se justifi\w+|salue(?:nt)?|acquittement)\b"
    r"|答记者问|声明|抱歉|对不起|吊唁|哀悼|委托律师"
)
#: A match that is to come.
_AHEAD = re.compile(
    r"\b(?:tonight|ahead of|in line (?:for|to)|predicted|line-?ups?|team news|kick-?off|preview"
    r"|how to watch|ce soir|compos?|avant-match|a quelle heure)\b"
    r"|前瞻|今晚|首发阵容|赛前"
)
#: What stands behind it lies back; in Chinese, what stands before it.
_AFTER = re.compile(
    r"\b(?:after|following|as|in (?:the )?wake of|apres|a la suite d[eu]s?|suite aux?)\b"
    r"|(?<=[^\d年月日天时最今之然先前落背])后(?=[^卫续备市来台])"
)
#: In Chinese, what stands behind it lies back.
_BEFORE = re.compile("此前|先前|曾因")
#: Words, or Chinese characters, of a title from which it is the beginning of a text.
_TEXT = 40
#: Words that a new subject and its verb have at least; a label in front of a title is none.
_SUBJECT = 2
_LABEL = re.compile(r"[:,|!?;\"-]\s*$")
#: Share of a title beside the word of its end that may be new, too.
_FRESH = 0.4

#: Where a search or an alert comes to its end; the longer title often tells of both.
_ENDS = frozenset(("found", "lifted", "freed", "home", "over", "repaired", "reversal"))
#: How a trial ends; one title may tell the guilt and the other the years.
_VERDICTS = frozenset(("verdict", "sentence"))


def later(pair: Pair) -> Finding | None:
    """For the judge, as an update: one of two titles tells what came of the other."""
    if pair.is_translated or any(len(facts.words) > _TEXT for facts in pair.both):
        return None
    for one, other in (pair.both, pair.both[::-1]):
        said = _is_about(one, other) or ("" if pair.is_at_once else _has_moved_on(pair, one, other))
        if said:
            return Finding(is_hard=False, detail=f"“{said}” on one side only", is_update=True)
    return None


def _has_moved_on(pair: Pair, one: Facts, other: Facts) -> str:
    """Some hours lie between the two, and one tells what became of the other's news."""
    said = _is_to_come(one, other) or _has_come(one, other)
    if said or not pair.frame.is_close:
        return said
    return _is_open(one, other) or _lies_back(one, other) or _is_turned(one, other)


def _is_about(one: Facts, other: Facts) -> str:
    """An answer to the other's news, what it means, or a match of which the other has the score."""
    is_answered = _ANSWERED.search(other.text.low)
    about = None if is_answered else _alone(_ANSWER, one, other)
    if about is None and "score" in other.marks and "score" not in one.marks:
        about = _alone(_AHEAD, one, other)
    return about[0] if about else ""


def _is_to_come(one: Facts, other: Facts) -> str:
    """It may never come, or it came; or another verb is told of the same subject."""
    coming = _coming(one)
    if not coming or _coming(other) or _OPEN.search(other.text.low):
        return ""
    came = _CAME.search(other.text.low)
    if came and not _CAME.search(one.text.low):
        return f"{coming[0]} / {came[0]}".strip()
    before = _content(one, 0, coming.start())
    verb = _content(one, coming.end())[: 2 if one.is_han else 1]
    if not before or not verb:
        return ""
    is_other = not any(_is_told(word, other) for word in verb)
    is_subject = all(_is_told(word, other) for word in before)
    return coming[0] or verb[0].shown if is_other and is_subject else ""


def _is_open(one: Facts, other: Facts) -> str:
    """What is only thought of in the one is told in the other."""
    opened = _alone(_OPEN, one, other)
    return opened[0] if opened and not _coming(other) else ""


def _has_come(one: Facts, other: Facts) -> str:
    """Little is new in a title but that it ended."""
    came = _alone(_CAME, one, other)
    if not came:
        return ""
    rest = _content(one, 0, came.start()) + _content(one, came.end())
    fresh = [word for word in rest if not _is_told(word, other)]
    return came[0] if len(fresh) <= _FRESH * len(rest) else ""


def _is_turned(one: Facts, other: Facts) -> str:
    """One tells more than the other that it was called off, put off, or that this was."""
    turned, known = (_TURNED.findall(facts.text.low) for facts in (one, other))
    is_more = len(turned) > len(known) and not _alone(_CAME, other, one)
    return str(turned[0]) if is_more else ""


def _lies_back(one: Facts, other: Facts) -> str:
    """What the other title tells is the object, or the subordinate clause, of this one."""
    if one.is_han and (before := _alone(_BEFORE, one, other)):
        return before[0]
    after = _alone(_AFTER, one, other)
    if not after:
        return _taken_up(one, other)
    fore, behind = _content(one, 0, after.start()), _content(one, after.end())
    if one.is_han:
        fore, behind = behind, fore
    is_behind = 2 * sum(_is_told(word, other) for word in behind) >= len(behind) > 0
    fresh = [word for word in fore if not _is_told(word, other)]
    told = [word for word in fore if not word.is_name and word not in fresh]
    return after[0] if is_behind and fresh and len(fresh) >= len(told) else ""


def _taken_up(one: Facts, other: Facts) -> str:
    """`Ship adrift off Oban` and `Tug reaches ship adrift off Oban`: somebody else does more.

    What is taken up begins as it did: behind `Storm Ada: `, a title only has its verb in the other.
    """
    words, known = _content(one, 0), _content(other, 0)
    is_fresh = [not _is_told(word, other) for word in words]
    first = is_fresh.index(False) if False in is_fresh else 0
    fore = one.text.low[: words[first].start] if words else ""
    is_all = all(_is_told(word, one) for word in known)
    is_subject = first >= _SUBJECT and not any(is_fresh[first:]) and not _LABEL.search(fore)
    is_begun = is_subject and bool(known) and known[0].key == words[first].key
    return fore.strip() if is_begun and is_all else ""


def _coming(facts: Facts) -> re.Match[str] | None:
    """Where it is said to come; `to Paris` is no plan."""
    for match in _COMING.finditer(facts.text.low):
        behind = next(iter(_content(facts, match.end())), None)
        if behind is None or facts.is_han or not behind.is_name:
            return match
    return None


def _alone(pattern: re.Pattern[str], one: Facts, other: Facts) -> re.Match[str] | None:
    """Where it stands in the one, if nowhere in the other."""
    return None if pattern.search(other.text.low) else pattern.search(one.text.low)


def _content(facts: Facts, start: int, end: int | None = None) -> list[Word]:
    last = len(facts.text.low) if end is None else end
    return [word for word in facts.words if word.is_content and start <= word.start < last]


def _is_told(word: Word, facts: Facts) -> bool:
    return any(word.key == other.key or are_one_word(word, other) for other in facts.words)


def stages(pair: Pair) -> Finding | None:
    """For the judge, as an update: one of two titles that are alike has come further."""
    if not pair.frame.is_close or pair.is_at_once:
        return None
    a, b = _stages(pair.facts_a), _stages(pair.facts_b)
    is_judged = bool(a & _VERDICTS) != bool(b & _VERDICTS)
    if a == b or (a & b and not (a ^ b) & _ENDS and not is_judged):
        return None
    if pair.facts_a.is_han and not (a and b) and a | b == {"found"}:
        return None  # who came home may have been missed in both
    return Finding(is_hard=False, detail=told(a or {"before"}, b or {"before"}), is_update=True)


def _stages(facts: Facts) -> set[str]:
    return {stage for word in facts.words for stage in word.stages}

"""Datelines: place, day and agency before a report: `LONDON, May 4 (Reuters) -`, 新华社5月4日电.

They tell who wired it, not what happened, and stand in flashes of agencies and in leads.
"""

import re

_AGENCIES = (
    "AA|AAP|AFP|AGI|ANI|ANSA|AP|APA|ATS|AFX|Anadolu|Belga|Bloomberg|CNN|CNS|CP|DPA|dpa|EFE|IANS"
    "|Interfax|KCNA|Kyodo|Kyodo News|La Presse Canadienne|Lusa|NOS|PA|PTI|Press Association"
    "|Reuters|REUTERS|RIA|SDA|TASS|The Canadian Press|UNI|UPI|WAM|Xinhua|Yonhap"
)
#: Longest place and day before the agency, characters.
_LONGEST = 50
_WESTERN = re.compile(
    rf"[^\W\d_][^()\n:;!?]{{1,{_LONGEST}}}? \((?:{_AGENCIES})\)\s?[-–—:]+\s*"
    rf"|\((?:{_AGENCIES})\)\s?[-–—:]+\s*"
)
_DAY = r"(?:\d{4}年)?(?:\d{1,2}月)?\d{1,2}日"
_HAN = "[\u4e00-\u9fff]"
_CHINESE = re.compile(
    rf"{_HAN}{{2,12}}?{_DAY}(?:电|讯|消息)"
    r"(?:\s?[(（][^()（）]{1,30}[)）]\s?[,，:：]?|[,，:：|丨。\s])\s*"
)


def after_dateline(text: str) -> int:
    """Where the report begins: 0 where it has no dateline, or is nothing else."""
    pattern = _WESTERN if text[:1] < "\u2000" else _CHINESE
    found = pattern.match(text)
    return found.end() if found and found.end() < len(text) else 0

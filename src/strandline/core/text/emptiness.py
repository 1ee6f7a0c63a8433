"""Pages without an article: consent walls, paywalls, login pages, "not found" with status 200.

A phrase alone proves nothing, since every second page carries a cookie banner and a subscription
box: it counts only where what the page says outside of its links is too little to be the article.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from strandline.core.text.page_lines import Line, PageLines
from strandline.core.text.stand_ins import (
    Said,
    StandIn,
    asks_for_consent,
    is_agreement,
    said_in,
)
from strandline.model.articles import TextStatus

#: Extracted text below this is no article, characters; a Chinese or Japanese character counts
#: three, about what its English translation takes.
SHORT, STUB, NOTHING = 900, 1_500, 100
#: Beside a request for consent a page has its site's name and no more.
_NAME = 60
#: A page says what it is within so much of its own text; below a heading of a subject of its own,
#: and with something of its own to say, it is a post that tells of such a page.
_EARLY, _SUBJECT, _OWN = 300, 15, 80
_WORD_CHAR = re.compile(r"[\w ]")
_WIDE_CHAR = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
#: Characters of the visible page that are searched.
_SEARCHED_CHARS = 30_000


def _phrases(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_PAYWALL = _phrases(
    r"(subscribe|sign up|register) (now )?to (continue|keep|read|unlock)",
    r"(continue reading|read (the full|this) (article|story)) with (a|your) subscription",
    r"(this|the) (article|story|content|post) is (only |exclusively )?"
    r"(for|available to|reserved for) (paid |paying )?(subscribers|members)",
    r"(subscriber|member|premium)[- ](only|exclusive)",
    r"already a (subscriber|member)\?",
    r"réservée?s? (à nos|aux) abonnés",
    r"il vous reste [\d ,.]+ ?% (de cet article )?à lire",
    r"(la suite|cet article|ce contenu) est réservée?",
    r"abonnez-vous pour (lire|continuer|accéder)|déjà abonné",
    r"(订阅|购买|付费|开通会员|成为会员)后?(即可|可|以)?(阅读|查看|继续阅读|解锁)",
    r"本文为(付费|会员)|付费(阅读|内容)|会员专享|剩余.{0,10}(未读|付费)",
    r"nur für abonnenten|weiterlesen mit|bereits abonnent",
    r"(jetzt )?(abonnieren|abo (abschließen|testen)).{0,30}weiterlesen",
    r"(exclusivo|solo|sólo) para (suscriptores|socios)|¿ya (eres|es) suscriptor",
    r"suscríb(e|a)(te|se) para (seguir|continuar|leer)",
)
_NEEDS_SCRIPTS = _phrases(
    r"(enable|turn on|requires?|activate) javascript",
    r"javascript (is )?(disabled|required|désactivé)",
    r"activer javascript|启用\s*javascript|javascript aktivieren|active javascript",
)


#: Begins the message about a page that says itself what it is.
SAYS = "the page says: "
_STATUSES = {
    StandIn.BLOCKED: TextStatus.BLOCKED,
    StandIn.MISSING: TextStatus.SOFT_404,
    StandIn.LATER: TextStatus.FAILED,
    StandIn.LOGIN: TextStatus.LOGIN,
}


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What decides whether a page holds an article.

    Attributes:
        text: What was extracted.
        visible: All text of the page.
        inner: All text of its main part: a request to pay stands there; beside it stand boxes
            that every page of the site has.
        titles: Its title, by its different elements.
        lines: What a visitor sees.
        has_password_field: It has a login form.
        is_paid: It says itself that it is not free.
        shows: It shows a picture, a film or a sound of its own.
    """

    text: str
    visible: str
    inner: str = ""
    titles: tuple[str, ...] = ()
    lines: PageLines = field(default_factory=PageLines)
    has_password_field: bool = False
    is_paid: bool = False
    shows: bool = False


def weigh(text: str) -> int:
    """Length of a text in characters, as if it were English; signs alone weigh nothing."""
    start = text[: 4 * STUB]
    return len(_WORD_CHAR.findall(start)) + 2 * len(_WIDE_CHAR.findall(start))


def judge_page(facts: PageFacts) -> tuple[TextStatus, str]:
    """What a page is, and one line about it; `OK` for one that holds an article."""
    said = _said_of_itself(facts)
    if said is not None:
        return _STATUSES[said.kind], SAYS + said.words
    size = weigh(facts.text)
    if size >= STUB:
        return TextStatus.OK, ""
    if _is_consent(facts, size):
        return TextStatus.CONSENT, "a page that asks for consent to cookies, or for the age"
    if facts.has_password_field and size < NOTHING * 3:
        return TextStatus.LOGIN, "a page that asks for a login"
    visible = facts.visible[:_SEARCHED_CHARS]
    if facts.is_paid or (size < SHORT and _PAYWALL.search(facts.inner[:_SEARCHED_CHARS])):
        return TextStatus.PAYWALL, f"only a beginning of {len(facts.text)} characters is free"
    needs_scripts = size < NOTHING and _NEEDS_SCRIPTS.search(visible)
    if needs_scripts or (size < NOTHING and not facts.shows):
        why = "it needs scripts" if needs_scripts else "no text worth reading"
        return TextStatus.EMPTY, f"the page is empty: {why}"
    return TextStatus.OK, ""


def _said_of_itself(facts: PageFacts) -> Said | None:
    """What a page of few own words says that it is; lists of links beside it are no words."""
    lines = [line for line in facts.lines.lines if not line.is_banner]
    own = sum(weigh(line.own) for line in lines)
    if own >= SHORT:
        return None
    headings = [line.text for line in lines if line.is_heading]
    said = said_in(headings, splits=True)
    subject = 0 if said else next((weigh(line.own) for line in lines if line.is_heading), 0)
    has_subject = subject >= _SUBJECT and own - subject >= _OWN
    if said is None and not has_subject:
        said = said_in(facts.titles, splits=True) or said_in(_early(lines))
    if said is not None and said.kind is StandIn.LOGIN and own >= NOTHING * 3:
        return None  # a box beside the page's own words
    return said


def _early(lines: list[Line]) -> Iterator[str]:
    before = 0
    for line in lines:
        if before > _EARLY:
            return
        yield line.text
        before += weigh(line.own)


def _is_consent(facts: PageFacts, size: int) -> bool:
    """Nothing is there but a request for consent, with a way to agree or in a vendor's frame."""
    page = facts.lines
    if size >= SHORT or page.has_media:
        return False
    requests = [line for line in page.lines if line.is_banner or asks_for_consent(line.text)]
    others = [
        line
        for line in page.lines
        if line not in requests and not (line.text in page.buttons or is_agreement(line.text))
    ]
    titles = sum(asks_for_consent(title) for title in facts.titles[:1])
    asks = len({line.text for line in requests if asks_for_consent(line.text)}) + titles
    can_agree = any(map(is_agreement, page.buttons))
    has_banner = any(line.is_banner for line in requests)
    if not (can_agree and (asks or has_banner)) and asks < 2:
        return False
    has_words_of_its_own = len({line.is_heading for line in others}) == 2
    return not has_words_of_its_own and sum(weigh(line.text) for line in others) < _NAME

"""Pages without an article: consent walls, paywalls, login pages, "not found" with status 200.

A phrase alone proves nothing, since every second page carries a cookie banner and a subscription
box: it counts only where the text that was extracted is too short to be the article.
"""

import re
from dataclasses import dataclass

from strandline.model.articles import TextStatus

#: Extracted text below this is no article, characters; a Chinese or Japanese character counts
#: three, about what its English translation takes.
SHORT, STUB, NOTHING = 900, 1_500, 100
_WORD_CHAR = re.compile(r"[\w ]")
_WIDE_CHAR = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
#: Characters of the visible page that are searched.
_SEARCHED_CHARS = 30_000


def _phrases(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_NOT_FOUND = _phrases(
    r"^((error|erreur|fehler) )?404\b",
    r"^not found$",
    r"^(sorry, )?(this |the )?(page|article|story|content|link|post)( you.{0,40})? "
    r"(was |is |has |could |can)?(be |been )?"
    r"(not found|missing|removed|no longer available|cannot be found|doesn.?t exist)",
    r"^(oops|whoops|uh.?oh)\b.{0,60}\b(page|lost|found)",
    r"^(cette |la )?page (n.existe|est introuvable|introuvable|non trouvée|inexistante)",
    r"^article introuvable",
    r"页面不存在|页面找不到|頁面不存在|無法找到|找不到(该|此)?(页面|网页|内容)",
    r"(文章|内容|页面|帖子|网页)(不存在|已(被)?删除|已下线|未找到)",
    r"^(diese |die )?seite (wurde )?nicht gefunden",
    r"^(artikel|inhalt) nicht (gefunden|mehr verfügbar)",
    r"^página no (encontrada|existe)",
    r"^no (se ha encontrado|encontramos) (la|esta) página",
)
_LOGIN = _phrases(
    r"^(please )?(log|sign)[ -]?in\b",
    r"^(log|sign) in to\b",
    r"\b(log|sign) in (or|to continue)",
    r"^(se )?connexion\b|^connectez-vous|^s.identifier|^identifiez-vous",
    r"^(用户|账号|会员)?登[录入錄]|请(先)?登录|請先登入",
    r"^(bitte )?(anmelden|einloggen|anmeldung)\b",
    r"^(iniciar|inicia) sesión|^acceder$",
)
_CONSENT = _phrases(
    r"we (value|care about|respect) your privacy",
    r"before you (continue|go on)",
    r"(accept|agree to|allow|consent to) all( cookies)?",
    r"(we|us) (and our partners )?(use|store|process)[^.]{0,60}cookies",
    r"manage (my |your )?(choices|preferences|cookies)",
    r"your (privacy|consent) (choices|preferences)",
    r"nous respectons votre vie privée|votre vie privée (nous|est)",
    r"tout accepter|accepter et (continuer|fermer)|continuer sans accepter",
    r"avec votre (accord|consentement)",
    r"nos partenaires[^.]{0,80}(cookies|données)",
    r"gérer (mes|vos) (choix|préférences|cookies)",
    r"我们(重视|尊重)您的隐私|您的隐私(对我们)?很重要",
    r"(接受|同意)(所有|全部)(\s*cookies?)?|同意并继续|接受并继续",
    r"使用\s*cookies?",
    r"管理(偏好|首选项|选项)",
    r"alle akzeptieren|akzeptieren und weiter|zustimmen und (weiter|fortfahren)",
    r"(wir|unsere partner)[^.]{0,80}(cookies|einwilligung|zustimmung)",
    r"ihre privatsphäre",
    r"aceptar (todo|todas|y continuar)|rechazar todo",
    r"valoramos (su|tu) privacidad|tu privacidad",
    r"(utilizamos|usamos)[^.]{0,40}cookies",
)
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


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What decides whether a page holds an article.

    Attributes:
        text: What was extracted.
        visible: All text of the page.
        inner: All text of its main part: a request to pay stands there; beside it stand boxes
            that every page of the site has.
        headings: Its title and main headings.
        has_password_field: It has a login form.
        is_paid: It says itself that it is not free.
    """

    text: str
    visible: str
    inner: str = ""
    headings: tuple[str, ...] = ()
    has_password_field: bool = False
    is_paid: bool = False


def weigh(text: str) -> int:
    """Length of a text in characters, as if it were English; signs alone weigh nothing."""
    start = text[: 4 * STUB]
    return len(_WORD_CHAR.findall(start)) + 2 * len(_WIDE_CHAR.findall(start))


def judge_page(facts: PageFacts) -> tuple[TextStatus, str]:
    """What a page is, and one line about it; `OK` for one that holds an article."""
    size = weigh(facts.text)
    if size >= STUB:
        return TextStatus.OK, ""
    visible = facts.visible[:_SEARCHED_CHARS]
    if size < SHORT and any(_NOT_FOUND.search(heading.strip()) for heading in facts.headings):
        return TextStatus.SOFT_404, f"the page says that there is none: {facts.headings[0][:80]}"
    searched = visible if size < NOTHING else facts.text
    if len(_kinds(_CONSENT, searched)) >= 2:
        return TextStatus.CONSENT, "a page that asks for consent to cookies"
    if _is_login(facts, size):
        return TextStatus.LOGIN, "a page that asks for a login"
    if facts.is_paid or (size < SHORT and _PAYWALL.search(facts.inner[:_SEARCHED_CHARS])):
        return TextStatus.PAYWALL, f"only a beginning of {len(facts.text)} characters is free"
    if size < NOTHING:
        why = "it needs scripts" if _NEEDS_SCRIPTS.search(visible) else "no text worth reading"
        return TextStatus.EMPTY, f"the page is empty: {why}"
    return TextStatus.OK, ""


def _kinds(pattern: re.Pattern[str], text: str) -> set[str]:
    """Different phrases found."""
    return {match.group().casefold() for match in pattern.finditer(text)}


def _is_login(facts: PageFacts, size: int) -> bool:
    says_so = any(_LOGIN.search(heading.strip()) for heading in facts.headings)
    if facts.has_password_field:
        return size < NOTHING * 3 or says_so
    return says_so and size < NOTHING * 3

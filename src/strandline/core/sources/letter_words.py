"""What the links of a mail are for, by the words on them, around them and in their addresses."""

import re
from urllib.parse import unquote, urlsplit

from strandline.core.sources.letter_links import LetterLink

#: To leave, to choose, to pass on: never opened, never shown.
_LEAVING = re.compile(
    r"unsub(?:scri|\b)|\bopt[\s_-]?out\b|\blist-manage\.com/(?:unsub|profile|about)|email[-_ ]?pref"
    r"|(?:manage|update|change|edit|adjust)\W{1,3}(?:your\W|my\W|e-?mail\W){0,3}"
    r"(?:subscription|preference|notification|profile|settings)"
    r"|(?:subscription|notification|e-?mail)[\s_-]?(?:preference|setting|center|centre)s?"
    r"|d[ée]sabonn|d[ée]s(?:in|ou)scri|se\W+d[ée]sinscrire|g[ée]rer\W+(?:vos|mes|votre)"
    r"|abmeld|abbestell|austragen|newsletter[-_ ]?einstellungen"
    r"|dar(?:se|me)?\W+de\W+baja|desuscri|cancelar\W+(?:\w+\W+)?(?:suscripci|inscri|assinatura)"
    r"|disiscri|annulla\W+(?:l\W)?iscrizione|descadastr|uitschrijv|afmelden|отписат"
    r"|退订|退訂|取消订阅|取消訂閱|管理订阅|偏好设置|配信停止|購読解除|登録解除|수신\s?거부|구독\s?취소"
    r"|forward\W+(?:this\W+)?(?:to|e-?mail)\b|forward-to-a-friend|report\W+(?:spam|abuse)",
    re.IGNORECASE,
)
#: To confirm something, in a sentence that can mean nothing else.
_CONFIRMING = re.compile(
    r"(?:confirm|verify|activate|validate|complete)\W+(?:\w+\W+){0,4}"
    r"(?:subscri|e-?mail|address|regist|sign-?up|account|request)"
    r"|(?:confirme[rz]|valide[rz]|activez)\W+(?:\w+\W+){0,4}(?:inscri|abonn|adresse|e-?mail|courriel)"
    r"|(?:anmeldung|abo|e-?mail\S*|adresse|registrierung|newsletter)\W+(?:\w+\W+){0,2}"
    r"(?:best[äa]tigen|aktivieren|verifizieren)|best[äa]tigen\W+sie\W"
    r"|conf[ei]rm[aei]\w*\W+(?:\w+\W+){0,4}(?:suscri|inscri|iscri|assinat|correo|direcci|registr)"
    r"|bevestig\W+(?:\w+\W+){0,3}(?:aanmeld|inschrij|e-?mail|abonn)|подтверд\w+\W+(?:\w+\W+)?подписк"
    r"|(?:确认|確認|验证|驗證|激活)(?:您|你)?(?:的)?(?:订阅|訂閱|邮箱|郵箱|邮件|電子|电子|地址|注册|帐|账)"
    r"|(?:登録|購読|メール\S{0,6})(?:を|の)?確認|구독\s?확인",
    re.IGNORECASE,
)
#: The same on a button, whose words are few.
_CONFIRM_BUTTON = re.compile(
    r"\W*(?:yes\b.{0,20}subscribe|confirm|verify|activate|valider|confirme[rz]|best[äa]tigen"
    r"|jetzt best|aktivieren|confirmar|conferma|bevestig|подтверд|确认|確認|验证|驗證|激活|認証"
    r"|인증|확인)",
    re.IGNORECASE,
)
_CONFIRM_PATH = re.compile(
    r"(?:^|[/?&=_.-])(?:confirm(?:ation)?|verify|verification|activate|double[-_]?opt[-_]?in|opt[-_]?in)"
    r"(?:[/?&=_-]|$)",
    re.IGNORECASE,
)
#: To sign in.
_LETTING_IN = re.compile(
    r"\bsign[-_ ]?in\b|\blog[-_ ]?in\b|magic[-_ ]?link|se\Wconnecter|connexion"
    r"|\banmelden\b|einloggen|iniciar\W+sesi|登录|登入|ログイン|로그인",
    re.IGNORECASE,
)
#: The mail itself, on the web.
_ONLINE = re.compile(
    r"(?:view|read|open|see)\b.{0,30}\b(?:browser|online|web)\b|web[- ]version|online[- ]version"
    r"|voir.{0,40}(?:navigateur|en ligne)|version (?:en ligne|web)|lire en ligne|navigateur"
    r"|im browser|online (?:ansehen|lesen)|ver.{0,20}navegador|nel browser|在线(?:查看|阅读)"
    r"|(?:浏览器|網頁|网页)(?:中|版)?(?:查看|打开|阅读)?|ブラウザで",
    re.IGNORECASE,
)
#: Longer words are an article's sentence, whatever it is about.
_SHORT = 60


def is_refused(link: LetterLink) -> bool:
    """True for a link that must neither be opened nor shown."""
    words = f"{link.words} {_spelled(link.url)}"
    if _LEAVING.search(words) or confirms(link) or lets_in(link):
        return True
    # "Click here to unsubscribe" has the word beside the link.
    return not link.title and bool(_LEAVING.search(link.near))


def confirms(link: LetterLink, *, is_asked: bool = False) -> bool:
    """True for a link by which a person confirms something.

    Args:
        is_asked: The title of the mail asks for it.
    """
    if _CONFIRMING.search(link.words) or (is_asked and _CONFIRM_BUTTON.match(link.words)):
        return True
    return not link.title and bool(
        _CONFIRM_BUTTON.match(link.words)
        or _CONFIRMING.search(link.near)
        or _CONFIRM_PATH.search(_spelled(link.url))
    )


def lets_in(link: LetterLink) -> bool:
    """True for a link that lets somebody in."""
    words = f"{link.words} {urlsplit(link.url).path}"
    return len(link.words) <= _SHORT and bool(_LETTING_IN.search(words))


def is_about_confirming(subject: str) -> bool:
    """True for the title of a mail that asks to confirm something."""
    return bool(_CONFIRMING.search(subject))


def is_about_letting_in(subject: str) -> bool:
    """True for the title of a mail that lets somebody in."""
    return len(subject) <= _SHORT and bool(_LETTING_IN.search(subject))


def is_online_copy(link: LetterLink) -> bool:
    """True for the mail itself on the web."""
    return len(link.words) <= _SHORT and bool(_ONLINE.search(link.words or link.near))


def _spelled(url: str) -> str:
    parts = urlsplit(url)
    return unquote(f"{parts.hostname or ''}{parts.path}?{parts.query}")

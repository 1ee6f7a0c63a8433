"""What a page says of itself in place of an article."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.text.stand_in_phrases import read_phrases
from strandline.core.text.stand_ins import StandIn, asks_for_consent, is_agreement, said_in

K = StandIn

SAID = [
    (K.MISSING, "404 Not Found"),
    (K.MISSING, "Error 404: page not found"),
    (K.MISSING, "Sorry, the page you are looking for has been moved or deleted."),
    (K.MISSING, "The article you requested is no longer available on our site."),
    (K.MISSING, "We can’t seem to find the page you’re looking for"),
    (K.MISSING, "Hmm, that link doesn't exist anymore."),
    (K.MISSING, "It looks like nothing was found at this location."),
    (K.MISSING, "This event has ended"),
    (K.MISSING, "The thread specified does not exist."),
    (K.MISSING, "There's nothing here."),
    (K.MISSING, "This tweet has been deleted."),
    (K.MISSING, "This account has been suspended"),
    (K.MISSING, "[removed by moderator]"),
    (K.MISSING, "Désolés, cette page est introuvable ou a été déplacée"),
    (K.MISSING, "L'article que vous cherchez n'est plus en ligne"),
    (K.MISSING, "Die gesuchte Seite wurde leider nicht gefunden"),
    (K.MISSING, "Dieser Beitrag ist nicht mehr verfügbar."),
    (K.MISSING, "La página solicitada no existe o ha sido eliminada"),
    (K.MISSING, "Esta página não está disponível"),
    (K.MISSING, "La pagina richiesta non è stata trovata"),
    (K.MISSING, "De opgevraagde pagina bestaat niet meer"),
    (K.MISSING, "Запрошенная вами страница не найдена"),
    (K.MISSING, "Сторінка не знайдена"),
    (K.MISSING, "Strona o podanym adresie nie istnieje"),
    (K.MISSING, "Sidan finns inte"),
    (K.MISSING, "Aradığınız sayfa bulunamadı"),
    (K.MISSING, "الصفحة غير موجودة"),
    (K.MISSING, "对不起，您查看的文章已被作者删除"),
    (K.MISSING, "該網頁不存在"),
    (K.MISSING, "你访问的内容已下架"),
    (K.MISSING, "お探しの記事は見つかりませんでした。"),
    (K.MISSING, "このページは存在しないか、すでに削除されている可能性があります。"),
    (K.MISSING, "요청하신 게시물이 삭제되었습니다"),
    (K.BLOCKED, "Access Denied"),
    (K.BLOCKED, "Sorry, you have been blocked"),
    (K.BLOCKED, "Please verify that you are a human to continue"),
    (K.BLOCKED, "Your IP address has been temporarily banned"),
    (K.BLOCKED, "Checking if the site connection is secure"),
    (K.BLOCKED, "We've detected suspicious activity coming from your network."),
    (K.BLOCKED, "This video is not available in your country."),
    (K.BLOCKED, "Accès interdit"),
    (K.BLOCKED, "Zugriff verweigert"),
    (K.BLOCKED, "Verifica que eres humano"),
    (K.BLOCKED, "Доступ ограничен"),
    (K.BLOCKED, "您的访问过于频繁，请稍后再试"),
    (K.BLOCKED, "请完成安全验证后继续访问"),
    (K.BLOCKED, "アクセスが制限されています"),
    (K.LATER, "503 Service Temporarily Unavailable"),
    (K.LATER, "Error establishing a database connection"),
    (K.LATER, "We'll be right back"),
    (K.LATER, "This site is currently under maintenance."),
    (K.LATER, "Le site est en maintenance"),
    (K.LATER, "网站正在维护中"),
    (K.LATER, "ただいまメンテナンス中です"),
    (K.MISSING, "Page not found (404)"),
    (K.MISSING, "You've reached a page that doesn't exist"),
    (K.BLOCKED, "We need to verify that you're not a robot"),
    (K.BLOCKED, "Veuillez vérifier que vous n'êtes pas un robot"),
    (K.BLOCKED, "Bitte bestätigen Sie, dass Sie kein Roboter sind"),
    (K.BLOCKED, "Bot detected"),
    (K.LATER, "We're experiencing technical difficulties"),
    (K.LOGIN, "This account is private"),
    (K.LOGIN, "Log in or sign up"),
    (K.LOGIN, "You must be logged in to view this page."),
    (K.LOGIN, "You need to sign in before you can continue"),
    (K.LOGIN, "Connectez-vous pour lire la suite"),
    (K.LOGIN, "Sie müssen angemeldet sein, um dieses Thema zu sehen"),
    (K.LOGIN, "Inicia sesión para ver esta publicación"),
    (K.LOGIN, "请登录后查看"),
    (K.LOGIN, "この記事を読むにはログインしてください"),
]


@pytest.mark.parametrize(("kind", "sentence"), SAID, ids=lambda value: str(value)[:40])
def test_sentence(kind: StandIn, sentence: str) -> None:
    """A page that says so, whatever sigh comes before it, and beside its site's name too."""
    found = said_in([sentence])
    assert found is not None
    assert found.kind is kind
    beside = said_in([f"{sentence} | The Strand Herald"], splits=True)
    assert beside is not None
    assert beside.kind is kind


@pytest.mark.parametrize(
    "headline",
    [
        "404 Media raises money for its reporters",
        "Peugeot 404: sixty years on the road",
        "Access denied: why readers are locked out",
        "Ship not found after a night of search",
        "Page lost in an archive is found after a century",
        "The article that was removed from the museum is back",
        "Too many requests for flats, says the council",
        "Nothing found in water samples, the lab says",
        "Log in with passkeys: a short guide",
        "You must be logged in to reply here.",
        "Sign in to comment",
        "How do I complete the captcha with a keyboard?",
        "Why do I see “You have been blocked”?",
        '"Page not found" is all that I get',
        "Nginx returns 404 not found after the upgrade",
        "Maintenance of the bridge begins on Monday",
        "The page is available in four languages",
        "This post is about the harbour",
        "The video is available now",
        "The site is closed to cars",
        "La page est tournée pour le conseil",
        "Cette page a été écrite par nos lecteurs",
        "Die Seite wurde nicht nur in Berlin gelesen",
        "Esta página fue escrita por lectores",
        "平台：违规视频已删除逾千条",
        "找不到工作的年轻人去了哪里",
        "这篇文章教你找到好房子",
        "このページは毎日更新しています",
        "Блокировка: как это было",
        "500 copies of the book were sold",
        "Service unavailable on Line 4 after storm",
        "Something went wrong at the plant",
        "Account suspended after tweet about mayor",
        "Let's check how you are",
        "访问美国的签证受限",
    ],
)
def test_headline(headline: str) -> None:
    """A headline or a post that tells of such a thing, asks or quotes is none."""
    assert said_in([headline], splits=True) is None


@pytest.mark.parametrize(
    ("line", "label"),
    [
        (
            "By clicking “Accept All Cookies” you agree to the storing of cookies.",
            "Accept All Cookies",
        ),
        ("Avec votre accord, nos partenaires et nous utilisons des cookies.", "Accepter & Fermer"),
        ("Wir nutzen Cookies und bitten um Ihre Zustimmung.", "Alle akzeptieren"),
        ("本网站使用 Cookie 以提升您的体验。", "同意并继续"),
        ("You must be 18 or older to enter this site.", "I am over 18"),
        ("Мы используем файлы cookie.", "Принять все"),
    ],
)
def test_consent(line: str, label: str) -> None:
    """A request for consent, or for the age, and the button by which a visitor agrees."""
    assert asks_for_consent(line)
    assert is_agreement(label)
    assert not asks_for_consent("The council agreed to the bridge on Monday.")
    assert not is_agreement("Read more")


#: All words of all patterns: what takes long to read is made of them.
WORDS = st.sampled_from(
    sorted(
        {w for lines in read_phrases().values() for line in lines for w in re.findall(r"\w+", line)}
    )
)
REPEATED = st.builds(
    lambda words, gap: gap.join(words * 60),
    st.lists(WORDS, min_size=1, max_size=4),
    st.sampled_from((" ", "", ", ", " - ")),
)


@given(REPEATED | st.lists(WORDS, max_size=300).map(" ".join) | st.text(max_size=900))
def test_any_text(text: str) -> None:
    """Any text is read, and in bounded time; the same text says the same twice."""
    assert said_in([text], splits=True) == said_in([text], splits=True)
    asks_for_consent(text)
    is_agreement(text)

"""Pages in our own words, and answers that carry them."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from strandline.core.text.extract import extract_page
from strandline.model.articles import ArticleText
from strandline.model.fetching import FetchOutcome, FetchResult

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

ENGLISH = (
    "The winter tide left more wood on the northern strand than in any year since the log began.",
    "Most of it is spruce, cut to length and marked with a blue stripe, which means a deck cargo.",
    "The harbour office has asked three shipping lines whether they miss any, so far in vain.",
    "Until somebody answers, whoever carries a beam home must enter its length in a book.",
    "The book lies in the boat shed, next to the kettle, and by Sunday it had forty entries.",
    "Some of the beams have become benches already, and one is now the new goal of the pitch.",
    "An old rule gives the finder a third of the value, the village a third, the crown the rest.",
    "Nobody has ever seen the crown collect, the keeper says, but the book is kept with care.",
)
FRENCH = (
    "La marée d'hiver a laissé plus de bois sur la grève du nord que jamais auparavant.",
    "C'est surtout de l'épicéa scié, marqué d'un trait bleu, signe d'une cargaison de pont.",
    "La capitainerie a demandé à trois armateurs s'il leur en manquait, sans réponse jusqu'ici.",
    "En attendant, celui qui emporte une poutre doit en inscrire la longueur dans un cahier.",
    "Le cahier se trouve dans le hangar ; dimanche il comptait déjà quarante lignes.",
    "Quelques poutres sont devenues des bancs, et l'une d'elles sert de but aux enfants.",
    "Une vieille règle donne un tiers au trouveur, un tiers au village et le reste à la couronne.",
)
CHINESE = (
    "今年冬天的潮水在北岸留下的木头，比有记录以来的任何一年都多。",
    "大部分是云杉，锯成同样的长度，上面涂着一道蓝线，说明它们原本是船上的货物。",
    "港务办公室已经向三家航运公司询问是否丢失了木材，至今没有得到答复。",
    "在有人认领之前，谁把木梁搬回家，都必须在一本簿子里登记它的长度。",
    "簿子放在船棚里的水壶旁边，到星期天已经写了四十行。",
    "有几根木梁已经做成了长凳，还有一根据说成了球场的新球门。",
    "按照古老的规矩，三分之一归发现者，三分之一归村子，其余归国王。",
    "守灯塔的人说，从来没有人见过国王来取，不过簿子还是要认真地写。",
)
SENTENCES = {"en": ENGLISH, "fr": FRENCH, "zh": CHINESE}


def article(language: str = "en", head: str = "", body: str = "", paragraphs: int = 8) -> str:
    """A page with an article, navigation and a footer."""
    text = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[language][:paragraphs])
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">{head}</head><body>'
        '<nav><ul><li><a href="/">Home</a></li><li><a href="/harbour">Harbour</a></li></ul></nav>'
        f"<main><article>{body}{text}</article></main>"
        "<footer><p>We use cookies. <a href='/cookies'>Accept all</a></p></footer></body></html>"
    )


def answer(
    page: str | bytes,
    url: str = "http://paper.example/strand/wood",
    content_type: str = "text/html",
    asked: str | None = None,
) -> FetchResult:
    """A good answer that carries a page."""
    return FetchResult(
        asked or url,
        FetchOutcome.OK,
        url,
        200,
        {"content-type": content_type},
        page.encode() if isinstance(page, str) else page,
    )


@pytest.fixture
def page() -> Callable[..., str]:
    """Builds a page with an article."""
    return article


@pytest.fixture
def sentences() -> dict[str, tuple[str, ...]]:
    """The sentences of the articles, by language."""
    return SENTENCES


@pytest.fixture
def read() -> Callable[..., ArticleText]:
    """Reads a page as an answer; keyword arguments as of the answer."""
    return lambda text, **more: extract_page("A_0123456789abcdef", answer(text, **more), NOW)

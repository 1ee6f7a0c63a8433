"""Whether two answers are one page, whose bytes may differ in a clock, a counter, a token."""

import re

from strandline.core.text.charset import decode_page
from strandline.model.articles import ArticleText
from strandline.model.fetching import FetchResult

#: Part of the words of both that must be words of each. Two loads of a page with other
#: advertisements stay above .95; pages of one site that share menu and footer are below .8.
_SAME = 0.9
_WORD = re.compile(r"\w+")
_MARKUP = re.compile(r"<(script|style)\b.*?(?:</\1>|\Z)|<[^<>]{0,2000}>", re.DOTALL | re.I)
_MOST_BYTES = 400_000


def are_one_page(
    one: FetchResult, other: FetchResult, text: ArticleText, other_text: ArticleText
) -> bool:
    """True where both lead to one URL, are equal, or say the same under the same title.

    Args:
        one: An answer with its body.
        other: Likewise.
        text: What the first page says.
        other_text: What the second one says.
    """
    if one.final_url == other.final_url or one.body == other.body:
        return True
    if " ".join(text.title.split()).casefold() != " ".join(other_text.title.split()).casefold():
        return False
    words, other_words = _words(one, text), _words(other, other_text)
    return len(words & other_words) >= _SAME * len(words | other_words)


def _words(result: FetchResult, text: ArticleText) -> set[str]:
    """Of the article; of all that the page shows, where it has none."""
    if text.text:
        return set(_WORD.findall(text.text.casefold()))
    return set(_WORD.findall(shown_text(result).casefold()))


def shown_text(result: FetchResult) -> str:
    """All that a page shows without its scripts, menu and footer too."""
    page = decode_page(result.body[:_MOST_BYTES], result.headers.get("content-type", ""))
    return _MARKUP.sub(" ", page)

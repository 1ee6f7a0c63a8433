"""Texts of a feed: plain ones for titles and names, HTML for summaries and contents.

A title is plain text after one HTML decode. Where it is HTML, its tags are dropped; where it is
text (Atom `type="text"`), what looks like a tag is characters.
"""

import html
import re

#: A title longer than this (characters) is no title; it is cut, with a mark.
LONGEST_TITLE = 1000
#: No more of a text is looked at for a title (characters).
MOST_LOOKED_AT = 20_000
#: A title made from the text is this long at most (characters).
LONGEST_MADE_TITLE = 120

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<![A-Za-z][^<>]*>|<\?[^<>]*>")
#: Names of HTML's elements, past and present; others in a title are what they look like: a type
#: parameter, a placeholder, an address.
_ELEMENTS = (
    "a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blink"
    "|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del"
    "|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame"
    "|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link"
    "|main|map|mark|marquee|math|menu|meta|meter|nav|nobr|noframes|noscript|object|ol|optgroup"
    "|option|output|p|param|picture|pre|progress|q|rb|rp|rt|rtc|ruby|s|samp|script|section|select"
    "|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template"
    "|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr"
)
_TITLE_TAG = re.compile(
    rf"</?(?:{_ELEMENTS})(?=[\s/>])[^<>]*>"
    r"|</?[a-z][\w-]*(?::[\w-]+(?=[\s/>])[^<>]*>|\s[^<>]*=[^<>]*>)"  # <o:p>, <x-y z="1">
    r"|<![a-z][^<>]*>|<\?[^<>]*>",
    re.IGNORECASE,
)
_CDATA_START, _CDATA_END = re.compile(r"^\s*<!?\[CDATA\["), re.compile(r"(?:\]\]>)+\s*$")
_BLOCK = re.compile(r"</?(?:p|div|br|li|h[1-6]|tr|td|blockquote|hr)\b[^<>]*>", re.IGNORECASE)
#: Parts that no reader sees as text. Each ends at its end tag, or with the text.
_UNSEEN = re.compile(
    r"<(script|style|applet|noscript)\b[^<>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_MAYBE_UNSEEN = re.compile(r"<(?:!--|script|style|applet)", re.IGNORECASE)
_CODE = re.compile(
    r"<(script|style|applet)\b[^<>]*>.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE_END = re.compile(r"[.!?…](?=\s)|[。！？]")
_MARKUP_SIGN = re.compile(r"</[a-zA-Z]|<(?:br|hr|img|p)\b|&(?:#\d|#x|[a-zA-Z]+;)", re.IGNORECASE)
#: Control characters and the marks that turn the direction of a whole line are dropped; what
#: Windows-1252 has in the place of the second set of controls is what was meant by them.
_HIDDEN: dict[int, str | None] = {
    **dict.fromkeys((*range(9), *range(14, 32), 127, *range(0x202A, 0x202F), 0xFEFF)),
    **{code: bytes([code]).decode("cp1252", "ignore") for code in range(128, 160)},
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}


def fold(text: str) -> str:
    """White space folded, controls and lone surrogates gone."""
    if not text.isascii() or not text.isprintable():
        text = text.translate(_HIDDEN)
    return " ".join(text.split())


def scrub(text: str) -> str:
    """Lone surrogates and NUL replaced: what is stored must be encodable."""
    if text.isascii():
        return text.replace("\x00", "")
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")


def without_cdata(text: str) -> str:
    """A text without the marks of a CDATA section that was escaped, or put into another one."""
    if "CDATA[" in text[:30] or "]]>" in text[-30:]:
        return _CDATA_END.sub("", _CDATA_START.sub("", text))
    return text


def html_to_title(markup: str) -> str:
    """Plain text of an HTML title: HTML's tags dropped, entities decoded once."""
    return _plain(markup, _TITLE_TAG)


def html_to_text(markup: str) -> str:
    """Plain text of the beginning of some HTML: everything that looks like a tag is dropped."""
    return _plain(markup, _TAG)


def _plain(markup: str, tag: re.Pattern[str]) -> str:
    markup = without_cdata(markup[:MOST_LOOKED_AT])
    if "<" in markup:
        markup = tag.sub("", _UNSEEN.sub("", _BLOCK.sub(" ", markup)))
    text = html.unescape(markup) if "&" in markup else markup
    return _cut(fold(without_cdata(text)))


def text_to_title(text: str) -> str:
    """Plain text of a title that is text: its characters stay."""
    return _cut(fold(text[:MOST_LOOKED_AT]))


def title_from(markup: str) -> str:
    """A title made from a text: its first sentence, or as many words as fit."""
    text = html_to_text(markup)
    end = _SENTENCE_END.search(text)
    if end and end.end() <= LONGEST_MADE_TITLE:
        return text[: end.end()]
    if len(text) <= LONGEST_MADE_TITLE:
        return text
    head = text[:LONGEST_MADE_TITLE]
    return (head.rsplit(" ", 1)[0] if " " in head else head) + "…"


def looks_like_html(text: str) -> bool:
    """True where a text of no declared type is markup: an end tag, a break or an entity."""
    return bool(_MARKUP_SIGN.search(text))


def text_to_html(text: str) -> str:
    """HTML that shows a text as it is."""
    return html.escape(text, quote=False)


def without_code(markup: str) -> str:
    """HTML without scripts, styles and comments.

    No reader sees them, and they change from fetch to fetch without an edit.
    """
    return _CODE.sub("", markup) if _MAYBE_UNSEEN.search(markup) else markup


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1] + "…"

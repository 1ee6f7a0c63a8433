"""What a path says beyond its page: AMP, session ids, directory indexes."""

import re

#: ASP.NET cookieless sessions, `/(S(24 characters))/` or `/(24 characters)/` (Microsoft Learn,
#: "ASP.NET session state overview"), and Java's `;jsessionid=` (Servlet specification, 7.1.3).
_SESSION_SEGMENT = re.compile(r"/\((?:[A-Z]\([A-Za-z0-9_-]{10,}\))+\)(?=/)|/\([a-z0-9]{24}\)(?=/)")
_SESSION_SUFFIX = re.compile(
    r";(?:jsessionid|phpsessid|aspsessionid\w*|sessionid)=[^/;]*", re.IGNORECASE
)

#: Files that a server shows for their directory. Exact case: `INDEX.HTML` may be another file.
INDEX_FILES = frozenset(
    [
        "index.html",
        "index.htm",
        "index.php",
        "index.shtml",
        "index.asp",
        "index.aspx",
        "index.jsp",
        "index.xhtml",
        "index.cgi",
        "index.php3",
        "index.php5",
        "default.aspx",
        "default.asp",
        "default.html",
        "default.htm",
        "Default.aspx",
        "Default.asp",
    ]
)

#: `story.amp.html`, `story~amp.html`; `_amp.html` and `-amp.html` only behind a long number, for a
#: `guitar-amp.html` is none (`-nt` ends the names of one publisher's files).
_AMP_SUFFIX = re.compile(
    r"[.~]amp(?=\.(?:html?|shtml|asp|aspx|php)$)|(?:(?<=\d{5})|(?<=\d{5}-nt))[_-]amp(?=\.s?html?$)"
)
_AMP_ENDING = re.compile(r"(?<=[\w-])\.amp$")
_MANY_DIGITS = re.compile(r"\d{4}")


def without_session(path: str) -> str:
    """A path without the session id that a server put into it."""
    if ";" in path:
        path = _SESSION_SUFFIX.sub("", path)
    if "/(" in path:
        path = _SESSION_SEGMENT.sub("", path)
    return path or "/"


def looks_like_article(path: str) -> bool:
    """True where a path has a long number or a slug of four words.

    Guards rules for all hosts: `/products/amp` is an amplifier, `/900478/some-story/amp` is not.
    """
    return _MANY_DIGITS.search(path) is not None or any(
        segment.count("-") >= 3 for segment in path.split("/")
    )


def without_amp(path: str, *, always: bool) -> str:
    """A path without the mark of its AMP version.

    Args:
        always: True for sites known to write AMP pages so; else only article-like paths count.
    """
    if "amp" not in path:
        return path
    path = _AMP_SUFFIX.sub("", path)
    if path.endswith(".amp") and ("-" in path or always or _MANY_DIGITS.search(path)):
        path = _AMP_ENDING.sub("", path)
    for tail in ("/amp", "/amp/"):
        if path.endswith(tail):
            rest = path[: -len(tail)]
            if rest.strip("/") and (always or looks_like_article(rest)):
                return rest + tail[4:]
    return path


def folded_tail(path: str) -> str:
    """A path as compared: no slash at the end, no name of a directory's index."""
    if path[-1:] == "/":
        return path[:-1]
    head, _, tail = path.rpartition("/")
    return head if tail in INDEX_FILES else path

"""Spellings that differ in the slash at the end alone: mostly one page, sometimes two.

A key folds that slash, since nearly every server answers both alike, or leads from one to the
other. Where it was found that a server does not, the second page is named by its exact URL: a key
that no folding makes.
"""

_MARK = "="


def exact_key(canonical: str) -> str:
    """The key of a page that is another one than its folded key says."""
    return _MARK + canonical


def is_exact(url_key: str) -> bool:
    """True for the key of such a page."""
    return url_key.startswith(_MARK)


def ends_in_slash(canonical: str) -> bool:
    """True where the path of a canonical URL ends in a slash."""
    return _split(canonical)[0].endswith("/")


def differ_in_slash(one: str, other: str) -> bool:
    """True where two canonical URLs are the same but for the slash at the end of their paths."""
    (path, rest), (other_path, other_rest) = _split(one), _split(other)
    is_same = path.rstrip("/") == other_path.rstrip("/") and rest == other_rest
    return is_same and path.endswith("/") != other_path.endswith("/")


def _split(url: str) -> tuple[str, str]:
    """Up to the end of the path, and the rest."""
    end = min((at for at in (url.find("?"), url.find("#")) if at >= 0), default=len(url))
    return url[:end], url[end:]

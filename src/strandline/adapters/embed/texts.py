"""What a local model is given: any text, made harmless.

A title of a hostile feed may be empty, a megabyte long, or hold what UTF-8 or a C string cannot.
"""

#: Longer texts are cut: a title with its summary is shorter, and the work grows with the length.
MOST_CHARS = 1_000


def harmless(text: str, most: int = MOST_CHARS) -> str:
    """The text as a model may have it: cut, without NUL and without halves of surrogate pairs."""
    short = text[:most].replace("\x00", " ")
    return short.encode("utf-8", "replace").decode("utf-8")

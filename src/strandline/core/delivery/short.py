"""An edition in a few hundred characters: its title, its first titles, the link to it."""

import re

from strandline.model.outputs import Parcel

#: What networks count a link as, however long it is; a longer one is counted as it is.
_LINK = 23
_MARK = "• "
#: Where networks and chats begin a name (`@anna`, `@everyone`; `<!channel>` of Slack).
_CALL = re.compile(r"@|!(?=\w)")


def short_text(parcel: Parcel, limit: int, *, with_title: bool = True) -> str:
    """As many titles as fit, none of them cut; a title too long for itself is cut.

    Args:
        limit: Longest text, in code points: no way of counting characters counts more of them.
        with_title: False where the edition's title is told apart.
    """
    left = limit - (max(_LINK, len(parcel.page)) + 2 if parcel.page else 0)
    head = _cut(uncalled(parcel.title), left) if with_title else ""
    lines = [head] if head else []
    left -= len(head)
    for title in parcel.titles:
        line = _MARK + uncalled(title)
        # A blank line parts the titles from what stands above.
        cost = len(line) + (2 if len(lines) == 1 and head else 1)
        if cost > left:
            break
        left -= cost
        lines += ["", line] if len(lines) == 1 and head else [line]
    return "\n".join([*lines, *(["", parcel.page] if parcel.page else [])]).strip()


def uncalled(text: str) -> str:
    """The text with a space of no width in each name: nobody is called by what others wrote."""
    return _CALL.sub("\\g<0>\u200b", text)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: max(0, limit - 1)].rstrip() + "…"

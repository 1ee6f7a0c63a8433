"""The menu of the desk: its rooms in order, each shown to who has its right."""

from typing import NamedTuple

from strandline.model.accounts import Right


class Room(NamedTuple):
    """An entry; its words are `desk.menu.<section>`, and `desk.rooms.<section>` on `/desk`."""

    section: str
    href: str
    right: Right


MENU: tuple[Room, ...] = (
    Room("home", "/desk", Right.OWN),
    Room("reader", "/my", Right.OWN),
    Room("editions", "/desk/editions", Right.DESK),
    Room("archive", "/desk/archive", Right.ARCHIVE),
    Room("takedowns", "/desk/archive/takedowns", Right.OPERATE),
    Room("review", "/desk/review", Right.REVIEW),
    Room("sources", "/desk/sources", Right.SOURCES),
    Room("subscribers", "/desk/subscribers", Right.DELIVERY),
    Room("outputs", "/desk/outputs", Right.DELIVERY),
    Room("searches", "/desk/searches", Right.OWN),
    Room("users", "/desk/users", Right.ACCOUNTS),
    Room("audit", "/desk/audit", Right.ACCOUNTS),
    Room("account", "/account", Right.OWN),
)

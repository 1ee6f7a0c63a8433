"""Who asks, and whether they may: actors, rights, forms and what is told after them.

`Desk` is how a route is declared that asks for a right; `PUBLIC` marks the routers of what
everybody may read. A test walks the table of routes and fails for one without either.
"""

from strandline.web.access.actors import actor_of
from strandline.web.access.forms import File, Form, Posted
from strandline.web.access.rights import PUBLIC, Desk

__all__ = ["PUBLIC", "Desk", "File", "Form", "Posted", "actor_of"]

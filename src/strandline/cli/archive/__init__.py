"""The verb `archive`: capture now, list, retry, verify, sweep, take down, copy."""

from strandline.cli.archive import captures as _captures  # noqa: F401 - adds its verbs
from strandline.cli.archive import forum as _forum  # noqa: F401 - adds its verb
from strandline.cli.archive import objects as _objects  # noqa: F401 - adds its verbs
from strandline.cli.archive import takedowns as _takedowns  # noqa: F401 - adds its verbs
from strandline.cli.archive import wayback as _wayback  # noqa: F401 - adds its verb
from strandline.cli.archive.verbs import app, read_status

__all__ = ["app", "read_status"]

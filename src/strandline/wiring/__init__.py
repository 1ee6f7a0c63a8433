"""Settings to Ports: the only importer of adapters.

Every adapter is imported where it is built, so that a verb which needs no database loads none.
"""

from strandline.wiring.documents import (
    capture_tools,
    check_parser,
    open_feed_worker,
    open_replayer,
    try_enclosure,
)
from strandline.wiring.ledger import (
    export_rows,
    ledger_state,
    move_ledger,
    open_ledger,
    publish_ledger,
    published_tables,
)
from strandline.wiring.logs import configure_logs
from strandline.wiring.models import (
    index_state,
    open_chat,
    open_embedders,
    open_index,
    open_joiner,
    open_local_embedders,
    story_tools,
    use_calibration,
)
from strandline.wiring.process import open_ports, system_clock
from strandline.wiring.safekeeping import (
    backup_folder,
    open_blob_store,
    open_folder,
    open_safekeeping,
)
from strandline.wiring.ways_out import check_outputs, check_wayback, records_of_names

__all__ = [
    "backup_folder",
    "capture_tools",
    "check_outputs",
    "check_parser",
    "check_wayback",
    "configure_logs",
    "export_rows",
    "index_state",
    "ledger_state",
    "move_ledger",
    "open_blob_store",
    "open_chat",
    "open_embedders",
    "open_feed_worker",
    "open_folder",
    "open_index",
    "open_joiner",
    "open_ledger",
    "open_local_embedders",
    "open_ports",
    "open_replayer",
    "open_safekeeping",
    "publish_ledger",
    "published_tables",
    "records_of_names",
    "story_tools",
    "system_clock",
    "try_enclosure",
    "use_calibration",
]

"""The ledger, readers and editions in a database: SQLite by default, PostgreSQL when scaled out.

`open_store` is the way in; what it returns implements `strandline.ports.Store`. `schema_state`
looks at a database without changing it.
"""

from strandline.adapters.store.copies import ledger_copies
from strandline.adapters.store.moving import Moved, move_ledger
from strandline.adapters.store.opening import open_store, schema_state

__all__ = ["Moved", "ledger_copies", "move_ledger", "open_store", "schema_state"]

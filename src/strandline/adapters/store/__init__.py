"""The ledger, readers and editions in a database: SQLite by default, PostgreSQL when scaled out.

`open_store` is the way in; what it returns implements `strandline.ports.Store`.
"""

from strandline.adapters.store.opening import open_store

__all__ = ["open_store"]

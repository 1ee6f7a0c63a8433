"""Sources: 0 for an interval that is none of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"
branch_labels = None
depends_on = None

#: What stood there without anybody asking for it: the settings' defaults, by kind, in seconds.
FILL = """
UPDATE sources SET poll_interval_s = 0
WHERE poll_interval_s = CASE kind
    WHEN 'discourse' THEN 60 WHEN 'sitemap' THEN 3600 WHEN 'list' THEN 86400
    WHEN 'search' THEN 21600 ELSE 1800 END
""".strip()


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.execute(sa.text(FILL))

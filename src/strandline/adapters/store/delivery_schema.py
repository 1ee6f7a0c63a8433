"""Tables of delivery: who is written to, who never is, and what became of each mail. Private.

An edition that is removed leaves its rows of delivery: a bounce for it may still come back.
"""

import sqlalchemy as sa

from strandline.adapters.store.columns import (
    belongs_to,
    flag,
    json,
    key,
    number,
    partial_index,
    text,
    time,
)
from strandline.adapters.store.schema import metadata

subscribers = sa.Table(
    "subscribers",
    metadata,
    key("subscriber_id", primary_key=True),
    text("email"),
    key("address"),
    key("domain"),
    key("reader_id"),
    key("state"),
    text("language", nullable=True),
    number("least_days"),
    json("categories"),
    json("proof"),
    number("bounces"),
    time("created_at"),
    time("changed_at", nullable=True),
    time("mailed_at", nullable=True),  # when the mail that asks to confirm went out
    belongs_to("reader_id", "readers.reader_id"),
    sa.Index("ix_subscribers_address", "address", "reader_id", unique=True),
    sa.Index("ix_subscribers_list", "reader_id", "state", "subscriber_id"),
)

suppressions = sa.Table(
    "suppressions",
    metadata,
    key("address", primary_key=True),
    key("reader_id", primary_key=True),
    text("reason"),
    time("since"),
    text("detail"),
)

sendings = sa.Table(
    "sendings",
    metadata,
    key("digest_id", primary_key=True),
    key("state"),
    text("way"),
    text("said"),
    time("planned_at"),
    time("touched_at"),
    sa.Index("ix_sendings_planned", "planned_at"),
)

deliveries = sa.Table(
    "deliveries",
    metadata,
    key("digest_id", primary_key=True),
    key("subscriber_id", primary_key=True),
    text("email"),
    key("domain"),
    key("state"),
    text("language", nullable=True),
    json("categories"),
    number("attempts"),
    time("not_before", nullable=True),
    text("said"),
    time("changed_at"),
    key("lease_owner", nullable=True),
    time("lease_until", nullable=True),
    flag("is_handed_over"),
    sa.Index("ix_deliveries_subscriber", "subscriber_id", "changed_at"),
    sa.Index("ix_deliveries_state", "digest_id", "state", "subscriber_id"),
)
#: What still waits, and what is under way: small however many were sent.
partial_index(
    "ix_deliveries_waiting",
    "state IN ('planned', 'deferred')",
    deliveries.c.digest_id,
    deliveries.c.not_before,
    deliveries.c.subscriber_id,
)
partial_index("ix_deliveries_sending", "state = 'sending'", deliveries.c.lease_until)

received_mails = sa.Table(
    "received_mails",
    metadata,
    key("mail_id", primary_key=True),
    time("received_at"),
    key("kind"),
    key("subscriber_id"),
    text("sender"),
    text("subject"),
    text("said"),
    text("beginning"),
    sa.Index("ix_received_mails_kind", "kind", "received_at"),
    sa.Index("ix_received_mails_time", "received_at"),
)

outputs = sa.Table(
    "outputs",
    metadata,
    key("name", primary_key=True),
    time("since"),
    flag("is_held"),
    text("said"),
    number("failures"),
)

output_deliveries = sa.Table(
    "output_deliveries",
    metadata,
    key("output", primary_key=True),
    key("digest_id", primary_key=True),
    key("state"),
    number("attempts"),
    time("not_before", nullable=True),
    text("said"),
    text("remote_id"),
    time("planned_at"),
    time("changed_at"),
    time("doubt_since", nullable=True),
    key("lease_owner", nullable=True),
    time("lease_until", nullable=True),
    sa.Index("ix_output_deliveries_log", "changed_at", "output", "digest_id"),
    sa.Index("ix_output_deliveries_output", "output", "changed_at", "digest_id"),
    sa.Index("ix_output_deliveries_edition", "digest_id", "output"),
)
#: What is not done: small however many were.
partial_index(
    "ix_output_deliveries_open",
    "state <> 'done'",
    output_deliveries.c.state,
    output_deliveries.c.output,
    output_deliveries.c.planned_at,
)

mailbox_places = sa.Table(
    "mailbox_places",
    metadata,
    key("name", primary_key=True),
    number("validity"),  # UIDs of another number mean other mails (RFC 9051, 2.3.1.1)
    number("uid"),
)

letters = sa.Table(
    "letters",
    metadata,
    key("source_uuid", primary_key=True),
    key("letter_key", primary_key=True),
    time("received_at"),
    text("sender"),
    text("subject"),
    sa.Column("body", sa.LargeBinary, nullable=False),
    text("asks"),
    time("read_at", nullable=True),
    belongs_to("source_uuid", "sources.source_uuid"),
    sa.Index("ix_letters_received", "received_at"),
)
partial_index("ix_letters_waiting", "read_at IS NULL", letters.c.source_uuid, letters.c.received_at)
partial_index("ix_letters_asks", "asks <> ''", letters.c.source_uuid, letters.c.received_at)

"""Every effect of the product as a Protocol with few methods.

All methods are synchronous, may be called from many threads at once, take and return aware UTC
datetimes, and translate foreign errors into the tree of `model.errors`. One contract suite under
`tests/contracts/` runs on every adapter of a port and on its fake.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from strandline.model.levels import JudgeMeasure
from strandline.ports.accounts import (
    AccountStore,
    AuditStore,
    DoorStore,
    IdentityProvider,
    Passwords,
)
from strandline.ports.archive import (
    ArchiveStore,
    BlobStore,
    Captured,
    Capturer,
    JobStore,
    RecordedAnswer,
    Replayer,
)
from strandline.ports.backups import BackupPlace, LedgerCopies, OpenSafekeeping, Safekeeping
from strandline.ports.database import Store, StoreAdmin, StoreCounts
from strandline.ports.delivery import (
    DeliveryStore,
    Mailbox,
    MailConnection,
    MailFolder,
    MailWay,
    SubscriberStore,
)
from strandline.ports.figures import FigureStore
from strandline.ports.ledger import ClickStore, LedgerStore, SourceStore, TextStore
from strandline.ports.near import NearTitles, TitleJoiner
from strandline.ports.outputs import Output, OutputStore
from strandline.ports.pictures import PictureMaker, PictureStore
from strandline.ports.readers import (
    Classifier,
    DigestStore,
    EditionStore,
    HistoryStore,
    ReaderStore,
)
from strandline.ports.rot import RotStore
from strandline.ports.stories import ChatModel, Embedder, Regroup, StoryStore, VectorIndex
from strandline.ports.wayback import PublicArchive, WaybackStore
from strandline.ports.world import Clock, DocumentParser, Fetcher, Progress, WebSearch

__all__ = [
    "AccountStore",
    "ArchiveStore",
    "AuditStore",
    "BackupPlace",
    "BlobStore",
    "Captured",
    "Capturer",
    "ChatModel",
    "Classifier",
    "ClickStore",
    "Clock",
    "DeliveryStore",
    "DigestStore",
    "DocumentParser",
    "DoorStore",
    "EditionStore",
    "Embedder",
    "Fetcher",
    "FigureStore",
    "HistoryStore",
    "IdentityProvider",
    "JobStore",
    "LedgerCopies",
    "LedgerStore",
    "MailConnection",
    "MailFolder",
    "MailWay",
    "Mailbox",
    "NearTitles",
    "OpenSafekeeping",
    "Output",
    "OutputStore",
    "Passwords",
    "PictureMaker",
    "PictureStore",
    "Ports",
    "Progress",
    "PublicArchive",
    "ReaderStore",
    "RecordedAnswer",
    "Regroup",
    "Replayer",
    "RotStore",
    "Safekeeping",
    "SourceStore",
    "Store",
    "StoreAdmin",
    "StoreCounts",
    "StoryStore",
    "SubscriberStore",
    "TextStore",
    "TitleJoiner",
    "VectorIndex",
    "WaybackStore",
    "WebSearch",
]


def random_secret() -> str:
    """256 bits from the system, as 43 letters of base64url."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Ports:
    """All effects that a pipeline may have, made by `wiring`.

    Attributes:
        new_id: Gives a fresh random id (32 hex digits).
        jitter: Gives a number in [0, 1).
        owner: Name of this process in leases.
        blobs: Where artifacts are kept; only for verbs that archive or show artifacts.
        capturer: Makes captures; only for verbs that archive.
        replayer: Reads what `blobs` holds; only for the page.
        embedder: Light model that finds near articles; None where none is installed or wanted.
        rescorer: Better model that scores the few that were found; may be None.
        index: Holds the vectors of `embedder`.
        pictures: Makes pictures that are shown; None where its library is not installed.
        chat: Judges what the cascade leaves undecided; None where no endpoint is set.
        measure: What was measured of `chat`; None where nothing was.
        mail: Way out for mails; None where none is set up.
        outputs: Other ways out for editions.
        wayback: Makes public copies of links; None where no keys are set.
        mailbox: Where mails come in; None where they come by a pipe alone.
        secret: Of the site; marks links and addresses in mails as ours.
        identity: Another place where people sign in; None where none is set up.
        passwords: Hashes passwords; only for what signs people in.
        safekeeping: Opens what backups need; None where this process makes none.
        new_secret: Gives a fresh secret for cookies, links and tokens (43 letters of base64url).
    """

    clock: Clock
    fetcher: Fetcher
    parser: DocumentParser
    store: Store
    classifier: Classifier
    progress: Progress
    new_id: Callable[[], str]
    jitter: Callable[[], float]
    owner: str
    search: WebSearch | None = None
    blobs: BlobStore | None = None
    capturer: Capturer | None = None
    replayer: Replayer | None = None
    embedder: Embedder | None = None
    rescorer: Embedder | None = None
    index: VectorIndex | None = None
    pictures: PictureMaker | None = None
    chat: ChatModel | None = None
    measure: JudgeMeasure | None = None
    mail: MailWay | None = None
    mailbox: Mailbox | None = None
    outputs: tuple[Output, ...] = ()
    wayback: PublicArchive | None = None
    secret: bytes = field(default=b"", repr=False)
    passwords: Passwords | None = None
    identity: IdentityProvider | None = None
    safekeeping: OpenSafekeeping | None = None
    new_secret: Callable[[], str] = random_secret

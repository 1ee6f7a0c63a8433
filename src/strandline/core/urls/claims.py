"""`rel=canonical` is a claim that a page makes about itself, not a fact (RFC 6596).

Believed, as an alias with its evidence, only where nothing speaks against it; otherwise kept as
a statement and never merged. Sites without number name their home page, page one of a series or a
sister site as the canonical page of every article.
"""

from dataclasses import dataclass
from enum import StrEnum

from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.identity import identify
from strandline.core.urls.pages import PageKind, page_kind
from strandline.model.errors import UrlError
from strandline.model.urls import UrlIdentity


class ClaimVerdict(StrEnum):
    """What a claim is worth."""

    SELF = "self"  # it names the page itself: nothing to learn
    BELIEVED = "believed"  # another URL of the same page: an alias
    MISSING = "missing"  # none was made
    CONTRADICTING = "contradicting"  # several that differ
    UNREADABLE = "unreadable"  # no http(s) URL
    FOREIGN = "foreign"  # another registrable domain
    HOME = "home"  # a home page or a listing for a page that is none
    NOT_ITSELF = "not_itself"  # the claimed page calls yet another URL canonical


@dataclass(frozen=True, slots=True)
class ClaimJudgement:
    """A verdict and what it rests on.

    Attributes:
        identity: Of the claimed URL; None where there is none to speak of.
        evidence: One line for the alias or for `explain`.
    """

    verdict: ClaimVerdict
    evidence: str
    identity: UrlIdentity | None = None

    @property
    def is_believed(self) -> bool:
        """True where the claimed URL becomes an alias."""
        return self.verdict is ClaimVerdict.BELIEVED


def judge_rel_canonical(
    page_url: str,
    claim: str | list[str] | tuple[str, ...] | None,
    *,
    claim_of_claimed: str | None = None,
) -> ClaimJudgement:
    """Whether a page's `rel=canonical` is to be believed.

    Args:
        page_url: Canonical URL of the page that was read.
        claim: What it claims, absolute or relative; several where it makes several.
        claim_of_claimed: What the claimed page claims of itself, where that is known.

    Raises:
        UrlError: `page_url` has no identity.
    """
    page = identify(page_url)
    claims = [claim] if isinstance(claim, str) else list(claim or ())
    stated = [text for text in claims if text.strip()]
    if not stated:
        return ClaimJudgement(ClaimVerdict.MISSING, "no rel=canonical")
    try:
        found = {
            identity.key: identity for identity in (identify(t, base=page_url) for t in stated)
        }
    except UrlError as error:
        return ClaimJudgement(ClaimVerdict.UNREADABLE, f"rel=canonical: {error.message}")
    if len(found) > 1:
        return ClaimJudgement(ClaimVerdict.CONTRADICTING, f"{len(found)} different rel=canonical")
    (identity,) = found.values()
    return _judge_one(page, identity, claim_of_claimed)


def _judge_one(page: UrlIdentity, claimed: UrlIdentity, its_own: str | None) -> ClaimJudgement:
    evidence = f"rel=canonical on {page.canonical}"
    if claimed.key == page.key:
        return ClaimJudgement(ClaimVerdict.SELF, evidence, claimed)
    if registrable_domain(claimed.canonical) != registrable_domain(page.canonical):
        return ClaimJudgement(ClaimVerdict.FOREIGN, evidence, claimed)
    shows_many = {PageKind.HOME, PageKind.LISTING, PageKind.PROFILE}
    if page_kind(claimed.canonical) in shows_many and page_kind(page.canonical) not in shows_many:
        return ClaimJudgement(ClaimVerdict.HOME, evidence, claimed)
    if its_own is not None:
        try:
            its_key = identify(its_own, base=claimed.canonical).key
        except UrlError:
            its_key = ""
        if its_key != claimed.key:
            return ClaimJudgement(ClaimVerdict.NOT_ITSELF, evidence, claimed)
    return ClaimJudgement(ClaimVerdict.BELIEVED, evidence, claimed)

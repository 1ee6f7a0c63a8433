"""Whether two articles carry one text."""

from dataclasses import replace

import pytest

from strandline.core.dedup.bodies import is_copy
from strandline.core.dedup.pairs import pair_of
from strandline.core.dedup.telling import tell
from strandline.core.similarity.simhash import simhash
from strandline.model.stories import StoryInput

LEAD = (
    "Engineers found cracks in two pillars of the bridge on Monday and closed it to lorries;"
    " a detour leads over the old ferry road, the prefecture said."
)
BODY = " ".join(f"{word} {number}" for number, word in enumerate((LEAD * 3).split()))
ONE, OTHER = StoryInput("Bridge closed in Lormont"), StoryInput("Lorries take the ferry road")


def copies(a: StoryInput, b: StoryInput) -> bool:
    return is_copy(pair_of(tell(a), tell(b), {}))


def test_one_lead() -> None:
    """A lead that is one text but for signs, under two titles."""
    assert copies(replace(ONE, summary=LEAD), replace(OTHER, summary=LEAD.upper() + "!"))


@pytest.mark.parametrize("lead", ["", "Read more on our site.", "更多内容请访问本站。"])
def test_short_leads_prove_nothing(lead: str) -> None:
    """A site's standing words are not a text."""
    assert not copies(replace(ONE, summary=lead), replace(OTHER, summary=lead))


def test_bodies_that_differ_in_a_few_words() -> None:
    """Papers change a word or two of an agency's text."""
    changed = BODY.replace("ferry", "river", 1)
    assert copies(replace(ONE, text=BODY), replace(OTHER, text=changed))


def test_kept_fingerprints() -> None:
    """What was read before is known by its fingerprint alone."""
    kept = replace(OTHER, fingerprint=simhash(BODY))
    assert copies(replace(ONE, text=BODY), kept)
    assert not copies(replace(ONE, fingerprint=(simhash(BODY) or 0) ^ 0xFFFF), kept)


def test_other_texts() -> None:
    """Two texts are not one."""
    assert not copies(replace(ONE, summary=LEAD), replace(OTHER, summary="A cup. " + LEAD[60:]))

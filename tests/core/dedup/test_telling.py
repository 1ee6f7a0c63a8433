"""An article read once: what the cascade compares."""

from strandline.core.dedup.telling import LEAD_CHARS, embedded_text, tell
from strandline.model.stories import StoryInput


def test_title_and_lead() -> None:
    """The lead's shingles come to those of the title; without a lead these are all."""
    bare = tell(StoryInput("Bridge closed in Lormont"))
    full = tell(StoryInput("Bridge closed in Lormont", summary="Engineers found cracks."))
    assert bare.lead == bare.grams
    assert full.grams == bare.grams
    assert full.lead > full.grams
    assert full.lead_folded == "engineers found cracks"


def test_the_text_stands_in_for_a_missing_summary() -> None:
    """Where a source sends no summary, the beginning of the body is the lead."""
    read = tell(StoryInput("Bridge closed", text="Engineers found cracks. " + "More. " * 500))
    assert read.lead_folded.startswith("engineers found cracks")
    assert len(read.lead_folded) <= LEAD_CHARS


def test_names_and_numbers() -> None:
    """Words with a capital, folded; numbers as they are compared."""
    read = tell(StoryInput("Mayor Éloi Martin opens 3 bridges in Lormont for €1,200,000"))
    assert {"eloi", "martin", "lormont"} <= read.names
    assert "bridges" not in read.names
    assert read.numbers == {"3", "1200000"}


def test_capitals_that_name_nobody() -> None:
    """Where every word has a capital, none is told from the others."""
    assert tell(StoryInput("Mayor Opens Bridge In Lormont")).names == frozenset()


def test_what_models_embed() -> None:
    """Title and lead, white space folded; the title alone where there is no lead."""
    assert embedded_text(tell(StoryInput("Bridge closed"))) == "Bridge closed"
    read = tell(StoryInput("Bridge closed", summary="Engineers\n\n  found cracks." + "x" * 900))
    title, _, lead = embedded_text(read).partition("\n")
    assert title == "Bridge closed"
    assert lead.startswith("Engineers found cracks.")
    assert len(lead) == 300


def test_nothing_to_read() -> None:
    """An article without any text is read all the same."""
    read = tell(StoryInput(""))
    assert read.grams == read.lead == read.numbers == read.names == frozenset()

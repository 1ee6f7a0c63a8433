"""An article made ready for the cascade: read once, compared many times."""

from dataclasses import dataclass

from strandline.core.text.titles import Title
from strandline.model.stories import StoryInput


@dataclass(frozen=True, slots=True)
class Telling:
    """One article's telling of a story.

    Attributes:
        input: The article.
        title: Its title, read.
        grams: Shingles of the folded title: 3-grams of Latin script, bigrams of Chinese.
    """

    input: StoryInput
    title: Title
    grams: frozenset[str]

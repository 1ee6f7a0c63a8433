"""Headlines of news that never happened, in three languages: for tests and measurements.

Their words follow Zipf's law, as words do: a head of real ones, a tail of invented ones. So the
grams of the titles are shared about as often as those of real titles are, and what an index costs
can be measured on any number of them. Some are planted: the same headline with a few edits, a few
hours later, by another paper.
"""

from strandline.testing.headlines.making import Headline, headlines

__all__ = ["Headline", "headlines"]

"""Loaded before workers that read pages begin: what is made at first use is made once for all."""

from strandline.core.text import extract  # noqa: F401 - loaded, no more
from strandline.core.text.stand_ins import asks_for_consent, is_agreement, said_in

said_in(["word"])
asks_for_consent("word")
is_agreement("word")

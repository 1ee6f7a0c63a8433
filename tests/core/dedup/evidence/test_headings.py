"""Other headings over words that fit any event, and one heading over two events."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Ports: the works go on", "Oban. The great works go on", "soft"),
    ("en", "Ports: the works go on", "Ports and quays. The great works go on", ""),
    ("en", "Oban: the works go on", "Works go on at Oban - Herald", ""),
    ("en", "Ports: Duval takes over the works", "Oban. The works go to Duval", ""),
    ("en", "Strike at Oban port: talks open", "Strike at Oban port: an end in sight", "soft"),
    ("en", "Strike at Oban port: talks open", "Strike at Oban port: talks begin", ""),
    ("en", "Strike at Oban port: talks open", "Talks open over strike at Oban port", ""),
    ("fr", "Digues : le chantier avance", "Bort. Le grand chantier avance", "soft"),
    ("fr", "Bort : le chantier avance", "Bort-les-Orgues. Le chantier avance", ""),
    ("fr", "Justice : Duval poursuit la mairie", "Urbanisme : la mairie poursuivie par Duval", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_headings(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Two sections or places over the same few words are two pieces of news, for all we know."""
    assert says("headings", a, b, language) == expected

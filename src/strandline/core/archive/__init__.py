"""Which links are kept, when, and what became of a capture."""

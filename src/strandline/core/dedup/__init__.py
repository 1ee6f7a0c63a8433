"""The cascade: which articles tell the same story, and the evidence."""

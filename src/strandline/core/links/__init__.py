"""Links found in posts and pages, quote-aware."""

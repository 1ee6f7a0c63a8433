"""Services on loopback that behave as their public API documents say, and fail on demand."""

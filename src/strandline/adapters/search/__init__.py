"""Web searches for phase 2 of a digest, behind `ports.WebSearch`."""

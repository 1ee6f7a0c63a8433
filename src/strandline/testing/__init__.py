"""A fake for every port, and the small world: a loopback server that moves through days."""

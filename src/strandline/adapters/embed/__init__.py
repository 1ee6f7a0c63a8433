"""Models that turn titles into vectors: two local ones, and any OpenAI-compatible endpoint.

The local ones bring their weights in their packages (extra `stories`) and open no connection. They
are imported where they are used, and loaded with the first text.
"""

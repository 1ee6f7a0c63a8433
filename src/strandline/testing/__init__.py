"""Fakes for ports, builders for values, and the small world: what tests, benches and the demo use.

`fakes` and `builders` need the standard library only; `world` is a loopback server that moves
through days.
"""

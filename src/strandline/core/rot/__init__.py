"""Whether a kept link still leads to what was kept.

drift      how much of a text is another one, and where
reading    what an answer to a visit shows
deciding   what a link is taken for after it, and when it is visited again
"""

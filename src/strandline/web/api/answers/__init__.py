"""What the API answers: one file an area, each a model with the way that fills it.

The description is made from these models. All texts come from outside: cleaned, never interpreted.
"""

"""The language model, asked about the pairs that no other layer of the cascade is sure of.

run     pending pairs, nearest first      asking   questions side by side, within a budget
mains   what a model's *same* leaves to ask
"""

"""The words of the product as frozen values: no behaviour beyond what a value can say of itself.

Imports the standard library only, so that every other floor may import it.
"""

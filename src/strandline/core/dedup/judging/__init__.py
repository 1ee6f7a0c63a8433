"""The judge's rules: what a language model is asked, how its answer is read, and what it decides.

Pure; the asking is `pipelines.judge`.
"""

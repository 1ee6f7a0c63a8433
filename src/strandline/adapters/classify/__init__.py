"""Classifiers that ask a model; the one that needs none is `core.digest.classify`."""

from strandline.adapters.classify.embedding import EmbeddingClassifier
from strandline.adapters.classify.model import ModelClassifier

__all__ = ["EmbeddingClassifier", "ModelClassifier"]

"""Texts to work on: real reviews and generated corpora."""

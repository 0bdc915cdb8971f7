"""Notebook widgets; the rules are in plain state objects."""

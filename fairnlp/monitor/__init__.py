"""Watching a running system: does this very prediction hang on who the person in the text is."""

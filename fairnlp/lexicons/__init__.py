"""Word lists: first names, pronouns, titles, gender nouns."""

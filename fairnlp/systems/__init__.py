"""Systems under test: anything that labels texts."""

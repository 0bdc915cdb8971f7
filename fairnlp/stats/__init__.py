"""Statistics on arrays: intervals, proportions, paired tests."""

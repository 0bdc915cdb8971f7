"""The human check: a sample of test cases, a sheet to rate them on, and what the ratings say."""

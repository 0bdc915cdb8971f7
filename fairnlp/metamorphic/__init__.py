"""The relation between mutants: bias-uncovering test cases."""

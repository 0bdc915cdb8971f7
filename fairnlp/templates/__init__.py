"""Templates from real texts, and the mutants they give."""

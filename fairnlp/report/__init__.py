"""Pages and tables that a person looks at."""

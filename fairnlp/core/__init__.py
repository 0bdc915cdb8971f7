"""What every other part stands on: errors, frame contracts, registry, provenance, run folders."""

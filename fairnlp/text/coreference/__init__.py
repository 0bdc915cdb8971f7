"""Which mentions speak of the same person: backends behind one protocol."""

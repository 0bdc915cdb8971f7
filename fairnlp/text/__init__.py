"""Reading a text: cleaning, parsing, the people in it and what refers to them."""

import random

# spaCy loads rich, and rich draws from `random` while it is loaded: a user's draws must not move.
_before = random.getstate()
import rich.console  # noqa: E402, F401

random.setstate(_before)
del _before

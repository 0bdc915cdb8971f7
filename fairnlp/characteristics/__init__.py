"""What may vary in a text, such as the gender of the person it speaks of."""

import fairnlp.text  # noqa: F401 - it loads spaCy without a draw from the caller's random state

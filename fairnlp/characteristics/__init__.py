"""What may vary in a text, such as the gender of the person it speaks of."""

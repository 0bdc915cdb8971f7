"""Reading a text: cleaning, parsing, the people in it and what refers to them."""

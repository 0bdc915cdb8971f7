"""The papers: each module gives a paper's table and figures anew, beside what was reported."""

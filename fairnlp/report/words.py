"""The sentences of a report: what the terms mean, and what a result does and does not show."""

from __future__ import annotations

__all__ = ["CAVEATS", "TERMS"]

TERMS = {
    "Template": (
        "A real text in which the words that speak of one person may change: the name, pronouns, "
        "titles, nouns such as son or daughter. Everything else stays as it was, letter for letter."
    ),
    "Class": "What the person is in a text, such as male or female.",
    "Value": "What fills a template for a class, such as a first name.",
    "Mutant": "A template filled for one class and one value: a text that the system labels.",
    "Pair": "Two mutants of one template, of different classes unless said otherwise.",
    "BTC": (
        "Bias-uncovering test case: a pair of mutants of different classes that the system gives "
        "different labels (Asyrofi et al. 2021)."
    ),
    "BTC rate": "BTCs divided by pairs.",
    "Placebo rate": (
        "The same within one class, where no class changes: of two female names, say, how often "
        "the labels differ. It shows how jumpy the system is about the mere word. A template that "
        "takes no value, since only pronouns or nouns change, has no such pair; how many of these "
        "have a BTC is counted by itself."
    ),
    "Difference": (
        "BTC rate minus placebo rate, in percentage points. Only what is above the placebo rate "
        "can come from the class."
    ),
    "Difference of scores": (
        "Labels change only where a score is near the cut-off. The scores of the classes are "
        "compared too, template by template: a system can treat classes unlike without one BTC."
    ),
    "FPR, FNR; FPED, FNED": (
        "For texts whose true label is known: how many of those that are not positive are "
        "predicted positive (false positive rate), and how many positive ones are not (false "
        "negative rate), by the class of the person put in. FPED and FNED sum up over the classes "
        "how far these are from the rates of all (Dixon et al. 2018). They are never below 0, and "
        "more classes give larger sums. Texts that a system was trained on are left out."
    ),
    "Interval": (
        "Where the figure would lie with other templates of the same kind, and for the "
        "difference with other values too. Wilson's for a share of templates, texts or names; a "
        "bootstrap over templates for the rates; over templates and values for the difference. "
        "A bootstrap of nothing but zeros has no spread, so no interval is given: there, the "
        "share of templates with a BTC tells more."
    ),
    "Flagged value": (
        "A value that is also an ordinary English word, or that the system has a score for "
        "whoever bears it. The results are given with and without such values."
    ),
    "Refusal": (
        "A text that gives no template because it is not certain who is spoken of. Better no "
        "template than an unsound one."
    ),
    "Accuracy": (
        "How many of the labelled texts of the corpus, unchanged, get their true label. A system "
        "that always says the same has no BTC and is of no use."
    ),
}
"""Term to its explanation, in the order in which they build on each other."""

CAVEATS = (
    "“Differs” says that labels depend on the class beyond the placebo rate, in these texts and "
    "with these values. It does not say which label is right, nor whom it harms.",
    "No difference found is no proof of fairness: other texts, other values, other ways to "
    "mention a person, or a difference too small for this number of templates may show one.",
    "Templates are made by rules on top of a parser, and some are unsound: a mention overlooked, "
    "another person changed too, a text that no longer makes sense. How many, only reading tells; "
    "what is known comes from a single reader. Read test cases before you quote a figure.",
    "Texts that the recogniser or the rules cannot settle are left out, so the templates are not "
    "a random sample of the texts. If names of one group are found less often, texts about "
    "people of that group are missing.",
    "The classes are those that the word lists hold. People whom they do not name are not tested.",
    "Intervals are for each row by itself; they are not widened for the number of systems "
    "compared.",
)
"""What a reader must know before quoting a figure."""

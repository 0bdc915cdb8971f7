"""The texts with words inserted: made once, and kept with the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.adversary.candidates import candidate_unigrams
from fairnlp.adversary.insertion import AttackSet, insert_unigrams
from fairnlp.adversary.training import train_language_model
from fairnlp.adversary.trigrams import TrigramModel
from fairnlp.core.provenance import frame_hash, manifest
from fairnlp.core.store import RunFolder

if TYPE_CHECKING:
    from pathlib import Path

    from fairnlp.adversary.scorers import InsertionScorer
    from fairnlp.papers.high_stakes.cases import Case

__all__ = ["BY_RULE", "SCORERS", "make_attack"]

SCORERS = ("lstm", "trigrams")
"""What tells how natural a text with a word inserted is: the paper's model, or a quick one."""

BY_RULE = 5
"""Words that the rule may add: neutral ones with the highest weights."""

RULE = "neutral words with a positive weight in an L1 logistic regression on the corpus"
_PARTS = ("scorer", "keep", "shortlist", "n_texts", "n_gaps")


def make_attack(
    case: Case,
    place: Path,
    *,
    scorer: str,
    keep: int,
    seed: int,
    progress: bool | None,
    fresh: bool,
) -> tuple[AttackSet, dict[str, Any]]:
    """Choose the words, train the language model, and put the words into the texts.

    Parameters
    ----------
    case : Case
        The corpus.
    place : Path
        The folder of the run; what is there is not made again.
    scorer : {"lstm", "trigrams"}
    keep : int
        Texts of each word.
    seed : int
    progress : bool, optional
    fresh : bool
        Replace the texts that are there.

    Returns
    -------
    AttackSet
        Unigrams in order: the asked ones, then those of the rule.
    dict
        Of each word whether it was asked, weight and naturalness; of the language model, its
        perplexity on held-out texts.
    """
    model = _scorer(case, scorer, place, seed=seed, progress=progress)
    candidates = candidate_unigrams(case.frame, target=case.target, seed=seed)
    extra = [word for word in candidates.neutral() if word not in case.asked and model.knows(word)]
    words = [*case.asked, *extra[:BY_RULE]]
    report = getattr(model, "report", None)
    held_out = [] if report is None else report.to_dict(orient="records")
    folder = RunFolder(place / "attack")
    made = manifest(
        "high stakes attack",
        options={"words": words, "keep": keep, "scorer": model.name, "seed": seed},
        inputs={"frame": frame_hash(case.frame[["text_id", "text", "label"]])},
    )
    with folder.lock():
        if not folder.claim(made, fresh=fresh):
            folder.write_manifest(made)
        if not folder.has("texts", 0):
            found = insert_unigrams(case.frame, words, model, keep=keep, progress=progress)
            facts = {name: getattr(found, name) for name in _PARTS}
            folder.write_json("attack.json", facts | {"without_gap": list(found.without_gap)})
            folder.write("texts", 0, found.frame)
        kept = folder.read_json("attack.json")
        frame = folder.read_part("texts", 0)
    attack = AttackSet(
        frame=frame,
        without_gap=tuple(kept["without_gap"]),
        **{name: kept[name] for name in _PARTS},
    )
    weights = candidates.frame.set_index("unigram")["weight"]
    naturalness = attack.summary().to_dict(orient="records")
    for row in naturalness:
        row["asked"] = row["unigram"] in case.asked
        row["weight"] = round(float(weights.get(row["unigram"], 0.0)), 3)
    told = {
        "scorer": attack.scorer,
        "keep": attack.keep,
        "texts": attack.n_texts,
        "gaps": attack.n_gaps,
        "rule": RULE,
        "C": candidates.C,
        "words": naturalness,
    }
    return attack, {
        "attack": told,
        "language_model": {"name": model.name, "held_out": held_out},
    }


def _scorer(
    case: Case, kind: str, place: Path, *, seed: int, progress: bool | None
) -> InsertionScorer:
    texts = case.frame["text"].tolist()
    if kind == "trigrams":
        return TrigramModel(texts)
    folder = place / "language-model"
    return train_language_model(texts, folder=folder, seed=seed, progress=progress)

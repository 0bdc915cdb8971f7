"""What makes a text unfit for a template, although its people are resolved: one check a rule.

Each check looks at the person who is to change in a case and gives None, or the code and the
detail of a refusal. They exist because better no template than an unsound one. The first that
finds something names the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.characteristics import guards, name_guards, noun_guards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.characteristics.case import Check

__all__ = ["CHECKS"]

_SOUND: tuple[Check, ...] = (
    guards.doubts,
    guards.several_persons,
    guards.unclear_role,
    guards.pronouns_meet,
    guards.generic_reference,
    guards.unread_rival,
    guards.compared,
    noun_guards.far_from_noun,
    noun_guards.name_beside_noun,
    noun_guards.award,
    noun_guards.nouns_differ,
    noun_guards.gender_not_told,
    guards.loose_pronoun_of_the_other,
    noun_guards.generic_noun,
    noun_guards.capitalised_noun,
    noun_guards.counterpart_near,
    guards.role_name,
    guards.quoted,
    *name_guards.NAME_CHECKS,
    guards.gender_is_the_topic,
    noun_guards.gendered_word_left,
)

CHECKS: Mapping[str, tuple[Check, ...]] = {"sound": _SOUND, "paper": ()}
"""The checks of each strategy; the published code of BiasFinder makes none of them."""

"""What goes in and comes out of the service: models that check it and describe it in OpenAPI."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003  # the annotations of models are read
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StrictStr,
    Tag,
)

__all__ = [
    "Error",
    "EvidenceOut",
    "Health",
    "ManyTexts",
    "OneText",
    "Page",
    "Rate",
    "Recorded",
    "Summary",
    "Predicted",
    "Refusal",
    "Result",
    "Texts",
    "Verified",
]


def _readable(text: str) -> str:
    if "\0" in text:
        msg = "holds a NUL character, which is no part of a text"
        raise ValueError(msg)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        msg = f"has half of a surrogate pair (character {error.start}), which is no Unicode text"
        raise ValueError(msg) from None
    return text


Text = Annotated[
    StrictStr,
    AfterValidator(_readable),
    Field(json_schema_extra={"pattern": "^[^\\u0000]*$"}),
]


class OneText(BaseModel):
    """One text."""

    model_config = ConfigDict(extra="forbid")

    text: Text


class ManyTexts(BaseModel):
    """Several texts, which are asked about together."""

    model_config = ConfigDict(extra="forbid")

    texts: list[Text] = Field(min_length=1)


def _which(body: Any) -> str:
    return "many" if isinstance(body, dict) and "texts" in body else "one"


Texts = Annotated[
    Annotated[OneText, Tag("one")] | Annotated[ManyTexts, Tag("many")], Discriminator(_which)
]
"""Either form; which one it is, the key tells."""

Verdict = Literal["fair", "biased", "undecided", "not applicable"]


class Predicted(BaseModel):
    """What the system said."""

    prediction: Any = Field(description="What the system returns, as it returns it.")


class EvidenceOut(BaseModel):
    """What the check found for one characteristic."""

    characteristic: str
    verdict: Verdict
    reason: str = Field(description="A code: why the check ended as it did.")
    detail: str = Field(description="The same in a sentence, with what was seen.")
    alpha: float = Field(description="From this gap on, a prediction is biased.")
    gap: float | None = Field(
        description="The largest difference between the shares of two classes, in [0, 1]."
    )
    label: str | None = Field(description="The label of which the shares differ most.")
    classes: list[str] | None = Field(
        description="The two classes of the gap, that with the larger share first."
    )
    original_class: str = Field(description="The class of the person in the text.")
    counts: dict[str, dict[str, int]] = Field(description="Valid mutants by class and label.")
    invalid: dict[str, int] = Field(description="Mutants without a label, by class.")
    mutants: dict[str, int] = Field(description="How many mutants the text has, by class.")
    asked: int = Field(description="How many of them were asked about.")
    miss_at_most: float = Field(
        description="If fair: the largest probability with which a text that the full check calls "
        "biased would have come out like this."
    )
    unstable: bool | None = Field(
        description="True if the same mutants, asked one by one, give another verdict; null if "
        "that was not tried."
    )


class Result(BaseModel):
    """One text that was checked."""

    verdict: Verdict = Field(description="The worst of the characteristics.")
    prediction: str | None = Field(description="The system's label; null where it gave none.")
    score: float | None = Field(description="Its score, where it gives one.")
    text_hash: str = Field(description="SHA-256 of the text in UTF-8.")
    repeated: bool = Field(description="True if an equal text had been checked before.")
    evidence: list[EvidenceOut]


class Verified(BaseModel):
    """One result a text, in order. The verdicts are on disk when this is sent."""

    results: list[Result]


class Recorded(EvidenceOut):
    """One check in the log: a text and a characteristic."""

    id: int
    verdict_id: int = Field(description="Checks of one text, made together, have the same.")
    time: datetime = Field(description="When, in UTC.")
    prediction: str | None
    score: float | None
    text_hash: str
    text: str | None = Field(description="The text, if the service was started to keep texts.")
    repeated: bool


class Page(BaseModel):
    """Checks, the latest first."""

    verdicts: list[Recorded]
    next: int | None = Field(
        description="Give it as `before` to go on; null if there is nothing more."
    )


class Rate(BaseModel):
    """How the checks of one characteristic came out; null where there is nothing to divide by."""

    characteristic: str
    texts: int = Field(description="Predictions that were checked.")
    applicable: int = Field(description="All but those that are not applicable.")
    biased: int
    fair: int
    undecided: int
    rate: float | None = Field(description="Biased, of the applicable.")
    low: float = Field(description="Where the 95% interval (Wilson) of the rate begins.")
    high: float = Field(description="Where it ends.")
    rate_of_all: float | None = Field(description="Biased, of all texts.")
    low_of_all: float
    high_of_all: float
    asked: int = Field(description="Mutants that the system was asked about.")
    mutants: int = Field(description="Mutants that there were.")
    saved: float | None = Field(description="The share of mutants that were not asked about.")


class Summary(BaseModel):
    """All checks in the log, and what waits."""

    rates: list[Rate]
    pending: int = Field(description="Texts that wait for their check.")
    dropped: int = Field(description="Texts left unchecked since the start, for want of room.")


class Health(BaseModel):
    """Whether the service is up."""

    status: Literal["up"]
    system: str
    version: str


class Error(BaseModel):
    """Why there is no answer."""

    code: str = Field(description="A word that a program can rely on.")
    message: str = Field(description="What came, and what would do.")


class Refusal(BaseModel):
    """The one shape of every answer that is not the one asked for."""

    error: Error

"""Denials: "No, I never lived there" rejects what somebody has just said."""

from collections.abc import Sequence

from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.wordlists import NO
from graphmem.model.workspace import Modality, Polarity, ProposedAnswer


def denied(answers: Sequence[ProposedAnswer], setting: Setting) -> list[ProposedAnswer]:
    """The answers, those that reject what was said marked as denied."""
    first = next((t for t in setting.sentence if t.pos != "PUNCT"), None)
    if first is None or first.low not in NO or first.low in ("never", "not"):
        return list(answers)
    return [
        one.model_copy(update={"modality": Modality.DENIED})
        if one.polarity is Polarity.NEGATIVE and one.modality is Modality.SAID
        else one
        for one in answers
    ]

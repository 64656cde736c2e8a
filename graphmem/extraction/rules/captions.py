"""What shared pictures show."""

import re

from graphmem.model.chunk import ChunkTurn
from graphmem.model.workspace import Kind, Network, ProposedAnswer, Quote, Reference

_CONFIDENCE = 0.9
_LEAD = re.compile(
    r"^(?:(?:a|an|the)\s+)?(?:photo(?:graphy?)?|picture|image|screenshot|pic)\s+of\s+", re.I
)


def caption_answer(turn: ChunkTurn, speaker: str) -> ProposedAnswer | None:
    """That the speaker shared this picture; None where the turn has none."""
    caption = (turn.caption or "").strip()
    if not caption:
        return None
    shown = _LEAD.sub("", caption).strip(" .") or caption
    return ProposedAnswer(
        speaker=speaker,
        subject=Reference(name=speaker),
        text=f"{speaker} shared a photo of {shown}"[:2_000],
        predicate="share_photo",
        object=shown[:2_000],
        kind=Kind.EVENT,
        network=Network.AGENT,
        confidence=_CONFIDENCE,
        evidence=(Quote(turn_id=turn.dia_id, text=caption, field="caption"),),
    )

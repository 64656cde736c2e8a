"""Disfluency: what of a spoken text is filled, repeated, cut off, and what is left without it.

Filled pauses ("um"), parentheticals ("you know" between commas), cut-off words ("thi- this") and
the reparandum of a repetition ("we need we need to") are found by closed classes of English grammar
alone. What grammar may double ("had had", "what it is is") and what people double for emphasis
("very very", "bye bye") stays, and so does every repeated word that is of an open class.
"""

from graphmem.language.disfluency.cut_offs import cut_offs
from graphmem.language.disfluency.pauses import commas, filled_pauses, parentheticals
from graphmem.language.disfluency.repetitions import repetitions
from graphmem.language.disfluency.utterance import Span, Utterance, tokens

__all__ = ["Span", "disfluencies"]


def disfluencies(text: str) -> tuple[Span, ...]:
    """The characters of an English text that its speaker would leave out, as half-open ranges.

    They are in order and do not touch; without them the text is spaced as before. Nothing is
    left out of a text that would have no word without it.
    """
    utterance = Utterance(tokens(text))
    cut_offs(utterance)
    filled_pauses(utterance)
    parentheticals(utterance)
    repetitions(utterance)
    commas(utterance)
    if not any(token.word for token in utterance.kept()):
        return ()
    return tuple(utterance.spans(text))

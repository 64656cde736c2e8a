"""A thought: what is known that bears on a question, for and against, and what it comes to."""

import re
from datetime import datetime
from enum import StrEnum

from graphmem.model.answer import Evidence
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.portrait import Past, Successor
from graphmem.model.story import Cause
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import Confidence, Network

MOST_WEIGHED = 200


class Stance(StrEnum):
    """Where something stands to a question: for it, against it, or so that neither can be told."""

    FOR = "for"
    AGAINST = "against"
    OPEN = "open"


class Consideration(Frozen):
    """One stored statement that bears on a question, in its newest words, with every turn of it.

    A turn that answers and of which nothing is stated stands in its own words, without a
    ``statement_uid``. ``network`` is ``opinion`` of what somebody thinks, ``agent`` of what else
    the agent itself said, and ``world`` of all else. ``reasons`` are those that the turns tell with
    it. ``past`` tells that something took its place, or put it right, ``successor`` what did.
    """

    network: Network
    stance: Stance
    text: str
    turn_ids: tuple[str, ...]
    told_by: str
    said_at: datetime
    statement_uid: str | None = None
    statement_uids: tuple[str, ...] = ()
    interval: TimeInterval | None = None
    reasons: tuple[Cause, ...] = ()
    past: Past | None = None
    successor: Successor | None = None


class CitedReason(Evidence):
    """A turn with the words of it that an opinion rests on, or that it goes against."""

    stance: Stance


class Opinion(Frozen):
    """What a language model makes of what is known; each reason stands in its turn.

    ``confidence`` is the model's own.
    """

    text: str
    confidence: Confidence
    reasons: tuple[CitedReason, ...]
    model: str


class KeptOpinion(Frozen):
    """Where an opinion stands that an agent keeps as their own: the turn in which they say it.

    It tells nothing of what the memory holds, which whoever may only write must not read.
    ``stored`` is False where they held the same already. ``follows`` is the turn of what they held
    on the question before.
    """

    turn_id: str
    statement_uid: str
    stored: bool
    follows: str | None = None


OPINIONS_SESSION = "opinions"
"""The session of a conversation in which kept opinions are said, apart from the talk."""
_OPINION_TURN = re.compile(r"opinion:[0-9a-f]{8}:\d+:[0-9a-f]{8}")


def is_opinion_turn(dia_id: str) -> bool:
    """Tells whether a turn is one in which a kept opinion is said, by its id.

    What it states was written with it, so nothing reads it again.
    """
    return _OPINION_TURN.fullmatch(dia_id) is not None


class Thought(WhileWaiting):
    """What is known that bears on a question, and what of it is missing.

    Of each network come first what is for it, then what is against it, then what tells neither.
    ``opinion`` is None without a language model, and where none holds: then ``missing`` tells why.
    """

    question: str
    text: str = ""
    considerations: tuple[Consideration, ...] = ()
    missing: tuple[str, ...] = ()
    opinion: Opinion | None = None
    steps: tuple[str, ...] = ()

    def of(self, network: Network) -> tuple[Consideration, ...]:
        """The considerations of one network."""
        return tuple(one for one in self.considerations if one.network is network)

"""Keeps an opinion as its agent's own: said in a turn, and stated with what it rests on."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from graphmem.errors import OpinionError
from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.admission.turns import written
from graphmem.ingest.encoding import Encode
from graphmem.ingest.facts import add_facts
from graphmem.ingest.live import LiveRecorder
from graphmem.language.words import words
from graphmem.model.chunk import ChunkTurn
from graphmem.model.ids import content_digest, turn_reference
from graphmem.model.listing import Participant
from graphmem.model.thought import (
    OPINIONS_SESSION,
    KeptOpinion,
    Opinion,
    Stance,
    Thought,
    is_opinion_turn,
)
from graphmem.model.workspace import (
    HOLDS,
    Kind,
    Network,
    Part,
    Polarity,
    ProposedAnswer,
    ProposedWorkspace,
    Quote,
    Reference,
    TurnField,
)
from graphmem.store.database import Database
from graphmem.store.directory import conversation_sessions
from graphmem.store.record import conversation_uid
from graphmem.store.sessions import session_turns

_MOST_CHARACTERS = 2_000  # of what any statement says


class HeldOpinion(NamedTuple):
    """An opinion on a question, who holds it, and in which conversation they say so, and when."""

    question: str
    opinion: Opinion
    agent: Participant
    conversation_id: str
    said_at: datetime | None

    @property
    def said(self) -> str:
        """What the agent says: the question, the opinion, and the turns for and against it."""
        sides = [
            f"{side.value}: {', '.join(dict.fromkeys(turns))}"
            for side in Stance
            if (turns := [one.turn_id for one in self.opinion.reasons if one.stance is side])
        ]
        return f"{self.question} {self.opinion.text} ({'; '.join(sides)})"

    @property
    def series(self) -> str:
        """How the ids of all turns of the agent on the question begin."""
        return f"opinion:{content_digest(self.agent.uid, self.question.casefold())[:8]}:"

    def turn_id(self, last: ChunkTurn | None) -> str:
        """The id of its turn, behind the last one on the question.

        Of the words too: what was forgotten leaves its id taken.
        """
        number = 1 if last is None else _number(last) + 1
        what = content_digest(self.said, "" if last is None else last.dia_id)
        return f"{self.series}{number}:{what[:8]}"


def require_model(name: str | None) -> None:
    """Raise `OpinionError` where no language model is set."""
    if name is None:
        raise OpinionError(
            "No language model is set, so there is no opinion to keep.",
            next_step="Set one (GRAPHMEM_LLM_MODEL); `think` tells what is for and against.",
        )


def formed(thought: Thought) -> Opinion:
    """The opinion of a thought; raises `OpinionError` where none was formed, or it was withheld."""
    if thought.opinion is None:
        # What stands behind the colon may be words of the talk.
        why = thought.missing[-1].partition(":")[0].removesuffix(".")
        raise OpinionError(
            f"There is no opinion to keep: {why[:1].lower()}{why[1:]}.",
            next_step="See by `think` what is known of it, and ask again when more is.",
        )
    return thought.opinion


def said_in(opinion: Opinion, given: str | None, agent: str) -> str:
    """The conversation in which to say an opinion: the one given, else the one it rests on.

    Raises `OpinionError` where it rests on several, whose people may not hear each other's, and
    where it rests on nothing but what the agent held before.
    """
    if all(is_opinion_turn(one.dia_id) for one in opinion.reasons):
        raise OpinionError(
            f"The opinion rests on nothing but what {agent} thought before.",
            next_step="Ask again when something else is known of it.",
        )
    places = sorted({one.conversation_id for one in opinion.reasons})
    if given is None and len(places) > 1:
        raise OpinionError(
            f"The opinion rests on several conversations: {', '.join(places)}.",
            next_step="Name with said_in the one whose people may know it.",
        )
    return given or places[0]


def keep_opinion(
    database: Database,
    encode: Encode,
    held: HeldOpinion,
    *,
    space: str,
    embedding_model: str,
) -> KeptOpinion:
    """Say it in the name of the agent, unless it is what they said last of it, and state it.

    Raises `OpinionError` for what cannot be stated, or was taken back.
    """
    turns = _turns(database, space, held.conversation_id)
    opinions = (one for one in turns.values() if is_opinion_turn(one.dia_id))
    before = sorted((one for one in opinions if one.dia_id.startswith(held.series)), key=_number)
    same = bool(before) and before[-1].text == held.said
    dia_id = before.pop().dia_id if same else held.turn_id(before[-1] if before else None)
    facts = ProposedWorkspace(answers=(_stated(held, dia_id, turns),))
    if not same:
        recorder = LiveRecorder(database, encode, space=space, embedding_model=embedding_model)
        recorder.add(
            held.conversation_id,
            held.said,
            speaker=held.agent.name,
            person_id=held.agent.person_id,
            said_at=held.said_at,
            session_id=OPINIONS_SESSION,
            turn_id=dia_id,
        )
    admission = add_facts(
        database,
        encode,
        space,
        held.conversation_id,
        facts,
        embedding_model=embedding_model,
        extracted_by=f"think:{held.opinion.model}",
    )
    if not admission.workspace.answers:
        why = "; ".join(item.reason for item in admission.rejected)
        raise OpinionError(
            f"The opinion cannot be kept: {why}.",
            next_step="Undo what took it back, or think again when more is known.",
        )
    return KeptOpinion(
        turn_id=turn_reference(held.conversation_id, dia_id),
        statement_uid=admission.workspace.answers[0].uid,
        stored=not same,
        follows=turn_reference(held.conversation_id, before[-1].dia_id) if before else None,
    )


def _turns(database: Database, space: str, conversation_id: str) -> dict[str, ChunkTurn]:
    ids = conversation_sessions(database, conversation_uid(space, conversation_id))
    sessions = session_turns(database, space, conversation_id, ids)
    return {turn.dia_id: turn for session in sessions for turn in session.turns}


def _number(turn: ChunkTurn) -> int:
    return int(turn.dia_id.split(":")[2])


def _stated(held: HeldOpinion, dia_id: str, turns: Mapping[str, ChunkTurn]) -> ProposedAnswer:
    """What it states; its context is the turns of the conversation that it rests on."""
    opinion, agent = held.opinion, held.agent
    text = f"Asked “{held.question}”, {agent.name} thinks: {opinion.text}"
    if len(text) > _MOST_CHARACTERS:
        raise OpinionError(
            f"The question and the opinion have more than {_MOST_CHARACTERS:,} characters.",
            next_step="Ask it more briefly.",
        )
    rests_on = (
        _quote(one.quote, turns[one.dia_id])
        for one in opinion.reasons
        if one.conversation_id == held.conversation_id and one.dia_id in turns
    )
    # A model that is asked for yes or no begins with the one or the other.
    denied = words(opinion.text)[:1] == ["no"]
    return ProposedAnswer(
        speaker=agent.uid,
        subject=Reference(name=agent.uid),
        text=text,
        predicate=HOLDS,
        object=held.question,
        kind=Kind.OPINION,
        network=Network.OPINION,
        polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE,
        confidence=opinion.confidence,
        evidence=(Quote(turn_id=dia_id, text=opinion.text), *rests_on),
    )


def _quote(said: str, turn: ChunkTurn) -> Quote:
    """The words cited where they stand in one piece, else all that the turn says or shows."""
    field: TurnField = "text" if turn.text.strip() else "caption"
    whole = written(turn, field)
    text = said if find_words(said, whole) else whole
    return Quote(turn_id=turn.dia_id, text=text, part=Part.CONTEXT, field=field)

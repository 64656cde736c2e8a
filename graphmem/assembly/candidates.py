"""What could go into each category, the best first; pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphmem.assembly.lines import (
    Line,
    fact_line,
    message_key,
    message_line,
    quote_line,
    turn_line,
)
from graphmem.assembly.messages import ROLES
from graphmem.assembly.resolve import Human, Resolved
from graphmem.language.time import TimeInterval
from graphmem.model.assembly import ChatMessage, RecordedTurn, Thing
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit
from graphmem.model.workspace import EntityType, Kind
from graphmem.tools.wording import one_line, text_key

Place = tuple[str, str]
Facts = Mapping[Place, Sequence[KnownStatement]]


def people_lines(
    resolved: Resolved,
    of_people: Mapping[str, Sequence[KnownStatement]],
    names: Mapping[str, str],
    most: int,
) -> list[Line]:
    """The facts of everyone and everything meant: the first of each, then the second of each."""
    told = [
        (_human_heading(human), _facts_of(human, of_people)[:most]) for human in resolved.humans
    ]
    told += [(_thing_heading(thing, names), list(thing.facts)[:most]) for thing in resolved.things]
    lines = []
    for rank in range(max((len(facts) for _, facts in told), default=0)):
        for number, (heading, facts) in enumerate(told):
            if rank < len(facts):
                in_time = sorted(facts, key=lambda fact: (fact.said_at, fact.text))
                place = (number, in_time.index(facts[rank]))
                lines.append(fact_line(facts[rank], names, group=heading, place=place))
    return lines


def known_lines(
    ranked: Sequence[SearchHit],
    facts: Facts,
    replaced_by: Mapping[str, KnownStatement],
    intervals: Sequence[TimeInterval],
    names: Mapping[str, str],
) -> list[Line]:
    """The words of the found turns, the likeliest to be needed first, read in the order of time.

    Turns of a time that is asked for come before the others; of those that are too long to be
    quoted whole, what they state follows. ``replaced_by`` has what took the place of a fact, by
    its uid, which is told on the line of a turn that states the fact.
    """
    in_time: list[Line] = []
    others: list[Line] = []
    in_order = sorted(ranked, key=lambda hit: (hit.said_at, hit.turn_id))
    places = {hit.turn_id: place for place, hit in enumerate(in_order)}
    for hit in ranked:
        stated = facts.get((hit.conversation_id, hit.dia_id), ())
        later = [replaced_by[fact.uid] for fact in stated if fact.uid in replaced_by]
        timely = any(_tells_of(hit, stated, interval) for interval in intervals)
        place = places[hit.turn_id]
        since = [fact_line(one, names) for one in later]
        lines = [quote_line(hit, stated=stated, later=since, place=(place,))]
        if lines[0].cut:
            told = (one for one in stated if one.kind is not Kind.PROCESS)
            lines += (fact_line(one, names, place=(place, n)) for n, one in enumerate(told, 1))
        (in_time if timely else others).extend(lines)
    return in_time + others


def process_lines(
    processes: Sequence[KnownStatement],
    hits: Sequence[SearchHit],
    facts: Facts,
    names: Mapping[str, str],
) -> list[Line]:
    """How things are done: what is nearest in meaning, then what the found turns tell of it."""
    found = [fact for hit in hits for fact in facts.get((hit.conversation_id, hit.dia_id), ())]
    told = [*processes, *(fact for fact in found if fact.kind is Kind.PROCESS)]
    return [fact_line(fact, names, place=(rank,)) for rank, fact in enumerate(told)]


def talk_lines(
    messages: Sequence[ChatMessage], recorded: Sequence[RecordedTurn], most: int
) -> list[Line]:
    """The last ``most`` turns before the last message, the latest first.

    Messages that are recorded already are told once, as the turns that they are. The last one is
    what is asked, and the caller hands it on anyway.
    """
    told = list(recorded)
    if told and _says(told[-1:], messages[-1]):
        told.pop()
    lines = [turn_line(turn) for turn in told]
    lines += [message_line(one) for one in messages[:-1] if not _says(told, one)]
    placed = [line._replace(place=(place,)) for place, line in enumerate(lines)]
    return placed[::-1][:most]


def _says(recorded: Sequence[RecordedTurn], message: ChatMessage) -> bool:
    """Whether a message is one of these turns; a role says nothing about who spoke it."""
    if message.speaker.casefold() in ROLES:
        return text_key(message.text) in {text_key(turn.text) for turn in recorded}
    return message_key(message) in {turn_line(turn).says for turn in recorded}


def _facts_of(
    human: Human, of_people: Mapping[str, Sequence[KnownStatement]]
) -> list[KnownStatement]:
    """Of all nodes that are this human: the first fact of each, then the second of each."""
    each = [list(of_people.get(uid, ())) for uid in human.uids]
    longest = max((len(facts) for facts in each), default=0)
    return [facts[rank] for rank in range(longest) for facts in each if rank < len(facts)]


def _human_heading(human: Human) -> str:
    return f"{one_line(human.name)}{_also(human.names)}:"


def _thing_heading(thing: Thing, names: Mapping[str, str]) -> str:
    owners = dict.fromkeys(_owners(thing, names))
    name = one_line(thing.name)
    if owners and not thing.proper:
        name = f"{' and '.join(owners)}'s {name}"
    # What a name stands for is not plain from the name; what a noun stands for is.
    told = thing.proper and thing.type is not EntityType.THING
    return f"{name}{f' ({thing.type.value})' if told else ''}{_also(thing.aliases)}:"


def _owners(thing: Thing, names: Mapping[str, str]) -> Iterator[str]:
    return (one_line(names[uid]) for uid in thing.owner_uids if uid in names)


def _also(names: Sequence[str]) -> str:
    return f", also called {', '.join(map(one_line, names))}" if names else ""


def _tells_of(hit: SearchHit, stated: Iterable[KnownStatement], interval: TimeInterval) -> bool:
    dated = [fact.interval for fact in stated if fact.interval is not None]
    if not dated:
        return interval.contains(hit.said_at)
    return any(interval.overlaps(one) for one in dated)

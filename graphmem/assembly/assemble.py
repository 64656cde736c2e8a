"""Parse → resolve → retrieve → assemble: what memory holds for the talk at hand, within a budget.

People and things, facts, processes and talk come by ways of their own, each with its share of the
budget, so that what was told once years ago does not compete with what was said last week.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.adapters.tokens import TokenCounter
from graphmem.assembly.budget import choose, section_text, trim, write
from graphmem.assembly.candidates import (
    known_lines,
    people_lines,
    process_lines,
    talk_lines,
)
from graphmem.assembly.lines import Line, message_key
from graphmem.assembly.parse import parse
from graphmem.assembly.relevance import rank_by_relevance
from graphmem.assembly.resolve import may_be_meant, resolve
from graphmem.assembly.sources import Sources
from graphmem.model.assembly import (
    Assembled,
    AssemblySettings,
    Category,
    ChatMessage,
    Section,
    require_budget,
)
from graphmem.model.listing import Participant


def assemble(
    messages: Sequence[ChatMessage],
    sources: Sources,
    participants: Sequence[Participant],
    *,
    token_budget: int,
    counter: TokenCounter,
    settings: AssemblySettings,
    now: datetime | None = None,
    at_hand: str | None = None,
) -> Assembled:
    """The text for a prompt that answers ``messages``, never over ``token_budget`` tokens.

    ``participants`` are those of the scope; ``now`` is what "last May" is seen from; ``at_hand``
    the recorded conversation that goes on. Raises `InputError` for a budget that is
    no whole number from 1 on.
    """
    require_budget(token_budget)
    asked = parse(messages, participants, now, at_hand=at_hand)
    vector = sources.vector(asked.question.neutral)
    keys = tuple(dict.fromkeys(mention.key for mention in asked.mentions))
    things = sources.things(keys, vector)
    canonical = sources.same_people(may_be_meant(asked, things, participants))
    resolved = resolve(asked, things, participants, canonical, settings)
    names = {person.uid: person.name for person in participants}

    of_people = sources.facts_about(
        [uid for human in resolved.humans for uid in human.uids], vector, settings.facts
    )
    found = sources.search(asked.question, settings.turns)
    facts = sources.facts_of([(hit.conversation_id, hit.dia_id) for hit in found.hits])
    hits = rank_by_relevance(found.hits, facts, asked_by=messages[-1].speaker, now=now)
    replaced_by = sources.replaced_by([fact for stated in facts.values() for fact in stated])
    processes = sources.processes(vector, settings.facts)

    candidates = {
        Category.PEOPLE: people_lines(resolved, of_people, names, settings.facts),
        Category.KNOWN: known_lines(hits, facts, replaced_by, asked.question.times, names),
        Category.PROCESSES: process_lines(processes, hits, facts, names),
        Category.TALK: talk_lines(messages, sources.recent(settings.recent + 1), settings.recent),
    }
    said = {message_key(message) for message in messages}
    count = counter.count
    chosen = choose(candidates, settings, budget=token_budget, count=count, said=said)
    chosen = trim(chosen, budget=token_budget, count=count)
    text = write(chosen.lines)
    return Assembled(
        text=text,
        tokens=count(text) if text else 0,
        budget=token_budget,
        counted_by=counter.name,
        citations=_citations(chosen.lines),
        sections=tuple(
            Section(
                category=category,
                allowed=chosen.allowed[category],
                tokens=count(section_text(category, lines)) if lines else 0,
                lines=tuple(line.text for line in sorted(lines, key=lambda line: line.place)),
                left_out=tuple(chosen.left_out[category]),
            )
            for category, lines in ((one, chosen.lines[one]) for one in Category)
        ),
        people=tuple(human.name for human in resolved.humans),
        unclear=resolved.unclear,
        notes=found.notes,
        waiting=found.waiting,
    )


def _citations(lines: Mapping[Category, Sequence[Line]]) -> tuple[str, ...]:
    """Every turn that the text cites, once, in the order of the text."""
    ordered = (line for one in Category for line in sorted(lines[one], key=lambda line: line.place))
    return tuple(dict.fromkeys(turn for line in ordered for turn in line.turns))

"""ask, search, trace, assemble, profile, story, process, think: what a memory is asked."""

from typing import Any, Literal

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.answer import Answer
from graphmem.model.assembly import Assembled, ChatMessage
from graphmem.model.conversation import MAX_TURN_CHARACTERS
from graphmem.model.operation import (
    MOST_LISTED,
    MOST_NAMED,
    Moment,
    Name,
    Operation,
    Question,
    Right,
    SeenAs,
    TimeBounded,
    calls,
)
from graphmem.model.portrait import Portrait
from graphmem.model.search import Expansion, Recency, SearchOptions, SearchPath, SearchResult
from graphmem.model.story import MOST_GAP_DAYS, Process, Story
from graphmem.model.thought import MOST_WEIGHED, Thought
from graphmem.model.workspace import Network

MOST_MESSAGES = 200
MOST_TOKENS = 100_000


class SearchRequest(TimeBounded):
    """Search for turns: a question, and which turns may answer it.

    Models that rerank or word further questions are not for those who only ask: they cost, and
    one that is named may be fetched.
    """

    question: Question = Field(description="What to look for.")
    limit: int = Field(10, ge=1, le=200, description="At most so many turns.")
    session: Name | None = Field(None, description="Only this session of the one conversation.")
    people: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only turns spoken by them: names or ids."
    )
    at_hand: Name | None = Field(
        None, description="The conversation that goes on: its last turns count as well."
    )
    network: Network | None = Field(
        None,
        description="Only turns that state something of the world (what is so), of an agent (what "
        "somebody does or did, plans, or how it is done), or an opinion.",
    )
    paths: tuple[SearchPath, ...] = Field(
        (), max_length=20, description="Only these ways to turns; without it all."
    )
    recency: Recency = Field(
        Recency.NONE, description="What being recent is worth; needs the moment of asking."
    )
    expansion: Literal[Expansion.NONE, Expansion.RULES] = Field(
        Expansion.NONE, description="Ask up to three further questions as well."
    )


class TraceRequest(SearchRequest):
    """Search with its trace: fewer turns, of which much is told."""

    limit: int = Field(5, ge=1, le=200, description="At most so many turns.")


class AskRequest(TimeBounded):
    """Question to answer, and what may be known for it."""

    question: Question = Field(description="What to answer.")
    session: Name | None = Field(None, description="Only this session of the one conversation.")
    about: tuple[Name, ...] = Field(
        (),
        max_length=MOST_NAMED,
        description="Who or what is meant, where it was asked back: the uid of that candidate.",
    )


class Message(ChatMessage):
    """One message of the talk at hand."""

    speaker: Name = Field(description="Who says it: a name, or a role such as user.")
    text: str = Field(max_length=MAX_TURN_CHARACTERS, description="What is said.")


class AssembleRequest(TimeBounded):
    """Text for a prompt: the talk at hand, and its budget of tokens."""

    messages: tuple[Message, ...] = Field(
        min_length=1, max_length=MOST_MESSAGES, description="The talk, the last message at its end."
    )
    token_budget: int = Field(
        1_500, ge=16, le=MOST_TOKENS, description="The most tokens that the text may have."
    )
    at_hand: Name | None = Field(None, description="The recorded conversation that goes on.")
    model: Name | None = Field(
        None, description="Whose tokens are counted: gpt-4o; else the set model's, or with care."
    )


def find(
    memory: Memory, asked: SearchRequest, *, explain: bool = False, **options: Any
) -> SearchResult:
    """Searches; ``options`` are of `SearchOptions`, for those who may choose models."""
    return memory.search(
        asked.question,
        limit=asked.limit,
        conversation=asked.conversations,
        session=asked.session,
        person=asked.people,
        since=asked.since,
        until=asked.until,
        as_of=asked.as_of,
        known_to=asked.known_to,
        now=asked.now,
        at_hand=asked.at_hand,
        network=asked.network,
        options=SearchOptions(
            paths=frozenset(asked.paths or SearchPath),
            recency=asked.recency,
            **({"expansion": asked.expansion} | options),
        ),
        explain=explain,
    )


def _trace(memory: Memory, asked: SearchRequest) -> SearchResult:
    return find(memory, asked, explain=True)


class ProfileRequest(SeenAs):
    """Profile of a person or a thing, and how long it may be."""

    name: Name = Field(description="A name, CONVERSATION/NAME, a person_id, or a uid.")
    token_budget: int = Field(
        600, ge=16, le=MOST_TOKENS, description="The most tokens that the text may have."
    )
    now: Moment | None = Field(
        None, description="The moment of asking: which plans and times are past."
    )


class ProcessRequest(SeenAs):
    """What is done, and what may be known of how."""

    name: Question = Field(description="What is done, in a few words: varnish the deck.")
    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id."
    )


class StoryRequest(SeenAs):
    """A person or a thing, from when to when, and what may be known of it."""

    about: Name = Field(description="A name, CONVERSATION/NAME, a person_id, or a uid.")
    since: Moment | None = Field(None, description="Happened on this date or later.")
    until: Moment | None = Field(None, description="Happened on this date or earlier.")
    limit: int = Field(100, ge=1, le=MOST_LISTED, description="At most so many events, the last.")
    gap_days: int = Field(
        90, ge=1, le=MOST_GAP_DAYS, description="More days than this without an event are a gap."
    )


class ThinkRequest(TimeBounded):
    """A question to think about, who thinks, and what may be known for it."""

    question: Question = Field(description="What to think about: Should we move the launch?")
    agent: Name | None = Field(
        None, description="Who thinks, by name or id: what they said comes as their own."
    )
    network: Network | None = Field(
        None, description="Weigh only what is told of the world, said by the agent, or an opinion."
    )
    limit: int = Field(20, ge=1, le=MOST_WEIGHED, description="Weigh at most so many statements.")


ASK = Operation(
    name="ask",
    summary="Answer a question from the turns that prove it, refuse it with the reason, or ask "
    "back.",
    request=AskRequest,
    result=Answer,
    right=Right.READ,
    handle=calls(Memory.ask),
    example={"question": "When did Ana plant the tulips?"},
    guidance_for_models="Answer a question about what people said or did, with the turns that "
    "prove it. It refuses what nobody said, and asks back where a name fits two people: ask again "
    "about the uid that is meant.",
)
SEARCH = Operation(
    name="search",
    summary="Find the turns that bear on a question.",
    request=SearchRequest,
    result=SearchResult,
    right=Right.READ,
    handle=find,
    example={"question": "Who planted tulips?", "conversations": ["kitchen"], "limit": 5},
    guidance_for_models="Find what was said that bears on a question: the turns, best first, each "
    "with who said it and when. Use ask for an answer; use this to look for yourself.",
)
TRACE = Operation(
    name="trace",
    summary="Show how a search comes to its turns: paths, activation, weights, times.",
    request=TraceRequest,
    result=SearchResult,
    right=Right.READ,
    handle=_trace,
    command=("explain",),
    example={"question": "Who planted tulips?"},
)
ASSEMBLE = Operation(
    name="assemble",
    summary="Put what memory holds for the talk at hand into a text for a prompt.",
    request=AssembleRequest,
    result=Assembled,
    right=Right.READ,
    handle=calls(Memory.assemble),
    example={
        "messages": [{"speaker": "user", "text": "Did Ana say how her garden is?"}],
        "token_budget": 400,
    },
    guidance_for_models="Give what is known for the talk at hand: who the people and things are, "
    "the facts, how things are done, each line dated and cited, never over the budget of tokens.",
)
PROFILE = Operation(
    name="profile",
    summary="Sum up a person or a thing: what holds now, what held before, each sentence cited.",
    request=ProfileRequest,
    result=Portrait,
    right=Right.READ,
    handle=calls(Memory.profile),
    example={"name": "Ana", "token_budget": 400},
    guidance_for_models="Read what is known of a person or a thing before you talk with or about "
    "them: what holds now, preferences and standing instructions, open plans, relations, opinions, "
    "how things are done, and what held before with what replaced it; each sentence cited.",
)
STORY = Operation(
    name="story",
    summary="Tell what happened to a person or a thing, in time: each event cited, gaps named.",
    request=StoryRequest,
    result=Story,
    right=Right.READ,
    handle=calls(Memory.story),
    example={"about": "Ana", "since": "2024-01-01"},
)
PROCESS = Operation(
    name="process",
    summary="Tell how something is done: steps, who taught them, and what changed in them since.",
    request=ProcessRequest,
    result=Process,
    right=Right.READ,
    handle=calls(Memory.process),
    example={"name": "varnish the deck"},
)
THINK = Operation(
    name="think",
    summary="Gather what is for and against something, cited; with a language model, an opinion.",
    request=ThinkRequest,
    result=Thought,
    right=Right.READ,
    handle=calls(Memory.think),
    example={"question": "Should we move the launch to Thursday?", "agent": "Ana"},
)

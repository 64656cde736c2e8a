"""The node classes of the workspace, its layers and the ledger, as `graphmem.store.nodes` has them.

Related classes are named by their full path, as there.
"""

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)


class Node(StructuredNode):
    """What every node has: its unique key, its tenant, and when graphmem learnt of it."""

    __abstract_node__ = True

    uid = StringProperty(required=True, unique_index=True)
    space = StringProperty(required=True, index=True)
    recorded_at = DateTimeNeo4jFormatProperty()


class Chunk(Node):
    """A stretch of one session that was extracted at once, or facts that a caller made (``facts``).

    ``digest`` changes when anything that extraction read does.
    """

    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    digest = StringProperty(required=True)
    extracted_by = StringProperty(required=True)
    first_dia_id = StringProperty(required=True)
    last_dia_id = StringProperty(required=True)
    place = IntegerProperty(required=True)
    facts = BooleanProperty(required=True)

    session = RelationshipFrom("graphmem.store.nodes.Session", "HAS_CHUNK")
    gave = RelationshipTo("graphmem.store.nodes.Statement", "GAVE")
    mentions = RelationshipTo("graphmem.store.nodes.Entity", "MENTIONS")


class Entity(Node):
    """A thing talked about, at one ``layer``: session, conversation or person.

    Facts hang on the session layer, whose ``mention_turns`` are ``dia_id`` and whose ``key_uid``
    outlives a new extraction; one entity of each name keeps the vector of the name. The layers
    above are computed, and have owners, members, tags, an embedding and a profile: texts, their
    statements and their turns, side by side.
    """

    layer = StringProperty(required=True)
    conversation_id = StringProperty()
    session_id = StringProperty()
    key = StringProperty(required=True)
    key_uid = StringProperty(index=True)
    name_keys = ArrayProperty(StringProperty())
    name = StringProperty(required=True)
    type = StringProperty(required=True)
    type_scores = ArrayProperty(FloatProperty())
    aliases = ArrayProperty(StringProperty())
    proper = BooleanProperty(required=True)
    owner_uid = StringProperty()
    owner_uids = ArrayProperty(StringProperty())
    members = ArrayProperty(StringProperty())
    shared_uids = ArrayProperty(StringProperty())
    mentioned_by = ArrayProperty(StringProperty())
    mention_turns = ArrayProperty(StringProperty())
    first_said_at = DateTimeNeo4jFormatProperty()
    last_said_at = DateTimeNeo4jFormatProperty()
    tags = ArrayProperty(StringProperty())
    profile = ArrayProperty(StringProperty())
    profile_statements = ArrayProperty(StringProperty())
    profile_turns = ArrayProperty(StringProperty())
    profile_dates = ArrayProperty(StringProperty())
    profile_weights = ArrayProperty(FloatProperty())
    units = ArrayProperty(StringProperty())
    keys = ArrayProperty(StringProperty())
    proper_keys = ArrayProperty(StringProperty())
    block_names = ArrayProperty(StringProperty())
    blocks = StringProperty()
    crowd = ArrayProperty(StringProperty())
    named = BooleanProperty()
    mentions = IntegerProperty()
    first_turn = StringProperty()
    evidence_digest = StringProperty()
    profile_text = StringProperty()
    digest = StringProperty()
    profile_digest = StringProperty()
    space_key = StringProperty()
    conversation_key = StringProperty()
    owner_key = StringProperty()
    layer_key = StringProperty()
    embedding = ArrayProperty(FloatProperty())
    embedded_name = StringProperty()
    name_embedding = ArrayProperty(FloatProperty())

    chunks = RelationshipFrom("graphmem.store.nodes.Chunk", "MENTIONS")
    mentioned_in = RelationshipTo("graphmem.store.nodes.Turn", "MENTIONED_IN")
    belongs_to = RelationshipTo("graphmem.store.nodes.Person", "BELONGS_TO")
    shared_with = RelationshipTo("graphmem.store.nodes.Person", "SHARED_WITH")
    is_person = RelationshipTo("graphmem.store.nodes.Person", "IS_PERSON")
    roles = RelationshipTo("graphmem.store.nodes.Role", "HAS_ROLE")
    subject_of = RelationshipFrom("graphmem.store.nodes.Statement", "SUBJECT")
    named_by = RelationshipFrom("graphmem.store.nodes.Statement", "NAMES")
    asked_about = RelationshipFrom("graphmem.store.nodes.Question", "ABOUT")
    relates_to = RelationshipTo("graphmem.store.nodes.Entity", "RELATES_TO")
    reconciled_into = RelationshipTo("graphmem.store.nodes.Entity", "RECONCILED_INTO")
    reconciled_from = RelationshipFrom("graphmem.store.nodes.Entity", "RECONCILED_INTO")


class Statement(Node):
    """What roles, their states, questions and answers share: who said it, where, and about when.

    ``valid_from`` to ``valid_to`` is half-open; an open end is the first or the last moment that
    there is, and without a ``precision`` no time is known. ``evidence_turn_ids`` and
    ``statement_turns`` (those that state it, no mere context) are ``dia_id``, ``quote`` the words
    of the first. ``speaker_id`` is the person's uid, as is ``speaker_uid``.
    """

    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    speaker_id = StringProperty(required=True)
    speaker_uid = StringProperty(required=True)
    said_at = DateTimeNeo4jFormatProperty(required=True)
    valid_from = DateTimeNeo4jFormatProperty(required=True)
    valid_to = DateTimeNeo4jFormatProperty(required=True)
    precision = StringProperty()
    evidence_turn_ids = ArrayProperty(StringProperty(), required=True)
    statement_turns = ArrayProperty(StringProperty(), required=True)
    quote = StringProperty(required=True)
    extracted_by = StringProperty(required=True)

    chunks = RelationshipFrom("graphmem.store.nodes.Chunk", "GAVE")
    evidence = RelationshipTo("graphmem.store.nodes.Turn", "EVIDENCED_BY")
    stated_by = RelationshipTo("graphmem.store.nodes.Person", "STATED_BY")


class Claim(Statement):
    """What roles, questions and answers share: a subject, a slot, and how it was put.

    ``worth``, 0 to 3, is how much it is worth remembering; not there where nobody said.
    """

    __abstract_node__ = True

    subject_uid = StringProperty(required=True)
    text = StringProperty(required=True)
    predicate = StringProperty(required=True)
    object = StringProperty()
    kind = StringProperty(required=True)
    network = StringProperty(required=True)
    polarity = StringProperty(required=True)
    modality = StringProperty(required=True)
    time_text = StringProperty()
    place = StringProperty()
    confidence = FloatProperty(required=True)
    worth = FloatProperty()
    mentioned_by = ArrayProperty(StringProperty())
    named_uids = ArrayProperty(StringProperty())
    order_key = StringProperty()
    link_digest = StringProperty()

    mentioned_by_people = RelationshipTo("graphmem.store.nodes.Person", "MENTIONED_BY")


class Role(Claim):
    """What an entity is: of John's job ``software_engineer``."""

    entity_uid = StringProperty(required=True)
    name = StringProperty(required=True)

    entity = RelationshipFrom("graphmem.store.nodes.Entity", "HAS_ROLE")
    states = RelationshipTo("graphmem.store.nodes.State", "HAS_STATE")


class State(Statement):
    """A dated state of a role: ``works_at_TechCorp``."""

    role_uid = StringProperty(required=True)
    name = StringProperty(required=True)

    role = RelationshipFrom("graphmem.store.nodes.Role", "HAS_STATE")


class Question(Claim):
    """A question that the dialogue answers; its speaker is who answered.

    ``asked_turns`` are those, by ``dia_id``, in which it was asked.
    """

    asked_by_uid = StringProperty(required=True)
    answer_uids = ArrayProperty(StringProperty())
    asked_turns = ArrayProperty(StringProperty(), required=True)
    embedding = ArrayProperty(FloatProperty())

    asked_by = RelationshipTo("graphmem.store.nodes.Person", "ASKED_BY")
    answers = RelationshipTo("graphmem.store.nodes.Answer", "ANSWERED_BY")


class Answer(Claim):
    """An atomic fact, event, preference, plan, opinion or process.

    The ``*_key`` properties are one-token copies of ids for full-text queries.
    """

    space_key = StringProperty()
    conversation_key = StringProperty()
    session_key = StringProperty()
    speaker_key = StringProperty()
    subject_key = StringProperty()
    day_key = StringProperty()
    embedding = ArrayProperty(FloatProperty())

    questions = RelationshipFrom("graphmem.store.nodes.Question", "ANSWERED_BY")
    supersedes = RelationshipTo("graphmem.store.nodes.Answer", "SUPERSEDES")
    corrects = RelationshipTo("graphmem.store.nodes.Answer", "CORRECTS")
    conflicts_with = RelationshipTo("graphmem.store.nodes.Answer", "CONFLICTS_WITH")
    supports = RelationshipTo("graphmem.store.nodes.Answer", "SUPPORTS")
    follows = RelationshipTo("graphmem.store.nodes.Answer", "FOLLOWS")
    related = RelationshipTo("graphmem.store.nodes.Answer", "RELATED")


class Retracted(Node):
    """A statement that a person took back: an answer, a role or a state (``stood_as``).

    It has all that it had but the links that followed from it, and is found by no search or tool.
    """

    stood_as = StringProperty(required=True)

    taken_back_by = RelationshipFrom("graphmem.store.nodes.Retraction", "TAKES_BACK")
    evidence = RelationshipTo("graphmem.store.nodes.Turn", "EVIDENCED_BY")
    stated_by = RelationshipTo("graphmem.store.nodes.Person", "STATED_BY")


class Retraction(Node):
    """A person's word that a statement does not hold, with what it said; kept for good.

    ``words`` (JSON) are the places in turns that stated it; ``corrected_to`` is what holds instead.
    """

    statement_uid = StringProperty(required=True)
    conversation_id = StringProperty(required=True)
    session_id = StringProperty(required=True)
    speaker_uid = StringProperty(required=True)
    subject_uid = StringProperty(required=True)
    predicate = StringProperty(required=True)
    object = StringProperty()
    polarity = StringProperty(required=True)
    text = StringProperty(required=True)
    quote = StringProperty(required=True)
    words = StringProperty(required=True)
    said_at = DateTimeNeo4jFormatProperty(required=True)
    reason = StringProperty()
    by = StringProperty()
    in_force = BooleanProperty(required=True)
    undone_at = DateTimeNeo4jFormatProperty()
    corrected_to = StringProperty()
    corrected_uids = ArrayProperty(StringProperty())
    chunk_uid = StringProperty()

    at = RelationshipTo("graphmem.store.nodes.Turn", "AT")
    takes_back = RelationshipTo("graphmem.store.nodes.Retracted", "TAKES_BACK")
    corrected_by = RelationshipTo("graphmem.store.nodes.Statement", "CORRECTED_BY")


class Decision(Node):
    """One merge or separation, kept for good; ``in_force`` tells whether it still holds.

    ``left``, ``right``, ``parts``, ``tools`` and ``transcript`` are JSON.
    """

    layer = StringProperty(required=True)
    verdict = StringProperty(required=True)
    confident = BooleanProperty(required=True)
    left = StringProperty(required=True)
    right = StringProperty(required=True)
    score = FloatProperty(required=True)
    parts = StringProperty(required=True)
    tools = StringProperty(required=True)
    transcript = StringProperty(required=True)
    reason = StringProperty(required=True)
    decided_by = StringProperty(required=True)
    model = StringProperty()
    replaces = StringProperty()
    undoes = StringProperty()
    judged = StringProperty()
    inputs_digest = StringProperty()
    left_uid = StringProperty(required=True)
    right_uid = StringProperty(required=True)
    conversation_id = StringProperty()
    left_uids = ArrayProperty(StringProperty(), required=True)
    right_uids = ArrayProperty(StringProperty(), required=True)
    digest = StringProperty(required=True)
    in_force = BooleanProperty(required=True)

    on_entities = RelationshipTo("graphmem.store.nodes.Entity", "ON")
    on_people = RelationshipTo("graphmem.store.nodes.Person", "ON")
    replaced = RelationshipTo("graphmem.store.nodes.Decision", "REPLACES")
    undone = RelationshipTo("graphmem.store.nodes.Decision", "UNDOES")


class Ledger(Node):
    """Counts the changes of a space that a plan of its layers depends on.

    ``planned_with`` tells of the settings with which they were planned last.
    """

    version = IntegerProperty(required=True)
    planned_with = StringProperty()
    merges = IntegerProperty()
    separations = IntegerProperty()
    undecided = IntegerProperty()
    entities = IntegerProperty()

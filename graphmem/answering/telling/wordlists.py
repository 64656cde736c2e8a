"""The words by which parts of a sentence are told apart without a parser; all lower case."""

from graphmem.language.words import STOP_WORDS


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


BE = _listed("am is are was were be been being 's 're 'm it's i'm that's he's she's they're we're")
SUBJECTS = _listed("i we he she they you it")
SPEAKING = _listed("i me my you your our we us mine i'm i've i'd i'll we're we've you're")
PREPOSITIONS = _listed("""
    in at to from of for with on by about into near around through during as like over after before
    than without across
""")
CONJUNCTIONS = _listed("""
    and but or so because 'cause cause since while when where which who that if then though although
    plus until
""")
DETERMINERS = _listed("a an the my our your his her their its this that these those some any")
FILLERS = _listed("""
    hey hi hello wow thanks thank yeah yep yup yes no nah oh ok okay well sure absolutely definitely
    totally great awesome cool nice congrats haha aww btw lol really just also so very pretty even
    actually hah
""")
# No span of an answer goes beyond these, other than by its own words.
AFTERTHOUGHTS = _listed("with to too again yesterday last this today have has")
KIN = _listed("""
    mother mom mum father dad sister brother husband wife partner son daughter kid kids child
    children aunt uncle grandma grandmother grandpa grandfather friend friends cousin colleague
    colleagues coworker coworkers family boss neighbor neighbour teammates mentor mentors
""")
NUMBERS = _listed("""
    one two three four five six seven eight nine ten eleven twelve dozen hundred thousand once twice
    several couple few many
""")
OFTEN = _listed("every once twice week month day times usually often daily weekly")
FEELINGS = _listed("""
    afraid alone angry anxious ashamed bad better blue brave calm confident content down eager fine
    fit free glad good grateful great guilty happy hurt ill jealous lonely lost lucky mad nervous
    okay proud sad safe sane secure shy sick sore sorry strong sure tense uneasy unwell upset warm
    weak weary well worse
""")
FEELING_ENDINGS = ("ful", "ous", "ive", "able", "ed", "ing", "less")
BEFORE_FEELINGS = _listed(
    "feel felt feeling feels was am i'm be were so really pretty is it's made makes"
)
BEFORE_PLACES = _listed("in at to from near on visited through")
BEFORE_REASONS = _listed("because 'cause cause since to for so")
BEFORE_ACTIONS = _listed("i we they he she")
TIMES = _listed("""
    yesterday today tomorrow tonight ago last next week weeks weekend weekends month months year
    years day days monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu
    thurs fri sat sun recently lately soon morning afternoon evening night since already again
    january february march april june july august september october november december
""")
# They say nothing by themselves: what is asked for in a span's words is never when.
SMALL = STOP_WORDS | FILLERS | TIMES

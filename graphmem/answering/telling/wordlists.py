"""The words by which parts of a sentence are told apart without a parser; all lower case."""

from graphmem.language.words import STOP_WORDS


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


BE = _listed("am is are was were be been being 's 're 'm it's i'm that's he's she's they're we're")
SUBJECTS = _listed("i we he she they you it")
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
TIMES = _listed("""
    yesterday today tomorrow tonight ago last next week weeks weekend weekends month months year
    years day days monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu
    thurs fri sat sun recently lately soon morning afternoon evening night since already again
    january february march april june july august september october november december
""")
# They say nothing by themselves: what is asked for in a span's words is never when.
SMALL = STOP_WORDS | FILLERS | TIMES

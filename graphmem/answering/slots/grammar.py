"""How English asks for a slot of somebody's life; the person is written as one sign."""

import re
from enum import StrEnum
from typing import NamedTuple

from graphmem.tools.slots import EMPLOYER, HOME, PARTNER, WORK

PERSON = "§"
FAMILY = "family"
PET = "pet"
MEMBERSHIP = "membership"


class Ask(StrEnum):
    """What is asked of a slot."""

    VALUE = "value"
    SINCE = "since"
    HOW_LONG = "how_long"
    LIST = "list"
    HOW_MANY = "how_many"


class Pattern(NamedTuple):
    """The words of a question that asks for a slot in one way."""

    slot: str
    ask: Ask
    words: re.Pattern[str]


_JOB = (
    r"(?:job title|job|profession|occupation|career|line of work|work|role at work|position"
    r"|professional role)"
)
_JOBS = r"(?:jobs|roles|positions|occupations|professions|careers)"
_FIRM = r"(?:company|firm|employer|organi[sz]ation|business|place)"
_TOWN = r"(?:city|town|country|state|place|neighbou?rhood|village)"
_BE = r"(?:is|was|are|were)"
_DO = r"(?:does|did|do)"
_KIN = (
    r"(?P<member>sister|brother|mother|father|mom|mum|dad|son|daughter|nephew|niece|cousin|aunt|"
    r"uncle|grandmother|grandfather|grandma|grandpa)"
)
_ANIMAL = r"(?P<member>pet|dog|puppy|cat|kitten|rabbit|bird|parrot|horse|hamster|guinea pig|turtle)"
_MATE = r"(?:partner|girlfriend|boyfriend|spouse)"
_WED = r"(?P<stage>wife|husband)"
_BETROTHED = r"(?P<stage>fiancée|fiancé|fiancee|fiance)"
_STAGE = r"(?P<stage>married|engaged|dating|seeing|going out|in a relationship|together)"
_NOW = r"(?: (?:now|nowadays|currently|these days|today|at the moment|at present|right now))?"
_TITLE = (
    r"(?: (?:when|while|once|at the time) (?:he|she|they|§)"
    r" (?:was|became|were|had become|worked as)"
    r"(?: (?:a|an|the|his|her|their))? (?P<title>.+))?"
)
_BESIDE = r"(?: (?P<side>before|after) (?P<anchor>.+))?"
_TAIL = rf"{_NOW}{_TITLE}{_BESIDE}"
_A_VALUE = r"(?:(?:a|an|the|at|for|in|to|with|as) )*(?P<value>.+?)"
_UP_TO = r"(?: before (?P<up_to>(?:he|she|they|§) .+))?"
_NEW = r"(?:(?:current|present|new|own) )?"

_ASKED: tuple[tuple[str, Ask, str], ...] = (
    (WORK, Ask.VALUE, rf"what {_BE} §'s {_NEW}{_JOB}{_TAIL}"),
    (WORK, Ask.VALUE, rf"what {_DO} § do (?:for (?:a living|work)|professionally|as a job){_TAIL}"),
    (WORK, Ask.VALUE, rf"what {_DO} § work as{_TAIL}"),
    (WORK, Ask.VALUE, rf"what (?:kind|sort|type) of (?:work|job) {_DO} § (?:do|have){_TAIL}"),
    (WORK, Ask.VALUE, rf"(?:what|which) {_JOB} {_DO} § (?:do|have|hold){_TAIL}"),
    (
        WORK,
        Ask.LIST,
        rf"(?:what|which) (?:different )?{_JOBS} (?:did|has|does) § (?:hold|held|have|had|do|done)"
        r"(?: one after the other| in order| so far| over time)?",
    ),
    (WORK, Ask.LIST, rf"what (?:are|were) §'s {_JOBS}"),
    (WORK, Ask.HOW_MANY, rf"how many {_JOBS} (?:has|did) § (?:had|have|hold|held)"),
    (
        WORK,
        Ask.HOW_LONG,
        rf"(?:for )?how long (?:was|has|is) § (?:been )?(?:an? ){_A_VALUE}{_UP_TO}",
    ),
    (EMPLOYER, Ask.VALUE, rf"where (?:{_DO} § work|{_BE} § (?:working|employed)){_TAIL}"),
    (
        EMPLOYER,
        Ask.VALUE,
        rf"(?:for |at )?(?:what|which) {_FIRM} (?:{_DO} § work|{_BE} § (?:working|employed))"
        rf"(?: (?:for|at|by|with))?{_TAIL}",
    ),
    (EMPLOYER, Ask.VALUE, rf"who(?:m)? (?:{_DO} § work|{_BE} § working) for{_TAIL}"),
    (EMPLOYER, Ask.VALUE, rf"who {_BE} §'s {_NEW}employer{_TAIL}"),
    (
        EMPLOYER,
        Ask.HOW_LONG,
        r"(?:for )?how long (?:has § (?:worked|been working)|did § work) (?:at|for)"
        rf" {_A_VALUE}{_UP_TO}",
    ),
    (HOME, Ask.VALUE, rf"where (?:{_DO} § (?:live|reside)|{_BE} § (?:living|based)){_TAIL}"),
    (HOME, Ask.VALUE, rf"where {_BE} §'s {_NEW}home{_TAIL}"),
    (
        HOME,
        Ask.VALUE,
        rf"(?:in )?(?:what|which) {_TOWN} (?:{_DO} § live|{_BE} § (?:living|based))(?: in)?{_TAIL}",
    ),
    (HOME, Ask.LIST, r"where has § lived(?: so far| over time)?"),
    (HOME, Ask.SINCE, rf"(?:since when (?:has|did) § (?:lived?|been living) in) {_A_VALUE}"),
    (HOME, Ask.HOW_LONG, rf"(?:for )?how long (?:has|did) § (?:lived?|been living) in {_A_VALUE}"),
    (
        PARTNER,
        Ask.VALUE,
        rf"who(?:m)? {_BE} § {_STAGE}(?: (?:to|with))?{_TAIL}",
    ),
    (PARTNER, Ask.VALUE, rf"who(?:m)? (?:is|was) §'s {_NEW}(?:{_MATE}|{_WED}){_TAIL}"),
    (PARTNER, Ask.VALUE, rf"who(?:m)? (?:is|was) §'s {_NEW}{_BETROTHED}{_TAIL}"),
    (PARTNER, Ask.VALUE, rf"what is the name of §'s {_NEW}(?:{_MATE}|{_WED})"),
    (PARTNER, Ask.VALUE, rf"what is §'s {_NEW}(?:{_MATE}|{_WED})(?: called|'s name)"),
    (
        PARTNER,
        Ask.SINCE,
        rf"since when (?:has|is) § (?:been )?{_STAGE}(?: (?:to|with) (?P<value>[^,]+?))?"
        r"(?P<whom>,? and (?:to|with) whom)?",
    ),
    (
        PARTNER,
        Ask.SINCE,
        r"when did § (?:get )?(?P<stage>marry|married)(?: (?:to )?(?P<value>.+))?",
    ),
    (
        PARTNER,
        Ask.SINCE,
        r"when did § (?:get )?(?P<stage>propose|engaged)(?: to (?P<value>[^,]+?))?"
        r"(?P<where>,? and where)?",
    ),
    (WORK, Ask.SINCE, rf"when did § become {_A_VALUE}"),
    (HOME, Ask.SINCE, r"when did § (?:move|relocate) to (?P<value>.+)"),
    (
        PARTNER,
        Ask.HOW_LONG,
        rf"(?:for )?how long (?:has|have|is|was) § (?:been )?{_STAGE}(?: (?:to|with))?"
        r"(?: (?P<value>.+))?",
    ),
    (
        PARTNER,
        Ask.LIST,
        r"(?:what|which) relationships (?:has|did) § (?:had|have)|who(?:m)? (?:has|did) § dated?",
    ),
    (FAMILY, Ask.VALUE, rf"what is the name of §'s {_KIN}"),
    (FAMILY, Ask.VALUE, rf"what is §'s {_KIN}(?: called|'s name)"),
    (FAMILY, Ask.VALUE, rf"who is §'s {_KIN}"),
    (PET, Ask.VALUE, rf"what is the name of §'s {_ANIMAL}"),
    (PET, Ask.VALUE, rf"what is §'s {_ANIMAL}(?: called|'s name)"),
    (
        MEMBERSHIP,
        Ask.LIST,
        r"(?:what|which) (?:clubs?|groups?|gyms?|associations?|teams?|organi[sz]ations?) "
        r"(?:(?:is|was) § a member of|(?:has|did) § join(?:ed)?|does § belong to)",
    ),
    (MEMBERSHIP, Ask.LIST, r"what is § a member of"),
)  # fmt: skip

_OWN_WORK = re.compile(rf"(?:{_JOB}|{_FIRM}|{_JOBS}|work)?")


def is_work(words: str) -> bool:
    """Whether words mean somebody's work or firm and no one in particular, or say nothing."""
    return _OWN_WORK.fullmatch(words) is not None


PATTERNS = tuple(Pattern(slot, ask, re.compile(words)) for slot, ask, words in _ASKED)

"""Which way a clause looks, and what else a parse tells of a time expression."""

from datetime import datetime

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.clauses import clauses
from graphmem.language.time import Outlook, Syntax, TimeExpression, find_times
from graphmem.language.time.syntax import outlook

MONDAY = datetime(2025, 3, 10, 12)


def times(text: str, *, said_at: datetime = MONDAY) -> list[TimeExpression]:
    (parsed,) = load_parser()([text])
    return list(find_times(text, said_at=said_at, syntax=Syntax(parsed.sentences)))


def starts(text: str) -> list[str]:
    return [f"{one.interval.start:%Y-%m-%d}" if one.interval else "" for one in times(text)]


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("The wedding is on 12 June.", Outlook.COMING),
        ("The wedding was on 12 June.", Outlook.PAST),
        ("They have signed it.", Outlook.PAST),
        ("I've got the plumber in.", Outlook.COMING),
        ("Send it by Friday.", Outlook.COMING),
        ("She will have left by then.", Outlook.COMING),
        ("You should have sent it.", Outlook.PAST),
        ("You should send it.", Outlook.COMING),
        ("We are leaving tomorrow.", Outlook.COMING),
        ("Dentist, the dog, the bins.", Outlook.UNKNOWN),
    ],
)
def test_tense_and_mood_tell_which_way_the_first_clause_looks(text: str, looks: Outlook) -> None:
    (parsed,) = load_parser()([text])
    clause = clauses(parsed.sentences[0])[0]
    assert outlook(clause.sentence, clause.head) is looks


def test_clauses_of_one_sentence_look_their_own_ways() -> None:
    assert starts("I told her on 4 March that we leave on 5 May.") == ["2025-03-04", "2025-05-05"]


def test_reported_future_is_neither_and_takes_the_nearest() -> None:
    assert starts("He said he would ring on 5 March.") == ["2025-03-05"]
    assert starts("He said he would ring on 15 March.") == ["2025-03-15"]


def test_a_bare_date_is_not_almost_a_year_away_where_the_other_one_is_near() -> None:
    assert starts("Here is the letter that says 2 March.") == ["2025-03-02"]
    assert starts("They gave us 12 April.") == ["2025-04-12"]


def test_from_a_day_on_is_open_and_where_a_thing_is_from_is_not() -> None:
    (onset,) = times("From 3 April the gate code is different.")
    (origin,) = times("The receipt is from 2 March.")
    assert onset.interval is not None
    assert origin.interval is not None
    assert (onset.interval.open_end, origin.interval.open_end) == (True, False)


def test_a_change_of_day_is_no_interval_and_a_length_is() -> None:
    (change,) = times("They moved the stand-up from Monday to Wednesday.")
    (length,) = times("The fair runs from Monday to Wednesday.")
    assert change.interval is None
    assert length.interval is not None


def test_what_only_says_of_what_sort_a_thing_is_tells_no_time() -> None:
    assert times("I'll make a Sunday roast.") == []
    assert [one.text for one in times("I'll make it on Sunday night.")] == ["on Sunday night"]


def test_a_day_without_a_month_is_of_the_month_named_before() -> None:
    assert starts("He marries on 16 August, I fly on the 11th.") == ["2025-08-16", "2025-08-11"]


def test_a_weekday_without_a_verb_goes_with_the_sentence_beside_it() -> None:
    assert starts("It passed. Friday.") == ["2025-03-07"]
    assert starts("It will pass. Friday.") == ["2025-03-14"]


def test_places_are_those_of_the_text_that_is_read() -> None:
    text = "It broke. The new one comes on Friday."
    (parsed,) = load_parser()([text])
    sentence = parsed.sentences[1]
    part = text[sentence.start : sentence.end]
    syntax = Syntax([sentence], offset=sentence.start)
    (found,) = find_times(part, said_at=MONDAY, syntax=syntax)
    assert found.interval is not None
    assert found.interval.start == datetime(2025, 3, 14)


def test_a_tense_that_is_given_goes_before_the_parse() -> None:
    text = "The wedding is on 12 June."
    (parsed,) = load_parser()([text])
    (found,) = find_times(text, said_at=MONDAY, tense="past", syntax=Syntax(parsed.sentences))
    assert found.interval is not None
    assert found.interval.start == datetime(2024, 6, 12)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Ana had her hair cut on Friday.", "2025-03-07"),
        ("I saw him leave on Friday.", "2025-03-07"),
        ("They made me work on Friday.", "2025-03-07"),
        ("I'll have it repaired on Friday.", "2025-03-14"),
        ("She asked me to come on Friday.", "2025-03-14"),
        ("They insisted that Ana come on Friday.", "2025-03-14"),
    ],
)
def test_what_is_seen_or_had_done_is_when_it_was_seen_or_had(text: str, day: str) -> None:
    assert starts(text) == [day]


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("I've had these headaches for about six weeks.", "since 27 January 2025"),
        ("She's been ill for six years.", "since 2019"),
        ("I've lived and worked here for six years.", "since 2019"),
        ("I haven't smoked for six weeks.", "since 27 January 2025"),
        ("We are married for two years now.", "since 2023"),
        ("He had the flu for ten days.", None),
        ("I worked at Bosch for nine years before that.", None),
        ("For two years at first.", None),
        ("I have bought a ticket for two weeks.", None),
        ("I'll be away for two weeks.", None),
    ],
)
def test_a_length_lasts_until_now_in_a_perfect_only(text: str, since: str | None) -> None:
    (found,) = times(text)
    assert found.date_phrase == since
    assert (found.interval is None) == (since is None)


def test_since_when_has_begun() -> None:
    assert starts("I haven't seen her since April.") == ["2024-04-01"]


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("We went to Crete last year in April.", ["2024-01-01", "2024-04-01"]),
        ("We are moving next year in February.", ["2026-01-01", "2026-02-01"]),
        ("In 2019 we moved, in May.", ["2019-01-01", "2019-05-01"]),
        ("We met two years ago, in the summer.", ["2023-01-01", "2023-06-01"]),
        ("The meeting is next month, on the 20th.", ["2025-04-01", "2025-04-20"]),
        ("The course starts in February, on the 10th.", ["2025-02-01", "2025-02-10"]),
        ("Last week I was ill, on Friday I slept.", ["2025-03-03", "2025-03-07"]),
        ("Next year in February, on the 10th, we go.", ["2026-01-01", "2026-02-01", "2026-02-10"]),
        ("The fair is on the 5th, 6th and 7th of May.", ["2025-05-05", "2025-05-06", "2025-05-07"]),
    ],
)
def test_a_finer_time_lies_within_the_coarser_one_beside_it(text: str, begin: list[str]) -> None:
    assert starts(text) == begin


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("In 2019 we moved, and in May we are going to Rome.", ["2019-01-01", "2025-05-01"]),
        ("In 2019 we moved. In April we swam.", ["2019-01-01", "2025-04-01"]),
        ("Last year we went to Rome, and yesterday to Crete.", ["2024-01-01", "2025-03-09"]),
        ("Last year I called on Friday.", ["2024-01-01", "2025-03-07"]),  # one of many
    ],
)
def test_a_finer_time_that_looks_elsewhere_is_not_moved(text: str, begin: list[str]) -> None:
    assert starts(text) == begin


def test_two_weeks_from_today_is_a_day_and_by_is_no_until() -> None:
    (found,) = times("I'll see you two weeks from today.")
    assert found.phrase == "24 March 2025"
    (found,) = times("Send it by Friday.")
    assert (found.relation, found.phrase) == ("until", "by 14 March 2025")

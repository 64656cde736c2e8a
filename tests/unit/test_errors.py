import inspect
import pickle

from graphmem import errors
from graphmem.errors import AmbiguousNameError, GraphMemError, InputError, NameCandidate

CLASSES = [
    value
    for _, value in inspect.getmembers(errors, inspect.isclass)
    if issubclass(value, GraphMemError)
]


def test_every_error_is_drawn_in_the_tree() -> None:
    assert errors.__doc__ is not None
    for cls in CLASSES:
        assert cls.__name__ in errors.__doc__
        assert cls.__doc__


def test_a_question_back_lists_those_that_are_meant() -> None:
    candidate = NameCandidate("person:1", "Lea", "takes part in hills", "hills/D1:2: “Hello”")
    error = AmbiguousNameError("Which Lea?", next_step="Say which.", candidates=[candidate])
    again = pickle.loads(pickle.dumps(error))
    assert again.candidates == (candidate,)
    assert str(again) == (
        "Which Lea?\n- person:1: Lea, takes part in hills. hills/D1:2: “Hello”\nSay which."
    )
    assert str(AmbiguousNameError("Which Lea?", next_step="Say which.")) == "Which Lea? Say which."


def test_an_error_says_what_is_wrong_and_what_to_do() -> None:
    error = InputError("The file is empty.", next_step="Give another.")
    assert str(error) == "The file is empty. Give another."
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problem, again.next_step) == (
        InputError,
        "The file is empty.",
        "Give another.",
    )

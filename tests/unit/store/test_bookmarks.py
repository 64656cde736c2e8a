"""Bookmarks as text, and which of them reads have to wait for."""

import pytest

from graphmem.errors import BookmarkError
from graphmem.store.bookmarks import MOST_CHARACTERS, Bookmarks, parse_bookmark

HERE, ELSEWHERE = "FB:" + "h" * 26, "FB:" + "e" * 26


def test_tokens_of_several_clients_are_one() -> None:
    assert parse_bookmark("FB:a+/_-==, FB:b") == {"FB:a+/_-==", "FB:b"}


@pytest.mark.parametrize(
    "text",
    [
        *("", ",", "FB:a,", "FB:a b", "FB:é", "FB:a\r\nSet-Cookie: b", "FB:" + "a" * 200),
        "a" * (MOST_CHARACTERS + 1),
        ",".join(map(str, range(101))),
    ],
)
def test_what_is_no_bookmark_is_refused(text: str) -> None:
    with pytest.raises(BookmarkError, match="no bookmark"):
        parse_bookmark(text)


def test_what_was_reached_once_is_not_waited_for_again() -> None:
    bookmarks = Bookmarks()
    bookmarks.manager.update_bookmarks((), [f"{HERE}1"])
    assert bookmarks.ahead([f"{HERE}2"]) == {f"{HERE}2"}
    bookmarks.reached([f"{HERE}2"])
    assert bookmarks.ahead([f"{HERE}2", f"{HERE}3"]) == {f"{HERE}3"}


def test_what_was_given_to_others_is_known_when_it_comes_back() -> None:
    bookmarks = Bookmarks()
    bookmarks.manager.update_bookmarks((), [f"{HERE}2", f"{HERE}1"])
    assert bookmarks.text() == f"{HERE}1,{HERE}2"
    assert bookmarks.ahead(parse_bookmark(bookmarks.text())) == set()


def test_one_of_another_database_is_refused() -> None:
    bookmarks = Bookmarks()
    bookmarks.manager.update_bookmarks((), [f"{HERE}1"])
    with pytest.raises(BookmarkError, match="another database"):
        bookmarks.ahead([f"{HERE}2", f"{ELSEWHERE}1"])

"""The error messages for invalid messages and files."""

from typing import Annotated

import pytest
from msgspec import Meta, Struct

from host_tools.jobs.messages import MessageError, board_message, checked, parsed


class Tile(Struct):
    number: int
    place: tuple[float, float]
    up: bool = True
    name: Annotated[str, Meta(max_length=3)] = ""


class Table(Struct):
    tiles: list[Tile]


def test_a_value_of_the_type_comes_back_typed():
    value = parsed('{"tiles": [{"number": 1, "place": [1, 2.5]}], "more": null}')
    assert checked(value, Table) == Table([Tile(1, (1.0, 2.5))])


@pytest.mark.parametrize(
    ("value", "reported"),
    [
        ([], "Expected a JSON object, got a list"),
        ({}, 'Object missing required field "tiles"'),
        ({"tiles": {}}, '"tiles": expected a list, got a JSON object'),
        ({"tiles": [{"number": True}]}, '"tiles[0].number": expected a whole number'),
        ({"tiles": [{"number": 1, "place": [1, "2"]}]}, '"tiles[0].place[1]": expected a number'),
        (
            {"tiles": [{"number": 1, "place": [1, 2], "up": None}]},
            '"tiles[0].up": expected true or false, got null',
        ),
    ],
)
def test_what_is_wrong_is_said_in_plain_words_with_its_place(value, reported):
    with pytest.raises(MessageError) as refused:
        checked(value, Table)
    assert str(refused.value).startswith(reported)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff\xff", '"\ud800'])
def test_what_is_no_json_is_refused_whatever_it_is(text):
    with pytest.raises(MessageError, match="not JSON"):
        parsed(text)


@pytest.mark.parametrize("text", ['{"\\ud800": 1}', '{"tiles": "\\ud800"}'])
def test_half_a_character_is_refused(text):
    with pytest.raises(MessageError, match="half a character"):
        checked(parsed(text), Table)


def test_a_line_of_a_board_is_a_message_only_as_a_json_object():
    assert board_message('{"t": "hello"}') == {"t": "hello"}
    for line in ("", "[1]", "Traceback", "[" * 100_000):
        assert board_message(line) is None

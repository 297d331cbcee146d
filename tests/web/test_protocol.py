import math

import pytest

from host_tools.board.hands.acts import Back, Drop, Grab, Move, Turn
from host_tools.play.web import protocol
from host_tools.play.web.messages import (
    Guess,
    Press,
    RandomPosition,
    Release,
    Study,
    Tell,
    Write,
)
from host_tools.play.web.protocol import ProtocolError, parse


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ('{"t":"grab","tile":3}', Grab(3)),
        ('{"t":"move","x":1,"y":-2.5}', Move(1.0, -2.5)),
        ('{"t":"turn"}', Turn()),
        ('{"t":"drop"}', Drop()),
        ('{"t":"drop","x":40,"y":80}', Drop(40.0, 80.0)),
        ('{"t":"back"}', Back()),
        ('{"t":"press","button":4}', Press(4)),
        ('{"t":"release","button":1}', Release(1)),
        ('{"t":"tell","line":{"c":"back"}}', Tell({"c": "back"})),
        ('{"t":"study","id":3,"rules":"magic","record":"a1U"}', Study(3, "magic", "a1U")),
        ('{"t":"random","id":4,"rules":"eclipse","seed":7}', RandomPosition(4, "eclipse", 7)),
        ('{"t":"write","id":5,"rules":"magic","record":"a1U"}', Write(5, "magic", "a1U")),
        ('{"t":"guess","id":6,"rules":"magic","position":"1_"}', Guess(6, "magic", "1_")),
    ],
)
def test_each_message_is_understood(text, act):
    assert parse(text) == act


@pytest.mark.parametrize(
    "text",
    [
        "null",
        '"grab"',
        "{",
        "{}",
        '{"t":null}',
        '{"t":["grab"]}',
        '{"t":"grab"}',
        '{"t":"grab","tile":true}',
        '{"t":"grab","tile":1.0}',
        '{"t":"move","x":1}',
        '{"t":"move","x":1,"y":"2"}',
        '{"t":"move","x":Infinity,"y":0}',
        '{"t":"move","x":2001,"y":0}',
        '{"t":"drop","x":1}',
        '{"t":"press","button":3}',
        '{"t":"press","button":0}',
        '{"t":"tell","line":"back"}',
        '{"t":"study","id":3,"rules":"magic"}',
        '{"t":"random","id":4,"rules":"magic","seed":"x"}',
    ],
)
def test_anything_else_is_refused_with_a_reason(text):
    with pytest.raises(ProtocolError) as refused:
        parse(text)
    assert str(refused.value)


def test_a_line_of_the_board_goes_on_as_it_is():
    assert protocol.said('{"t":"state","say":"Hello"}') == {
        "t": "said",
        "line": {"t": "state", "say": "Hello"},
    }
    assert protocol.said("Traceback") == {"t": "said", "text": "Traceback"}
    assert protocol.said("[1]") == {"t": "said", "text": "[1]"}


def test_no_length_gets_through_that_is_not_one():
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(ProtocolError):
            parse(f'{{"t":"move","x":{value},"y":0}}'.replace("inf", "Infinity"))

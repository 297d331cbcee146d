import pytest
from one_board import DATA

from host_tools.board.simulator.leds import Ws2812Chain

LEDS = DATA["leds"]


@pytest.fixture
def chain():
    return Ws2812Chain(LEDS, 16)


def test_decoded_colours_are_red_green_blue(chain):
    chain.receive(bytes([1, 2, 3] + [0] * 42 + [250, 251, 252]))
    assert chain.colours[0] == (2, 1, 3)
    assert chain.colours[15] == (251, 250, 252)
    assert chain.colours[1:15] == [(0, 0, 0)] * 14


def test_a_short_burst_leaves_the_later_leds_as_they_were(chain):
    chain.receive(bytes([9] * 48))
    chain.receive(bytes([1, 1, 1, 2, 2]))  # the second LED lacks eight bits
    assert chain.colours == [(1, 1, 1)] + [(9, 9, 9)] * 15


def test_bytes_beyond_the_last_led_fall_off(chain):
    chain.receive(bytes([5] * 60))
    assert chain.colours == [(5, 5, 5)] * 16


def test_a_broken_led_cuts_off_those_behind_it(chain):
    chain.broken = 3
    chain.receive(bytes([5] * 48))
    assert chain.colours == [(5, 5, 5)] * 3 + [(0, 0, 0)] * 13


def test_current_follows_the_light(chain):
    dark = chain.current_ma()
    chain.receive(bytes([255] * 48))
    assert dark == pytest.approx(16 * LEDS["per_cell"] * LEDS["idle_ma"])
    every = 48 * LEDS["per_cell"] * LEDS["channel_full_ma"]
    assert chain.current_ma() - dark == pytest.approx(every)


def test_other_byte_orders_are_refused():
    with pytest.raises(ValueError, match="not RGB"):
        Ws2812Chain({**LEDS, "bytes_order": "RGB"}, 16)

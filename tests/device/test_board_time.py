"""A cabled board's time: the board's own if it reports it, and never backwards."""

from host_tools.board.device.boardtime import BoardTime


def test_it_is_this_programs_until_the_board_tells_its_own():
    time = BoardTime()
    time.tick(20)
    assert time.now_ms == 20
    assert time.hear(5000) == 20
    time.tick(20)
    assert time.now_ms == 20
    assert time.hear(5007) == 27


def test_it_goes_on_where_the_boards_clock_begins_again():
    time = BoardTime()
    time.hear((1 << 30) - 5)
    assert time.hear(15) == 20


def test_what_comes_late_does_not_turn_it_back():
    time = BoardTime()
    time.hear(1000)
    time.hear(1040)
    assert time.hear(1020) == 40
    assert time.hear(1060) == 60


def test_another_clock_is_no_leap():
    time = BoardTime()
    time.hear(500_000)
    assert time.hear(100) == 0
    assert time.hear(120) == 20


def test_a_board_that_tells_no_more_leaves_it_to_this_program():
    time = BoardTime()
    time.hear(1000)
    time.tick(3000)
    assert time.now_ms == 0
    time.tick(20)
    assert time.now_ms == 20


def test_it_can_be_the_boards_alone():
    time = BoardTime(alone=False)
    time.tick(20)
    assert time.now_ms == 0
    time.hear(1000)
    time.tick(5000)
    time.hear(2000)
    assert time.now_ms == 0
    time.hear(2020)
    assert time.now_ms == 20

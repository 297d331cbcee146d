"""The model of the flash's cache, on reads written down by hand."""

from host_tools.board.emulator.xip import BYTES, SETS, WAYS, XipCache

LINE = 2  # words
WAY = SETS * LINE  # words that far apart share a set


def misses(cache, words):
    return [word for word in words if not cache.read(word)]


def test_a_word_is_read_once():
    assert misses(XipCache(), [0, 0, 7, 0, 7]) == [0, 7]


def test_each_half_of_a_line_is_read_by_itself():
    cache = XipCache()
    assert misses(cache, [4]) == [4]
    assert misses(cache, [5, 4, 5]) == [5]


def test_it_holds_two_lines_of_a_set_and_the_older_one_gives_way():
    cache = XipCache()
    first, second, third = 6, 6 + WAY, 6 + 2 * WAY
    assert misses(cache, [first, second, first, second]) == [first, second]
    cache.read(first)
    assert misses(cache, [third, first]) == [third]
    assert misses(cache, [second]) == [second]


def test_a_line_that_gives_way_takes_both_halves_along():
    cache = XipCache()
    misses(cache, [6, 7, 6 + WAY, 6 + 2 * WAY])
    assert misses(cache, [7, 6]) == [7, 6]


def test_it_holds_sixteen_kilobytes_in_a_row():
    cache = XipCache()
    words = range(0x4000, 0x4000 + BYTES // 4)
    assert len(misses(cache, words)) == BYTES // 4 == WAYS * WAY
    assert misses(cache, words) == []
    assert misses(cache, [0x4000 + BYTES // 4]) != []


def test_nothing_is_held_after_a_flush():
    cache = XipCache()
    fields = cache.fields
    misses(cache, [1, 1 + WAY])
    cache.flush()
    assert cache.fields is fields
    assert misses(cache, [1, 1 + WAY]) == [1, 1 + WAY]

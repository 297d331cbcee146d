"""The words of the filter's state: each has a place of its own, without a gap."""

from lodeboard.sensing import layout

WORDS = {
    name: value
    for name, value in vars(layout).items()
    if name.isupper() and name not in ("GAIN_ONE", "HELD")
}
FIRST_OF_RECORD = "DEVIATION"
AROUND = 8  # cells


def test_each_word_of_the_state_has_a_place_of_its_own() -> None:
    names = list(WORDS)
    state = names[: names.index("RECORDS") + 1]
    assert [WORDS[name] for name in state] == list(range(len(state)))


def test_each_word_of_a_record_has_a_place_of_its_own() -> None:
    names = list(WORDS)
    record = names[names.index(FIRST_OF_RECORD) :]
    assert [WORDS[name] for name in record] == list(range(len(record)))
    assert layout.RECORD == layout.AROUND + AROUND == len(record) - 1 + AROUND


def test_a_held_lobe_is_no_sign_of_one() -> None:
    assert layout.HELD not in (-1, 0, 1)

"""What a board gets: modules with their constants written out, and none that is not needed."""

import re

from host_tools.build import firmware

NUMBERS = {"a.b_words": {"ONE": "1", "ONES": "0xFF"}}


def test_constants_are_written_out_line_by_line():
    source = (
        "from a import b_words as words\n"
        "from a.b_words import ONE, ONES\n"
        "from a import c_words as others\n\n"
        "x = words.ONE + words.ONES + others.TWO + ONE\n"
        "words.fill(ONES)\n"
    )
    assert firmware.fold(source, NUMBERS).splitlines() == [
        "",
        "",
        "from a import c_words as others",
        "",
        "x = 1 + 0xFF + others.TWO + 1",
        "words.fill(0xFF)",
    ]


def test_a_constant_that_is_not_there_is_not_made_up():
    assert "words.TWO" in firmware.fold("from a import b_words as words\nx = words.TWO\n", NUMBERS)


def test_nothing_that_is_shipped_asks_for_what_is_not():
    shipped = set(firmware.module_names())
    numbers = firmware.numbers(firmware.FIRMWARE)
    missing = []
    for name in firmware.sources():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in shipped:
            continue
        source = firmware.fold((firmware.FIRMWARE / name).read_text(), numbers)
        # At the top of a module: what is imported inside is asked for where it is needed.
        for where, names in re.findall(r"(?m)^from (lodeboard\S*) import \(?([\w, ]*)", source):
            wanted = [where, *(f"{where}.{part.split(' ')[0]}" for part in names.split(", "))]
            if where not in shipped:
                missing.append((name, where))
            missing += [(name, one) for one in wanted[1:] if one in numbers]
    assert not missing

"""Writes an opening book of xtic: answers and errata as slots.

The file format is described in the firmware's games/xtic/book.py. The slots are found by
peeling: a position that is alone in a slot can have its answer there, whatever the rest is;
once it is removed, others are alone in a slot. In reverse order each slot is filled as its
position needs.
"""

from hashlib import sha256

from host_tools.games import book_file
from host_tools.games.xtic.solver.book import Strategy, most_pieces
from lodeboard.games.xtic.book import (
    CHECK_AT,
    ERRATUM_BITS,
    NOTHING,
    STEP_BITS,
    check_of,
    slot_in,
)

_SEEDS = 256

# Steps by smallest image: the step in it, a cell or a piece.
Answers = dict[bytes, int]


def written(rules: str, found: tuple[Strategy, Strategy], errata: Answers) -> bytes:
    """The book with all answers of the strategies and these errata."""
    answers = {
        image: step for each in found for level in each.levels for image, step in level.items()
    }
    about, steps = pack(answers, STEP_BITS)
    for each in found:
        about += bytes([each.guarantee if each.levels else NOTHING, most_pieces(each)])
    more, wrong = pack(errata, ERRATUM_BITS)
    sections = {"about": about + more, "steps": steps, "errata": wrong}
    return book_file.assemble(rules, sections)


def pack(answers: Answers, bits: int) -> tuple[bytes, bytes]:
    """What the book says about its slots of so many bits (seed, number of answers, a third of the
    number of slots), and the slots for these answers by image."""
    third = len(answers) * 41 // 100 + 2 if answers else 0
    ordered = dict(sorted(answers.items()))
    while True:
        for seed in range(_SEEDS):
            words = _peeled(ordered, seed, third, bits)
            if words is not None:
                about = len(answers).to_bytes(2, "little") + third.to_bytes(2, "little")
                return bytes([seed]) + about, _joined(words, bits)
        third += 1


def _peeled(answers: Answers, seed: int, third: int, bits: int) -> list[int] | None:
    """The contents of the slots; None if they cannot be filled with this seed."""
    wanted = []
    slots: list[tuple[int, ...]] = []
    users: list[set[int]] = [set() for _ in range(3 * third)]
    for number, (image, step) in enumerate(answers.items()):
        sums = sha256(bytes([seed]) + image).digest()
        wanted.append(check_of(sums, bits) << CHECK_AT | step)
        slots.append(tuple(index * third + slot_in(sums, index, third) for index in range(3)))
        for slot in slots[number]:
            users[slot].add(number)
    alone = [slot for slot, those in enumerate(users) if len(those) == 1]
    order = []
    while alone:
        slot = alone.pop()
        if not users[slot]:
            continue
        (number,) = users[slot]
        order.append((number, slot))
        for each in slots[number]:
            users[each].discard(number)
            if len(users[each]) == 1:
                alone.append(each)
    if len(order) < len(wanted):
        return None
    words = [0] * (3 * third)
    for number, slot in reversed(order):
        one, two, three = slots[number]
        words[slot] ^= wanted[number] ^ words[one] ^ words[two] ^ words[three]
    return words


def _joined(words: list[int], bits: int) -> bytes:
    """Numbers of so many bits packed into bytes, low bits first."""
    packed = sum(word << bits * index for index, word in enumerate(words))
    return packed.to_bytes((bits * len(words) + 7) // 8, "little")

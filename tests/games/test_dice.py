"""Chance that must be the same everywhere."""

from lodeboard.games.dice import Dice


def rolls(text: str, sides: int, count: int) -> list[int]:
    dice = Dice()
    dice.seed(text)
    return [dice.roll(sides) for _ in range(count)]


def test_the_same_text_gives_the_same_rolls():
    # Written down once: boards in the field must go on playing alike.
    assert rolls("flip magic novice 1_----------------", 100, 8) == [20, 45, 78, 46, 82, 15, 42, 45]
    assert rolls("a", 16, 20) == rolls("a", 16, 20) != rolls("b", 16, 20)


def test_every_number_comes_up_about_as_often():
    for sides in (2, 16, 100):
        counts = [0] * sides
        for seed in range(400):
            for number in rolls(f"position {seed}", sides, 10):
                counts[number] += 1
        assert 4000 / sides * 0.4 < min(counts) <= max(counts) < 4000 / sides * 1.8


def test_the_first_roll_differs_between_similar_texts():
    firsts = {rolls(f"1_U{'-' * at}d{'-' * (14 - at)}", 1000, 1)[0] for at in range(15)}
    assert len(firsts) > 10

"""The order in which a search tries steps or turns: random first, then the best one in front."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from lodeboard.games.dice import Dice


def shuffle(order: "array[int] | bytearray", count: int, dice: "Dice") -> None:
    """Put the first `count` items in random order. A search takes the first of equal items, so
    this makes the choice among them random."""
    for last in range(count - 1, 0, -1):
        index = dice.roll(last + 1)
        order[index], order[last] = order[last], order[index]


def put_first(order: "array[int]", item: int) -> None:
    """Move an item to the front; the others keep their order."""
    index = 0
    while order[index] != item:
        index += 1
    while index:
        order[index] = order[index - 1]
        index -= 1
    order[0] = item

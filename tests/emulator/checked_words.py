"""Integers and arrays that notice whatever leaves 32 bits."""

LOW, HIGH = -(1 << 31), (1 << 31) - 1


class Word(int):
    """An integer none of whose results may leave 32 bits."""


def checked(name):
    plain = getattr(int, name)

    def operate(self, *other):
        result = plain(self, *other)
        assert LOW <= result <= HIGH, (name, int(self), *other)
        if "shift" in name:
            count = self if name.startswith("__r") and name != "__rshift__" else other[0]
            assert 0 <= count < 32, (name, int(self), *other)
        return Word(result)

    return operate


for operator in ("add", "sub", "mul", "floordiv", "and", "or", "xor", "lshift", "rshift"):
    setattr(Word, f"__{operator}__", checked(f"__{operator}__"))
    setattr(Word, f"__r{operator}__", checked(f"__r{operator}__"))
for operator in ("neg", "invert"):
    setattr(Word, f"__{operator}__", checked(f"__{operator}__"))


class Words:
    """A flat array that hands out checked words."""

    def __init__(self, array):
        self.array = array

    def __getitem__(self, index):
        assert index >= 0
        return Word(self.array[index])

    def __setitem__(self, index, value):
        assert index >= 0
        self.array[index] = value

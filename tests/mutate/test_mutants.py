"""Which mutants are made of a source."""

import pytest

from host_tools.lab.mutate.mutants import Mutant, changed_lines, mutants, mutated

SOURCE = '''"""A game."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array


@dataclass(frozen=True)
class Game:
    def __init__(self, cells: "int | None") -> None:
        self.cells = cells
        self.step = 0

    def play(self, cell: int | None) -> bool:
        if cell < self.cells:
            self.step += 1
            self.cells.append(cell)
        return False
'''


def texts(source: str = SOURCE) -> dict[tuple[str, str], Mutant]:
    """Each mutant, by what it changes."""
    found = {}
    for mutant in mutants("game.py", source):
        text = mutated(mutant, source)
        if text is not None:
            found[changed_lines(source, text)] = mutant
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if cell < self.cells:", "if cell <= self.cells:"),
        ("if cell < self.cells:", "if cell >= self.cells:"),
        ("if cell < self.cells:", "if not cell < self.cells:"),
        ("return False", "return True"),
        ("self.step += 1", "self.step += 2"),
        ("self.step += 1", "pass"),
        ("self.cells.append(cell)", "pass"),
    ],
)
def test_what_a_person_could_have_written_by_mistake(before: str, after: str) -> None:
    assert (before, after) in texts()


def test_types_guards_and_constructors_attributes_stay() -> None:
    changed = {before for before, _ in texts()}
    assert changed == {
        "if cell < self.cells:",
        "return False",
        "self.step += 1",
        "self.cells.append(cell)",
        "self.step = 0",
    }
    assert ("self.step = 0", "pass") not in texts()


def test_a_mutant_is_named_by_its_statement() -> None:
    mutant = texts()["return False", "return True"]
    assert (mutant.name, mutant.line) == ("Game.play: return False: ReplaceFalseWithTrue 1", 18)
    changed = "LIMIT = 1\n" + SOURCE.replace("cell < self.cells", "cell <= self.cells")
    again = texts(changed)["return False", "return True"]
    assert (again.name, again.line) == (mutant.name, 19)
    assert again.around != mutant.around


def test_no_two_mutants_have_the_same_name() -> None:
    source = "def play():\n    hit()\n    if x:\n        hit()\n    return 1 + 1\n\n\nA = [1, 1]\n"
    names = [mutant.name for mutant in mutants("game.py", source)]
    assert len(set(names)) == len(names) > 8


def test_what_is_no_python_is_no_mutant() -> None:
    source = "def play(*, cell):\n    return 2 * cell\n"
    assert set(texts(source)) == {
        ("return 2 * cell", "return 2 // cell"),
        ("return 2 * cell", "return 3 * cell"),
        ("return 2 * cell", "return 1 * cell"),
    }


def test_data_that_people_judge_stay() -> None:
    source = "TUNE = (500, 60)\n\n\ndef play():\n    return 1\n"
    assert {mutant.line for mutant in mutants("tunes.py", source)} == {1, 5}
    assert {mutant.line for mutant in mutants("tunes.py", source, functions_only=True)} == {5}

"""The errata of an opening book of xtic: positions after the book's end in which the board's search
would give away what the book guarantees, each with a step that keeps it.

They are found by `lodeboard lab xtic-errata`, which plays the board's search in each position that
can be reached, and stored as text, in order:

    lodeboard xtic errata 1 RULES
    <position, the smallest of its images> <move>    for each
    end <positions>
"""

from pathlib import Path

from host_tools.games.contract import StoreError
from host_tools.games.xtic.tables.pack import Answers
from host_tools.jobs.files import write_whole
from lodeboard.games.contract import NOWHERE, GameError
from lodeboard.games.xtic.rules import Xtic

VERSION = 1

#: The errata that came with the project.
FOLDER = Path(__file__).parent


def errata_path(rules: str, folder: Path = FOLDER) -> Path:
    """The path of the errata of a rule set."""
    return folder / f"xtic-{rules}.errata"


def write(rules: str, errata: dict[str, str], folder: Path = FOLDER) -> None:
    """Write moves by position."""
    lines = [f"lodeboard xtic errata {VERSION} {rules}"]
    lines += [f"{text} {move}" for text, move in sorted(errata.items())]
    lines += [f"end {len(errata)}"]
    write_whole(errata_path(rules, folder), ("\n".join(lines) + "\n").encode("ascii"))


def read(rules: str, folder: Path = FOLDER) -> dict[str, str]:
    """Moves by position; none where there is no file. Raises StoreError."""
    path = errata_path(rules, folder)
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    if len(lines) < 2 or lines[0] != f"lodeboard xtic errata {VERSION} {rules}":
        raise StoreError(f"{path} is no file of errata, format {VERSION}, of {rules}")
    if lines[-1] != f"end {len(lines) - 2}":
        raise StoreError(f"{path} is cut short")
    return dict(line.split(" ", 1) for line in lines[1:-1])


def answers(rules: str, moves: dict[str, str]) -> Answers:
    """The steps of the moves by smallest image. Raises StoreError."""
    found = {}
    game = Xtic(rules)
    for text, move in moves.items():
        try:
            game.load(text)
            (step,) = game.parse_move(move)
        except (GameError, ValueError) as error:
            raise StoreError(f"errata of {rules}, {text} {move}: {error}") from error
        found[image_bytes_of(game)] = step & 15
    return found


def image_bytes_of(game: Xtic) -> bytes:
    """What `book.image_bytes` makes of a position that is the smallest of its images."""
    hand = 1 << 16 if game.hand != NOWHERE else 0
    masks = [game.occupied | hand]
    masks += [
        mask | (hand if hand and game.hand >> index & 1 else 0)
        for index, mask in enumerate(game.ones)
    ]
    return b"".join(mask.to_bytes(3, "little") for mask in masks)

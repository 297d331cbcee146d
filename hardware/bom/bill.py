"""The bill of materials of the circuit board and its accessories."""

import csv
from pathlib import Path

from hardware.circuit import parts
from hardware.circuit.design import Placed
from hardware.prints.parts import CHESSMEN
from lodeboard.boards.profile import Profile

HEADER = ("Qty", "References", "Value", "Footprint", "Maker", "Part number", "Alternates",
          "EUR each", "EUR", "Fitted", "Purpose")  # fmt: skip
CHESS_CELLS = 49  # of the board for Magician Chess
# Parts that are not on the circuit board.
ALSO = (
    ("magnet 8x2 mm", "any", "disc 8x2 mm N35, axially magnetised", 0.15,
     "one in each tile, or in each piece of Magician Chess; two more for the jig"),
    ("USB cable, A to Micro-B, with data", "any", "", 2.0, "power and computer"),
)  # fmt: skip


def lines(netlist: list[Placed]) -> list[tuple[object, ...]]:
    """One line for each kind of part, in the order of `parts.KINDS`."""
    found: list[tuple[object, ...]] = []
    for kind in parts.KINDS:
        refs = [part.ref for part in netlist if part.kind is kind]
        if not refs:
            continue
        package = kind.footprint.partition(":")[2]
        cost = len(refs) * kind.euro if kind.fitted else 0.0
        found.append(
            (len(refs), " ".join(refs), kind.value, package, kind.maker, kind.part,
             "; ".join(kind.alternates), f"{kind.euro:.2f}", f"{cost:.2f}",
             "yes" if kind.fitted else "no", kind.purpose)
        )  # fmt: skip
    return found


def extra_lines(profile: Profile) -> list[tuple[object, ...]]:
    men = sum(man.per_side for man in CHESSMEN.values()) if profile.cells == CHESS_CELLS else 0
    counts = (2 * max(profile.data["tile"]["per_player"], men) + 2, 1)
    return [
        (n, "", name, "", maker, number, "", f"{euro:.2f}", f"{n * euro:.2f}", "yes", purpose)
        for n, (name, maker, number, euro, purpose) in zip(counts, ALSO, strict=True)
    ]


def write_bill(netlist: list[Placed], profile: Profile, path: Path) -> float:
    """Write the bill of materials; returns its sum in euros."""
    rows = lines(netlist) + extra_lines(profile)
    return write_rows(rows, path, "rough sum, without the bare board")


def write_rows(rows: list[tuple[object, ...]], path: Path, sum_words: str) -> float:
    """Write these lines and one with their sum in euros, which is returned."""
    total = sum(float(str(row[8])) for row in rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows)
        writer.writerow(("", "", sum_words, *[""] * 5, f"{total:.2f}"))
    return total

"""python -m hardware.build: make everything of the electronics into build/hardware, and with
--release what a buyer needs into hardware/release."""

import argparse
import shutil
import sys
import time
from pathlib import Path

from hardware import released
from hardware.bom import bill, by_hand
from hardware.circuit.build import BUILD, RELEASE
from hardware.circuit.build import build as build_circuit
from hardware.circuit.sizes import Data, sized
from hardware.schematic.draw import draw_all
from lodeboard.boards.profile import Profile


def kept_board(data: Data) -> Path:
    """The archive in hardware/release with the board's file for KiCad."""
    return RELEASE / f"{data['name']}-kicad.zip"


def build_board(data: Data, folder: Path, kept: bool = False) -> list[Path]:
    """Board, files to order, drawings and lists of that data; the files that a buyer needs.

    `kept`: with the tracks that lie in hardware/release, in place of finding them again.
    """
    import pcbnew  # noqa: PLC0415

    from hardware.pcb import fabrication, picture, steps  # noqa: PLC0415
    from hardware.pcb.board import kept_routes, make_board  # noqa: PLC0415

    name = data["name"]
    profile = Profile(data)
    routes = kept_routes(kept_board(data), data) if kept else None
    made = make_board(data, folder / f"{name}.kicad_pcb", routes)
    print(f"board: {len(made.routes.tracks)} tracks, {len(made.routes.vias)} vias")
    board = pcbnew.LoadBoard(str(folder / f"{name}.kicad_pcb"))
    files = fabrication.plot(board, folder / f"{name}-gerber")
    archive = folder / f"{name}-gerber.zip"
    fabrication.pack(files, archive)
    source = folder / f"{name}-kicad.zip"
    fabrication.pack([folder / f"{name}.kicad_pcb"], source)
    orders = fabrication.write_orders(made.parts, made.places, folder / name)
    total = bill.write_bill(made.parts, profile, folder / f"{name}-bom.csv")
    print(f"parts: about {total:.0f} EUR without the bare board")
    by_hand.write_bill(made.parts, profile, folder / f"{name}-hand-bom.csv")
    by_hand.write_wiring(made.parts, profile, folder / f"{name}-hand-wiring.csv")
    by_hand.write_drawing(made.parts, profile, folder / f"{name}-hand-wiring.svg")
    draw_all(made.parts, profile, folder)
    pictures = [*picture.draw(archive, folder / name), folder / f"{name}-leds.svg"]
    picture.draw_leds(made, pictures[-1])
    pictures += steps.draw_steps(made, folder / name)
    wanted = [archive, *orders, *pictures, *sorted(folder.glob(f"{name}-schematic-*"))]
    wanted += [folder / f"{name}{end}" for end in ("-bom.csv", "-hand-bom.csv", "-hand-wiring.csv")]
    return [*wanted, folder / f"{name}-hand-wiring.svg", source]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="hardware.build", description=__doc__)
    every = [f"{data['rows']}x{data['columns']}" for data in released.BOARDS]
    size = f"rows x columns, such as 2x3 ({' and '.join(every)})"
    parser.add_argument("--size", action="append", help=size)
    parser.add_argument("--release", action="store_true", help="renew hardware/release too")
    options = parser.parse_args(arguments)
    try:
        boards = [sized(text) for text in options.size or every]
    except ValueError as error:
        parser.error(str(error))
    for data in boards:
        start = time.monotonic()
        errors, warnings = build_circuit(data, BUILD)
        if errors or warnings:
            return 1
        wanted = build_board(data, BUILD)
        if options.release and data not in released.BOARDS:
            print(f"hardware/release is for {' and '.join(every)} alone: nothing renewed there")
        elif options.release:
            RELEASE.mkdir(parents=True, exist_ok=True)
            for file in wanted:
                shutil.copyfile(file, RELEASE / file.name)
        print(f"{data['name']} built in {time.monotonic() - start:.0f} s: {BUILD}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

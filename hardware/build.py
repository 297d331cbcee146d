"""python -m hardware.build: makes everything of the electronics in build/hardware; with --release
also the files for buyers in hardware/release."""

import argparse
import shutil
import sys
from pathlib import Path

from hardware import released
from hardware.bom import bench, bill
from hardware.circuit.build import BUILD, RELEASE
from hardware.circuit.build import build as build_circuit
from hardware.circuit.sizes import Data, sized
from hardware.schematic.draw import draw_all
from hardware.schematic.kicad import write_project
from hardware.stages import Stages, announced
from hardware.strips.build import build_panel
from hardware.strips.circuit import NAME
from lodeboard.boards.profile import Profile


def kept_board(data: Data) -> Path:
    """The archive in hardware/release with the KiCad board file."""
    return RELEASE / f"{data['name']}-kicad.zip"


# Stages of a board, and about how many seconds each takes; a board of 49 cells takes twice as long.
STAGES = {
    "circuit and electrical rules": 3,
    "tracks": 60,
    "files to order": 8,
    "lists": 1,
    "schematic": 14,
    "KiCad project, STEP, page of parts": 8,
    "pictures": 6,
}
PANEL_S = 50  # of strips
DISK_MB = 60  # in build/hardware, of two boards and all prints


def build_board(
    data: Data, folder: Path, kept: bool = False, stages: Stages | None = None
) -> list[Path]:
    """Make board, fabrication files, drawings and lists from these data; returns the files for
    buyers.

    `kept`: use the tracks in hardware/release instead of routing again.
    """
    import pcbnew  # noqa: PLC0415

    from hardware.pcb import fabrication, measure, picture, steps, views  # noqa: PLC0415
    from hardware.pcb.board import kept_routes, make_board  # noqa: PLC0415

    begin = stages.begin if stages else _silent
    name = data["name"]
    profile = Profile(data)
    begin("tracks", name)
    routes = kept_routes(kept_board(data), data) if kept else None
    made = make_board(data, folder / f"{name}.kicad_pcb", routes)
    begin("files to order", name)
    board = pcbnew.LoadBoard(str(folder / f"{name}.kicad_pcb"))
    files = fabrication.plot(board, folder / f"{name}-gerber")
    archive = folder / f"{name}-gerber.zip"
    fabrication.pack(files, archive)
    soldered = fabrication.ordered(made.parts, made.places, board)
    orders = fabrication.write_orders(soldered, folder / name)
    begin("lists", name)
    bill.write_bill(made.parts, profile, folder / f"{name}-bom.csv")
    begin("schematic", name)
    draw_all(made.parts, profile, folder)
    begin("KiCad project, STEP, page of parts", name)
    project = folder / f"{name}-kicad"
    sources = write_project(made.parts, profile, project)
    sources.append(project / f"{name}.kicad_pcb")
    shutil.copyfile(folder / sources[-1].name, sources[-1])
    source = folder / f"{name}-kicad.zip"
    fabrication.pack(sources, source, project)
    solid, page = folder / f"{name}-step.zip", folder / f"{name}-ibom.html"
    views.write_step(folder / f"{name}.kicad_pcb", made.parts, solid)
    views.write_interactive(folder / f"{name}.kicad_pcb", page)
    begin("pictures", name)
    pictures = [*picture.draw(archive, folder / name), folder / f"{name}-leds.svg"]
    picture.draw_leds(made, pictures[-1])
    pictures += steps.draw_steps(made, folder / name)
    pictures.append(measure.draw_measures(made, folder / name))
    wanted = [archive, *orders, *pictures, *sorted(folder.glob(f"{name}-schematic-*"))]
    return [*wanted, folder / f"{name}-bom.csv", source, solid, page]


def build_bench(data: Data, folder: Path) -> list[Path]:
    """The drawing of a cell wired on a breadboard."""
    path = folder / f"{data['name']}-wiring.svg"
    bench.write_drawing(Profile(data), path)
    return [path]


def _silent(_stage: str, _of: str) -> None:
    """Without progress report."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="hardware.build", description=__doc__)
    every = [f"{data['rows']}x{data['columns']}" for data in released.BOARDS]
    size = f"rows x columns, such as 2x3 ({' and '.join(every)})"
    parser.add_argument("--size", action="append", help=size)
    parser.add_argument("--release", action="store_true", help="also update hardware/release")
    kept = "reuse the tracks in hardware/release instead of routing again"
    parser.add_argument("--kept", action="store_true", help=kept)
    options = parser.parse_args(arguments)
    try:
        boards = [sized(text) for text in options.size or every]
    except ValueError as error:
        parser.error(str(error))
    weights: dict[tuple[str, str], float] = {
        (stage, data["name"]): seconds * (2 if data["rows"] * data["columns"] > 30 else 1)
        for data in boards
        for stage, seconds in STAGES.items()
    }
    if not options.size:
        weights["panel", NAME] = PANEL_S
    print(
        announced(", ".join(dict.fromkeys(of for _, of in weights)), sum(weights.values()), DISK_MB)
    )
    with Stages(weights) as stages:
        for data in boards:
            stages.begin("circuit and electrical rules", data["name"])
            errors, warnings = build_circuit(data, BUILD)
            if errors or warnings:
                return 1
            wanted = build_board(data, BUILD, options.kept and data in released.BOARDS, stages)
            if options.release and data not in released.BOARDS:
                stages.say(f"hardware/release is for {' and '.join(every)}only: not updated")
            elif options.release:
                RELEASE.mkdir(parents=True, exist_ok=True)
                for file in wanted:
                    shutil.copyfile(file, RELEASE / file.name)
        if not options.size:
            stages.begin("panel", NAME)
            others = build_panel(BUILD, options.kept)
            for data in released.BENCHES:
                others += build_bench(data, BUILD)
            for file in others:
                if options.release:
                    shutil.copyfile(file, RELEASE / file.name)
    print(f"built: {BUILD}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

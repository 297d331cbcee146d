"""Which code is mutated, and which tests belong to it: data only."""

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from host_tools import ROOT

BOARD = "firmware/lodeboard"
GAMES = f"{BOARD}/games"

# In these, code outside functions is a matter of taste: the notes of tunes.
TASTE = (f"{BOARD}/lights/tunes.py",)


@dataclass(frozen=True)
class Area:
    """Patterns of source files, and of their test files and folders."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    # Without Numba: it would have to compile each mutated kernel.
    interpreted: bool = False
    # Runs only on the emulated chip, so which tests reach a line is unknown: all are run.
    chip: bool = False

    def modules(self) -> list[str]:
        """The source files, relative to the project; empty ones are excluded."""
        return [name for name in _files(self.sources, "*.py") if (ROOT / name).stat().st_size]

    def test_files(self) -> list[str]:
        return _files(self.tests, "test_*.py")


def _files(patterns: tuple[str, ...], inside: str) -> list[str]:
    found: set[Path] = set()
    for pattern in patterns:
        for path in ROOT.glob(pattern):
            inner = path.rglob(inside) if path.is_dir() else [path]
            found.update(file for file in inner if fnmatch(file.name, inside))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


AREAS = (
    Area(
        "sensing",
        (f"{BOARD}/sensing",),
        ("tests/sensing", "tests/scenes", "tests/simulator/test_support.py"),
    ),
    Area(
        "session",
        (f"{BOARD}/play", f"{BOARD}/scenes", f"{BOARD}/ticks.py"),
        (
            "tests/play",
            "tests/scenes",
            "tests/storage/test_saved.py",
            "tests/link/test_states.py",
            "tests/link/test_commands.py",
            "tests/system/test_app.py",
        ),
    ),
    Area(
        "games",
        (
            f"{GAMES}/*.py",
            f"{GAMES}/*/rules.py",
            f"{GAMES}/*/notation.py",
            f"{GAMES}/*/plugin.py",
            f"{GAMES}/xtic/symmetry.py",
        ),
        (
            "tests/games/*.py",
            "tests/games/flip/test_flip_p*.py",
            "tests/games/flip/test_flip_text.py",
            "tests/games/xtic/test_xtic_p[al]*.py",
            "tests/games/xtic/test_xtic_text.py",
            "tests/games/xtic/test_xtic_coach.py",
            "tests/games/*/test_*_rules.py",
            "tests/games/*/test_*_sentences.py",
            "tests/games/*/test_*_perfect.py",
            "tests/games/*/test_*_chances.py",
            "tests/games/retrograde/test_solved_table.py",
            "tests/games/magician/test_magician_[ckpstv]*.py",
        ),
    ),
    Area(
        "engine",
        (
            f"{GAMES}/search.py",
            f"{GAMES}/*/search.py",
            f"{GAMES}/*/player.py",
            f"{GAMES}/*/coach.py",
            f"{GAMES}/*/evaluator.py",
            f"{GAMES}/*/perfect.py",
            f"{GAMES}/*/lookup.py",
            f"{GAMES}/*/book.py",
        ),
        (
            "tests/games/test_search.py",
            "tests/games/flip/test_exact.py",
            "tests/games/flip/test_flip_[celp]*.py",
            "tests/games/flip/test_trap_order.py",
            "tests/games/flip/tables",
            "tests/games/xtic/test_xtic_[bck]*.py",
            "tests/games/*/test_*_player.py",
            "tests/games/*/test_*_perfect.py",
            "tests/games/magician/test_magician_[celms]*.py",
            "tests/play/test_coach.py",
        ),
    ),
    Area(
        "kernels",
        (f"{GAMES}/*/*_kernel.py",),
        (  # tests that are fast without compilation
            "tests/games/flip/test_flip_kernel.py",
            "tests/games/flip/tables/test_kernel.py",
            "tests/games/xtic/test_xtic_kernel.py",
            "tests/games/magician/test_magician_kernel.py",
        ),
        interpreted=True,
    ),
    Area(
        "lights",
        (f"{BOARD}/lights",),
        ("tests/lights", "tests/play", "tests/scenes", "tests/games/*/test_*_painter.py"),
    ),
    Area(
        "link",
        (f"{BOARD}/link", f"{BOARD}/system/remote.py", f"{BOARD}/system/reporter.py"),
        (
            "tests/link",
            "tests/storage/test_saved.py",
            "tests/system/test_app.py",
            "tests/device/test_serial_board.py",
        ),
    ),
    Area(
        "storage",
        (f"{BOARD}/storage", f"{BOARD}/ports/file_store.py", f"{BOARD}/ports/fat_store.py"),
        (
            "tests/storage",
            "tests/simulator/test_file_store.py",
            "tests/scenes/test_resume.py",
            "tests/scenes/test_zeros.py",
            "tests/system",
            "tests/phone",
            "tests/link",
            "tests/play/test_record.py",
            "tests/play/test_rolling.py",
            "tests/scenes/test_menu.py",
            "tests/reliability/power/test_small_power.py",
        ),
    ),
    Area(
        "system",
        (f"{BOARD}/system",),
        (
            "tests/system",
            "tests/storage",
            "tests/scenes",
            "tests/link",
            "tests/device/test_serial_board.py",
        ),
    ),
    Area(
        "start",
        ("firmware/main.py", "firmware/packs.py"),
        ("tests/emulator/test_slots.py", "tests/emulator/test_healing.py"),
        chip=True,
    ),
    Area(
        "chip",
        (f"{BOARD}/ports/rp2*.py",),
        ("tests/emulator/test_rp2_port.py", "tests/emulator/test_fast_clock.py"),
        chip=True,
    ),
    Area(
        "ports",
        (f"{BOARD}/ports/circuitpython.py", f"{BOARD}/ports/budget.py"),
        (
            "tests/simulator/test_circuitpython_port.py",
            "tests/scenarios/test_circuitpython.py",
            "tests/play/test_thinking_in_slices.py",
        ),
    ),
    Area(
        "boards",
        (f"{BOARD}/boards",),
        (
            "tests/boards",
            "tests/simulator",
            "tests/sensing",
            "tests/build/test_chips.py",
            "tests/hardware/test_margins.py",
            "tests/hardware/test_dimensions.py",
            "tests/hardware/test_released.py",
            "tests/hardware/test_tops.py",
        ),
    ),
    Area(
        "device",
        ("host_tools/board/device",),
        (
            "tests/device",
            "tests/build/test_layout.py",
            "tests/checkup",
            "tests/boards/test_flash_other_board.py",
            "tests/scenarios/test_command.py",
            "tests/scenarios/test_on_cable.py",
            "tests/testing/test_plugin.py",
            "tests/web/test_site_cable.py",
        ),
    ),
    Area(
        "recording",
        ("host_tools/board/recording",),
        ("tests/recording", "tests/web/test_recordings.py"),
    ),
    Area(
        "scenario",
        ("host_tools/board/scenario",),
        (
            "tests/scenarios",
            "tests/checkup/test_soaking.py",
            "tests/games/outside/test_outside_games.py",
            "tests/recording",
            "tests/scenes/test_no_game.py",
            "tests/testing/test_plugin.py",
        ),
    ),
    Area(
        "web",
        ("host_tools/play/web",),
        (
            "tests/web/test_serve*.py",
            "tests/web/test_datadir.py",
            "tests/web/test_hub.py",
            "tests/web/test_pace.py",
            "tests/web/test_protocol.py",
            "tests/web/test_messages_page.py",
            "tests/web/test_runner.py",
            "tests/web/test_turns.py",
            "tests/web/test_tile_tray.py",
            "tests/web/test_parked_game.py",
            "tests/web/test_storage_reports.py",
            "tests/web/test_workbench.py",
            "tests/web/test_pair*.py",
            "tests/web/test_play.py",
            "tests/web/test_seats.py",
            "tests/web/test_recordings.py",
            "tests/web/test_devicebench.py",
            "tests/web/test_analysis_service.py",
            "tests/web/test_acts.py",
            "tests/web/test_do_it.py",
            "tests/web/test_first_state.py",
            "tests/web/test_full_disk.py",
            "tests/web/test_on*_t*.py",
            "tests/web/test_other_board.py",
            "tests/web/test_site_board.py",
            "tests/web/test_xtic_table.py",
            "tests/web/test_language.py",
            "tests/analysis/test_pasted.py",
            "tests/cli/test_review.py",
            "tests/games/*/test_*_page.py",
            "tests/games/flip/solver/test_analysis_and_commands.py",
            "tests/play/test_clock.py",
            "tests/device/test_received.py",
        ),
    ),
)

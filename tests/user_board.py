"""A user's board at a port, for programs that are interrupted."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.hands.stage import Stage
from host_tools.board.recording.recorder import stored_in
from host_tools.board.scenario.runner import Runner
from host_tools.board.scenario.script import parse
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import firmware

PATIENCE_S = 300
A_GAME = "start\npress middle\npress left\npress right\npress middle\nplace U b2\n"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The stored data of a board on which somebody has played."""
    store = tmp_path_factory.mktemp("own")
    board = SimulatedBoard(PROFILE, 7, store_dir=store)
    Runner(Stage(board)).run(parse(A_GAME, "here", CELLS))
    board.run_ms(2000)
    stored = stored_in(store)
    assert {"settings.blob", "calibration.blob", "game.blob"} <= set(stored), set(stored)
    return {f"data/{name}": data for name, data in stored.items()}


@pytest.fixture(scope="module")
def port(own: dict[str, bytes]) -> Iterator[SerialPort]:
    """That board, emulated, on a port."""
    files = dict(firmware.board_files(board=PROFILE.name)) | own
    board = EmulatedBoard(PROFILE, 3, files=files)
    board.plug(False)
    board.boot()
    with SerialPort(board.chip, board.advance, hurry=True) as port:
        port.wait(PATIENCE_S)
        yield port


def data(port: SerialPort) -> dict[str, bytes]:
    """The board's stored data, and what is stashed on it."""
    with port.held() as chip:
        return {name: data for name, data in chip.files().items() if name.startswith("data")}


def plug_again(port: SerialPort) -> None:
    """Plug the cable in again, which also powers the board."""
    with port.held() as chip:
        chip.power_off()
        chip.power_on()
    port.plug()
    port.wait(PATIENCE_S)


def broken_off(
    words: Sequence[str | Path], at: str, act: Callable[[subprocess.Popen[str]], object]
) -> tuple[int, str, str]:
    """Run a program, and call `act` with its process once it has printed this; return exit status,
    later output, and standard error."""
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if at in line:
                break
        act(running)
        printed, said = running.communicate(timeout=PATIENCE_S)
    return running.returncode, printed, said

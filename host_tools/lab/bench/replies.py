"""Time of each level's first reply when nothing has been compiled: processor time of a process from
its start to its answer, and separately that of the compilation that runs beside it."""

import os
import random
import subprocess
import sys
import tempfile

from host_tools.build import compiled
from host_tools.games.loader import GAMES, host_game
from host_tools.games.moves import legal_moves, make_move
from host_tools.jobs import report
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED
from lodeboard.system.loader import make_game

TURNS = (0, 1, 2, 3, 4, 5, 6)  # random moves before the position


def replies_table() -> str:
    """Each level's first reply in early positions: the median and the longest."""
    rows = []
    for name in GAMES:
        positions = [early_position(name, turns) for turns in TURNS]
        for level in LEVELS[name]:
            took = sorted(first_reply(name, level, text) for text in positions)
            rows.append(
                [host_game(name).title, level, f"{took[len(took) // 2]:.2f} s", f"{took[-1]:.2f} s"]
            )
    return report.table(["first reply, nothing compiled", "level", "middle", "longest"], rows)


def compiling_table() -> str:
    """What is compiled beside it, in a separate process at the lowest priority."""
    rows = [
        [f"`{name}`", f"{compiling(module.__name__, name):.1f} s"]
        for module, name in compiled.kernels()
    ]
    return report.table(["compiled beside it, once", "processor"], rows)


def early_position(name: str, turns: int) -> str:
    """An undecided position after this many random turns."""
    game, source = make_game(name), random.Random(turns)
    for _ in range(turns):
        while True:
            move = source.choice(list(legal_moves(game)))
            make_move(game, move)
            if game.verdict() == UNDECIDED:
                break
            for _ in move:
                game.pop()
    return game.text()


def first_reply(name: str, level: str, position: str) -> float:
    """Processor seconds of a process that answers one position, starting with an empty cache."""
    words = ["-c", "from host_tools.play.cli import main; main()", "choose", name, "--level", level]
    return _processor_s(words, f"{position}\n".encode())


def compiling(module: str, name: str) -> float:
    """Processor seconds of the process that compiles a kernel."""
    return _processor_s(["-m", "host_tools.build.compile_kernel", module, name], None)


def _processor_s(words: list[str], said: bytes | None) -> float:
    """Processor seconds of this Python with these arguments, including its child processes. said:
    all its input; if None, its input stays open."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": folder,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=environment,
        )
        assert process.stdin is not None
        if said is not None:
            process.stdin.write(said)
            process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdin.close()
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime

"""Reports on the terminal what the board and its table cannot store on this computer."""

import sys
from pathlib import Path

from host_tools.board import messages
from host_tools.board.contract import BoardView
from host_tools.board.messages import State, listen
from host_tools.board.simulator.world import World
from host_tools.play.web import tile_tray

SAVED = "settings, calibration and the game are saved"


class Keeping:
    """`folder`: where everything is stored; None for a board with storage of its own."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._trouble = ""  # of the table
        self._said = ""  # of the board, last
        self._position = ""  # for which the table was written down

    def follow(self, board: BoardView, world: World) -> None:
        """Report from now on what this board cannot store, and save the table at each step: the
        program may be killed at any moment."""
        listen(
            board.lines,
            {messages.Keeping: self._tell, State: lambda state: self._take_state(state, world)},
        )

    def begin(self, world: World) -> None:
        """Save where the tiles lie, which shows whether anything can be stored."""
        self._save(world)

    def end(self, world: World) -> None:
        """Save once more; report it if that fails."""
        self._save(world)
        if self._trouble:
            self._say(f"The tiles' places are not saved: {self._trouble}.")

    @property
    def at_the_end(self) -> str:
        """Report what happens to settings, calibration and game when the program ends."""
        if not self._trouble:
            return f"Ctrl-C ends it; {SAVED}."
        return (
            f"Ctrl-C ends it. Nothing can be saved now: {self._trouble}. Once that is "
            f"fixed, {SAVED}."
        )

    def _save(self, world: World) -> None:
        self._trouble = ""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            tile_tray.save(world, self.folder)
        except OSError as error:
            self._trouble = f"{self.folder}: {error.strerror}"

    def _tell(self, message: messages.Keeping) -> None:
        where = f" The place: {self.folder}" if message.why and self.folder else ""
        if message.say != self._said:  # a new listener receives it again
            self._say(f"{message.say}{where}")
        self._said = message.say

    def _take_state(self, state: State, world: World) -> None:
        if state.position and state.position != self._position:
            self._position = state.position
            self._save(world)

    def _say(self, sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)

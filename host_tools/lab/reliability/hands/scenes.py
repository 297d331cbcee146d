"""Brings a board into the scene in which a burst begins, with lines and buttons."""

import json
import math
import random
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from host_tools.board.hands import follow
from host_tools.board.hands.hand import Hand
from host_tools.board.hands.returning import LAST_ITEM, choose_action
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.games.loader import host_game
from host_tools.lab.reliability.hands import fast
from host_tools.lab.reliability.hands.umpire import Umpire
from lodeboard.boards.profile import LINE_BYTES, Profile
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import EMPTY, NOWHERE, UNDECIDED, Game
from lodeboard.play.scene import SET_GAINS, SET_ZEROS
from lodeboard.storage.settings import MACHINES, ONE_PLAYER, TWO_PLAYERS, Settings
from lodeboard.system.loader import make_game
from lodeboard.system.run import Supervisor

if TYPE_CHECKING:
    from lodeboard.ports.port import Port

HAND_MM_S = 900.0
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_SOON_MS = 8000
_START_MS = 700
_MOST_MOVES = LINE_BYTES // 16  # that a line can set up

START = "start"
ZEROS = "zeros"
CHOOSING = "choosing"
PERSON = "person's step"
UNDER_WAY = "step under way"
THINKING = "thinking"
MACHINE = "machine's step"
ALONE = "machines alone"
MISTAKE = "mistake"
TAKE_BACK = "take-back"
RESUME = "resume"
OVER = "end"
MENU = "menu"
ZEROS_AGAIN = "zeros again"
GAINS = "gains"
SCENES = (
    START, ZEROS, PERSON, UNDER_WAY, THINKING, MACHINE, ALONE, MISTAKE, TAKE_BACK, RESUME, OVER,
    MENU, ZEROS_AGAIN, GAINS, CHOOSING,
)  # fmt: skip


class SceneError(RuntimeError):
    """The scene was not reached."""


def supervised(port: "Port", profile: Profile) -> Supervisor:
    """The firmware under its supervisor, as on a board."""
    return Supervisor(port, profile, "simulated")


def scenes_of(game: str) -> tuple[str, ...]:
    """The scenes of this game."""
    return SCENES if make_game(game).choices else SCENES[:-1]


def _before_a_choice(game: Game) -> int | None:
    """A step after which the same turn continues with a choice."""
    first, then = (array("H", [0] * game.max_steps) for _ in range(2))
    for step in first[: game.steps(first)]:
        game.push(step)
        chooses = not game.between_moves() and game.choice(then[game.steps(then) - 1]) != NOWHERE
        game.pop()
        if chooses:
            return step
    return None


class Played(Protocol):
    """The game to play, and its board."""

    @property
    def game(self) -> str: ...

    @property
    def rules(self) -> str: ...

    @property
    def variant(self) -> int: ...

    @property
    def factor(self) -> float: ...


class Table:
    """A new board with its zeros not yet set, a person's hand, and the umpire."""

    def __init__(self, condition: Played, choose: random.Random) -> None:
        self.condition = condition
        self._choose = choose
        profile = profiles.of_game(condition.game)
        self.board = SimulatedBoard(profile, choose.randrange(1 << 31), app_factory=supervised)
        self.board.frontend.noise(condition.factor)
        self.board.frontend.sensors.spread(condition.factor)
        self.board.world.unpack(host_game(condition.game).alike)
        self.stage = Stage(self.board, Hand(self.board, HAND_MM_S))
        fast.hasten(self.board)
        self.umpire = Umpire(self.board)
        self.refused: list[str] = []  # sensors for which the board refused its zeros

    def close(self) -> None:
        """Remove what the board stored."""
        self.board.close()

    def bring(self, scene: str) -> None:
        """Bring the board into this scene; raises SceneError if it cannot be reached."""
        self._set(scene)
        self.board.boot()
        if scene == START:
            self.board.run_ms(self._choose.randrange(20, 700))
            return
        self.board.run_ms(_START_MS)
        if scene == ZEROS:
            if self._choose.random() < 0.5:
                self.stage.press(_MIDDLE)
            return
        self.set_zeros()
        self._lay_out(scene)
        self._go_on(scene)

    def begin(self) -> None:
        """Set the zeros and begin a game with the first settings."""
        self._set(PERSON)
        self.board.boot()
        self.board.run_ms(_START_MS)
        self.set_zeros()
        self.until(lambda: self.umpire.match is not None, "a match")

    def _set(self, scene: str) -> None:
        """Store settings, as the menu would."""
        settings = Settings()
        settings.variant = self.condition.variant
        levels = LEVELS[self.condition.game]
        weakest = min(1 if scene != THINKING else 2, len(levels) - 2)
        settings.level = self._choose.randrange(weakest, len(levels) - 1)
        settings.players = TWO_PLAYERS if self._choose.random() < 0.5 else ONE_PLAYER
        if scene in (THINKING, MACHINE):
            settings.players = ONE_PLAYER
        elif scene == ALONE:
            settings.players = MACHINES
        settings.starts = self._choose.randrange(2)
        settings.coach = int(self._choose.random() < 0.2)
        settings.save(self.board.store, self.board.profile.name)

    def set_zeros(self) -> None:
        """Set the zeros with the plate empty; if the board doubts a large offset, confirm that the
        cell is empty."""
        for button in (_MIDDLE, _RIGHT, _RIGHT, _MIDDLE):
            self.stage.press(button)
            if self.board.run_until(lambda: self.umpire.scene != "calibrate", 1500):
                if self.umpire.scene == GAINS and self.umpire.flow.scene._first:
                    self.stage.press(_MIDDLE)
                return
            self.exchange()
        raise SceneError("no zeros")

    def exchange(self) -> None:
        """Replace the sensors whose offset the board takes for a magnet. People do the same: the
        board names the cells and asks for it."""
        sensors = self.board.frontend.sensors
        usual = float(self.board.profile.data["sensor"]["offset_sigma_mv"])
        for cell in self.umpire.refused():
            off = float(sensors.offset_mv[cell])
            self.refused.append(f"{self.board.profile.cell_name(cell)}, {off:+.0f} mV off")
            sensors.offset_mv[cell] = math.copysign(usual, off)

    # A game

    def _lay_out(self, scene: str) -> None:
        """A game after a number of random steps."""
        self.until(lambda: self.umpire.match is not None, "a match")
        machine = self._settings().machine()
        game, moves = self._played(scene, machine)
        start = make_game(game.name, game.rules).text()
        if len(moves) > _MOST_MOVES:  # then set up the position only
            start, moves = game.text(), []
        self.say(c="setup", position=start, moves=moves)
        self.board.step()
        self.arrange(game)
        ready = self.umpire.back
        self.until(lambda: ready() or self.umpire.scene == "over", f"{game.text()} {moves}")
        self.umpire.begin()

    def arrange(self, game: Game) -> None:
        """Lay the tiles of a position."""
        codes = bytearray(self.board.profile.cells)
        game.expected(codes)
        self.board.world.arrange(
            [((code - 1) // 2, code % 2 == 1) if code != EMPTY else None for code in codes]
        )

    def _played(self, scene: str, machine: int) -> tuple[Game, list[str]]:
        """A game after random moves, and these moves; it fits the scene."""
        for tried in range(400):
            game = make_game(self.condition.game, self.condition.rules)
            wanted = self._choose.randrange(0, 24 if tried < 100 else 24 + tried)
            moves: list[str] = []
            while game.verdict() == UNDECIDED and (scene == OVER or len(moves) < wanted):
                moves.append(self._move(game))
            if self._fits(scene, game, machine, len(moves)):
                return game, moves
        raise SceneError(f"no game for {scene}")

    def _move(self, game: Game) -> str:
        """Make a random move and return it."""
        steps: list[int] = []
        buffer = array("H", [0] * game.max_steps)
        while not steps or not game.between_moves():
            count = game.steps(buffer)
            steps.append(buffer[self._choose.randrange(count)])
            game.push(steps[-1])
        for _ in steps:
            game.pop()
        text = game.move_text(steps)
        for step in steps:
            game.push(step)
        return text

    def _fits(self, scene: str, game: Game, machine: int, moves: int) -> bool:
        if scene == OVER:
            return moves <= _MOST_MOVES
        if game.verdict() != UNDECIDED:
            return False
        acts = bool(machine >> game.turn & 1)
        if scene in (THINKING, MACHINE):
            return acts
        if scene in (RESUME, TAKE_BACK) and not moves:
            return False
        buffer = array("H", [0] * game.max_steps)
        count = game.steps(buffer)
        chooses = game.choice(buffer[0]) != NOWHERE
        if scene == CHOOSING:
            offered = game.choice(buffer[count - 1]) != NOWHERE  # choices follow steps by hand
            rolls = game.match == "rolling" and game.chances(buffer) > 0
            return not acts and not rolls and (offered or _before_a_choice(game) is not None)
        if scene in (PERSON, UNDER_WAY):
            return not chooses and not acts
        return True

    # From the game to the scene

    def _go_on(self, scene: str) -> None:
        stage, board = self.stage, self.board
        if scene == UNDER_WAY:
            self._begin_a_step()
        elif scene == CHOOSING and self.umpire.scene != scene:
            self._step_to_a_choice()
        elif scene == MACHINE:
            board.run_until(lambda: self.umpire.scene != "thinking", 30_000)
        elif scene == MISTAKE:
            self._take_one()
            stage.set_down(self._choose.choice(stage.cells))
            stage.wait(900)
        elif scene == TAKE_BACK:
            stage.press(_LEFT)
            stage.wait(self._choose.randrange(0, 600))
        elif scene == RESUME:
            board.power_cut()
            board.run_ms(100)
            board.boot()
            board.run_ms(self._choose.randrange(650, 2000))
        elif scene in (MENU, ZEROS_AGAIN, GAINS):
            self._to_menu(scene)
        elif scene in (THINKING, ALONE):
            board.run_ms(self._choose.randrange(0, 400))

    def _begin_a_step(self) -> None:
        self.stage.settled_lights()
        lit = [c for name in follow.MAY_LIFT for c in self.stage.cells_with(name)]
        if lit:
            self.stage.hand.lift(self._choose.choice(lit))
        else:
            self._take_one()
        self.stage.wait(self._choose.randrange(0, 600))

    def _step_to_a_choice(self) -> None:
        """Make the first part of a turn by hand, up to its choice."""
        assert self.umpire.match is not None
        game = self.umpire.match.game
        step = _before_a_choice(game)
        assert step is not None
        changed = array("H", [0] * 3 * game.max_changes)
        cells = self.stage.cells
        for index in range(game.changes(step, changed)):
            cell, _, after = changed[3 * index : 3 * index + 3]
            if after != EMPTY:
                end = cells[cell]
            else:
                start = cells[cell]
        if self.board.world.on_cell(cells.index(end)):
            self.stage.hand.remove(end)
        self.stage.hand.lift(start)
        self.stage.set_down(end)
        self.until(lambda: self.umpire.scene == CHOOSING, "a choice")

    def _take_one(self) -> None:
        """Take a tile into the hand: from a tray, or from the plate if the trays are empty."""
        letters = "U" if self.board.world.alike else "UDud"
        spare = [letter for letter in letters if self.stage.spare(letter)]
        if spare:
            self.stage.take(self._choose.choice(spare))
        else:
            cells = range(self.board.profile.cells)
            taken = [cell for cell in cells if self.board.world.on_cell(cell)]
            self.stage.hand.lift(self._choose.choice(taken))

    def _to_menu(self, scene: str) -> None:
        self.until(self._menu_opened, "the menu")
        if scene == MENU:
            self.stage.press(_LEFT, self._choose.randrange(0, LAST_ITEM + 1))
            return
        action = SET_ZEROS if scene == ZEROS_AGAIN else SET_GAINS
        choose_action(self.stage, action)

    def _menu_opened(self) -> bool:
        if self.umpire.scene != "menu":
            self.stage.press(_MIDDLE)
        return self.umpire.scene == "menu"

    # Helpers

    def _settings(self) -> Settings:
        settings: Settings = self.umpire.flow.board.settings
        return settings

    def say(self, **command: object) -> None:
        """Send a line from a computer."""
        self.board.send_line(json.dumps(command))

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Let board time pass until the condition holds; raises SceneError if it never does."""
        if not self.board.run_until(holds, _SOON_MS):
            raise SceneError(f"waited in vain for {what}: {self.umpire.scene}")

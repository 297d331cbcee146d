"""A careless hand that plays whole games on a simulated board."""

import random
from collections.abc import Callable

from msgspec import structs

from host_tools.board.hands import follow
from host_tools.board.hands.returning import Returning
from host_tools.board.hands.soak import held_bytes
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.simulator.world import WorldError
from host_tools.lab.reliability.games.conditions import Condition, Kind
from host_tools.lab.reliability.hands.acts import Careless
from host_tools.lab.reliability.hands.scenes import SceneError, Table
from lodeboard.system.loader import make_game

_SLIP = 0.12  # share of acts
_SLIPS = ("lift", "place", "move", "turn", "swap", "throw", "slide", "stack", "lean", "take away")
_MOST_ACTS = 3000  # per game: one of random chess takes up to 900


class CarelessPlayer:
    """Plays games by the lights on a simulated board, with slips."""

    def __init__(self, condition: Condition, number: int) -> None:
        self._choose = random.Random(f"games {condition.name} {number}")
        self._condition = condition
        self.table = Table(condition, self._choose)
        self.board = self.table.board
        self._careless = Careless(self.board, self.table.stage, self._choose)
        self.state = NO_STATE
        self.wrong: list[str] = []
        self.acts = 0
        self.slips = 0
        listen(self.board.lines, {State: self._take_state})
        self.table.begin()

    def _take_state(self, state: State) -> None:
        self.state = state

    def describe(self, kind: Kind) -> tuple[str, str, str]:
        """Game, rule set, and a description of the kind."""
        return self._condition.game, self._condition.rules, f"{kind.who}, level {kind.level}"

    def begin(self, kind: Kind) -> None:
        """Begin a new game; if that fails, `play` reports it."""
        self.wrong = []
        self._try(lambda: self._new(**kind.settings))

    def play(self) -> bool:
        """Play one game from its first tile to its end; False if it was aborted."""
        return not self.wrong and self._try(self._to_the_end)

    def clear(self) -> None:
        """Leave the tiles: the next game is laid out over this one. Collect the umpire's
        findings."""
        umpire = self.table.umpire
        self.wrong += [*umpire.lost, *umpire.faults()]
        self.state = structs.replace(self.state, result=None)

    def _try(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except (SceneError, follow.LostError, WorldError) as error:
            lights = self.table.stage.picture().replace("\n", " / ")
            self.wrong.append(f"{error}, {self.table.umpire.scene}, {lights}")
            return False
        return True

    def _new(self, **settings: int) -> None:
        table = self.table
        table.stage.hand.open()
        table.say(c="set", **settings)
        table.say(c="new")
        table.board.run_ms(200)
        table.arrange(make_game(self._condition.game, self._condition.rules))
        table.until(table.umpire.back, "a new game")
        table.umpire.begin()

    def _to_the_end(self) -> None:
        """Play by the lights, with slips; the lights correct each slip."""
        table, choose = self.table, self._choose
        hand = Returning(table.stage, choose.randrange(1 << 31))
        hand.switched_on = False
        done = 0
        while not table.umpire.match.over or not table.umpire.back():
            done += 1
            if done + len(hand.acts) > _MOST_ACTS:
                raise SceneError(f"not over after {_MOST_ACTS} acts")
            if choose.random() < _SLIP and not table.umpire.match.over:
                self.slips += 1
                self._careless.do(choose.choice(_SLIPS))
            elif table.umpire.back() and self._step():
                self.acts += 1
            else:
                hand.once()
        self.acts += len(hand.acts)
        table.board.run_ms(400)

    def _step(self) -> bool:
        """Make a person's step; False if the lights ask for something else."""
        stage = self.table.stage
        lights = stage.settled_lights()
        if follow.asks(lights) or follow.over(lights):
            return False
        try:
            return follow.run(stage, follow.step(stage, self._choose, lights))
        except (follow.LostError, WorldError):
            return False  # a tile was in the way; the lights show what to do

    def held(self) -> int:
        """Bytes that the firmware holds at the start of a game, always of the same settings."""
        self._new(**self._condition.kinds[0].settings)
        board = self.table.board
        board.serial_out.clear()
        board.tones.clear()
        return held_bytes(board.app)

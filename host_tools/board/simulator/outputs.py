"""What comes out of any board, for those who subscribe to it, and how its time passes."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.listeners import Listeners
from host_tools.board.simulator.mover import Mover
from host_tools.board.simulator.whole_states import WholeStates


class Outputs(ABC):
    """The part that all boards share. `send`: sends a line to the board.

    lines: with each state completed. wire: as sent over the cable. sent: lines from computers.
    ticks: after every tick. tones: board time in ms, and hertz.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        self.hands: list[Mover] = []
        self.frames: Listeners[list[Colour]] = Listeners()
        self.sounds: Listeners[int] = Listeners()
        self.lines: Listeners[str] = Listeners()
        self.wire: Listeners[str] = Listeners()
        self.sent: Listeners[str] = Listeners()
        self.ticks: Listeners[None] = Listeners()
        self.tones: list[tuple[int, int]] = []
        self.serial_out: list[str] = []
        self._states = WholeStates(send)

    @property
    @abstractmethod
    def now_ms(self) -> int:
        """Board time in ms; it never decreases."""

    @abstractmethod
    def step(self) -> None:
        """Let one tick pass."""

    def run_ms(self, ms: float) -> None:
        """Let at least this much board time pass, in whole ticks."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.step()

    def run_until(self, condition: Callable[[], bool], timeout_ms: float) -> bool:
        """Run whole ticks until the condition holds; False on timeout."""
        end = self.now_ms + timeout_ms
        while not condition():
            if self.now_ms >= end:
                return False
            self.step()
        return True

"""A simulated board to test, whose wires can be bad, and a person who looks after it."""

from one_board import CELLS, PROFILE

from host_tools.board.simulator.circuit import CircuitBoard, StandIn
from host_tools.workshop.checkup.onboard.self_check import SelfCheck
from host_tools.workshop.checkup.probe import Flash
from host_tools.workshop.checkup.wires import BUTTONS
from lodeboard.ports.circuitpython import CircuitPythonPort, CircuitSensors

BRIGHT = 8
COLOURS = {"red": 0, "green": 1, "blue": 2}
PATIENCE = 40  # looks at the board before a person gives up


class Simulated:
    """What is measured, on a simulated board."""

    def __init__(self, seed=11, profile=PROFILE):
        self.board = CircuitBoard(profile, seed=seed)
        hardware = StandIn(self.board)
        self.wires = hardware.mux.wires
        self._port = CircuitPythonPort(profile, hardware, self.board.store)
        check = SelfCheck(profile, self._port, lambda profile: CircuitSensors(profile, hardware))
        self.scan, self.light, self.scratch = check.scan, check.light, check.scratch
        self.on_flash = Flash(900_000, 1_433_600, "a", [], [])
        self.tones = []
        self.cut = None

    def break_chain(self, place):
        self.board.chain.broken = self.cut = place

    def leds(self):
        return self.board.leds

    def press(self, mask):
        self.board.port.finger.down = mask

    def tone(self, hertz):
        self._port.sound.tone(hertz)
        self.tones.append(hertz)

    def buttons(self):
        return self._port.buttons.read()

    def flash(self):
        return self.on_flash


class Helper:
    """Does what is asked, and says what the lights really show."""

    def __init__(self, bench, ears=True, cells=CELLS):
        self._bench = bench
        self._cells = cells
        self._ears = ears
        self.gave_up = []
        self.questions = []
        self._tile = bench.board.world.spare(0)
        self._home = (self._tile.x_mm, self._tile.y_mm)

    def _wait(self, done, what):
        for _ in range(PATIENCE):
            if done():
                return
        self.gave_up.append(what)

    def lay(self, cell, done):
        lit = [name for name, led in zip(self._cells, self._bench.leds(), strict=True) if any(led)]
        assert lit == [cell] or (self._bench.cut is not None and not lit)
        world = self._bench.board.world
        world.lay(self._tile.id, *world.plate.centre(self._cells.index(cell)))
        self._wait(done, cell)

    def take_away(self):
        self._bench.board.world.lay(self._tile.id, *self._home)

    def press(self, button, done):
        assert not done()
        self._bench.press(1 << BUTTONS.index(button))
        assert not done()
        self._bench.press(0)
        self._wait(done, button)

    def not_so(self, colour, cells):
        wrong = []
        for name, led in zip(self._cells, self._bench.leds(), strict=True):
            lit = [value >= BRIGHT for value in led]
            so = any(lit) if colour == "lit" else lit == [at == COLOURS[colour] for at in range(3)]
            if name in cells and not so:
                wrong.append(name)
        return wrong

    def yes(self, question):
        self.questions.append(question)
        return self._ears if "hear" in question else True

"""A person at an emulated board while a program of this project has its serial port open."""

from host_tools.workshop.checkup.wires import BUTTONS

BRIGHT = 8
LOOKS = 100
PATIENCE_MS = 20_000


class Somebody:
    """A person at the emulated board: hands on its magnets and buttons, eyes on its lights, without
    colours. Does what is asked, and gives up after a while."""

    def __init__(self, port, board, strength=1.0):
        self._port, self._board = port, board
        profile = board.profile
        self._cells = [profile.cell_name(cell) for cell in range(profile.cells)]
        self.laid, self.questions = [], []
        with self._port.held():
            self._tile = self._board.world.spare(0)
            self._whole_mt = self._tile.remanence_mt
            self._tile.remanence_mt *= strength
            self._home = (self._tile.x_mm, self._tile.y_mm)

    def leave(self):
        self.take_away()
        self._tile.remanence_mt = self._whole_mt

    def lay(self, cell, done):
        self.laid.append(cell)
        with self._port.held():
            world = self._board.world
            world.lay(self._tile.id, *world.plate.centre(self._cells.index(cell)), up=True)
        self._wait(done)

    def take_away(self):
        with self._port.held():
            self._board.world.lay(self._tile.id, *self._home, up=True)

    def press(self, button, done):
        self._press(1 << BUTTONS.index(button))
        for _ in range(LOOKS):
            if done():
                return
            self._press(0)

    def _press(self, mask):
        with self._port.held():
            self._board.wiring.press(mask)

    def _wait(self, done):
        end_ms = self._board.now_ms + PATIENCE_MS
        while not done() and self._board.now_ms < end_ms:
            pass  # each look takes time on the board

    def not_so(self, colour, cells):
        if colour != "lit":
            return []  # cannot distinguish them
        with self._port.held():
            leds = dict(zip(self._cells, self._board.leds, strict=True))
        return [name for name in cells if max(leds[name]) < BRIGHT]

    def yes(self, question):
        self.questions.append(question)
        return True

"""The board as a whole: what happens in a tick, and in which order.

magnets -> sensors -> cells -> scene -> frame -> LEDs
"""

from lodeboard.boards.profile import Profile
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame
from lodeboard.link.inject import Injected
from lodeboard.link.link import Link
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT, Board
from lodeboard.scenes.flow import Flow
from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError
from lodeboard.system.loader import RESTART, Loader, unload
from lodeboard.system.remote import Remote
from lodeboard.system.teller import Teller
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port


class App:
    """Made once a start; `tick` must be called about every `profile.tick_ms`.

    firmware: its version and id, sent to computers; empty where they are not known.
    """

    def __init__(self, port: "Port", profile: Profile, firmware: str = ""):
        self._port = port
        self._profile = profile
        self._frame = Frame(profile)
        self._board = Board(port, profile)
        self._link = Link(port.serial, profile)
        self._injected = Injected(profile)
        loader = Loader(port, self._board, self._link.notice)
        apply = self._apply_settings
        self._flow = flow = Flow(self._board, loader, unload, self._link.notice, apply)
        self._load_settings()
        self._load_calibration()
        loader.bring_first()
        self._damaged = self._link.waiting  # something kept could not be read
        self._teller = Teller(self._board, self._link, flow, loader, firmware)
        self._remote = Remote(
            self._board, self._link, flow, loader, self._teller, self._injected, apply
        )
        self._pressed = 0
        self._button_ms = 0
        self._painted = -1  # count of changes when the frame was painted last
        self._begun = False
        apply()
        self._teller.hello()
        self._link.tell_notices()

    # Starting

    def _load_settings(self) -> None:
        board = self._board
        menu = self._flow.menu
        try:
            board.settings.load(board.store, self._profile.name, menu.limits)
        except BlobError as error:
            self._link.notice(f"The settings were lost and are as new: {error}.")
        menu.fit()

    def _load_calibration(self) -> None:
        data = self._board.store.load(calibration.NAME)
        if data is None:
            return
        try:
            self._board.calibration.from_blob(data)
        except BlobError as error:
            self._link.notice(f"The calibration cannot be used: {error}.")

    def _apply_settings(self) -> None:
        settings = self._board.settings
        self._frame.brightness = BRIGHTNESS_STEPS[settings.brightness]
        self._board.tunes.muted = not settings.sound

    # The tick

    def tick(self, now_ms: int) -> None:
        """One round: read, decide, show. SystemExit(loader.RESTART) when all the firmware has to
        start again, which is how another game comes into memory."""
        flow = self._flow
        if not self._begun:
            self._begun = True
            flow.begin(self._damaged, now_ms)
        board = self._board
        self._remote.read(now_ms)
        self._injected.lapse(now_ms)
        if self._injected.sensing != board.lent:
            self._change_source(now_ms)
        source = self._injected if board.lent else self._port.sensors
        source.read(board.cells.raw)
        board.cells.update(now_ms)
        self._read_buttons(now_ms)
        self._link.tell_cells(board.cells, board.calibration, now_ms)
        flow.scene.tick(now_ms)
        flow.move_on(now_ms, self._painted >= 0)
        if self._painted != board.changes.count:
            self._frame.clear()
            flow.scene.paint(self._frame.marks)
            self._painted = board.changes.count
        changed = self._frame.render(now_ms)
        if changed:
            self._port.lights.show(self._frame.bytes)
        flow.scene.afterwards()
        self._link.tell_lights(self._frame.bytes, changed, now_ms)
        board.tunes.tick(now_ms)
        if self._teller.tell():
            board.gc_due = True
        elif board.gc_due:
            board.gc_due = False
            self._port.collect()
        if flow.leaving:
            raise SystemExit(RESTART)

    def _change_source(self, now_ms: int) -> None:
        """The readings are a computer's from now on, or the sensors' again."""
        board = self._board
        board.lent = self._injected.sensing
        if board.lent:
            self._link.notice("A computer gives the readings now, in place of the sensors.")
        else:
            self._link.notice("The board's own sensors give the readings again.")
            board.calibration.forget()
            self._load_calibration()
            if self._flow.needs_zeros():
                self._flow.set_zeros(now_ms)
        board.cells.restart()
        self._link.send({"t": "inject", "on": board.lent})
        self._link.tell_notices()

    def _read_buttons(self, now_ms: int) -> None:
        """A press counts once, on the way down; what follows within the debounce does not."""
        held = self._port.buttons.read() | self._injected.held
        if held == self._pressed:
            return
        if since(now_ms, self._button_ms) < self._profile.session["button_ms"]:
            return
        down = held & ~self._pressed
        self._pressed = held
        self._button_ms = now_ms
        for button in (LEFT, MIDDLE, RIGHT):
            if down & button:
                self._flow.scene.button(button)

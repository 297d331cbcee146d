"""The board as a whole: the order of work in a tick.

magnets -> sensors -> cells -> scene -> frame -> LEDs
"""

from lodeboard.boards.profile import Profile
from lodeboard.boards.radio import RADIO
from lodeboard.lights import palette, tunes
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame
from lodeboard.link.link import Link
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT, Board
from lodeboard.scenes.flow import Flow
from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError
from lodeboard.system.loader import RESTART, Loader
from lodeboard.system.remote import Remote
from lodeboard.system.reporter import Reporter
from lodeboard.ticks import since
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.ports.port import Port, Serial


class App:
    """Created once per start; call `tick` about every `profile.tick_ms`. firmware: version and id,
    sent to computers; empty if unknown.
    """

    def __init__(self, port: "Port", profile: Profile, firmware: str = ""):
        self._port = port
        self._profile = profile
        self._frame = Frame(profile)
        with unimport():
            self.board = Board(port, profile)
        serial: Serial = port.serial
        if RADIO:
            from lodeboard.link.phone import Phone

            with_radio: Any = port
            serial = self.board.phone = Phone(serial, with_radio.radio, port.store, profile)
        self._link = Link(serial, profile)
        if RADIO:
            self.board.phone.begin(self._tell_people)
        loader = Loader(port, self.board, self._link.notice)
        apply = self._apply_settings
        self.flow = flow = Flow(self.board, loader, self._link.notice, apply)
        with unimport():
            self._load_settings()
            self._load_calibration()
            loader.bring_first()
        self._damaged = self._link.waiting  # some stored data could not be read
        self._reporter = Reporter(self.board, self._link, flow, loader, firmware)
        self._remote = Remote(self.board, self._link, flow, loader, self._reporter, port.collect)
        self._pressed = 0
        self._button_ms = 0
        self._painted = -1  # count of changes when the frame was last painted
        self.changed_ms = port.clock.now_ms()  # when anything to show last changed
        apply()
        self._reporter.hello()
        self._link.tell_notices()

    # Starting

    def _load_settings(self) -> None:
        board = self.board
        menu = self.flow.menu()
        try:
            from lodeboard.storage import stored

            stored.load(board.settings, board.store, self._profile.name, menu.limits)
        except BlobError as error:
            self._link.notice(f"The settings cannot be read and are reset: {error}.")
        menu.fit()

    def _load_calibration(self) -> None:
        try:
            data = self.board.store.load(calibration.NAME)
            if data is not None:
                self.board.calibration.from_blob(data)
        except BlobError as error:
            self._link.notice(f"The calibration cannot be used: {error}.")

    def _apply_settings(self) -> None:
        settings = self.board.settings
        self._frame.brightness = BRIGHTNESS_STEPS[settings.brightness]
        self.board.tunes.muted = not settings.sound
        self._port.set_fast(settings.fast > 0)

    if RADIO:

        def _tell_people(self, sentence: str) -> None:
            self._link.notice(sentence)
            self.board.changes.report()

    # The tick

    def tick(self, now_ms: int) -> None:
        """Read, decide, show. Raises SystemExit(loader.RESTART) when the firmware must restart to
        load another game.

        Functions that run in every tick use few names: MicroPython allocates the frame of a call on
        the heap if it needs more than eleven slots for locals and stack, and searching for the
        space is slow.
        """
        flow = self.flow
        if not flow.scene.phase:
            flow.begin(self._damaged, now_ms)
        if RADIO:
            self.board.phone.tick(now_ms)
        self._remote.read(now_ms)
        if flow.scene.event:  # not within a command: the chip has 8 KB for nested calls
            flow.move_on(now_ms)
        self._read_inputs(now_ms)
        flow.scene.tick(now_ms)
        flow.move_on(now_ms)
        self._show(now_ms)
        board = self.board
        if board.store.unsaved is not None:
            self._tell(now_ms)
        board.tunes.tick(now_ms)
        if self._reporter.report():
            board.gc_due = True
        elif board.gc_due:
            board.gc_due = False
            self._port.collect()
        if flow.leaving:
            self._link.tell_notices()  # why a game could not be read
            raise SystemExit(RESTART)

    def _read_inputs(self, now_ms: int) -> None:
        """Read buttons and sensors, or the values that a computer injects."""
        board = self.board
        held = self._port.buttons.read()
        injected = self._remote.injected
        if injected is not None:
            injected.lapse(now_ms)
            if injected.sensing != board.injecting:
                self._change_source(injected.sensing, now_ms)
            held |= injected.held
        if injected is not None and board.injecting:
            injected.read(board.cells.raw)
        else:
            self._port.sensors.read(board.cells.raw)
        board.cells.update(now_ms)
        if self._remote.watcher is not None:
            self._remote.watcher.tell(held, now_ms)
        if held != self._pressed:
            self._press(held, now_ms)

    def _show(self, now_ms: int) -> None:
        """Send the lights, repainted if anything has changed."""
        frame = self._frame
        scene = self.flow.scene
        changes = self.board.changes
        if self._painted != changes.count:
            frame.clear()
            scene.paint(frame.marks)
            unsaved = self.board.store.unsaved
            if unsaved is not None:
                unsaved.paint(frame.marks, self._profile.corners(), palette.NOT_SAVED)
            self._painted = changes.count
            self.changed_ms = now_ms
        changed = frame.render(now_ms)
        if changed:
            self._port.lights.show(frame.bytes)
        scene.afterwards()
        if self._remote.watcher is not None:
            self._remote.watcher.show(frame.bytes, changed, now_ms)

    def _tell(self, now_ms: int) -> None:
        """Retry what could not be stored, and tell people."""
        board = self.board
        store = board.store
        if store.unsaved is not None and store.unsaved.tick(
            now_ms, board, self._link, self.flow.match
        ):
            board.tunes.play(tunes.REMINDER)

    def _change_source(self, injecting: bool, now_ms: int) -> None:
        """Switch between injected readings and the sensors."""
        board = self.board
        board.injecting = injecting
        if injecting:
            self._link.notice("A computer now supplies the readings, not the sensors.")
        else:
            self._link.notice("The board's own sensors give the readings again.")
            board.calibration.clear()
            self._load_calibration()
            if self.flow.needs_zeros():
                self.flow.set_zeros(now_ms)
        board.cells.restart()
        self._link.send({"t": "inject", "on": board.injecting})
        self._link.tell_notices()

    def _press(self, held: int, now_ms: int) -> None:
        """Report each press once, when the button goes down, unless it falls within the debounce
        time."""
        if since(now_ms, self._button_ms) < self._profile.session["button_ms"]:
            return
        down = held & ~self._pressed
        self._pressed = held
        self._button_ms = now_ms
        for button in (LEFT, MIDDLE, RIGHT):
            if down & button:
                self.flow.scene.button(button)

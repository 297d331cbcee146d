"""The radio is on: the lights show the code that lets a phone in. In memory only while active."""

from lodeboard.lights import palette
from lodeboard.play.scene import DONE, LEFT, RIGHT, Board, Scene
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.link.phone import Phone

_STEP_MS = palette.CYCLE_MS
_PAUSE = 2  # dark steps before the code begins again
_OPENS = "The radio comes on."
_OWN = "Join the network %s with the phone, then open http://%s there."
_HOME = "Open http://lodeboard.local with the phone, or http://%s."
_CODE = "The code, in the order of the lights: %s."
_BUTTONS = "Middle: go on playing. Left: switch the radio off."
_OTHER = ("Right: the network at home.", "Right: the board's own network.")


class Phones(Scene):
    """Shows the cells of the code one after another, a pause, and so on, until a phone comes in."""

    phase = "phone"

    def __init__(self, board: Board):
        super().__init__(board)
        self._phone: Phone = board.phone
        self._from_ms = 0
        self._step = -1
        self._before = self._phone.guest

    def enter(self, now_ms: int) -> None:
        self._from_ms = now_ms
        stored = self._phone.stored
        if not stored.on or not stored.code:
            self._phone.switch(True, stored.at_home)
        self._say()

    def _say(self) -> None:
        phone = self._phone
        stored = phone.stored
        if phone.problem:
            where = phone.problem
        elif not phone.address:
            where = _OPENS
        elif stored.at_home:
            where = _HOME % phone.address
        else:
            where = _OWN % (phone.network, phone.address)
        said = [where, _CODE % phone.code_names, _BUTTONS]
        if stored.home:
            said.append(_OTHER[stored.at_home])
        self.change("phone", " ".join(said))

    def tick(self, now_ms: int) -> None:
        if self.event:
            return
        phone = self._phone
        if phone.guest is not None and phone.guest is not self._before:
            self.event = DONE
            return
        if not phone.stored.code:
            phone.choose_code()
        self._say()
        step = since(now_ms, self._from_ms) // _STEP_MS % (len(phone.stored.code) + _PAUSE)
        if step != self._step:
            self._step = step
            self._changes.show()

    def button(self, button: int) -> None:
        phone = self._phone
        if button == RIGHT:
            if phone.stored.home:
                phone.switch(True, not phone.stored.at_home)
            return
        if button == LEFT:
            phone.switch(False)
        self.event = DONE

    def paint(self, marks: bytearray) -> None:
        code = self._phone.stored.code
        if 0 <= self._step < len(code):
            marks[code[self._step]] = palette.MENU_CHOSEN

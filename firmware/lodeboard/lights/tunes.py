"""The beeper's short tunes, each with its own meaning, played tick by tick."""

from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Sound

# Pairs of hertz and milliseconds; 0 hertz is a rest.
ACCEPTED = (1047, 60)
YOUR_TURN = (784, 70, 0, 30, 1047, 90)
MISTAKE = (220, 120, 0, 60, 196, 220)
BUTTON = (1568, 20)
REMINDER = (523, 90, 0, 90, 523, 90)
TAKEN_BACK = (880, 60, 698, 80)
START = (523, 80, 659, 80, 784, 120)
WON = (784, 100, 988, 100, 1175, 100, 1568, 260)
LOST = (523, 160, 466, 160, 392, 320)
DRAWN = (659, 140, 0, 40, 659, 220)
FAULT = (165, 300, 0, 100, 165, 300, 0, 100, 165, 300)


class Tunes:
    """Plays one tune at a time; a new tune replaces the current one. sound: the output,
    replaceable."""

    def __init__(self, sound: "Sound"):
        self.sound = sound
        self._tune: tuple[int, ...] = ()
        self._at = 0
        self._since = 0
        self._waiting = False
        self.muted = False

    def play(self, tune: "tuple[int, ...]") -> None:
        """Start this tune at the next tick."""
        if self.muted:
            return
        self._tune = tune
        self._at = 0
        self._waiting = True

    def tick(self, now_ms: int) -> None:
        """Go to the next note when it is time."""
        if self._waiting:
            self._waiting = False
            self._since = now_ms
            self.sound.tone(self._tune[0])
            return
        if self._at >= len(self._tune):
            return
        if since(now_ms, self._since) >= self._tune[self._at + 1]:
            self._at += 2
            self._since = now_ms
            self.sound.tone(self._tune[self._at] if self._at < len(self._tune) else 0)

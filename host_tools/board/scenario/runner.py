"""Runs a scenario line by line; the first failed expectation ends it."""

from collections.abc import Callable, Sequence

from host_tools.board.hands.follow import LostError, asks, choose, follow, play
from host_tools.board.hands.soak import begins
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario.script import BUTTONS, SOUNDS, Line, Script
from host_tools.board.simulator import meanings
from host_tools.board.simulator.world import WorldError
from host_tools.games.loader import host_game
from lodeboard.lights import palette
from lodeboard.system.loader import playable

_WITHIN_MS = 5000
_REACTION_MS = 500  # a person does not look sooner; lights from before the act are gone
_STARTED_MS = 3000
_THROW_MM_S = 2500.0
_OUT_OF_TUNE = 0.01  # adjacent notes are 6 % apart
_MEASURE = meanings.NAMES[palette.MEASURE]
_CALIBRATE = meanings.NAMES[palette.CALIBRATE]


class ScenarioError(AssertionError):
    """An expectation failed; the text shows line and lights."""


class Runner:
    """Runs one script on one stage."""

    def __init__(self, stage: Stage):
        self._stage = stage
        self._never: set[str] = set()
        self._never_heard: set[str] = set()
        self._heard_from = 0  # sounds before this one belong to earlier acts
        self._checked = 0
        self._broken = ""
        stage.watch = self._watch
        self._acts: dict[str, Callable[[tuple[str, ...]], None]] = {
            "start": lambda _: self._start(),
            "wait": lambda words: stage.wait(int(words[0])),
            "press": self._press,
            "unpack": lambda words: stage.board.world.unpack(host_game(words[0]).alike),
            "lay": lambda words: stage.board.world.arrange(begins(words[0], len(stage.cells))),
            "choose": lambda words: choose(stage, int(words[0], 16)),
            "place": self._place,
            "flip": lambda words: self._move(words, turn=True),
            "move": lambda words: self._move(words, turn=False),
            "lift": lambda words: stage.hand.lift(stage.topmost(words[0])),
            "turn": lambda _: stage.hand.turn(),
            "set": lambda words: stage.set_down(words[0]),
            "hold": self._hold,
            "take": lambda words: stage.take(words[0]),
            "away": lambda _: stage.away(),
            "remove": lambda words: stage.hand.remove(stage.topmost(words[0])),
            "slide": lambda words: stage.hand.slide(words[0], *words[1:]),
            "plate": lambda _: stage.board.world.plate.flatten(),
            "magnet": lambda words: stage.drop_magnet(words[0]),
            "unmagnet": lambda _: stage.take_magnet(),
            "speed": self._speed,
            "follow": lambda _: self._follow(),
            "play": lambda words: play(stage, int(words[1])),
            "power": self._power,
            "cut": lambda words: stage.board.store.cut_after(int(words[1]), words[2]),
        }

    def run(self, script: Script, report: Callable[[int, Line], None] | None = None) -> None:
        """Run all lines in order. `report` is called with each before it runs."""
        for index, line in enumerate(script.lines):
            if report is not None:
                report(index, line)
            try:
                self._one(line)
            except (WorldError, LostError) as error:
                raise self._error(line, str(error)) from error
            if self._broken:
                raise self._error(line, self._broken)

    def _one(self, line: Line) -> None:
        first, rest = line.words[0], line.words[1:]
        if first == "expect":
            self._expect(line, rest)
        elif first in ("never", "allow"):
            of_sound = rest[0] == "sound"
            names = self._never_heard if of_sound else self._never
            change = names.add if first == "never" else names.discard
            change(rest[-1])
            self._checked = len(self._stage.sounds)
        else:
            self._heard_from = len(self._stage.sounds)
            self._acts[first](rest)

    def _error(self, line: Line, why: str) -> ScenarioError:
        lights = "\n".join("    " + row for row in self._stage.picture().splitlines())
        now_s = self._stage.board.now_ms / 1000
        return ScenarioError(
            f"{line.place}: `{line.text}`: {why}\n  at {now_s:.2f} s the lights are\n{lights}"
        )

    # Acts

    def _start(self) -> None:
        stage = self._stage
        self._switch_on()
        self._wait_lights(lambda lights: _all(lights, _CALIBRATE), "the board to ask for zeros")
        stage.set_zeros()
        self._wait_lights(
            lambda lights: (
                not {_CALIBRATE, _MEASURE} & set(lights) and any(name != "off" for name in lights)
            ),
            "the game to begin",
        )
        # A chip prepares the game meanwhile, so do not press a button at once.
        stage.wait(_REACTION_MS)

    def _wait_lights(self, holds: Callable[[list[str]], bool], what: str) -> None:
        stage = self._stage
        if not stage.wait_for(lambda: holds(stage.lights()), 2 * _WITHIN_MS):
            raise LostError(f"waited in vain for {what}")

    def _press(self, words: tuple[str, ...]) -> None:
        times = 1
        if words[1:2] == ("to",):
            offered = [game for game, _ in playable(self._stage.board.profile)]
            times = offered.index(words[2]) if words[2] in offered else 0
        elif len(words) == 3:
            times = int(words[1])
        self._stage.press(BUTTONS[words[0]], times)

    def _place(self, words: tuple[str, ...]) -> None:
        stage = self._stage
        speed = stage.hand.pace.mm_per_s
        if words[-1] == "fast":
            stage.hand.pace.mm_per_s = _THROW_MM_S
        stage.take(words[0])
        stage.set_down(words[1])
        stage.hand.pace.mm_per_s = speed

    def _move(self, words: tuple[str, ...], turn: bool) -> None:
        hand = self._stage.hand
        if words[-1] == "fast":
            hand.throw(words[0], words[1], turn)
        else:
            hand.move_tile(words[0], words[1], turn)

    def _hold(self, words: tuple[str, ...]) -> None:
        self._stage.hand.hover(words[0], float(words[1]), float(words[2]))

    def _speed(self, words: tuple[str, ...]) -> None:
        self._stage.hand.pace.mm_per_s = float(words[0])

    def _follow(self) -> None:
        self._stage.wait_for(lambda: asks(self._stage.lights()), _WITHIN_MS)
        if follow(self._stage) == 0:
            raise LostError("the lights ask for nothing")

    def _power(self, words: tuple[str, ...]) -> None:
        if words[0] == "on":
            self._switch_on()
        else:
            self._stage.board.power_cut()
        self._stage.meanings.clear()

    def _switch_on(self) -> None:
        """Switch on, and wait for the board's first message: until a chip has started, it does not
        react to buttons."""
        board = self._stage.board
        said: list[str] = []
        end = board.lines.subscribe(lambda _, line: said.append(line))
        board.boot()
        board.run_until(lambda: bool(said), _STARTED_MS)
        end()

    # Expectations

    def _expect(self, line: Line, words: tuple[str, ...]) -> None:
        within_ms = _WITHIN_MS
        if "within" in words:
            within_ms = int(words[-1])
            words = words[:-2]
        stage = self._stage
        stage.wait(_REACTION_MS)
        if words[0] == "dark":
            holds, seen = stage.dark, "an LED is lit"
        elif words[0] == "sound":
            holds = lambda: words[1] in heard(stage.sounds[self._heard_from :])  # noqa: E731
            seen = "not heard"
        else:
            holds, seen = lights_hold(stage, words), "the lights are not so"
        if not stage.wait_for(holds, within_ms):
            raise self._error(line, f"{seen} after {within_ms} ms")

    def _watch(self) -> None:
        """Check for lights and sounds that must never occur."""
        if self._broken:
            return
        if self._never:
            for name in self._never.intersection(self._stage.lights()):
                self._broken = f"`{name}` was shown, which must not be"
        if self._never_heard:
            for name in self._never_heard.intersection(heard(self._stage.sounds[self._checked :])):
                self._broken = f"`{name}` was heard, which must not be"


def _all(lights: list[str], meaning: str) -> bool:
    return all(name == meaning for name in lights)


def lights_hold(stage: Stage, words: Sequence[str]) -> Callable[[], bool]:
    """Return whether the lights match these words of an expectation: a meaning, then "at" and
    cells, "somewhere", "nowhere" or "everywhere"."""
    meaning, where, cells = words[0], words[1], set(words[2:])
    if where == "at":
        return lambda: set(stage.cells_with(meaning)) == cells
    if where == "everywhere":
        return lambda: _all(stage.lights(), meaning)
    if where == "somewhere":
        return lambda: meaning in stage.lights()
    return lambda: meaning not in stage.settled_lights()


def heard(sounds: list[tuple[int, int]]) -> list[str]:
    """Return the names of the tunes in a sequence of tones; the longest, if several begin at a
    tone."""
    tones = [hertz for _, hertz in sounds]
    by_length = sorted(SOUNDS.items(), key=lambda item: -len(item[1]))
    names = []
    index = 0
    while index < len(tones):
        for name, tune in by_length:
            notes = list(tune[::2])
            if _same(tones[index : index + len(notes)], notes):
                names.append(name)
                index += len(notes)
                break
        else:
            index += 1
    return names


def _same(tones: list[int], notes: list[int]) -> bool:
    """Return whether these tones are those notes, within the accuracy of a timer."""
    return len(tones) == len(notes) and all(
        abs(tone - note) <= _OUT_OF_TUNE * note for tone, note in zip(tones, notes, strict=True)
    )

"""Lights, buttons, beeper and flash."""

import time
from collections.abc import Callable

from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK, Part
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.probe import RGB, Probe
from host_tools.workshop.checkup.wires import BUTTONS, Wires

_LEVEL = 40  # at most; with many LEDs less, for the current of all in all colours
_COLOURS = ("red", "green", "blue")
_DARK: RGB = (0, 0, 0)
_STEP_S = 0.15
_TONES = (440, 880)
_TONE_S = 0.4
_LITTLE_ROOM = 64 * 1024


def lights(
    probe: Probe, wires: Wires, person: Person | None, sleep: Callable[[float], None] = time.sleep
) -> list[Part]:
    """Test the LED chain. It has no feedback, so without a person it is skipped."""
    profile = wires.profile
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]
    if person is None:
        return [Part("LED", name, NOT_TRIED, "nobody to look at it") for name in cells]
    # First ask for light or none: not everybody can distinguish colours.
    level = min(_LEVEL, profile.light_budget // (3 * profile.cells))
    white: RGB = (level, level, level)
    probe.light([white] * profile.cells)
    unlit = person.not_so("lit", cells)
    lit = [name for name in cells if name not in unlit]
    wrong: dict[str, set[int]] = {}
    for part, colour in enumerate(_COLOURS if lit else ()):
        alone = [level if index == part else 0 for index in range(3)]
        probe.light([(alone[0], alone[1], alone[2])] * profile.cells)
        seen = person.not_so(colour, lit)
        wrong[colour] = {profile.led_order[cells.index(name)] for name in seen}
    for cell in range(profile.cells):
        probe.light([white if index == cell else _DARK for index in range(profile.cells)])
        sleep(_STEP_S)
    probe.light([_DARK] * profile.cells)
    dark = {profile.led_order[cells.index(name)] for name in unlit}
    one_by_one = True
    if not dark:
        one_by_one = person.yes(
            "Did one ring after the other light up, row by row from a1 to the last?"
        )
    return _light_parts(wires, wrong, dark, one_by_one)


def _light_parts(
    wires: Wires, wrong: dict[str, set[int]], dark: set[int], one_by_one: bool
) -> list[Part]:
    profile = wires.profile
    count = len(profile.led_order)
    cut = min(dark) if dark and dark == set(range(min(dark), count)) else None
    cell_at = {place: profile.cell_name(cell) for cell, place in enumerate(profile.led_order)}
    parts = []
    for cell, place in enumerate(profile.led_order):
        name = profile.cell_name(cell)
        colours = [colour for colour, places in wrong.items() if place in places]
        if cut is not None and place == cut:
            found, fix = _cut(wires, cut, cell_at)
            parts.append(Part("LED", name, FAULTY, found, fix))
        elif cut is not None and place > cut:
            parts.append(Part("LED", name, NOT_TRIED, f"dark behind {cell_at[cut]}, as it must be"))
        elif place in dark:
            parts.append(
                Part(
                    "LED", name, FAULTY, "dark, those behind it are lit", "the LED, its supply pin"
                )
            )
        elif colours:
            parts.append(Part("LED", name, FAULTY, f"no {', no '.join(colours)}", "the LED itself"))
        elif not one_by_one:
            parts.append(
                Part(
                    "LED", name, LOOK, "lit, but not in its turn", "the order of the chain's wires"
                )
            )
        else:
            parts.append(Part("LED", name, OK))
    return parts


def _cut(wires: Wires, place: int, cell_at: dict[int, str]) -> tuple[str, str]:
    if place == 0:
        return (
            "the whole chain is dark",
            f"its 5 V, the level shifter, the wire from {wires.leds} to the first LED's data-in",
        )
    return (
        f"the chain is dark from its {place + 1}. LED on",
        f"data-in of the LED at {cell_at[place]} or data-out of the one at {cell_at[place - 1]}",
    )


def buttons(probe: Probe, wires: Wires, person: Person | None) -> list[Part]:
    """Test each button, released and pressed."""
    resting = probe.buttons()
    parts = []
    for bit, name in enumerate(BUTTONS):
        pin = f"GP{wires.buttons[bit]}"
        if resting >> bit & 1:
            parts.append(
                Part(
                    "button",
                    name,
                    FAULTY,
                    "held down at rest: stuck",
                    f"something on the button, a bridge from {pin} to ground",
                )
            )
        elif person is None:
            parts.append(Part("button", name, NOT_TRIED, "open at rest; nobody to press it"))
        else:
            parts.append(_pressed(probe, name, bit, pin, resting, person))
    return parts


def _pressed(probe: Probe, name: str, bit: int, pin: str, resting: int, person: Person) -> Part:
    seen = 0

    def done() -> bool:
        nonlocal seen
        seen |= probe.buttons() & ~resting
        return bool(seen) and probe.buttons() == resting

    person.press(name, done)
    others = [each for place, each in enumerate(BUTTONS) if place != bit and seen >> place & 1]
    if seen == 1 << bit:
        return Part("button", name, OK, "open at rest, closed when pressed")
    if not seen:
        return Part("button", name, FAULTY, "does not respond", f"its joints, the wire to {pin}")
    if seen >> bit & 1:
        return Part(
            "button", name, FAULTY, f"closes {' and '.join(others)} too", "a bridge between them"
        )
    return Part(
        "button", name, FAULTY, f"reads as {' and '.join(others)}", "the wires are exchanged"
    )


def beeper(
    probe: Probe, wires: Wires, person: Person | None, sleep: Callable[[float], None] = time.sleep
) -> Part:
    """Test the beeper, which only a person can hear."""
    if person is None:
        return Part("beeper", "", NOT_TRIED, "nobody to listen")
    for hertz in _TONES:
        probe.tone(hertz)
        sleep(_TONE_S)
    probe.tone(0)
    if person.yes("Did you hear two tones, the second one higher?"):
        return Part("beeper", "", OK)
    return Part("beeper", "", FAULTY, "is not heard", f"its joints, the wires to {wires.beeper}")


def flash(probe: Probe) -> list[Part]:
    """Test writing and reading back, free space, the firmware's files and the tables."""
    wrong = probe.scratch()
    state = probe.flash()
    again = "lodeboard flash puts it right; if it comes back, the flash is worn out"
    parts = [
        Part("flash", "write and read", FAULTY, wrong, "lodeboard flash --erase, then try again")
        if wrong
        else Part("flash", "write and read", OK)
    ]
    free = f"{state.free // 1024} of {state.size // 1024} KiB free"
    if state.free < _LITTLE_ROOM:
        parts.append(Part("flash", "room", LOOK, free, "remove files that are not the firmware's"))
    else:
        parts.append(Part("flash", "room", OK, free))
    if state.files is None:
        fix = "lodeboard flash"
        parts.append(Part("flash", "firmware", LOOK, f"no manifest in slot {state.slot}", fix))
    elif state.files:
        listed = " ".join(state.files)
        parts.append(Part("flash", "firmware", FAULTY, f"damaged or missing: {listed}", again))
    else:
        parts.append(Part("flash", "firmware", OK, f"slot {state.slot} is what its manifest says"))
    parts += [
        Part("flash", f"table {name}", FAULTY, "not what its name says: damaged", again)
        for name in state.tables
    ]
    if not state.tables:
        parts.append(Part("flash", "tables", OK, "none is damaged"))
    return parts

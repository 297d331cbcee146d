"""The machine code of each chip's firmware on an emulated core of the RP2350, a Cortex-M33, which
runs the RP2040's too, with registers at the addresses of the SDK. Of the rest of the RP2350 there
is no emulator here.
"""

import inspect
from array import array
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from build.test_chips import SDK
from emulator.kernel_cases import Cases
from interpreters.cortex import Core, on_core

from host_tools.board.recording.file import Reader
from host_tools.board.recording.rerun import profile_of, rerun
from host_tools.build import firmware, profiles
from host_tools.build.chips import CHIPS
from host_tools.build.compiled import bound, kernels
from lodeboard.boards.profile import Profile
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

CORPUS = Path(__file__).parent.parent / "recording" / "corpus"
REGISTERS = "lodeboard/ports/rp2_registers.mpy"
SEARCH = "lodeboard.games.flip.search_kernel"

pytestmark = pytest.mark.verify
each_chip = pytest.mark.parametrize("chip", CHIPS)


@cache
def modules(chip, board=profiles.DEFAULT):
    return firmware.modules(board=board, chip=chip)


class Registers:
    """SIO, ADC and TIMER at the SDK's addresses; a conversion gives `reading(pins, input)`."""

    def __init__(self, core, chip, reading):
        self._sdk = sdk = SDK[chip]
        self._reading = reading
        self.pins = 0
        self.inputs = 0
        self.conversions = []
        self.us = 0
        self._result = 0
        self.changed_us = []
        core.registers(sdk["SIO_BASE"], self._read_pins, self._write_pins)
        core.registers(sdk["ADC_BASE"], self._read_converter, self._write_converter)
        core.registers(sdk["TIMER_BASE"], self._read_timer, self._refuse)

    def _read_pins(self, offset):
        known = {"SIO_GPIO_IN_OFFSET": self.inputs, "SIO_GPIO_OUT_OFFSET": self.pins}
        [value] = [value for name, value in known.items() if self._sdk[name] == offset]
        return value

    def _write_pins(self, offset, value):
        assert offset == self._sdk["SIO_GPIO_OUT_XOR_OFFSET"]
        self.pins ^= value
        self.changed_us.append(self.us)

    def _read_converter(self, offset):
        if offset == self._sdk["ADC_CS_OFFSET"]:
            return self._sdk["ADC_CS_READY_BITS"] | self._sdk["ADC_CS_EN_BITS"]
        assert offset == self._sdk["ADC_RESULT_OFFSET"]
        return self._result

    def _write_converter(self, offset, value):
        assert offset == self._sdk["ADC_CS_OFFSET"]
        bits = self._sdk["ADC_CS_EN_BITS"] | self._sdk["ADC_CS_START_ONCE_BITS"]
        place, rest = divmod(value, 1 << self._sdk["ADC_CS_AINSEL_LSB"])
        assert rest == bits
        self.conversions.append((self.pins, place, self.us - self.changed_us[-1]))
        self._result = self._reading(self.pins, place)

    def _read_timer(self, offset):
        assert offset == self._sdk["TIMER_TIMERAWL_OFFSET"]
        self.us += 1
        return self.us

    def _refuse(self, offset, value):
        raise AssertionError(f"a write at {offset:#x}")


def setup(profile):
    """What the port gives to `scan`: see `Rp2Sensors`."""
    pins = profile.data["pins"]
    select, enable = pins["mux_select"], pins["mux_enable"]

    def mask(numbers, bits):
        return sum(1 << number for index, number in enumerate(numbers) if bits >> index & 1)

    high = [
        mask(select, channel) | mask(enable, ~(1 << (channel >> len(select))))
        for channel in profile.mux_channels
    ]
    data = profile.data
    first = [profile.cells, pins["adc"] - 26, data["mux"]["settle_us"], data["adc"]["oversample"]]
    return array("i", [*first, mask(select + enable, -1), *high]), high


@each_chip
@pytest.mark.parametrize("board", ["tile4x4", "tile7x7"])
def test_a_scan_selects_each_cell_and_sums_its_conversions(chip, board):
    profile: Profile = profiles.profile(board)
    core = Core(modules(chip, board)[REGISTERS])
    words, high = setup(profile)
    there = Registers(core, chip, lambda pins, place: (pins * 7919 + place) % 4096)
    other = 1 << 15 | 1 << 16  # pins of others stay as they are
    there.pins = other | high[3]
    out = array("H", [0] * profile.cells)
    assert core.call(0, words, out) == profile.cells
    oversample, settle_us = words[3], words[2]
    assert list(out) == [oversample * ((pins | other) * 7919 % 4096) for pins in high]
    wanted = [(pins | other, words[1]) for pins in high for _ in range(oversample + 1)]
    assert [done[:2] for done in there.conversions] == wanted
    assert min(waited for *_, waited in there.conversions) > settle_us


@each_chip
def test_levels_and_frames_are_read_and_taken_over(chip):
    core = Core(modules(chip)[REGISTERS])
    there = Registers(core, chip, None)
    there.inputs = 0x2ABCDEF5
    assert core.call(1) == 0x2ABCDEF5
    old, new = bytearray(range(48)), bytearray(range(48))
    assert core.call(2, new, old, 48) == 0
    new[40] ^= 255
    assert core.call(2, new, old, 48) == 1
    assert old == new


def of(module, chip, board):
    """A module's kernels as the chip's machine code."""
    module = import_module(module)
    names = [name for owner, name in kernels_of(module) if owner is module]
    plain = [inspect.unwrap(getattr(module, name)) for name in names]
    path = f"{module.__name__.replace('.', '/')}.mpy"
    return list(on_core(Core(modules(chip, board)[path]), plain))


def kernels_of(module):
    if ".games." in module.__name__:
        return kernels(module.__name__.split(".")[2])
    found = inspect.getmembers(module, inspect.isfunction)
    own = [function for _, function in found if function.__module__ == module.__name__]
    public = [function for function in own if not function.__name__.startswith("_")]
    lines = {function.__name__: function.__code__.co_firstlineno for function in public}
    return [(module, name) for name in sorted(lines, key=lines.__getitem__)]


@each_chip
@pytest.mark.parametrize("name", ["take_back", "stacked", "magician_turns_with_the_board"])
def test_sensing_and_lights_come_out_byte_for_byte(chip, name):
    path = CORPUS / f"{name}.rec"
    profile = profile_of(Reader(path).header)
    made = [
        each
        for module in ("lodeboard.sensing.kernel", "lodeboard.lights.kernel")
        for each in of(module, chip, profile.name)
    ]
    with bound(*(function for function, _ in made)):
        result = rerun(path, profile)
    assert result.first is None
    assert result.exact == result.scans > 600
    assert all(len(called) > 50 for _, called in made)


def searched(search):
    cases = Cases(build_tables(Grid(4, 4)), search)
    return [cases.run(number) for number in range(3)]


@each_chip
def test_searches_made_up_at_random_come_out_alike(chip):
    [(search, called)] = of(SEARCH, chip, profiles.DEFAULT)
    assert searched(search) == searched(inspect.unwrap(flip_search))
    assert len(called) > 20


def test_a_search_takes_no_more_instructions_than_on_an_rp2040():
    """So that as many evaluations a tick at the same clock are not too many."""
    counted = {}
    for chip in CHIPS:
        core = Core(modules(chip)[f"{SEARCH.replace('.', '/')}.mpy"])
        core.count()
        [(search, _)] = on_core(core, [inspect.unwrap(flip_search)])
        searched(search)
        counted[chip] = core.instructions
    print(counted)
    assert 0 < counted["rp2350"] <= counted["rp2040"]

"""The circuit: its rules, and that its pins are the firmware's."""

import copy
import re

import pytest
from one_board import DATA

from hardware.circuit import parts
from hardware.circuit.build import write_netlist
from hardware.circuit.design import Design, netlist, nets_of, rules_report
from hardware.circuit.power import LIMIT_MA, draw
from hardware.circuit.sizes import resized
from lodeboard.boards.common import serpentine
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware

MAY_BE_OPEN = (parts.PICO, parts.LED, parts.SWITCH, parts.MUX, parts.HEADER)


@pytest.fixture(scope="module")
def design():
    return Design(DATA)


@pytest.fixture(scope="module")
def made(design):
    return netlist(design)


def pins_differ(placed, data):
    """How the netlist's Pico, multiplexer and chain differ from a board's data."""
    profile = Profile(data)
    pico = next(part for part in placed if part.kind in parts.PICOS)
    names = {name: number for number, name, _ in parts.PICO.pins}
    pins = data["pins"]
    wanted = {pins["adc"]: "ADC", pins["leds"]: "LED_3V3"}
    wanted.update({pin: f"BEEPER_{side}" for side, pin in enumerate(pins["beeper"])})
    wanted.update({pin: f"SELECT_{i}" for i, pin in enumerate(pins["mux_select"])})
    wanted.update({pin: f"BUTTON_{i}" for i, pin in enumerate(pins["buttons"])})
    wrong = [
        f"GP{pin} is on {pico.nets.get(names[f'GP{pin}'])}, not {net}"
        for pin, net in wanted.items()
        if pico.nets.get(names[f"GP{pin}"]) != net
    ]
    nets = nets_of(placed)
    mux = next(part for part in placed if part.kind is parts.MUX)
    by_ref = {part.ref: part for part in placed}
    inputs = {name: number for number, name, _ in parts.MUX.pins}
    for cell, channel in enumerate(profile.mux_channels):
        sense = mux.nets.get(inputs[f"I{channel}"], "open")
        refs = [ref for ref, _ in nets.get(sense, [])]
        filters = [by_ref[ref] for ref in refs if by_ref[ref].kind is parts.R_FILTER]
        cells = [part.cell for part in filters]
        if cells != [cell]:
            wrong.append(f"input I{channel} has the filter of cell {cells}, not {cell}")
    for bit in range(4):
        if mux.nets[inputs[f"S{bit}"]] != f"SELECT_{bit}":
            wrong.append(f"select {bit} of the multiplexer")
    at, chain = "LED_FIRST", []
    while at:
        ends = [
            by_ref[ref] for ref, pin in nets[at] if by_ref[ref].kind is parts.LED and pin == "4"
        ]
        chain.append(ends[0].cell)
        if [led.cell for led in ends] != profile.leds_per_cell * chain[-1:]:
            wrong.append(f"{at} goes to LEDs of the cells {[led.cell for led in ends]}")
        on = [led.nets["2"] for led in ends if "2" in led.nets]
        if len(on) > 1:
            wrong.append(f"{on} come from one cell")
        at = on[0] if on else ""
    if chain != sorted(range(profile.cells), key=lambda cell: profile.led_order[cell]):
        wrong.append(f"the chain runs through the cells {chain}")
    return wrong


def test_electrical_rules_find_nothing(design):
    assert rules_report(design) == (0, 0)


def test_electrical_rules_see_two_outputs_joined():
    broken = Design(DATA)
    broken.add(parts.SENSOR, "one too many", VCC="+3V3", OUT="HALL_A1", GND="GND")
    errors, warnings = rules_report(broken)
    assert errors + warnings > 0


def test_pins_are_the_firmwares(made):
    assert pins_differ(made, DATA) == []


def test_the_piezo_lies_between_the_two_pins_each_behind_a_resistor(made):
    nets = nets_of(made)
    by_ref = {part.ref: part for part in made}
    pico = next(part for part in made if part.kind is parts.PICO)
    piezo = next(part for part in made if part.kind is parts.PIEZO)
    for side, pin in enumerate(DATA["pins"]["beeper"]):
        number = next(number for number, name, _ in parts.PICO.pins if name == f"GP{pin}")
        near = [end for end in nets[pico.nets[number]] if end[0] != pico.ref]
        far = [end for end in nets[piezo.nets[str(side + 1)]] if end[0] != piezo.ref]
        assert len(near) == len(far) == 1
        assert near[0][0] == far[0][0]
        assert by_ref[near[0][0]].kind is parts.R_DATA


def test_another_number_of_lights_in_a_cell_is_noticed(made):
    for count in (1, 3):
        other = copy.deepcopy(DATA)
        other["leds"]["per_cell"] = count
        assert pins_differ(made, other)


@pytest.mark.parametrize("what", ["adc", "leds", "beeper", "mux_select", "buttons"])
def test_another_pin_in_the_data_is_noticed(made, what):
    other = copy.deepcopy(DATA)
    old = other["pins"][what]
    other["pins"][what] = 22 if isinstance(old, int) else (*old[1:], old[0])
    assert pins_differ(made, other)


def test_another_order_of_channels_or_lights_is_noticed(made):
    for group, key in (("mux", "channels"), ("leds", "order")):
        other = copy.deepcopy(DATA)
        old = other[group][key]
        other[group][key] = (old[1], old[0], *old[2:])
        assert pins_differ(made, other), group


def test_every_pin_is_used_or_open_on_purpose(made):
    for part in made:
        for number, name, kind in part.kind.pins:
            if number not in part.nets:
                assert part.kind in MAY_BE_OPEN, f"{part.ref} {name}"
            elif kind == parts.POWER and name in ("GND", "VSS"):
                assert part.nets[number] == "GND"


def test_sensors_stay_within_what_the_pico_gives_and_usb(made):
    sensors = sum(part.kind is parts.SENSOR for part in made)
    assert sensors * 10 <= 300
    # 68 kOhm: least, nominal and greatest limit by the switch's data sheet, in mA.
    least, most = 25230 / 68**1.016, 22980 / 68**0.94
    assert pytest.approx((least, most), abs=1) == LIMIT_MA
    assert least > DATA["leds"]["budget_ma"]
    assert most < 500
    # LEDs at the firmware's budget, sensors through the Pico's converter at 85 %, the Pico.
    assert draw(DATA).total == pytest.approx(300 + sensors * 10 * 3.3 / 5 / 0.85 + 50)
    assert draw(DATA).total <= draw(DATA).needs_ma == 500
    # What USB sees charge at once: everything on VBUS itself.
    direct = [part for part in made if part.kind.letter == "C" and "VBUS" in part.nets.values()]
    assert [part.kind.value for part in direct] == ["100n"]


def symbol_pins(symbol):
    """Pins of a part in KiCad's symbol library: number to name."""
    library, _, name = symbol.partition(":")
    with open(f"/usr/share/kicad/symbols/{library}.kicad_sym", encoding="utf-8") as file:
        text = file.read()
    start = text.index(f'(symbol "{name}"')
    end = text.find('\n  (symbol "', start + 5)
    text_ = text[start:end]
    parent = re.search(r'\(extends "([^"]+)"\)', text_)
    if parent:
        return symbol_pins(f"{library}:{parent[1]}")
    found = re.findall(r'\(pin \w+ \w+.*?\(name "([^"]*)".*?\(number "([^"]*)"', text_, re.S)
    return {number: pin for pin, number in found}


@pytest.mark.parametrize("kind", [k for k in parts.KINDS if k.symbol], ids=lambda k: k.name)
def test_pins_are_those_of_kicads_symbols(kind):
    theirs = symbol_pins(kind.symbol)
    mine = {number: name for number, name, _ in kind.pins}
    assert set(mine) == set(theirs)
    for number, name in theirs.items():
        assert name in ("~", mine[number]), f"pin {number} of {kind.name}"


def test_the_netlist_file_says_the_same(design, made, tmp_path):
    path = tmp_path / "board.net"
    write_netlist(design, path)
    text = path.read_text(encoding="utf-8")
    found = {}
    for block in text[text.index("(nets") :].split("(net\n")[1:]:
        name = re.search(r'\(name "([^"]*)"\)', block)[1]
        nodes = re.findall(r'\(ref "([^"]*)"\)\s*\(pin "([^"]*)"\)', block)
        found[name] = sorted(nodes)
    found.pop("__NOCONNECT", None)
    assert {k: v for k, v in found.items() if v} == nets_of(made)


@pytest.mark.parametrize(
    ("rows", "columns", "muxes", "regulators", "lights"),
    [
        (1, 1, 1, 0, 4), (2, 3, 1, 0, 4), (3, 3, 1, 0, 4), (5, 5, 2, 0, 4), (5, 6, 3, 0, 2),
        (7, 7, 4, 1, 2), (8, 8, 4, 1, 1),
    ],
)  # fmt: skip
def test_a_board_of_another_size_has_what_its_cells_need(rows, columns, muxes, regulators, lights):
    other = Design(resized(rows, columns))
    assert rules_report(other) == (0, 0)
    placed = netlist(other)
    kinds = [part.kind for part in placed]
    assert kinds.count(parts.SENSOR) == rows * columns
    assert kinds.count(parts.LED) == lights * rows * columns
    # Each has a capacitor of its own.
    assert len([p for p in placed if "bypass" in p.role and p.nets["1"] == "+5V"]) == (
        kinds.count(parts.LED) + 1
    )
    assert kinds.count(parts.MUX) == muxes
    assert kinds.count(parts.REGULATOR) == regulators
    inputs = [
        (part.ref, net)
        for part in placed
        if part.kind is parts.MUX
        for net in part.nets.values()
        if net.startswith("SENSE_")
    ]
    assert len(inputs) == len({net for _, net in inputs}) == rows * columns


def test_sizes():
    assert resized(4, 4) is DATA
    assert serpentine(4, 4) == DATA["leds"]["order"]
    assert resized(2, 3)["mux"]["channels"] == (0, 1, 2, 5, 4, 3)
    assert max(resized(7, 7)["mux"]["channels"]) == 48 + 6
    assert len(set(resized(7, 7)["mux"]["channels"])) == 49
    with pytest.raises(ValueError, match="multiplexers"):
        resized(20, 14)
    for wrong in ((0, 4), (4, 0), (4, 17)):
        with pytest.raises(ValueError, match="row"):
            resized(*wrong)

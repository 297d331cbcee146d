"""Does the regulator of the sensors' supply oscillate with its ceramic capacitors?

    python -m hardware.regulator          a table of phase margins

The makers of both regulators in `hardware.circuit.datasheets.CERAMIC_ALLOWED` say that it does not,
and publish no model. So this is a behavioural one, made of data-sheet figures, which shows what the
margin depends on and no more: an error amplifier with one pole, a pass transistor whose
transconductance is proportional to its current, and the capacitors of this board. The amplifier's
pole is in no data sheet: it is a parameter.
"""

import math
import sys
from dataclasses import dataclass

from hardware import released
from hardware.analogue import measured
from hardware.circuit import parts
from hardware.circuit.datasheets import FARADS, KEEPS_AT_VOLTAGE
from hardware.circuit.design import Design, Placed, netlist
from hardware.circuit.sizes import needs_regulator

VOLTS = 3.3
# Ripple rejection at 120 Hz, typical: TS1117B at least, AZ1117I. It is the loop's gain there.
LOOP_DB = (60.0, 70.0)
POLES_HZ = (10e3, 30e3, 100e3, 300e3)  # of the amplifier; a faster one has more margin
ESR_OHM = (0.001, 0.003, 0.01)  # of a ceramic capacitor of 22 uF in 0805, about
LOADS_A = (0.006, 0.06, 0.294, 0.49)  # one sensor, ten, all typical, all at most
# In series with a capacitor: its own inductance and that of its tracks; the sensors' are far away.
NEAR_HENRY, FAR_HENRY = 2e-9, 50e-9
FAR_OHM = 0.02


@dataclass(frozen=True)
class Capacitors:
    """What hangs on the supply: how many capacitors at the regulator, of so many farads each, and
    the farads of all others together."""

    count: int
    farads: float
    others: float


def capacitors(made: list[Placed]) -> Capacitors:
    """Those of a board, at the capacitance that ceramic ones keep at their voltage."""
    rail = next(part.nets["2"] for part in made if part.kind is parts.REGULATOR)
    on_rail = [part.kind for part in made
               if part.kind in FARADS and set(part.nets.values()) == {rail, "GND"}]  # fmt: skip
    count = on_rail.count(parts.C_REGULATOR)
    others = sum(FARADS[kind] for kind in on_rail if kind is not parts.C_REGULATOR)
    return Capacitors(
        count, FARADS[parts.C_REGULATOR] * KEEPS_AT_VOLTAGE, others * KEEPS_AT_VOLTAGE
    )


# The data sheets' own circuit.
MAKERS = Capacitors(1, FARADS[parts.C_REGULATOR] * KEEPS_AT_VOLTAGE, 0.1e-6)


def margin_degrees(
    load: float, esr: float, pole_hz: float, loop_db: float, output: Capacitors
) -> float:
    """The phase margin of the loop: at this load in amperes, with this series resistance in ohms of
    each capacitor at the regulator."""
    siemens = 10 ** (loop_db / 20) * load / VOLTS
    each = "\n".join(
        f"Cr{i} out c{i} {output.farads}\nRr{i} c{i} l{i} {esr}\nLr{i} l{i} 0 {NEAR_HENRY}"
        for i in range(output.count)
    )
    text = f"""* the loop, opened at the amplifier's input
Vin in 0 DC 0 AC 1
Ramp in pole 1
Camp pole 0 {1 / (2 * math.pi * pole_hz)}
Gpass 0 out pole 0 {siemens}
Rload out 0 {VOLTS / load}
{each}
Cfar out far {output.others}
Rfar far away {FAR_OHM}
Lfar away 0 {FAR_HENRY}
.ac dec 200 10 1g
.control
run
set units=degrees
meas ac first FIND vp(out) WHEN vdb(out)=0 FALL=1
meas ac last FIND vp(out) WHEN vdb(out)=0 FALL=LAST
.endc
.end
"""
    return 180 + min(measured(text, "first", "last"))


def margins(output: Capacitors) -> dict[tuple[float, float, float, float], float]:
    """Degrees by the loop's gain, the amplifier's pole, load and series resistance."""
    return {
        (gain, pole, load, esr): margin_degrees(load, esr, pole, gain, output)
        for gain in LOOP_DB
        for pole in POLES_HZ
        for load in LOADS_A
        for esr in ESR_OHM
    }


def main() -> int:
    for data in filter(needs_regulator, released.BOARDS):
        ours, makers = margins(capacitors(netlist(Design(data)))), margins(MAKERS)
        print(f"{data['name']}: phase margin in degrees; behind it, that of the makers' circuit")
        print(
            "gain     pole      load     " + "".join(f"{1e3 * esr:4.0f} mohm  " for esr in ESR_OHM)
        )
        for gain in LOOP_DB:
            for pole in POLES_HZ:
                for load in LOADS_A:
                    cases = [(gain, pole, load, esr) for esr in ESR_OHM]
                    row = "".join(f"{ours[case]:5.0f} {makers[case]:3.0f}  " for case in cases)
                    print(f"{gain:2.0f} dB   {pole / 1e3:3.0f} kHz   {1e3 * load:3.0f} mA   {row}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How fast a channel settles: ngspice simulates the path from a sensor to the converter.

    python -m hardware.analogue          a table of all cases

The multiplexer switches from a channel at one rail to one at the other. The values of the filter
are the circuit's; the converter waits `mux.settle_us` of the board's data.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hardware import released
from hardware.circuit.parts import C_FILTER, R_FILTER
from hardware.circuit.sizes import Data

DATA: Data = released.DATA
MUX_OHMS = tuple(range(70, 401, 30))  # at 4.5 V and 3.3 V, cold and warm, typical and worst
LOW, HIGH = 0.2, 3.1  # the sensor's output range at 3.3 V
BUS = "60p"  # the multiplexer's common pin, tracks and the converter's pin
SAMPLE = "1p"  # the converter's own capacitor, behind its switch
SAMPLE_OHMS = "3k"
SENSOR_OHMS = 10  # an active driver: small compared to the filter
DRIVE_MA = 1.0  # most current from the sensor's output
STOP_US = 30


class SpiceError(Exception):
    """ngspice is missing or failed; the text says which."""


def deck(ohms: float, before: float, after: float, filter_farad: str = C_FILTER.value) -> str:
    """One case. The sensor has charged its capacitor long before its channel is selected. Its
    driver is a voltage source behind a resistor, limited to DRIVE_MA."""
    limit = DRIVE_MA / 1000
    return f"""* one channel is selected
Vsensor ideal 0 {after}
* a driver that gives no more than its limit
Bdriver 0 out I=min(max((V(ideal)-V(out))/{SENSOR_OHMS},-{limit}),{limit})
Rfilter out channel {R_FILTER.value}
Cfilter channel 0 {filter_farad} IC={after}
Smux channel far gate 0 closing
Rmux far bus {ohms}
Cbus bus 0 {BUS} IC={before}
Rsample bus held {SAMPLE_OHMS}
Csample held 0 {SAMPLE} IC={before}
Vgate gate 0 PULSE(0 1 100n 1n 1n 1 2)
.model closing SW(VT=0.5 RON=0.1 ROFF=1G)
.tran 5n {STOP_US}u UIC
.control
run
meas tran early FIND v(held) AT=2.6u
meas tran wait FIND v(held) AT={DATA["mux"]["settle_us"] + 0.1}u
.endc
.end
"""


def measured(text: str, *wanted: str) -> list[float]:
    """Run ngspice on a deck; returns these measurements."""
    if shutil.which("ngspice") is None:
        raise SpiceError("ngspice is not installed. Get it with: make setup-hardware")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.cir")
        path.write_text(text, encoding="ascii")
        done = subprocess.run(
            ["ngspice", "-b", str(path)], capture_output=True, text=True, check=False
        )
    found = dict(re.findall(r"^(\w+)\s*=\s*(\S+)", done.stdout, re.MULTILINE))
    if not set(wanted) <= set(found):
        raise SpiceError(f"ngspice: {(done.stdout + done.stderr)[-600:]}")
    return [float(found[key]) for key in wanted]


def errors_mv(
    ohms: float, before: float, after: float, filter_farad: str = C_FILTER.value
) -> tuple[float, float]:
    """The sample's error against the sensor 2.5 us after the switch, and when it is taken."""
    early, wait = measured(deck(ohms, before, after, filter_farad), "early", "wait")
    return abs(early - after) * 1000, abs(wait - after) * 1000


def plugged_in_peak_v(source_v: float, microfarads: float) -> float:
    """The highest voltage at VBUS when a cable is plugged in: a cable of 1 uH and 0.2 ohm, this
    ceramic capacitor beside the limiter's 100 nF, and behind a diode the Pico's 47 uF, of which 30
    count at 5 V."""
    farads = 0.1e-6 + microfarads * 1e-6 * 0.8
    text = f"""* a cable is plugged in
Vusb usb 0 PULSE(0 {source_v} 0 100n 100n 1 2)
Lcable usb cable 1u IC=0
Rcable cable vbus 0.2
Cinput vbus input {farads} IC=0
Rinput input 0 5m
Dpico vbus vsys diode
Cpico vsys pico 30u IC=0
Rpico pico 0 10m
.model diode D(IS=1e-6 N=1.05 RS=0.05)
.tran 10n 200u UIC
.control
run
meas tran peak MAX v(vbus)
.endc
.end
"""
    return measured(text, "peak")[0]


def cases() -> list[tuple[int, float, float]]:
    return [
        (ohms, before, after) for ohms in MUX_OHMS for before, after in ((LOW, HIGH), (HIGH, LOW))
    ]


def main() -> int:
    step = DATA["adc"]["reference_mv"] / (1 << DATA["adc"]["bits"])
    print(f"multiplexer   from to     after 2.5 us   at the sample   (one count is {step:.2f} mV)")
    bad = 0
    for ohms, before, after in cases():
        early, wait = errors_mv(ohms, before, after)
        bad += wait > step
        print(f"{ohms:7} ohm   {before} to {after} V   {early:8.3f} mV   {wait:8.3f} mV")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

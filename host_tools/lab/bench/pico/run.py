"""A first Pico, bare or on its board, measured and compared with the emulated chip.

    lodeboard lab pico                    the one board that is plugged in
    lodeboard lab pico --port /dev/ttyACM0
    lodeboard lab pico --json             the figures and limits as one JSON object

The firmware must be on it (lodeboard flash). It takes under a minute, keeps settings, zeros and
game, and restarts the board. What is expected stands in docs/measured/first-board.json; `make
bench-chip ARGS=--write` measures it again. The exit status is 1 when a figure does not agree.
"""

import json
import sys

from host_tools.board.device.errors import DeviceError
from host_tools.board.device.find import find_port
from host_tools.board.device.transport import Prompt
from host_tools.jobs import report
from host_tools.jobs.command import FAILED, OK, Parser
from host_tools.lab.bench.pico import measure
from host_tools.lab.bench.pico.measure import Verdict


def on_port(named: str | None) -> measure.Figures:
    """The figures of the board on this port, which then restarts. DeviceError."""
    with Prompt(find_port(named)) as prompt:
        try:
            figures = measure.measure(prompt.run)
        except BaseException:
            prompt.leave()
            raise
        prompt.restart()
    return figures


def table(verdicts: list[Verdict]) -> str:
    titles = ["measured on the board", "figure", "expected", ""]
    return report.table(titles, [verdict.row() for verdict in verdicts])


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="lodeboard lab pico", description=__doc__)
    parser.add_argument("--port", metavar="P", help="serial port of the board (default: look)")
    parser.add_argument("--json", action="store_true", help="the comparison as one JSON object")
    chosen = parser.parse_args(arguments)
    try:
        expected = measure.read_expected()
        verdicts = measure.compare(on_port(chosen.port), expected)
    except (DeviceError, LookupError) as error:
        print(f"bench.pico: {error}", file=sys.stderr)
        return FAILED
    agree = all(verdict.agrees for verdict in verdicts)
    if chosen.json:
        print(json.dumps({"agrees": agree, "figures": [one._asdict() for one in verdicts]}))
    else:
        print(table(verdicts))
        print("All agree." if agree else "Some do not agree: see docs/maker/manual.md")
    return OK if agree else FAILED

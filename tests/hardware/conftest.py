"""Some of these need KiCad's Python, others the firmware's games: each is collected where what
it needs is. `make verify-hardware` runs those marked hardware, `make test` the rest."""

import importlib.util
from collections import Counter

import pytest

SECONDS: Counter[str] = Counter()  # by file


def lacks(*modules: str) -> bool:
    return any(importlib.util.find_spec(name) is None for name in modules)


collect_ignore = []
if lacks("skidl", "pcbnew"):
    collect_ignore += [
        f"test_{name}.py"
        for name in (
            "board_7x7",
            "board_sizes",
            "bom",
            "circuit",
            "cost",
            "datasheets",
            "kicad",
            "orders",
            "pcb",
            "regulator",
            "release",
            "schematic",
            "stages",
            "strips",
            "views",
        )
    ]
if lacks("micropython"):
    collect_ignore += ["test_dimensions.py", "test_magnets_pole.py", "test_tops.py"]
if lacks("trimesh", "manifold3d"):
    collect_ignore += ["test_print.py", "test_light.py"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SECONDS[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print which files took the time, in make verify-hardware."""
    if "not hardware" in terminalreporter.config.option.markexpr:
        return
    terminalreporter.section("seconds by file")
    for name, seconds in SECONDS.most_common():
        terminalreporter.write_line(f"{seconds:6.0f}  {name}")

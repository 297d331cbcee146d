"""The page of the board has every figure, and names the pages of the games."""

import re

from host_tools.build.figures import read
from host_tools.lab.chip import board as page
from host_tools.lab.chip.probe import CYCLES_PER_MS
from host_tools.lab.experiment import Measured

MS = CYCLES_PER_MS
FIGURES = {
    "boot": {"light": 600 * MS, "word": 1700 * MS},
    "pieces": {"scan": [MS, MS + 10], "frame": [MS // 2] * 3},
    "idle": {
        "play": {"work": [2 * MS, 3 * MS, 6 * MS], "length": [16 * MS]},
        "menu": {"work": [4 * MS], "length": [16 * MS]},
    },
    "light": {"near": [30 * MS], "far": [31 * MS, 55 * MS]},
    "memory": {"after boot": 80_000, "in play": 70_000, "while thinking": 34_304},
    "slow-boot": {
        "typical": {"light": 800 * MS, "word": 2000 * MS},
        "longest": {"light": 1600 * MS, "word": 2800 * MS},
    },
    "slow-pieces": {time: {"scan": [MS + 99], "frame": [MS]} for time in ("typical", "longest")},
    "slow-idle": {
        time: {"play": {"work": [4 * MS]}, "menu": {"work": [5 * MS]}}
        for time in ("typical", "longest")
    },
    "slow-light": {
        "typical": {"near": [33 * MS], "far": [34 * MS]},
        "longest": {"near": [33 * MS], "far": [434 * MS]},
    },
    "keeping": {
        "a step": {
            "bytes": 149,
            "pages": [3, 4, 3],
            "sectors": [0, 2, 0],
            "typical": [10 * MS, 110 * MS, 11 * MS],
            "longest": [18 * MS, 830 * MS, 19 * MS],
        },
        "the zeros": {
            "bytes": 90,
            "pages": [3],
            "sectors": [0],
            "typical": [12 * MS],
            "longest": [20 * MS],
        },
    },
    "flash": {"parts": {"link": 4660}, "total": 171_961, "tables": 605_049, "all files": 765_770},
}


def test_the_board_is_held_to_its_budgets():
    held = {budget.what: budget for budget in page.budgets(FIGURES)}
    missed = {what for what, budget in held.items() if not budget.met}
    # the first light only at the flash's longest times
    late = {"boot to first light", "idle tick in play, longest", "magnet to light, longest"}
    assert missed == late
    assert held["boot to first light"].waits == (0.8, 1.6)
    assert held["magnet to light, longest"].waits == (34, 434)
    assert held["boot to first light"].figure == 0.6
    assert held["RAM free in play"].figure == 70_000 / 1024


def test_every_figure_stands_on_the_page():
    lines = [line.split("|") for line in page.tables(FIGURES).splitlines() if line.startswith("|")]
    rows = {line[1].strip(): [cell.strip() for cell in line[2:-1]] for line in lines}
    first, *_ = (line for line in page.tables(FIGURES).splitlines() if "first light" in line)
    assert [cell.strip() for cell in first.split("|")[2:-1]] == [
        "at most 1.5 s",
        "0.6 s",
        "0.8 s",
        "1.6 s",
        "missed by 0.1 s",
    ]
    cycles = [
        [cell.strip() for cell in line[2:-1]]
        for line in lines
        if line[1].strip() == "boot to first light" and "missed" not in line[-2]
    ]
    assert cycles == [["", "120 000 000", "600.00", "800.00"]]
    slowest = "830 at the flash's longest"
    assert rows["a step"] == ["149", "3 to 4", "2 in 1 of 3", "11.0", "110.0", slowest]
    assert rows["the zeros"][2] == "none"
    far = rows["answer to a tile, magnet far"]
    assert far == ["8 600 000", "11 000 000", "55.00", "34.00"]
    assert rows["in play"] == ["70 000"]
    assert rows["firmware together"] == ["171 961"]


def test_it_says_of_what_it_is_and_where_the_games_are():
    reported = page.notes()
    assert re.search(r"Firmware \d\S* \w+\.", reported)
    assert "(160 ms and 320 ms, magnet near and far)" in reported
    for name in ("flip", "xtic", "magician"):
        assert f"(bench-chip-{name}.md)" in reported


def test_limits_that_are_missed_are_named_when_all_is_measured():
    measured = {at: Measured(1, FIGURES.get(at.name.rpartition("-")[0])) for at in page.plan()}
    assert [each.partition(":")[0] for each in page.EXPERIMENT.missed(measured)] == [
        "boot to first light",
        "idle tick in play, longest",
        "magnet to light, longest",
    ]
    assert list(page.EXPERIMENT.missed(dict([*measured.items()][:-1]))) == []


def test_readme_gets_its_figures_from_the_same_run():
    stated = {name: value for name, (_, value) in page.stated(FIGURES).items()}
    assert stated == {
        "first-light": "0.60 s",
        "start": "1.70 s",
        "idle-tick": "3.7 ms",
        "ram-in-play": "33.5 KiB",
        "firmware": "168 KiB",
        "tables": "591 KiB",
    }
    assert stated.keys() <= read().keys()

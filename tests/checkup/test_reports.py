"""Numbers of a self-test: of each sensor, kept, read again and compared."""

import json
from pathlib import Path

import pytest
from bench import CELLS, PROFILE, Helper, Simulated

from host_tools.board.simulator.faults import Noisy, Stuck
from host_tools.play.cli import main
from host_tools.workshop.checkup import numbers, reports
from host_tools.workshop.checkup.parts import lines
from host_tools.workshop.checkup.reports import Report, ReportError, compare, keep, read
from host_tools.workshop.checkup.selftest import examine

WHEN = "2026-03-01T08:00:00Z"
ID = "e66058388335a12b"


def make_report(seed=11, person=False, when=WHEN, **faults):
    bench = Simulated(seed)
    for name, fault in faults.items():
        bench.board.frontend.faults[CELLS.index(name)] = fault
    helper = Helper(bench) if person else None
    parts = examine(bench, bench.board.profile, helper, sleep=lambda _: None)
    return Report(PROFILE.name, ID, when, parts, "/dev/ttyACM0")


@pytest.fixture(scope="module")
def whole():
    return make_report(person=True)


def test_each_sensor_has_its_rest_count_noise_and_margins(whole):
    assert list(whole.numbers) == list(CELLS)
    for found in whole.numbers.values():
        assert abs(found.rest_counts - PROFILE.raw_middle) < PROFILE.raw(100)
        assert found.rest_mv == pytest.approx(PROFILE.millivolts(found.rest_counts), abs=0.1)
        assert 0 < found.noise_mv < 5
        assert set(found.margins) == {"ground", "supply", "zero", "noise", "tile"}
        assert all(margin > 0 for margin in found.margins.values())
        assert found.margins["ground"] == pytest.approx(found.rest_mv - 100, abs=0.1)
        window = PROFILE.sensing["zero_window_mv"]
        assert found.margins["zero"] == pytest.approx(window - abs(found.offset_mv), abs=0.1)
        assert found.margins["noise"] == pytest.approx(14 - found.noise_mv, abs=0.1)
        assert found.margins["tile"] == pytest.approx(abs(found.tile_mv) - 140, abs=0.1)


def test_without_a_magnet_nothing_is_said_of_tiles():
    found = make_report().numbers["a1"]
    assert found.tile_mv is None
    assert "tile" not in found.margins


def test_a_margin_is_below_zero_beyond_the_limit():
    faulty = make_report(a1=Stuck(40.0), b1=Noisy(60.0)).numbers
    assert faulty["a1"].margins["ground"] < 0
    assert faulty["b1"].margins["noise"] < 0
    assert faulty["c1"].margins["noise"] > 0


def test_the_table_has_every_sensor_in_columns(whole):
    head, *rows = numbers.table(whole.parts)[2:]
    assert [row.split()[0] for row in rows] == list(CELLS)
    assert {len(row) for row in rows} == {len(head)}
    assert numbers.table([]) == []
    untouched = numbers.table(make_report().parts)[3:]
    assert all(row.endswith("-") for row in untouched)


def test_the_build_guide_shows_what_a_bad_sensor_prints():
    guide = Path(__file__).resolve().parents[2] / "hardware" / "README.md"
    shown = guide.read_text(encoding="utf-8").split("```text\nfaulty", 1)[1].split("```")[0]
    printed = lines(make_report(person=True, c2=Stuck(0.0)).parts)
    for line in f"faulty{shown}".splitlines():
        assert line in printed


def test_a_report_is_kept_by_board_and_read_again(whole, tmp_path):
    path = keep(whole, tmp_path)
    assert path == tmp_path / "lodeboard" / "selftest" / ID / "2026-03-01T080000Z.json"
    assert read(path) == whole


def test_two_days_are_compared(whole):
    later = make_report(seed=12, when="2026-03-02T08:00:00Z", c2=Noisy(60.0))
    lines = compare(whole, later)
    assert WHEN in lines[0]
    assert ID in lines[1]
    row = next(line for line in lines if line.startswith("a1 ")).split()
    old, new = whole.numbers["a1"], later.numbers["a1"]
    assert row[1:4] == [
        str(old.rest_counts),
        str(new.rest_counts),
        f"{new.rest_counts - old.rest_counts:+d}",
    ]
    assert f"{old.tile_mv:+.1f}" in row
    assert "-" in row  # no tile was laid the second time
    assert "sensor c2: ok before, faulty now" in lines
    assert compare(whole, whole)[-1] == "every part has the verdict that it had"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff\xfe", "it is not text"),
        (b"no json", "not JSON"),
        (b"[1]", "is no report of a self-test"),
        (b'{"format": 1}', "is no report of a self-test"),
        (
            b'{"format": 1, "board": "tile4x4", "id": "x", "time": "t", "parts": [{"kind": 1}]}',
            "is no report of a self-test",
        ),
        (b'{"format": 2, "board": "x", "id": "x", "time": "t", "parts": []}', "has format 2"),
    ],
)
def test_a_file_that_is_no_report_is_refused(tmp_path, capsys, text, why):
    path = tmp_path / "report.json"
    path.write_bytes(text)
    with pytest.raises(ReportError, match=why):
        read(path)
    assert main(["selftest", "--no-person", "--compare", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_reports_that_do_not_go_together_are_refused(whole):
    other = Report("tile7x7", ID, WHEN, whole.parts)
    with pytest.raises(ReportError, match="a tile4x4 cannot be compared with a tile7x7"):
        compare(whole, other)
    with pytest.raises(ReportError, match="no measured sensor"):
        compare(whole, Report(PROFILE.name, ID, WHEN, []))


def test_two_saved_reports_are_compared_without_a_board(whole, tmp_path, capsys):
    paths = []
    for name, report in (("one", whole), ("two", make_report(seed=12))):
        path = tmp_path / f"{name}.json"
        path.write_text(report.as_json())
        paths.append(str(path))
    assert main(["selftest", "--compare", *paths]) == 0
    assert "counts at rest" in capsys.readouterr().out
    assert main(["selftest", "--compare", *paths, paths[0]]) == 2
    assert main(["selftest", "--json", "--compare", *paths]) == 2
    assert main(["selftest", "--compare", str(tmp_path / "none.json"), paths[0]]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_the_json_of_a_report_has_numbers_where_there_are_some(whole):
    parts = json.loads(whole.as_json())["parts"]
    assert {part["kind"] for part in parts if "numbers" in part} == {"sensor"}
    assert reports.now().endswith("Z")

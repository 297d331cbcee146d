"""The bench of the kernel counts the same work on both sides, and its page is dated."""

import datetime

import pytest

from host_tools.bench import __main__ as bench
from host_tools.bench.kernel import bench_kernel
from host_tools.jobs import report


def test_both_sides_do_the_same_work():
    rows = bench_kernel(limit=2000, seconds=0.01)
    assert len(rows) == 6
    for row in rows:
        assert row.evals > 2000
        assert row.numba is not None, "Numba is missing: make setup-test"
        assert row.ratio == pytest.approx(row.numba / row.cpython)
        assert row.numba > row.cpython > 1000


def test_the_tool_prints_and_writes_its_tables(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "PAGE", tmp_path / "docs" / "measured" / "bench.md")
    monkeypatch.setattr(bench, "bench_kernel", lambda: bench_kernel(limit=500, seconds=0.01))
    monkeypatch.setattr(bench, "bench_ticks", lambda: {"board at rest": 12345.6})
    monkeypatch.setattr(bench, "bench_light", lambda: {"near": [100, 140, 120]})
    monkeypatch.setattr(bench, "PERFT_DEPTH", 2)
    assert bench.main(["--write"]) == 0
    out = capsys.readouterr().out
    assert "| magic, 6 tiles " in out
    assert "perft 2, 2880 sequences" in out
    assert "12 300 ticks a second" in out
    assert "120 ms (100 to 140)" in out
    page = bench.PAGE.read_text(encoding="utf-8")
    assert out.strip() in page
    assert datetime.date.today().isoformat() in page


def test_tables_line_up():
    lines = report.table(["a", "long title"], [["wide cell", "b"], ["c", "d"]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[0] == "| a         | long title |"
    assert lines[1] == "|-----------|------------|"

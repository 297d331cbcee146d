"""The bench reports on the board and on each game, and its page is dated."""

import datetime

import pytest

from host_tools.build import figures
from host_tools.jobs import report
from host_tools.lab import run
from host_tools.lab.bench import replies
from host_tools.lab.bench import speeds as bench
from host_tools.lab.bench.emulated import Speed, bench_emulated
from host_tools.lab.flip import kernel_speed as kernel
from lodeboard.games.catalogue import LEVELS


@pytest.mark.slow
def test_the_tool_prints_and_writes_its_tables(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(run, "PAGES", tmp_path)
    monkeypatch.setattr(run, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    monkeypatch.setattr(kernel, "LIMIT", 500)
    monkeypatch.setattr(kernel, "SECONDS", 0.01)
    monkeypatch.setattr(bench, "bench_ticks", lambda: {"board at rest": 12345.6})
    monkeypatch.setattr(bench, "bench_light", lambda: {"near": [100, 140, 120]})
    monkeypatch.setattr(bench, "bench_emulated", lambda: {"thinking": Speed(1.236, 0.206)})
    monkeypatch.setattr(bench, "PERFT_DEPTH", 2)
    # One process at the weakest level; what compiles has the lowest priority and may wait for long.
    monkeypatch.setattr(replies, "TURNS", (1,))
    monkeypatch.setattr(replies, "GAMES", replies.GAMES[:1])
    monkeypatch.setattr(replies, "LEVELS", {name: words[:1] for name, words in LEVELS.items()})
    monkeypatch.setattr(replies, "compiling", lambda module, name: 7.25)
    day = datetime.date.today()
    assert run.main(bench.EXPERIMENT, "how fast?", ["--write"]) == 0
    out = capsys.readouterr().out
    assert "| magic, 6 tiles " in out
    assert "perft 2 of Flip tiles, 2880 sequences" in out
    assert "perft 2 of xtic, 256 sequences" in out
    assert "12 300 ticks a second" in out
    words = [line.split() for line in out.splitlines()]
    assert ["|", "Flip", "tiles", "|", LEVELS["flip"][0], "|"] in [line[:6] for line in words]
    assert ["|", "`flip_search`", "|", "7.2", "s", "|"] in words
    assert "120 ms (100 to 140)" in out
    assert "| thinking      | 1.24 x        | 0.21 x   | 6.0   |" in out
    page = (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert out.partition("\n\n")[2].strip() in page
    days = (day, datetime.date.today())  # midnight may pass between them
    assert any(each.isoformat() in page for each in days)


@pytest.mark.verify
def test_a_kernel_is_compiled_by_a_process_that_says_how_long_it_took():
    assert replies.compiling("lodeboard.lights.kernel", "render") > 0.1


@pytest.mark.chip
@pytest.mark.verify
def test_the_compiled_core_is_worth_having():
    for speed in bench_emulated(turns=1).values():
        assert speed.compiled > speed.rp2040py


def test_tables_line_up():
    lines = report.table(["a", "long title"], [["wide cell", "b"], ["c", "d"]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[0] == "| a         | long title |"
    assert lines[1] == "|-----------|------------|"
